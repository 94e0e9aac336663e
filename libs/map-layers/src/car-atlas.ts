import { CAR_LOOKS, FLAGS, type CarLook } from '@flagpost/contracts';
import type { MapPalette, Rgba } from './types.js';

/** Cells of the atlas: one for each look, then the wedge that shows the heading and the ring of a selected car. */
export const WEDGE_CELL = CAR_LOOKS.length;
export const SELECTION_CELL = CAR_LOOKS.length + 1;
export const ATLAS_CELLS = CAR_LOOKS.length + 2;

const CELL_PX = 128;
/** Radius of the disc in a cell of width 1; what is left is for rings and casing. */
const DISC = 0.31;

export const css = ([red, green, blue, alpha]: Rgba): string =>
  `rgb(${red} ${green} ${blue} / ${alpha / 255})`;

interface Face {
  readonly fill: keyof MapPalette;
  readonly ink?: keyof MapPalette;
  readonly letter?: string;
}

const FACES: Record<CarLook, Face> = {
  sos: { fill: 'red' },
  offline: { fill: 'carOffline' },
  stopped: { fill: 'white', ink: 'black' },
  default: { fill: 'carDefault' },
  [FLAGS.message]: { fill: 'carDefault' },
  [FLAGS.checkered]: { fill: 'carDefault' },
  [FLAGS.red]: { fill: 'red', ink: 'white', letter: 'R' },
  [FLAGS.safetyCar]: { fill: 'white', ink: 'black', letter: 'SC' },
  [FLAGS.yellow]: { fill: 'yellow', ink: 'black', letter: 'Y' },
  [FLAGS.doubleYellow]: { fill: 'yellow', ink: 'black', letter: 'YY' },
  [FLAGS.green]: { fill: 'green', ink: 'black', letter: 'G' },
  [FLAGS.white]: { fill: 'white', ink: 'black', letter: 'W' },
  [FLAGS.surface]: { fill: 'yellow', ink: 'black', letter: 'S' },
  [FLAGS.penalty]: { fill: 'white', ink: 'black', letter: 'P' },
  [FLAGS.black]: { fill: 'black', ink: 'white', letter: 'B' },
  [FLAGS.warning]: { fill: 'white', ink: 'red', letter: '!' },
};

/** Draws the marks of all looks, dark casing and light hairline around each, into one row of square cells. */
export const drawCarAtlas = (palette: MapPalette): HTMLCanvasElement => {
  const canvas = document.createElement('canvas');
  canvas.width = CELL_PX * ATLAS_CELLS;
  canvas.height = CELL_PX;
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('This browser gives no 2D canvas.');
  const colour = (name: keyof MapPalette): string => css(palette[name]);

  const disc = (radius: number): void => {
    pen.beginPath();
    pen.arc(0, 0, radius, 0, 2 * Math.PI);
  };
  const ring = (radius: number, width: number, name: keyof MapPalette): void => {
    disc(radius);
    pen.lineWidth = width;
    pen.strokeStyle = colour(name);
    pen.stroke();
  };
  const clipped = (draw: () => void): void => {
    pen.save();
    disc(DISC);
    pen.clip();
    draw();
    pen.restore();
  };
  const stripes = (name: keyof MapPalette): void =>
    clipped(() => {
      pen.fillStyle = colour(name);
      for (let x = -0.32; x < 0.4; x += 0.2) pen.fillRect(x, -0.5, 0.1, 1);
    });
  const half = (name: keyof MapPalette): void =>
    clipped(() => {
      pen.rotate(-Math.PI / 4);
      pen.fillStyle = colour(name);
      pen.fillRect(-0.5, -0.5, 1, 0.5);
    });

  const face = (look: CarLook): void => {
    const { fill, ink, letter } = FACES[look];
    if (look === 'offline') {
      ring(DISC, 0.14, 'carCasing');
      pen.setLineDash([0.16, 0.09]);
      ring(DISC, 0.08, 'carOffline');
      pen.setLineDash([]);
      return;
    }
    if (look === 'sos') {
      ring(DISC + 0.1, 0.14, 'carHairline');
      ring(DISC + 0.08, 0.13, 'black');
    } else {
      ring(DISC + 0.04, 0.1, 'carCasing');
      ring(DISC + 0.02, 0.035, 'carHairline');
    }
    disc(DISC);
    pen.fillStyle = colour(fill);
    pen.fill();
    if (look === FLAGS.surface) stripes('red');
    if (look === FLAGS.warning) half('black');
    if (look === 'stopped') {
      pen.fillStyle = colour('black');
      pen.fillRect(-0.12, -0.12, 0.24, 0.24);
    }
    if (letter === undefined || ink === undefined) return;
    pen.font = `700 ${letter.length > 1 ? 0.3 : 0.42}px "Inter Variable", sans-serif`;
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    if (look === FLAGS.surface || look === FLAGS.warning) {
      pen.lineWidth = 0.1;
      pen.lineJoin = 'round';
      pen.strokeStyle = colour(look === FLAGS.warning ? 'white' : 'yellow');
      pen.strokeText(letter, 0, 0.02);
    }
    pen.fillStyle = colour(ink);
    pen.fillText(letter, 0, 0.02);
  };

  const inCell = (cell: number, draw: () => void): void => {
    pen.save();
    pen.translate((cell + 0.5) * CELL_PX, CELL_PX / 2);
    pen.scale(CELL_PX, CELL_PX);
    draw();
    pen.restore();
  };

  CAR_LOOKS.forEach((look, cell) => inCell(cell, () => face(look)));
  inCell(WEDGE_CELL, () => {
    pen.beginPath();
    pen.moveTo(0, -0.49);
    pen.lineTo(0.15, -0.29);
    pen.lineTo(-0.15, -0.29);
    pen.closePath();
    pen.fillStyle = colour('carHairline');
    pen.fill();
    pen.lineWidth = 0.035;
    pen.strokeStyle = colour('carCasing');
    pen.stroke();
  });
  inCell(SELECTION_CELL, () => {
    ring(0.44, 0.1, 'carCasing');
    ring(0.44, 0.06, 'selection');
  });
  return canvas;
};
