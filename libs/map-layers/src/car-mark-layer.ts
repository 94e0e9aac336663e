import {
  Layer,
  picking,
  project32,
  type DefaultProps,
  type LayerProps,
  type UpdateParameters,
} from '@deck.gl/core';
import type { Texture } from '@luma.gl/core';
import { Geometry, Model } from '@luma.gl/engine';

export interface CarMarkLayerProps extends LayerProps {
  /** Square cells in a row, drawn by `drawCarAtlas`. */
  atlas: HTMLCanvasElement;
  cells: number;
}

const block = `\
layout(std140) uniform carMarkUniforms {
  float cells;
} carMark;
`;

const carMarkModule = {
  name: 'carMark',
  vs: block,
  fs: `${block}uniform sampler2D carAtlas;\n`,
  uniformTypes: { cells: 'f32' },
} as const;

const vs = `\
#version 300 es
#define SHADER_NAME car-mark-layer-vertex-shader
in vec2 positions;
in vec3 instancePositions;
in vec3 instancePositions64Low;
in float instanceSizes;
in float instanceCells;
out vec2 vAtlas;
void main(void) {
  geometry.worldPosition = instancePositions;
  geometry.uv = positions;
  gl_Position = project_position_to_clipspace(instancePositions, instancePositions64Low, vec3(0.0), geometry.position);
  DECKGL_FILTER_GL_POSITION(gl_Position, geometry);
  vec3 offset = vec3(positions * instanceSizes * 0.5, 0.0);
  DECKGL_FILTER_SIZE(offset, geometry);
  gl_Position.xy += project_pixel_size_to_clipspace(offset.xy);
  vAtlas = vec2((instanceCells + positions.x * 0.5 + 0.5) / carMark.cells, 0.5 - positions.y * 0.5);
}
`;

const fs = `\
#version 300 es
#define SHADER_NAME car-mark-layer-fragment-shader
precision highp float;
in vec2 vAtlas;
out vec4 fragColor;
void main(void) {
  vec4 texel = texture(carAtlas, vAtlas);
  if (texel.a < 0.02) discard;
  fragColor = vec4(texel.rgb, texel.a * layer.opacity);
  DECKGL_FILTER_COLOR(fragColor, geometry);
}
`;

/** Marks from an atlas, one square cell each, at positions on the ground and with sizes in pixels. */
export class CarMarkLayer extends Layer<Required<CarMarkLayerProps>> {
  static override layerName = 'CarMarkLayer';
  static override defaultProps: DefaultProps<CarMarkLayerProps> = {
    atlas: { type: 'object', value: null, compare: false },
    cells: 1,
    getPosition: { type: 'accessor', value: [0, 0] },
    getSize: { type: 'accessor', value: 24 },
    getCell: { type: 'accessor', value: 0 },
  } as DefaultProps<CarMarkLayerProps>;

  declare state: { model?: Model; texture?: Texture };

  override getShaders(): unknown {
    return super.getShaders({ vs, fs, modules: [project32, picking, carMarkModule] });
  }

  override initializeState(): void {
    this.getAttributeManager()?.addInstanced({
      instancePositions: {
        size: 3,
        type: 'float64',
        fp64: this.use64bitPositions(),
        accessor: 'getPosition',
      },
      instanceSizes: { size: 1, accessor: 'getSize' },
      instanceCells: { size: 1, accessor: 'getCell' },
    });
    this.state = {};
  }

  override updateState(params: UpdateParameters<this>): void {
    super.updateState(params);
    if (params.changeFlags.extensionsChanged) {
      this.state.model?.destroy();
      this.state.model = this.createModel();
      this.getAttributeManager()?.invalidateAll();
    }
    if (params.props.atlas !== params.oldProps.atlas) {
      this.state.texture?.destroy();
      const { width, height } = params.props.atlas;
      const texture = this.context.device.createTexture({
        width,
        height,
        sampler: { minFilter: 'linear', magFilter: 'linear' },
      });
      texture.copyExternalImage({ image: params.props.atlas });
      this.state.texture = texture;
    }
  }

  override draw(): void {
    const { model, texture } = this.state;
    if (model === undefined || texture === undefined) return;
    model.shaderInputs.setProps({ carMark: { cells: this.props.cells, carAtlas: texture } });
    model.draw(this.context.renderPass);
  }

  override finalizeState(context: Parameters<Layer['finalizeState']>[0]): void {
    this.state.texture?.destroy();
    super.finalizeState(context);
  }

  private createModel(): Model {
    return new Model(this.context.device, {
      ...(this.getShaders() as object),
      id: this.props.id,
      bufferLayout: this.getAttributeManager()?.getBufferLayouts() ?? [],
      geometry: new Geometry({
        topology: 'triangle-strip',
        attributes: { positions: { size: 2, value: new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]) } },
      }),
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- luma.gl 9.4 does not find it out for itself
      isInstanced: true,
    });
  }
}
