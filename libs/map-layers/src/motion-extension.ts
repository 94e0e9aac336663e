import { LayerExtension, type Layer } from '@deck.gl/core';

/** Picture time, read once per frame. Seconds since the snapshot. */
export interface PictureClock {
  timeS(): number;
  /** Nothing moves after this time: no further frame is requested. */
  restsAtS(): number;
}

export interface MotionProps {
  pictureClock: PictureClock;
  /** Rotates the mark by its heading. */
  turns?: boolean;
  /** Steps from fix to fix instead of sliding, for reduced motion. */
  stepped?: boolean;
}

const block = `\
layout(std140) uniform motionUniforms {
  highp float timeS;
  float turns;
  float stepped;
} motion;
`;

const motionModule = {
  name: 'motion',
  vs: block,
  fs: '',
  uniformTypes: { timeS: 'f32', turns: 'f32', stepped: 'f32' },
} as const;

const inject = {
  'vs:#decl': `\
in vec3 motionNext;
in vec3 motionNext64Low;
in vec4 motionSpan; // from and to, in seconds; headings at both, in degrees

float motion_share() {
  if (motionSpan.y <= motionSpan.x) return 1.0;
  float share = clamp((motion.timeS - motionSpan.x) / (motionSpan.y - motionSpan.x), 0.0, 1.0);
  return motion.stepped > 0.5 ? floor(share) : share;
}
`,
  'vs:DECKGL_FILTER_GL_POSITION': `\
vec4 motionNextCommon;
vec4 motionNextClip = project_position_to_clipspace(motionNext, motionNext64Low, vec3(0.0), motionNextCommon);
position = mix(position, motionNextClip, motion_share());
`,
  'vs:DECKGL_FILTER_SIZE': `\
if (motion.turns > 0.5) {
  float difference = mod(motionSpan.w - motionSpan.z + 540.0, 360.0) - 180.0;
  float heading = radians(motionSpan.z + difference * motion_share());
  size.xy = mat2(cos(heading), -sin(heading), sin(heading), cos(heading)) * size.xy;
}
`,
};

/**
 * Moves every mark of a layer from its position to the next one within a span of picture time. Both positions are in
 * double precision, so that a car does not jitter at street zoom. Works on primitive layers and through composite ones
 * (text).
 */
export class MotionExtension extends LayerExtension {
  static override extensionName = 'MotionExtension';
  static override defaultProps = {
    getNextPosition: { type: 'accessor', value: (car: { next: number[] }) => car.next },
    getSpan: { type: 'accessor', value: (car: { span: number[] }) => car.span },
    pictureClock: { type: 'object', value: { timeS: () => 0, restsAtS: () => 0 }, compare: false },
    turns: false,
    stepped: false,
  };

  override getShaders(this: Layer): { modules: unknown[]; inject: Record<string, string> } {
    return { modules: [motionModule], inject };
  }

  override initializeState(this: Layer): void {
    this.getAttributeManager()?.add({
      motionNext: {
        size: 3,
        type: 'float64',
        fp64: this.use64bitPositions(),
        stepMode: 'dynamic',
        accessor: 'getNextPosition',
      },
      motionSpan: { size: 4, stepMode: 'dynamic', accessor: 'getSpan' },
    });
  }

  override draw(this: Layer<MotionProps>): void {
    const { pictureClock, turns, stepped } = this.props;
    const timeS = pictureClock.timeS();
    this.setShaderModuleProps({
      motion: { timeS, turns: turns === true ? 1 : 0, stepped: stepped === true ? 1 : 0 },
    });
    // A step is shown by the owner's next redraw: nothing moves between two steps.
    if (stepped !== true && timeS < pictureClock.restsAtS()) this.setNeedsRedraw();
  }
}
