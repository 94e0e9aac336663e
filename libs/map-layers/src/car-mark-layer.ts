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
import type { MotionProps } from './motion-extension.js';

export interface CarMarkLayerProps extends LayerProps {
  /** A grid of square cells, drawn by `drawCarAtlas`. */
  atlas: HTMLCanvasElement;
  columns: number;
  rows: number;
  /** Nearly grey: the data are not live. */
  greyed: boolean;
  /** Grows and fades once every `PULSE_S`, and requests frames while it does. */
  pulses: boolean;
}

/** Seconds of one pulse. */
const PULSE_S = 1.5;

const block = `\
layout(std140) uniform carMarkUniforms {
  vec2 grid;
  float greyed;
  float pulse; // how far a pulse has come, 0 to 1; below 0: none
} carMark;
`;

const carMarkModule = {
  name: 'carMark',
  vs: block,
  fs: `${block}uniform sampler2D carAtlas;\n`,
  uniformTypes: { grid: 'vec2<f32>', greyed: 'f32', pulse: 'f32' },
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
  float grown = 1.0 + 0.5 * max(carMark.pulse, 0.0);
  vec3 offset = vec3(positions * instanceSizes * 0.48 * grown, 0.0); // without the cell's outermost edge
  DECKGL_FILTER_SIZE(offset, geometry);
  gl_Position.xy += project_pixel_size_to_clipspace(offset.xy);
  vec2 cell = vec2(mod(instanceCells, carMark.grid.x), floor(instanceCells / carMark.grid.x));
  vAtlas = (cell + vec2(positions.x, -positions.y) * 0.48 + 0.5) / carMark.grid;
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
  float grey = dot(texel.rgb, vec3(0.3, 0.6, 0.1)) * 0.6 + 0.2;
  float fade = 1.0 - max(carMark.pulse, 0.0) * 0.8;
  fragColor = vec4(mix(texel.rgb, vec3(grey), 0.8 * carMark.greyed), texel.a * layer.opacity * fade);
  DECKGL_FILTER_COLOR(fragColor, geometry);
}
`;

/** Marks from an atlas, one square cell each, at positions on the ground and with sizes in pixels. Moved by `MotionExtension`. */
export class CarMarkLayer extends Layer<Required<CarMarkLayerProps> & MotionProps> {
  static override layerName = 'CarMarkLayer';
  static override defaultProps: DefaultProps<CarMarkLayerProps> = {
    atlas: { type: 'object', value: null, compare: false },
    columns: 1,
    rows: 1,
    greyed: false,
    pulses: false,
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
        mipLevels: this.context.device.getMipLevelCount(width, height),
        sampler: { minFilter: 'linear', magFilter: 'linear', mipmapFilter: 'linear' },
      });
      texture.copyExternalImage({ image: params.props.atlas });
      // Marks are drawn much smaller than their cells: without mipmaps their edges would alias.
      texture.generateMipmapsWebGL();
      this.state.texture = texture;
    }
  }

  override draw(): void {
    const { model, texture } = this.state;
    if (model === undefined || texture === undefined) return;
    const { columns, rows, greyed, pulses, pictureClock } = this.props;
    const pulse = pulses ? (pictureClock.timeS() / PULSE_S) % 1 : -1;
    model.shaderInputs.setProps({
      carMark: { grid: [columns, rows], greyed: greyed ? 1 : 0, pulse, carAtlas: texture },
    });
    model.draw(this.context.renderPass);
    if (pulses) this.setNeedsRedraw();
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
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- luma.gl 9.4 cannot derive it
      isInstanced: true,
    });
  }
}
