import { CAR_LOOKS, flagOf, type CarLook, type FlagPattern } from '@flagpost/contracts';
import type { MapPalette, Rgba } from './types.js';

/** How a look is painted, on the map and in lists: colours by their names in the palette. */
export interface CarFace {
  readonly fill: keyof MapPalette;
  /** The colour behind the number: a pattern leaves it plain. */
  readonly numberGround: keyof MapPalette;
  /** Text of the badge; null: no badge. */
  readonly badge: string | null;
  readonly pattern: FlagPattern;
}

/** In the badge of a stopped car. */
const STOPPED_BADGE = '■';

const FACES: Record<Extract<CarLook, string>, CarFace> = {
  sos: { fill: 'red', numberGround: 'red', badge: null, pattern: 'plain' },
  offline: { fill: 'ground', numberGround: 'ground', badge: null, pattern: 'plain' },
  stopped: { fill: 'white', numberGround: 'white', badge: STOPPED_BADGE, pattern: 'plain' },
  default: { fill: 'carDefault', numberGround: 'carDefault', badge: null, pattern: 'plain' },
};

export const faceOf = (look: CarLook): CarFace => {
  if (typeof look === 'string') return FACES[look];
  const { ground, letter, pattern } = flagOf(look);
  const fill = ground ?? 'carDefault';
  return { fill, numberGround: fill, badge: letter, pattern };
};

/** Relative luminance of WCAG 2, 0 to 1. */
const luminance = ([red, green, blue]: Rgba): number => {
  const linear = (channel: number): number => {
    const share = channel / 255;
    return share <= 0.039_28 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
};

/** Contrast ratio of WCAG 2, 1 to 21. */
export const contrast = (one: Rgba, other: Rgba): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

/** Black or white, whichever contrasts more with the ground of this look's number. */
export const numberInk = (look: CarLook, palette: MapPalette): 'black' | 'white' => {
  const ground = palette[faceOf(look).numberGround];
  return contrast(palette.white, ground) >= contrast(palette.black, ground) ? 'white' : 'black';
};

/** Looks whose numbers are white, as bits by their index in `CAR_LOOKS`. */
export const whiteNumbers = (palette: MapPalette): number =>
  CAR_LOOKS.reduce((bits, look, index) => bits + (numberInk(look, palette) === 'white' ? 2 ** index : 0), 0);
