import type { Rgba } from './types.js';

/** A colour in CSS syntax, for canvases, style sheets and map styles. */
export const css = ([red, green, blue, alpha]: Rgba): string =>
  `rgb(${red} ${green} ${blue} / ${alpha / 255})`;
