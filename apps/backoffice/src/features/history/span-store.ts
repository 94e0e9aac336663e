import { TRUTHS, type Truth } from '@flagpost/contracts';
import { decodePastSpan, type PastRows } from '@flagpost/telemetry';

/** Positions are asked for and kept by windows of so long. */
export const WINDOW_MS = 60_000;
/** Windows of each truth that are kept: of 100 cars some 5 MB decoded each. */
const KEPT = 40;

export const windowOf = (instant: number): number => Math.floor(instant / WINDOW_MS) * WINDOW_MS;

/** The positions of a race, as far as they have come. Both truths are asked for, so that they can be compared. */
export interface SpanStore {
  /** Whether both truths of this instant are there; asks for them if not. */
  has(instant: number): boolean;
  /** Asks for the windows of these instants, the most urgent first. */
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
  const listeners = new Set<() => void>();
  let hasFailed = false;
  const keyOf = (truth: Truth, from: number): string => `${truth} ${from}`;

  const ask = async (truth: Truth, from: number): Promise<void> => {
    const key = keyOf(truth, from);
    if (kept.has(key) || asked.has(key)) return;
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
    for (const listener of listeners) listener();
  };

  const want = (instants: readonly number[]): void => {
    for (const instant of instants) for (const truth of TRUTHS) void ask(truth, windowOf(instant));
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
