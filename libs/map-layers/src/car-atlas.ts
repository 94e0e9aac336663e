import { CAR_LOOKS, type CarLook } from '@flagpost/contracts';
import { faceOf } from './car-face.js';
import { css } from './colours.js';
import { MAP_FONT } from './ground-images.js';
import type { MapPalette } from './types.js';

/** Cells of the atlas: a mark for each look, then a dot and a badge for each, the heading's wedge, and the rings under a mark. */
export const LOOKS = CAR_LOOKS.length;
export const dotCell = (look: number): number => LOOKS + look;
export const badgeCell = (look: number): number => LOOKS * 2 + look;
export const WEDGE_CELL = LOOKS * 3;
export const SELECTION_CELL = WEDGE_CELL + 1;
export const ALARM_CELL = WEDGE_CELL + 2;
const CELLS = WEDGE_CELL + 3;

/** Powers of two in both dimensions, for mipmaps. */
export const ATLAS_GRID = { columns: 8, rows: 8 } as const;
export const ATLAS_CELL_PX = 128;
if (ATLAS_GRID.columns * ATLAS_GRID.rows < CELLS) throw new RangeError('The atlas has too few cells.');

/** In a cell of width 1: the diameter of a disc or dot with its casings. */
export const DISC_SHARE = 0.78;
/** Radius of the disc, which leaves space for casings and rings; and that of a dot. */
const DISC = 0.31;
const DOT = 0.3;
const CASING = 0.05;
const HAIRLINE = 0.03;
/** Nothing is drawn beyond this, or mipmaps would mix it with the next cell. */
const OUTER = 0.47;
/** Middle of the ring under a mark. */
const RING = 0.415;
/** Half the height of the plain band behind the number of a patterned mark. */
const BAND = 0.15;

/** Pixels of the screen that a badge's cell covers, and the height of the badge's plate in it. */
export const BADGE_CELL_PX = 24;
const BADGE_PX = 12;
const BADGE_HAIRLINE_PX = 0.75;
const BADGE_TEXT_PX = 9.5;

type Context2D = CanvasRenderingContext2D;

/** Draws in a cell of width 1 around its centre. */
const cellContext = (ctx: Context2D, palette: MapPalette, doubledCasings: boolean) => {
  const times = doubledCasings ? 2 : 1;
  const colour = (name: keyof MapPalette): string => css(palette[name]);
  const disc = (radius: number): void => {
    ctx.beginPath();
    ctx.arc(0, 0, radius, 0, 2 * Math.PI);
  };
  const ring = (radius: number, width: number, name: keyof MapPalette): void => {
    disc(radius);
    ctx.lineWidth = width;
    ctx.strokeStyle = colour(name);
    ctx.stroke();
  };
  const fill = (radius: number, name: keyof MapPalette): void => {
    disc(radius);
    ctx.fillStyle = colour(name);
    ctx.fill();
  };
  const clipped = (radius: number, draw: () => void): void => {
    ctx.save();
    disc(radius);
    ctx.clip();
    draw();
    ctx.restore();
  };

  /** Fill and pattern of a look; `band`: half the height of the plain part across its middle. */
  const face = (look: CarLook, radius: number, band: number): void => {
    const { fill: ground, numberGround, pattern } = faceOf(look);
    fill(radius, ground);
    if (pattern === 'stripes') {
      clipped(radius, () => {
        ctx.fillStyle = colour('red');
        for (let x = -0.3; x < 0.4; x += 0.2) ctx.fillRect(x - 0.05, -0.5, 0.1, 1);
      });
    }
    if (pattern === 'diagonal') {
      clipped(radius, () => {
        ctx.rotate(-Math.PI / 4);
        ctx.fillStyle = colour('black');
        ctx.fillRect(-0.5, -0.5, 1, 0.5);
      });
    }
    if (band > 0 && (pattern === 'stripes' || pattern === 'diagonal')) {
      clipped(radius, () => {
        ctx.fillStyle = colour(numberGround);
        ctx.fillRect(-0.5, -band, 1, 2 * band);
      });
    }
  };

  /** A dark plate with the letter: as wide as it needs, and `BADGE_PX` high. */
  const badge = (text: string): void => {
    ctx.save();
    // Fonts cannot be drawn below one pixel, so the context is not scaled to the unit cell.
    ctx.scale(1 / BADGE_CELL_PX / 4, 1 / BADGE_CELL_PX / 4);
    ctx.font = `700 ${BADGE_TEXT_PX * 4}px ${MAP_FONT}`;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    const width = Math.max(BADGE_PX * 4, Math.min(80, ctx.measureText(text).width + 20));
    // A wide badge grows inwards: the mark has no room beyond it.
    ctx.translate(width > BADGE_PX * 4 ? (BADGE_PX * 4 - width) / 2 + 6 : 0, 0);
    const plate = (beyondPx: number, name: keyof MapPalette): void => {
      const [w, h] = [width + beyondPx * 8, (BADGE_PX + beyondPx * 2) * 4];
      ctx.beginPath();
      ctx.roundRect(-w / 2, -h / 2, w, h, h / 2);
      ctx.fillStyle = colour(name);
      ctx.fill();
    };
    plate(BADGE_HAIRLINE_PX, 'carHairline');
    plate(0, 'black');
    ctx.fillStyle = colour('white');
    ctx.fillText(text, 0, 2);
    ctx.restore();
  };

  /** Yellow twice: a disc in a ring, so that it is not taken for one yellow. */
  const pair = (look: CarLook, outer: number, gap: number, inner: number): void => {
    fill(OUTER, 'carCasing');
    fill(outer, faceOf(look).fill);
    fill(gap, 'black');
    fill(inner, faceOf(look).fill);
  };

  /** A light hairline and a dark casing around a disc: one of them contrasts with any ground. */
  const casing = (radius: number, scale: number): void => {
    const hairline = HAIRLINE * times * scale;
    fill(radius + hairline + CASING * times * scale, 'carCasing');
    fill(radius + hairline, 'carHairline');
  };

  /** Hollow, so that an offline car is not a grey disc: its number stands on the colour of the ground. */
  const offline = (radius: number, width: number, dash: number): void => {
    const edge = radius + width / 2;
    casing(edge, 1);
    fill(edge, 'carCasing');
    fill(radius - width / 2, faceOf('offline').fill);
    const turn = (2 * Math.PI * radius) / dash;
    ctx.setLineDash([turn * 0.64, turn * 0.36]);
    ring(radius, width, 'carOffline');
    ctx.setLineDash([]);
  };

  const sos = (): void => {
    fill(OUTER, 'carHairline');
    fill(OUTER - HAIRLINE, 'black');
    fill(DISC, 'red');
  };

  return {
    mark(look: CarLook): void {
      if (look === 'offline') {
        offline(DISC - 0.03, 0.07, 9);
        return;
      }
      if (look === 'sos') {
        sos();
        return;
      }
      if (faceOf(look).pattern === 'pair') {
        pair(look, 0.43, 0.345, DISC - 0.01);
        return;
      }
      // The doubled casing takes space from the disc: the cell has no more.
      const radius = doubledCasings ? DISC - 0.02 : DISC;
      casing(radius, 1);
      face(look, radius, BAND);
    },
    dot(look: CarLook): void {
      if (look === 'offline') {
        offline(DOT - 0.06, 0.12, 5);
        return;
      }
      if (look === 'sos') {
        sos();
        return;
      }
      if (faceOf(look).pattern === 'pair') {
        pair(look, 0.39, 0.25, 0.15);
        return;
      }
      const radius = doubledCasings ? DOT - 0.05 : DOT;
      casing(radius, 1);
      face(look, radius, 0);
      if (look === 'stopped') {
        ctx.fillStyle = colour('black');
        ctx.fillRect(-radius * 0.45, -radius * 0.45, radius * 0.9, radius * 0.9);
      }
    },
    badge(look: CarLook): void {
      const text = faceOf(look).badge;
      if (text !== null) badge(text);
    },
    wedge(): void {
      ctx.beginPath();
      ctx.moveTo(0, -0.45);
      ctx.lineTo(0.15, -0.27);
      ctx.lineTo(-0.15, -0.27);
      ctx.closePath();
      ctx.fillStyle = colour('carHairline');
      ctx.fill();
      ctx.lineWidth = 0.04 * Math.sqrt(times);
      ctx.lineJoin = 'round';
      ctx.strokeStyle = colour('carCasing');
      ctx.stroke();
    },
    selection(): void {
      ring(RING, 0.11, 'carCasing');
      ring(RING, 0.06, 'selection');
    },
    alarm(): void {
      ring(RING, 0.11, 'carHairline');
      ring(RING, 0.06, 'red');
    },
  };
};

export interface AtlasOptions {
  readonly palette: MapPalette;
  readonly doubledCasings: boolean;
}

/** Draws the marks of all looks, dark casing and light hairline around each, into a grid of square cells. */
export const drawCarAtlas = ({ palette, doubledCasings }: AtlasOptions): HTMLCanvasElement => {
  const canvas = document.createElement('canvas');
  canvas.width = ATLAS_CELL_PX * ATLAS_GRID.columns;
  canvas.height = ATLAS_CELL_PX * ATLAS_GRID.rows;
  const ctx = canvas.getContext('2d');
  if (ctx === null) throw new Error('This browser supports no 2D canvas.');
  const cell = cellContext(ctx, palette, doubledCasings);
  const draw = (index: number, what: () => void): void => {
    const [column, row] = atlasPlace(index);
    ctx.save();
    ctx.translate((column + 0.5) * ATLAS_CELL_PX, (row + 0.5) * ATLAS_CELL_PX);
    ctx.scale(ATLAS_CELL_PX, ATLAS_CELL_PX);
    what();
    ctx.restore();
  };
  CAR_LOOKS.forEach((look, index) => {
    draw(index, () => cell.mark(look));
    draw(dotCell(index), () => cell.dot(look));
    draw(badgeCell(index), () => cell.badge(look));
  });
  draw(WEDGE_CELL, () => cell.wedge());
  draw(SELECTION_CELL, () => cell.selection());
  draw(ALARM_CELL, () => cell.alarm());
  return canvas;
};

/** Column and row of a cell. */
export const atlasPlace = (index: number): [column: number, row: number] => [
  index % ATLAS_GRID.columns,
  Math.floor(index / ATLAS_GRID.columns),
];
