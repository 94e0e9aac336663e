import type { Rgba } from './types.js';

/** A colour as canvas, style sheets and map styles write it. */
export const css = ([red, green, blue, alpha]: Rgba): string =>
  `rgb(${red} ${green} ${blue} / ${alpha / 255})`;
