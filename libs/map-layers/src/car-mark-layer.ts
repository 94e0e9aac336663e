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
import { ATLAS_CELL_PX, ATLAS_GRID, BADGE_CELL_PX, badgeCell, DISC_SHARE } from './car-atlas.js';
import { ADVANCE, textPx } from './car-columns.js';
import { GLYPH_CELL_PX, GLYPH_GRID, GLYPH_TEXT_PX } from './glyph-atlas.js';
import type { MotionProps } from './motion-extension.js';
import type { Rgba } from './types.js';

export interface CarMarkLayerProps extends LayerProps {
  /** Square cells in `ATLAS_GRID`, drawn by `drawCarAtlas`. */
  atlas: HTMLCanvasElement;
  /** The characters of the numbers, drawn by `drawGlyphAtlas`. */
  glyphs: HTMLCanvasElement;
  /** See `whiteNumbers`; the other numbers are black. */
  whiteNumbers: number;
  black: Rgba;
  white: Rgba;
  /** Nearly grey: the data are not live. */
  greyed: boolean;
  /** Grows and fades once every `PULSE_S`, and requests frames while it does. */
  pulses: boolean;
}

/** Seconds of one pulse. */
const PULSE_S = 1.5;

const block = `\
layout(std140) uniform carMarkUniforms {
  vec3 black;
  float greyed;
  vec3 white;
  float pulse; // how far a pulse has come, 0 to 1; below 0: none
  float whiteNumbers;
} carMark;
`;

const carMarkModule = {
  name: 'carMark',
  vs: block,
  fs: `${block}uniform sampler2D carAtlas;\nuniform sampler2D carGlyphs;\n`,
  uniformTypes: {
    black: 'vec3<f32>',
    greyed: 'f32',
    white: 'vec3<f32>',
    pulse: 'f32',
    whiteNumbers: 'f32',
  },
} as const;

/** Red, green and blue, 0 to 1. */
const shares = ([red, green, blue]: Rgba): [number, number, number] => [red / 255, green / 255, blue / 255];

/** A number as GLSL writes one with a fraction. */
const float = (value: number): string => value.toFixed(5);
const vec2 = (x: number, y: number): string => `vec2(${float(x)}, ${float(y)})`;

const vs = `\
#version 300 es
#define SHADER_NAME car-mark-layer-vertex-shader
in vec2 positions;
in vec3 instancePositions;
in vec3 instancePositions64Low;
in float instanceSizes;
in float instanceStretches;
in float instanceCells;
in vec2 instanceGlyphs;
out vec2 vPx; // from the centre of the mark, pixels, y upwards
flat out float vSize;
flat out float vStretch;
flat out float vCell;
flat out uvec2 vGlyphs;
void main(void) {
  geometry.worldPosition = instancePositions;
  geometry.uv = positions;
  gl_Position = project_position_to_clipspace(instancePositions, instancePositions64Low, vec3(0.0), geometry.position);
  DECKGL_FILTER_GL_POSITION(gl_Position, geometry);
  vSize = instanceSizes * (1.0 + 0.5 * max(carMark.pulse, 0.0));
  vStretch = instanceStretches;
  vCell = instanceCells;
  vGlyphs = uvec2(instanceGlyphs);
  vPx = positions * (vec2(vSize * 0.48) + vec2(vStretch, 0.0)); // without the cell's outermost edge
  vec3 offset = vec3(vPx, 0.0);
  DECKGL_FILTER_SIZE(offset, geometry);
  gl_Position.xy += project_pixel_size_to_clipspace(offset.xy);
}
`;

const fs = `\
#version 300 es
#define SHADER_NAME car-mark-layer-fragment-shader
precision highp float;
in vec2 vPx;
flat in float vSize;
flat in float vStretch;
flat in float vCell;
flat in uvec2 vGlyphs;
out vec4 fragColor;

const vec2 GRID = ${vec2(ATLAS_GRID.columns, ATLAS_GRID.rows)};
const vec2 GLYPH_GRID = ${vec2(GLYPH_GRID.columns, GLYPH_GRID.rows)};

vec2 cellOf(float index, vec2 grid) {
  return vec2(mod(index, grid.x), floor(index / grid.x)) + 0.5;
}

// A colour with straight alpha, or one that is opaque, over another with straight alpha.
vec4 over(vec3 colour, float alpha, vec4 below) {
  float whole = alpha + below.a * (1.0 - alpha);
  return vec4((colour * alpha + below.rgb * below.a * (1.0 - alpha)) / max(whole, 0.001), whole);
}

float lengthOf(uint glyphs) {
  return glyphs == 0u ? 0.0 : glyphs < 64u ? 1.0 : glyphs < 4096u ? 2.0 : glyphs < 262144u ? 3.0 : 4.0;
}

void main(void) {
  float perFragment = length(vec2(dFdx(vPx.x), dFdx(vPx.y))); // pixels of CSS
  // The middle of a pill is the middle of its disc, repeated.
  vec2 inMark = vec2(sign(vPx.x) * max(abs(vPx.x) - vStretch, 0.0), -vPx.y) / vSize;
  vec4 texel = texture(carAtlas, (cellOf(vCell, GRID) + inMark) / GRID);
  float grey = dot(texel.rgb, vec3(0.3, 0.6, 0.1)) * 0.6 + 0.2;
  texel.rgb = mix(texel.rgb, vec3(grey), 0.8 * carMark.greyed);

  if (vGlyphs.x != 0u) {
    float count = lengthOf(vGlyphs.x) + lengthOf(vGlyphs.y);
    float textPx = vSize * (count == 3.0 ? ${float(textPx(1, 3))} : ${float(textPx(1, 2))});
    float advance = textPx * ${float(ADVANCE)};
    float k = floor(vPx.x / advance + count * 0.5);
    if (k >= 0.0 && k < count && abs(vPx.y) < textPx * 0.6) {
      uint glyphs = k < 4.0 ? vGlyphs.x : vGlyphs.y;
      float glyph = float((glyphs >> (6u * (uint(k) & 3u))) & 63u);
      float scale = ${float(GLYPH_TEXT_PX)} / textPx;
      vec2 inGlyph = vec2(vPx.x - (k + 0.5 - count * 0.5) * advance, -vPx.y) * scale / ${float(GLYPH_CELL_PX)};
      // Less blurred than the distance between fragments asks for.
      float level = log2(scale * perFragment) - 0.3;
      float alpha = textureLod(carGlyphs, (cellOf(glyph, GLYPH_GRID) + inGlyph) / GLYPH_GRID, level).a;
      bool isWhite = ((uint(carMark.whiteNumbers) >> uint(vCell)) & 1u) == 1u;
      texel = over(isWhite ? carMark.white : carMark.black, alpha, texel);
    }
    // On the edge of the disc, up and to the right.
    vec2 inBadge = vec2(vPx.x - vStretch, -vPx.y) + vec2(-1.0, 1.0) * vSize * ${float(DISC_SHARE * 0.35)};
    if (max(abs(inBadge.x), abs(inBadge.y)) < ${float(BADGE_CELL_PX / 2)}) {
      vec2 uv = (cellOf(vCell + ${float(badgeCell(0))}, GRID) + inBadge / ${float(BADGE_CELL_PX)}) / GRID;
      float level = log2(${float(ATLAS_CELL_PX / BADGE_CELL_PX)} * perFragment) - 0.3;
      vec4 badge = textureLod(carAtlas, uv, level);
      texel = over(badge.rgb, badge.a, texel);
    }
  }
  if (texel.a < 0.02) discard;
  float fade = 1.0 - max(carMark.pulse, 0.0) * 0.8;
  fragColor = vec4(texel.rgb, texel.a * layer.opacity * fade);
  DECKGL_FILTER_COLOR(fragColor, geometry);
}
`;

/**
 * Marks from an atlas, one square cell each, at positions on the ground and with sizes in pixels; stretched to pills, and
 * with numbers and badges on them, so that a mark covers the numbers of those below it. Moved by `MotionExtension`.
 */
export class CarMarkLayer extends Layer<Required<CarMarkLayerProps> & MotionProps> {
  static override layerName = 'CarMarkLayer';
  static override defaultProps: DefaultProps<CarMarkLayerProps> = {
    atlas: { type: 'object', value: null, compare: false },
    glyphs: { type: 'object', value: null, compare: false },
    whiteNumbers: 0,
    black: { type: 'array', value: [0, 0, 0, 255], compare: true },
    white: { type: 'array', value: [255, 255, 255, 255], compare: true },
    greyed: false,
    pulses: false,
    getPosition: { type: 'accessor', value: [0, 0] },
    getSize: { type: 'accessor', value: 24 },
    getStretch: { type: 'accessor', value: 0 },
    getCell: { type: 'accessor', value: 0 },
    getGlyphs: { type: 'accessor', value: [0, 0] },
  } as DefaultProps<CarMarkLayerProps>;

  declare state: { model?: Model; texture?: Texture; glyphs?: Texture };

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
      instanceStretches: { size: 1, accessor: 'getStretch' },
      instanceCells: { size: 1, accessor: 'getCell' },
      instanceGlyphs: { size: 2, accessor: 'getGlyphs' },
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
    const { props, oldProps } = params;
    if (props.atlas !== oldProps.atlas) {
      this.state.texture?.destroy();
      this.state.texture = this.createTexture(props.atlas);
    }
    if (props.glyphs !== oldProps.glyphs) {
      this.state.glyphs?.destroy();
      this.state.glyphs = this.createTexture(props.glyphs);
    }
  }

  override draw(): void {
    const { model, texture, glyphs } = this.state;
    if (model === undefined || texture === undefined || glyphs === undefined) return;
    const { greyed, pulses, pictureClock, whiteNumbers, black, white } = this.props;
    const pulse = pulses ? (pictureClock.timeS() / PULSE_S) % 1 : -1;
    model.shaderInputs.setProps({
      carMark: {
        black: shares(black),
        greyed: greyed ? 1 : 0,
        white: shares(white),
        pulse,
        whiteNumbers,
        carAtlas: texture,
        carGlyphs: glyphs,
      },
    });
    model.draw(this.context.renderPass);
    if (pulses) this.setNeedsRedraw();
  }

  override finalizeState(context: Parameters<Layer['finalizeState']>[0]): void {
    this.state.texture?.destroy();
    this.state.glyphs?.destroy();
    super.finalizeState(context);
  }

  private createTexture(image: HTMLCanvasElement): Texture {
    const { width, height } = image;
    const texture = this.context.device.createTexture({
      width,
      height,
      mipLevels: this.context.device.getMipLevelCount(width, height),
      sampler: { minFilter: 'linear', magFilter: 'linear', mipmapFilter: 'linear' },
    });
    texture.copyExternalImage({ image });
    // Marks are drawn much smaller than their cells: without mipmaps their edges would alias.
    texture.generateMipmapsWebGL();
    return texture;
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
