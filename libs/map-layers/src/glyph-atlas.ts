import { css } from './colours.js';
import { MAP_FONT } from './ground-images.js';
import type { Rgba } from './types.js';

/** Glyphs of numbers in a grid of cells, as alpha; index 0 is blank. */
export const GLYPH_GRID = { columns: 16, rows: 4 } as const;
/** Size of the text, and of a cell, pixels of the atlas: twice as large as most numbers are drawn. */
export const GLYPH_TEXT_PX = 28;
export const GLYPH_CELL_PX = 40;
/** Width of a character, which wider ones are condensed to. */
const GLYPH_WIDTH_PX = GLYPH_TEXT_PX * 0.66;

/** Of one weight and size: marks of every size sample the same glyphs. */
export const NUMBER_WEIGHT = 700;

/** @param ink any opaque colour: only its alpha is used */
export const drawGlyphAtlas = (alphabet: readonly string[], ink: Rgba): HTMLCanvasElement => {
  const canvas = document.createElement('canvas');
  canvas.width = GLYPH_CELL_PX * GLYPH_GRID.columns;
  canvas.height = GLYPH_CELL_PX * GLYPH_GRID.rows;
  const ctx = canvas.getContext('2d');
  if (ctx === null) throw new Error('This browser supports no 2D canvas.');
  ctx.font = `${NUMBER_WEIGHT} ${GLYPH_TEXT_PX}px ${MAP_FONT}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'alphabetic';
  ctx.fillStyle = css(ink);
  // The middle of a capital or a digit is the middle of its cell.
  const { actualBoundingBoxAscent } = ctx.measureText('0');
  alphabet.forEach((character, k) => {
    const index = k + 1;
    const x = ((index % GLYPH_GRID.columns) + 0.5) * GLYPH_CELL_PX;
    const y = (Math.floor(index / GLYPH_GRID.columns) + 0.5) * GLYPH_CELL_PX;
    ctx.fillText(character, x, y + actualBoundingBoxAscent / 2, GLYPH_WIDTH_PX);
  });
  return canvas;
};
