import { TRUTHS, type Truth } from '@flagpost/contracts';
import { createListeners } from '@flagpost/map-layers/listeners';
import { decodePastSpan, type PastRows } from '@flagpost/telemetry';
import { report } from '../../shared/report.js';

/** Positions are asked for and kept by windows of so long. */
export const WINDOW_MS = 60_000;
/** Questions at a time. Of a timeline that is dragged, windows that were passed over are not asked for. */
const AT_ONCE = 2;
/** Windows of each truth that are kept: of 100 cars some 5 MB decoded each. */
const KEPT = 40;
/** What could not be read is asked for again after so long. */
const RETRY_MS = 5_000;

export const windowOf = (instant: number): number => Math.floor(instant / WINDOW_MS) * WINDOW_MS;

export type SpanRequest = readonly [truth: Truth, instant: number];

/** The positions of a race, as far as they have come. */
export interface SpanStore {
  has(truth: Truth, instant: number): boolean;
  /** Asks for the windows of these instants, the most urgent first, and no longer for others that were wanted before. */
  want(wishes: readonly SpanRequest[]): void;
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
  const kept = new Map<string, ReadonlyMap<number, PastRows>>();
  /** Questions on their way. */
  const asked = new Map<string, Promise<void>>();
  /** Until when it is not asked for again. */
  const paused = new Map<string, number>();
  let wanted: (readonly [truth: Truth, from: number])[] = [];
  const listeners = createListeners();
  let hasFailed = false;
  const keyOf = (truth: Truth, from: number): string => `${truth} ${from}`;

  const bring = async (truth: Truth, from: number): Promise<ReadonlyMap<number, PastRows> | null> => {
    try {
      const packed = await load(truth, from, from + WINDOW_MS);
      return packed === null ? null : decodePastSpan(packed).cars;
    } catch (error) {
      report(error);
      return null;
    }
  };
  const take = (key: string, cars: ReadonlyMap<number, PastRows> | null): void => {
    asked.delete(key);
    hasFailed = cars === null;
    if (cars === null) paused.set(key, nowMs() + RETRY_MS);
    else {
      paused.delete(key);
      kept.set(key, cars);
      for (const [oldest] of kept) {
        if (kept.size <= KEPT * TRUTHS.length) break;
        kept.delete(oldest);
      }
    }
    askNext();
    listeners.call();
  };
  const ask = (truth: Truth, from: number): Promise<void> => {
    const key = keyOf(truth, from);
    const asking = bring(truth, from).then((cars) => take(key, cars));
    asked.set(key, asking);
    return asking;
  };
  const askNext = (): void => {
    while (asked.size < AT_ONCE) {
      const next = wanted.shift();
      if (next === undefined) return;
      void ask(...next);
    }
  };
  const isMissing = (key: string): boolean =>
    !kept.has(key) && !asked.has(key) && !((paused.get(key) ?? -Infinity) > nowMs());

  return {
    has: (truth, instant) => kept.has(keyOf(truth, windowOf(instant))),
    want(wishes) {
      const windows = new Map(
        wishes.map(([truth, instant]) => {
          const from = windowOf(instant);
          return [keyOf(truth, from), [truth, from] as const];
        }),
      );
      wanted = [...windows].flatMap(([key, window]) => (isMissing(key) ? [window] : []));
      askNext();
    },
    async read(truth, instant) {
      const from = windowOf(instant);
      const key = keyOf(truth, from);
      if (!kept.has(key)) await (asked.get(key) ?? ask(truth, from));
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
