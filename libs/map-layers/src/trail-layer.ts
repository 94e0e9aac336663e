import { Layer, project32, type DefaultProps, type LayerProps, type UpdateParameters } from '@deck.gl/core';
import { Geometry, Model } from '@luma.gl/engine';
import type { PictureClock } from './motion-extension.js';

export interface TrailLayerProps extends LayerProps {
  pictureClock: PictureClock;
  /** Red, green, blue; 0 to 255 each. */
  colour: readonly [number, number, number];
  widthPx: number;
  /** Seconds. */
  lastsS: number;
  /** Ends at the last reached fix instead of sliding on. */
  stepped: boolean;
}

const block = `\
layout(std140) uniform trailUniforms {
  highp float timeS;
  float lastsS;
  float widthPx;
  float stepped;
  vec3 colour;
} trail;
`;

const trailModule = {
  name: 'trail',
  vs: block,
  fs: block,
  uniformTypes: { timeS: 'f32', lastsS: 'f32', widthPx: 'f32', stepped: 'f32', colour: 'vec3<f32>' },
} as const;

const vs = `\
#version 300 es
#define SHADER_NAME trail-layer-vertex-shader
in vec2 positions; // along and across
in vec3 instanceFrom;
in vec3 instanceFrom64Low;
in vec3 instanceTo;
in vec3 instanceTo64Low;
in vec2 instanceSpans;
out float vAge;
void main(void) {
  vec4 unused;
  vec4 start = project_position_to_clipspace(instanceFrom, instanceFrom64Low, vec3(0.0), unused);
  vec4 full = project_position_to_clipspace(instanceTo, instanceTo64Low, vec3(0.0), unused);
  float share = clamp((trail.timeS - instanceSpans.x) / max(instanceSpans.y - instanceSpans.x, 1e-6), 0.0, 1.0);
  if (trail.stepped > 0.5) share = floor(share);
  vec4 end = mix(start, full, share);
  vec2 along = (full.xy - start.xy) * project.viewportSize;
  float lengthPx = length(along);
  vec2 across = lengthPx > 0.0 ? vec2(-along.y, along.x) / lengthPx : vec2(0.0);
  gl_Position = mix(start, end, positions.x);
  gl_Position.xy += project_pixel_size_to_clipspace(across * positions.y * trail.widthPx * 0.5);
  if (share <= 0.0) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  vAge = (trail.timeS - mix(instanceSpans.x, instanceSpans.y, positions.x * share)) / trail.lastsS;
}
`;

const fs = `\
#version 300 es
#define SHADER_NAME trail-layer-fragment-shader
precision highp float;
in float vAge;
out vec4 fragColor;
void main(void) {
  if (vAge > 1.0) discard;
  fragColor = vec4(trail.colour, (1.0 - 0.85 * max(vAge, 0.0)) * layer.opacity);
}
`;

/** Where cars have driven lately: a line that ends under its mark and pales with age, moved by the GPU. */
export class TrailLayer extends Layer<Required<TrailLayerProps>> {
  static override layerName = 'TrailLayer';
  static override defaultProps: DefaultProps<TrailLayerProps> = {
    pictureClock: { type: 'object', value: { timeS: () => 0, restsAtS: () => 0 }, compare: false },
    colour: { type: 'array', value: [0, 0, 0], compare: true },
    widthPx: 4,
    lastsS: 60,
    stepped: false,
    getFrom: { type: 'accessor', value: [0, 0] },
    getTo: { type: 'accessor', value: [0, 0] },
    getSpan: { type: 'accessor', value: [0, 0] },
  } as DefaultProps<TrailLayerProps>;

  declare state: { model?: Model };

  override getShaders(): unknown {
    return super.getShaders({ vs, fs, modules: [project32, trailModule] });
  }

  override initializeState(): void {
    const fp64 = this.use64bitPositions();
    this.getAttributeManager()?.addInstanced({
      instanceFrom: { size: 3, type: 'float64', fp64, accessor: 'getFrom' },
      instanceTo: { size: 3, type: 'float64', fp64, accessor: 'getTo' },
      instanceSpans: { size: 2, accessor: 'getSpan' },
    });
    this.state = {};
  }

  override updateState(params: UpdateParameters<this>): void {
    super.updateState(params);
    if (!params.changeFlags.extensionsChanged) return;
    this.state.model?.destroy();
    this.state.model = new Model(this.context.device, {
      ...(this.getShaders() as object),
      id: this.props.id,
      bufferLayout: this.getAttributeManager()?.getBufferLayouts() ?? [],
      geometry: new Geometry({
        topology: 'triangle-strip',
        attributes: { positions: { size: 2, value: new Float32Array([0, -1, 0, 1, 1, -1, 1, 1]) } },
      }),
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- luma.gl 9.4 cannot derive it
      isInstanced: true,
    });
    this.getAttributeManager()?.invalidateAll();
  }

  override draw(): void {
    const { model } = this.state;
    if (model === undefined) return;
    const { pictureClock, colour, widthPx, lastsS, stepped } = this.props;
    const timeS = pictureClock.timeS();
    model.shaderInputs.setProps({
      trail: {
        timeS,
        lastsS,
        widthPx,
        stepped: stepped ? 1 : 0,
        colour: colour.map((value) => value / 255),
      },
    });
    model.draw(this.context.renderPass);
    if (!stepped && timeS < pictureClock.restsAtS()) this.setNeedsRedraw();
  }
}
