import type { Layer } from '@deck.gl/core';
import { TextLayer } from '@deck.gl/layers';
import { isDrawn } from './car-columns.js';
import { whiteNumbers } from './car-face.js';
import { CarMarkLayer } from './car-mark-layer.js';
import type { KeptMarks, MarkData } from './kept-marks.js';
import type { PlacedLabel } from './labels.js';
import { TRAIL_CASING_PX, TRAIL_PX } from './line-widths.js';
import { MotionExtension, type MotionProps, type PictureClock } from './motion-extension.js';
import { TrailLayer } from './trail-layer.js';
import type { TrailSource } from './trails.js';
import type { LiveCarsBuffer, MapPalette, Rgba } from './types.js';

export interface CarLayersOptions {
  readonly cars: LiveCarsBuffer;
  readonly clock: PictureClock;
  readonly marks: KeptMarks;
  /** The numbers that are shown, by invitation id. */
  readonly labels: ReadonlyMap<number, PlacedLabel>;
  readonly trail: TrailSource | null;
  readonly atlas: HTMLCanvasElement;
  readonly glyphs: HTMLCanvasElement;
  readonly palette: MapPalette;
  readonly live: boolean;
  readonly stepped: boolean;
}

interface NumberLabel {
  readonly text: string;
  readonly position: [number, number];
  readonly next: [number, number];
  readonly span: [number, number, number, number];
  readonly offset: [number, number];
}

const motion = new MotionExtension();
const FONT = 'Inter Variable, sans-serif';
const LABEL_SIZE_PX = 13;

const numbersOf = (cars: LiveCarsBuffer, labels: ReadonlyMap<number, PlacedLabel>): NumberLabel[] => {
  const numbers: NumberLabel[] = [];
  if (labels.size === 0) return numbers;
  for (let i = 0; i < cars.count; i++) {
    const label = labels.get(cars.ids[i] ?? 0);
    if (label === undefined || !isDrawn(cars, i)) continue;
    numbers.push({
      text: cars.carNumbers[i] ?? '',
      position: [cars.prevLng[i] ?? 0, cars.prevLat[i] ?? 0],
      next: [cars.nextLng[i] ?? 0, cars.nextLat[i] ?? 0],
      span: [cars.prevTimeS[i] ?? 0, cars.nextTimeS[i] ?? 0, 0, 0],
      offset: [label.dx, label.dy],
    });
  }
  return numbers;
};

const trailLayers = ({ trail, palette, clock, stepped }: CarLayersOptions): Layer[] => {
  if (trail === null) return [];
  const { length, from, to, spans } = trail.columns();
  if (length === 0) return [];
  const line = (id: string, colour: Rgba, widthPx: number): Layer =>
    new TrailLayer({
      id,
      data: {
        length,
        attributes: {
          getFrom: { value: from, size: 2 },
          getTo: { value: to, size: 2 },
          getSpan: { value: spans, size: 2 },
        },
      },
      pictureClock: clock,
      colour: [colour[0], colour[1], colour[2]],
      widthPx,
      lastsS: trail.lastsS,
      stepped,
    });
  return [
    line('trail-casing', palette.carCasing, TRAIL_CASING_PX),
    line('trail', palette.selection, TRAIL_PX),
  ];
};

/** Trail, rings, wedges, discs with their numbers, and labels of the cars, all moved by the picture's clock. */
export const carLayers = (options: CarLayersOptions): Layer[] => {
  const { cars, clock, labels, atlas, glyphs, palette, live, stepped } = options;
  const { discs, wedges, pulses } = options.marks;
  const numberColours = {
    whiteNumbers: whiteNumbers(palette),
    black: palette.black,
    white: palette.white,
  };
  const moved: MotionProps & { extensions: MotionExtension[] } = {
    pictureClock: clock,
    stepped,
    extensions: [motion],
  };
  const marks = (id: string, data: MarkData, is: { turns?: boolean; pulses?: boolean } = {}): Layer[] =>
    data.length === 0
      ? []
      : [
          new CarMarkLayer({
            id,
            data,
            atlas,
            glyphs,
            ...numberColours,
            greyed: !live,
            ...is,
            ...moved,
          }),
        ];
  const numbers = numbersOf(cars, labels);
  return [
    ...trailLayers(options),
    ...marks('car-pulses', pulses, { pulses: true }),
    ...marks('car-wedges', wedges, { turns: true }),
    ...marks('car-discs', discs),
    // deck.gl reports a text layer without characters as an error, as it has no atlas.
    ...(numbers.length === 0
      ? []
      : [
          new TextLayer({
            id: 'car-numbers',
            data: numbers,
            getText: ({ text }: NumberLabel) => text,
            getPosition: ({ position }: NumberLabel) => position,
            getPixelOffset: ({ offset }: NumberLabel) => offset,
            getSize: LABEL_SIZE_PX,
            getColor: [...palette.text] as [number, number, number, number],
            fontFamily: FONT,
            fontWeight: 600,
            fontSettings: { sdf: true, fontSize: 48, buffer: 8 },
            outlineWidth: 6,
            outlineColor: [...palette.textHalo] as [number, number, number, number],
            characterSet: 'auto',
            opacity: live ? 1 : 0.7,
            ...moved,
          }),
        ]),
  ];
};
