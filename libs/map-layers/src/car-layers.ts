import type { Layer } from '@deck.gl/core';
import { TextLayer } from '@deck.gl/layers';
import { ATLAS_CELLS } from './car-atlas.js';
import { markColumns, type MarkColumns } from './car-columns.js';
import { CarMarkLayer } from './car-mark-layer.js';
import { MotionExtension, type MotionProps, type PictureClock } from './motion-extension.js';
import type { LiveCarsBuffer, MapPalette } from './types.js';

export interface CarLayersOptions {
  readonly cars: LiveCarsBuffer;
  readonly clock: PictureClock;
  readonly zoom: number;
  readonly selected: ReadonlySet<number>;
  /** Indices of the cars whose number is shown. */
  readonly labelled: readonly number[];
  readonly atlas: HTMLCanvasElement;
  readonly palette: MapPalette;
  readonly live: boolean;
  readonly stepped: boolean;
}

const motion = new MotionExtension();
const FONT = 'Inter Variable, sans-serif';

const binary = ({ length, positions, nextPositions, spans, sizes, cells }: MarkColumns): object => ({
  length,
  attributes: {
    getPosition: { value: positions, size: 2 },
    getNextPosition: { value: nextPositions, size: 2 },
    getSpan: { value: spans, size: 4 },
    getSize: { value: sizes, size: 1 },
    getCell: { value: cells, size: 1 },
  },
});

/** Discs, wedges and numbers of the cars, all moved by one extension. */
export const carLayers = (options: CarLayersOptions): Layer[] => {
  const { cars, clock, zoom, selected, labelled, atlas, palette, live, stepped } = options;
  const { discs, wedges } = markColumns(cars, zoom, selected);
  const moved: MotionProps & { extensions: MotionExtension[] } = {
    pictureClock: clock,
    stepped,
    extensions: [motion],
  };
  const opacity = live ? 1 : 0.45;
  const at = (i: number): { position: number[]; next: number[]; span: number[] } => ({
    position: [cars.prevLng[i] ?? 0, cars.prevLat[i] ?? 0],
    next: [cars.nextLng[i] ?? 0, cars.nextLat[i] ?? 0],
    span: [cars.prevTimeS[i] ?? 0, cars.nextTimeS[i] ?? 0, 0, 0],
  });
  const marks = (id: string, columns: MarkColumns, turns: boolean): Layer =>
    new CarMarkLayer({
      id,
      data: binary(columns),
      atlas,
      cells: ATLAS_CELLS,
      opacity,
      turns,
      ...moved,
    });
  const numbers = (): Layer =>
    new TextLayer({
      id: 'car-numbers',
      data: labelled.map((i) => ({ ...at(i), text: cars.carNumbers[i] ?? '' })),
      getText: (car: { text: string }) => car.text,
      getPosition: (car: { position: number[] }) => car.position as [number, number],
      getPixelOffset: [0, 25],
      getSize: 13,
      getColor: [...palette.text] as [number, number, number, number],
      fontFamily: FONT,
      fontWeight: 600,
      fontSettings: { sdf: true, fontSize: 48, buffer: 8 },
      outlineWidth: 6,
      outlineColor: [...palette.textHalo] as [number, number, number, number],
      characterSet: 'auto',
      opacity,
      ...moved,
    });
  return [
    marks('car-wedges', wedges, true),
    marks('car-discs', discs, false),
    // A text layer without a character has no atlas to draw from, and says so.
    ...(labelled.length === 0 ? [] : [numbers()]),
  ];
};
