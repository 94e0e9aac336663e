import { isDrawn, markColumns, moveMarks } from './car-columns.js';
import type { CarMarks, Marked, MarkColumns, MarkScale } from './car-columns.js';
import type { LiveCarsBuffer } from './types.js';

/**
 * Columns as a layer takes them. What has not changed since the last time is the same object: deck.gl updates no layer whose
 * data are the same, and sends no column to the GPU that is.
 */
export interface MarkData {
  readonly length: number;
  readonly attributes: Readonly<Record<string, MarkAttribute>>;
}
interface MarkAttribute {
  readonly value: Float32Array | Float64Array;
  readonly size: number;
}

export type KeptMarks = Readonly<Record<keyof CarMarks, MarkData>>;

interface Look {
  readonly carNumbers: readonly string[];
  readonly scale: MarkScale;
  readonly marked: Marked;
  readonly unacknowledged: ReadonlySet<number>;
  readonly still: boolean;
  /** What of each car decides which marks it has, and in which order. */
  readonly states: Uint16Array;
}

const HAS_HEADING = 2;
const STOPPED = 4;
const LOOK = 8;

/** 0: not drawn. */
const stateOf = (cars: LiveCarsBuffer, i: number): number =>
  isDrawn(cars, i)
    ? 1 +
      (Number.isNaN(cars.nextHeadingDeg[i]) ? 0 : HAS_HEADING) +
      (cars.stopped[i] === 1 ? STOPPED : 0) +
      (cars.look[i] ?? 0) * LOOK
    : 0;

const haveSameStates = (cars: LiveCarsBuffer, states: Uint16Array): boolean => {
  for (let i = 0; i < cars.count; i++) if (states[i] !== stateOf(cars, i)) return false;
  return true;
};

const movingOf = ({ positions, nextPositions, spans }: MarkColumns) => ({
  getPosition: { value: positions, size: 2 },
  getNextPosition: { value: nextPositions, size: 2 },
  getSpan: { value: spans, size: 4 },
});

const dataOf = (columns: MarkColumns): MarkData => ({
  length: columns.length,
  attributes: {
    ...movingOf(columns),
    getSize: { value: columns.sizes, size: 1 },
    getStretch: { value: columns.stretches, size: 1 },
    getCell: { value: columns.cells, size: 1 },
    getGlyphs: { value: columns.glyphs, size: 2 },
  },
});

/** The same marks where their cars are now; the same data if no car has moved. */
const moved = (data: MarkData, columns: MarkColumns, cars: LiveCarsBuffer): MarkData =>
  moveMarks(columns, cars) ? { ...data, attributes: { ...data.attributes, ...movingOf(columns) } } : data;

/** Keeps the marks of one map from one drawing to the next. */
export const createKeptMarks = (): ((
  cars: LiveCarsBuffer,
  scale: MarkScale,
  marked: Marked,
  unacknowledged: ReadonlySet<number>,
  still: boolean,
) => KeptMarks) => {
  let look: Look | null = null;
  let columns: CarMarks | null = null;
  let kept: KeptMarks | null = null;
  const isSameLook = (
    before: Look,
    cars: LiveCarsBuffer,
    { scale, marked, unacknowledged, still }: Omit<Look, 'carNumbers' | 'states'>,
  ): boolean =>
    before.carNumbers === cars.carNumbers &&
    before.scale.dots === scale.dots &&
    before.scale.dotPx === scale.dotPx &&
    before.marked.selected === marked.selected &&
    before.marked.leaders === marked.leaders &&
    before.unacknowledged === unacknowledged &&
    before.still === still &&
    before.states.length === cars.count &&
    haveSameStates(cars, before.states);

  return (cars, scale, marked, unacknowledged, still) => {
    const drawn = { scale, marked, unacknowledged, still };
    if (look !== null && columns !== null && kept !== null && isSameLook(look, cars, drawn)) {
      kept = {
        wedges: moved(kept.wedges, columns.wedges, cars),
        discs: moved(kept.discs, columns.discs, cars),
        pulses: moved(kept.pulses, columns.pulses, cars),
      };
      return kept;
    }
    const states = Uint16Array.from({ length: cars.count }, (_, i) => stateOf(cars, i));
    look = { ...drawn, carNumbers: cars.carNumbers, states };
    columns = markColumns(cars, scale, marked, unacknowledged, still);
    kept = {
      wedges: dataOf(columns.wedges),
      discs: dataOf(columns.discs),
      pulses: dataOf(columns.pulses),
    };
    return kept;
  };
};
