import { CAR_LOOKS, flagOf, type CarLook, type FlagPattern } from '@flagpost/contracts';
import { css } from './colours.js';
import { MAP_FONT } from './ground-images.js';
import type { MapPalette } from './types.js';

/** Cells of the atlas: a mark for each look, then a dot for each, the heading's wedge, and the rings under a mark. */
export const dotCell = (look: number): number => CAR_LOOKS.length + look;
export const WEDGE_CELL = CAR_LOOKS.length * 2;
export const SELECTION_CELL = WEDGE_CELL + 1;
export const ALARM_CELL = WEDGE_CELL + 2;
const CELLS = WEDGE_CELL + 3;

/** Powers of two in both dimensions, for mipmaps. */
export const ATLAS_GRID = { columns: 8, rows: 4 } as const;
export const ATLAS_CELL_PX = 128;
if (ATLAS_GRID.columns * ATLAS_GRID.rows < CELLS) throw new RangeError('The atlas has too few cells.');

/** In a cell of width 1: the radius of the disc, which leaves space for casings and rings; and that of a dot. */
const DISC = 0.31;
const DOT = 0.3;
const CASING = 0.05;
const HAIRLINE = 0.03;
/** Nothing is drawn beyond this, or mipmaps would mix it with the next cell. */
const OUTER = 0.47;
/** Middle of the ring under a mark. */
const RING = 0.415;

interface Face {
  readonly fill: keyof MapPalette;
  readonly ink: keyof MapPalette;
  readonly letter: string | null;
  readonly pattern: FlagPattern | 'square';
}

const FACES: Record<Extract<CarLook, string>, Face> = {
  sos: { fill: 'red', ink: 'white', letter: null, pattern: 'plain' },
  offline: { fill: 'carOffline', ink: 'black', letter: null, pattern: 'plain' },
  stopped: { fill: 'white', ink: 'black', letter: null, pattern: 'square' },
  default: { fill: 'carDefault', ink: 'white', letter: null, pattern: 'plain' },
};

const faceOf = (look: CarLook): Face => {
  if (typeof look === 'string') return FACES[look];
  const { ground, ink, letter, pattern } = flagOf(look);
  return { fill: ground ?? 'carDefault', ink, letter, pattern };
};

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

  /** Fill and pattern of a look, without letters. */
  const face = (look: CarLook, radius: number): void => {
    const { fill: ground, pattern } = faceOf(look);
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
    if (pattern === 'square') {
      ctx.fillStyle = colour('black');
      ctx.fillRect(-radius * 0.4, -radius * 0.4, radius * 0.8, radius * 0.8);
    }
  };

  const letter = (look: CarLook): void => {
    const { ink, letter: text, pattern } = faceOf(look);
    if (text === null) return;
    ctx.save();
    // Fonts cannot be drawn below one pixel, so the context is not scaled to the unit cell.
    ctx.scale(1 / ATLAS_CELL_PX, 1 / ATLAS_CELL_PX);
    ctx.font = `700 ${ATLAS_CELL_PX * (text.length > 1 ? 0.32 : 0.44)}px ${MAP_FONT}`;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    const low = ATLAS_CELL_PX * 0.025;
    if (pattern === 'stripes' || pattern === 'diagonal') {
      ctx.lineWidth = ATLAS_CELL_PX * 0.12;
      ctx.lineJoin = 'round';
      ctx.strokeStyle = colour(pattern === 'diagonal' ? 'white' : 'yellow');
      ctx.strokeText(text, 0, low);
    }
    ctx.fillStyle = colour(ink);
    ctx.fillText(text, 0, low);
    ctx.restore();
  };

  /** A light hairline and a dark casing around a disc: one of them contrasts with any ground. */
  const casing = (radius: number, scale: number): void => {
    const hairline = HAIRLINE * times * scale;
    fill(radius + hairline + CASING * times * scale, 'carCasing');
    fill(radius + hairline, 'carHairline');
  };

  /** Hollow, so that an offline car is not a grey disc. */
  const offline = (radius: number, width: number, dash: number): void => {
    ring(radius, width + 0.14 * Math.sqrt(times), 'carCasing');
    ring(radius, width + 0.06 * Math.sqrt(times), 'carHairline');
    ring(radius, width + 0.01, 'carCasing');
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
        offline(DISC, 0.11, 9);
        return;
      }
      if (look === 'sos') {
        sos();
        return;
      }
      // The doubled casing takes space from the disc: the cell has no more.
      const radius = doubledCasings ? DISC - 0.02 : DISC;
      casing(radius, 1);
      face(look, radius);
      letter(look);
    },
    dot(look: CarLook): void {
      if (look === 'offline') {
        offline(DOT - 0.03, 0.16, 5);
        return;
      }
      if (look === 'sos') {
        sos();
        return;
      }
      const radius = doubledCasings ? DOT - 0.08 : DOT;
      casing(radius, 1.5);
      face(look, radius);
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
