import { TRUTHS, type Truth } from '@flagpost/contracts';
import { decodePastSpan, type PastRows } from '@flagpost/telemetry';

/** Positions are asked for and kept by windows of so long. */
export const WINDOW_MS = 60_000;
/** Questions at a time: both truths of a window. Of a timeline that is dragged, windows that were passed over are not asked for. */
const AT_ONCE = TRUTHS.length;
/** Windows of each truth that are kept: of 100 cars some 5 MB decoded each. */
const KEPT = 40;

export const windowOf = (instant: number): number => Math.floor(instant / WINDOW_MS) * WINDOW_MS;

/** The positions of a race, as far as they have come. Both truths are asked for, so that they can be compared. */
export interface SpanStore {
  /** Whether both truths of this instant are there; asks for them if not. */
  has(instant: number): boolean;
  /** Asks for the windows of these instants, the most urgent first, and no longer for others that were wanted before. */
  want(instants: readonly number[]): void;
  rows(truth: Truth, invitationId: number, instant: number): PastRows | undefined;
  /** Calls back when positions have come, or have failed to. */
  subscribe(listener: () => void): () => void;
  /** The last question failed; it is asked again when the instant is wanted again. */
  readonly hasFailed: boolean;
}

/** @param load answers a packed span, null if it failed */
export const createSpanStore = (
  load: (truth: Truth, from: number, to: number) => Promise<Uint8Array | null>,
): SpanStore => {
  const kept = new Map<string, ReadonlyMap<number, PastRows>>();
  const asked = new Set<string>();
  let wanted: (readonly [truth: Truth, from: number])[] = [];
  const listeners = new Set<() => void>();
  let hasFailed = false;
  const keyOf = (truth: Truth, from: number): string => `${truth} ${from}`;

  const ask = async (truth: Truth, from: number): Promise<void> => {
    const key = keyOf(truth, from);
    asked.add(key);
    const packed = await load(truth, from, from + WINDOW_MS);
    asked.delete(key);
    hasFailed = packed === null;
    if (packed !== null) {
      kept.set(key, decodePastSpan(packed).cars);
      for (const [oldest] of kept) {
        if (kept.size <= KEPT * TRUTHS.length) break;
        kept.delete(oldest);
      }
    }
    askNext();
    for (const listener of listeners) listener();
  };
  const askNext = (): void => {
    while (asked.size < AT_ONCE) {
      const next = wanted.shift();
      if (next === undefined) return;
      void ask(...next);
    }
  };

  const want = (instants: readonly number[]): void => {
    const windows = new Set(instants.map(windowOf));
    const isMissing = (key: string): boolean => !kept.has(key) && !asked.has(key);
    wanted = [...windows].flatMap((from) =>
      TRUTHS.filter((truth) => isMissing(keyOf(truth, from))).map((truth) => [truth, from] as const),
    );
    askNext();
  };

  return {
    has(instant) {
      const isThere = TRUTHS.every((truth) => kept.has(keyOf(truth, windowOf(instant))));
      if (!isThere) want([instant]);
      return isThere;
    },
    want,
    rows: (truth, invitationId, instant) => kept.get(keyOf(truth, windowOf(instant)))?.get(invitationId),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    get hasFailed() {
      return hasFailed;
    },
  };
};
