import { PAST_SPAN_MS, TRUTHS, type Truth } from '@flagpost/contracts';
import { createListeners } from '@flagpost/map-layers/listeners';
import { PAST_ROW, openPastSpan, rowsWithin, type PastRows } from '@flagpost/telemetry';
import { report } from '../../shared/report.js';

/** Positions are wanted and kept by windows of so long. */
export const WINDOW_MS = 60_000;
/**
 * Windows of one such period that are wanted for later are one question: for each the server reads some minutes before it, and what was
 * published from the last fifth minute on.
 */
const PERIOD_MS = PAST_SPAN_MS;
/** Questions at a time. Of a timeline that is dragged, windows that were passed over are not asked for. */
const AT_ONCE = 2;
/** Windows of each truth that are kept: of 100 cars some 5 MB decoded each. */
const KEPT = 40;
/** What could not be read is asked for again after so long. */
const RETRY_MS = 5_000;
/** States that are read before others have a turn: some milliseconds. */
const STATES_AT_ONCE = 20_000;

export const windowOf = (instant: number): number => Math.floor(instant / WINDOW_MS) * WINDOW_MS;
/** The windows of the period of an instant. */
export const periodOf = (instant: number): { readonly first: number; readonly last: number } => {
  const first = Math.floor(instant / PERIOD_MS) * PERIOD_MS;
  return { first, last: first + PERIOD_MS - WINDOW_MS };
};
const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

type Cars = Map<number, PastRows>;
type Window = readonly [truth: Truth, from: number];

/** The positions of windows that follow one another, by these. @throws RangeError as `openPastSpan` does */
const readWindows = async (packed: Uint8Array, froms: readonly number[]): Promise<readonly Cars[]> => {
  const windows = froms.map((): Cars => new Map());
  let states = 0;
  for (const [id, rows] of openPastSpan(packed).cars()) {
    windows.forEach((cars, i) => {
      const from = froms[i] ?? NaN;
      cars.set(id, rowsWithin(rows, from, from + WINDOW_MS));
    });
    states += rows.length / PAST_ROW;
    if (states < STATES_AT_ONCE) continue;
    states = 0;
    await nextTurn();
  }
  return windows;
};

export type SpanRequest = readonly [truth: Truth, instant: number];

/** The positions of a race, as far as they have come. */
export interface SpanStore {
  has(truth: Truth, instant: number): boolean;
  /**
   * Asks for the windows of these instants, the most urgent first, and no longer for others that were wanted before. Those for later
   * come together, which costs the server less and takes longer.
   */
  want(soon: readonly SpanRequest[], later?: readonly SpanRequest[]): void;
  /** Brings the window of an instant at once; false if it could not be read. */
  read(truth: Truth, instant: number): Promise<boolean>;
  rows(truth: Truth, invitationId: number, instant: number): PastRows | undefined;
  /** Calls back when positions have come, or have failed to. */
  readonly subscribe: (listener: () => void) => () => void;
  /** The last question failed. It is asked again if it is still wanted after a pause. */
  readonly hasFailed: boolean;
  /** Ends the pause. */
  retry(): void;
}

/**
 * @param load answers a packed span, null if it failed
 * @param nowMs of a clock that is not set
 */
export const createSpanStore = (
  load: (truth: Truth, from: number, to: number) => Promise<Uint8Array | null>,
  nowMs: () => number = () => performance.now(),
): SpanStore => {
  const kept = new Map<string, Cars>();
  /** Windows of which positions are on their way. */
  const asked = new Map<string, Promise<void>>();
  const questions = (): number => new Set(asked.values()).size;
  /** Until when it is not asked for again. */
  const paused = new Map<string, number>();
  let wanted: { readonly soon: Window[]; readonly later: readonly Window[] } = { soon: [], later: [] };
  const listeners = createListeners();
  let hasFailed = false;
  const keyOf = (truth: Truth, from: number): string => `${truth} ${from}`;

  /** @returns null if it failed */
  const bring = async (truth: Truth, froms: readonly number[]): Promise<readonly Cars[] | null> => {
    try {
      const packed = await load(truth, froms[0] ?? NaN, (froms.at(-1) ?? NaN) + WINDOW_MS);
      return packed && (await readWindows(packed, froms));
    } catch (error) {
      report(error);
      return null;
    }
  };
  const keep = (key: string, cars: Cars | undefined): void => {
    asked.delete(key);
    if (cars === undefined) {
      paused.set(key, nowMs() + RETRY_MS);
      return;
    }
    paused.delete(key);
    kept.set(key, cars);
    for (const [oldest] of kept) {
      if (kept.size <= KEPT * TRUTHS.length) break;
      kept.delete(oldest);
    }
  };
  /** @param froms windows that follow one another */
  const ask = (truth: Truth, froms: readonly number[]): Promise<void> => {
    const asking = bring(truth, froms).then((windows) => {
      hasFailed = windows === null;
      froms.forEach((from, i) => keep(keyOf(truth, from), windows?.[i]));
      askNext();
      listeners.call();
    });
    for (const from of froms) asked.set(keyOf(truth, from), asking);
    return asking;
  };
  /** From a window towards the end of its period, the last one that is wanted without a gap. */
  const wantedTo = ([truth, from]: Window, end: number): number => {
    const way = Math.sign(end - from) * WINDOW_MS;
    const isWanted = (window: number): boolean =>
      wanted.later.some(([of, at]) => of === truth && at === window);
    let last = from;
    while (last !== end && isWanted(last + way)) last += way;
    return last;
  };
  /** Takes windows for one question out of those for later. */
  const takeLater = (): readonly [Truth, readonly number[]] | null => {
    const [next] = wanted.later;
    if (next === undefined) return null;
    const [truth, from] = next;
    const period = periodOf(from);
    const [first, last] = [wantedTo(next, period.first), wantedTo(next, period.last)];
    const isTaken = ([of, at]: Window): boolean => of === truth && at >= first && at <= last;
    const taken = wanted.later.filter(isTaken).map(([, at]) => at);
    wanted = { ...wanted, later: wanted.later.filter((window) => !isTaken(window)) };
    return [truth, taken.sort((one, other) => one - other)];
  };
  const askNext = (): void => {
    while (questions() < AT_ONCE) {
      const urgent = wanted.soon.shift();
      const next = urgent === undefined ? takeLater() : ([urgent[0], [urgent[1]]] as const);
      if (next === null) return;
      void ask(...next);
    }
  };
  const isMissing = (key: string): boolean =>
    !kept.has(key) && !asked.has(key) && !((paused.get(key) ?? -Infinity) > nowMs());

  return {
    has: (truth, instant) => kept.has(keyOf(truth, windowOf(instant))),
    want(soon, later = []) {
      const listed = new Set<string>();
      const missing = (wishes: readonly SpanRequest[]): Window[] =>
        wishes.flatMap(([truth, instant]) => {
          const window = [truth, windowOf(instant)] as const;
          const key = keyOf(...window);
          if (listed.has(key) || !isMissing(key)) return [];
          listed.add(key);
          return [window];
        });
      wanted = { soon: missing(soon), later: missing(later) };
      askNext();
    },
    async read(truth, instant) {
      const from = windowOf(instant);
      const key = keyOf(truth, from);
      if (!kept.has(key)) await (asked.get(key) ?? ask(truth, [from]));
      return kept.has(key);
    },
    rows: (truth, invitationId, instant) => kept.get(keyOf(truth, windowOf(instant)))?.get(invitationId),
    subscribe: listeners.subscribe,
    get hasFailed() {
      return hasFailed;
    },
    retry: () => paused.clear(),
  };
};
