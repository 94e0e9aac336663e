import type { Timer } from '@flagpost/platform';
import { createAgenda, type Entry } from './agenda.js';
import { seededRandom, type Random } from './random.js';

/**
 * A virtual world: one clock, one agenda, one seed. Everything that takes time is an entry of the agenda, and the seed
 * alone decides how long it takes and the order of entries due together. So a seed determines a run: the same seed
 * gives the same run.
 */
export interface World {
  readonly random: Random;
  /** Epoch ms. */
  now(): number;
  /** Lets something happen in `ms`. Promises that it settles are followed up before the next entry. */
  after(ms: number, what: string, act: () => void): Timer;
  /** The next entry waits for this, which takes no time: the work of a part that is real. */
  await(work: Promise<unknown>): void;
  /** How long a message takes from here to there, ms. */
  latency(): number;
  /** Moves on, at most by `ms`; ends at once when `isDone` answers true, and answers whether it did. */
  run(ms: number, isDone?: () => boolean): Promise<boolean>;
  /** Writes a line into the trace. */
  note(line: string): void;
  /** The events of the run, one line each, with the ms since the start. */
  readonly trace: readonly string[];
}

export interface WorldOptions {
  readonly seed: number;
  /** Epoch ms. */
  readonly startsAt: number;
}

/** Everything that promises hold ready has been followed up when it resolves. */
const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** A network that is mostly quick, now and then slow, and seldom very slow. */
const latencyOf = (random: Random, slowShare: number): number => {
  const luck = random.next();
  if (luck < slowShare / 20) return random.between(100, 1_500);
  return luck < slowShare ? random.between(5, 50) : random.between(0, 3);
};

export const createWorld = ({ seed, startsAt }: WorldOptions): World => {
  const random = seededRandom(seed);
  const slowShare = random.pick([0.01, 0.05, 0.15]);
  const agenda = createAgenda();
  const happened: { readonly at: number; readonly line: string }[] = [];
  let now = startsAt;
  let underWay: Promise<unknown> | null = null;
  const note = (line: string): void => void happened.push({ at: now, line });

  return {
    random,
    get trace() {
      return happened.map(({ at, line }) => `${at - startsAt} ${line}`);
    },
    note,
    now: () => now,
    latency: () => latencyOf(random, slowShare),
    after(ms, what, act) {
      const entry: Entry = { at: now + ms, tie: random.next(), what, act };
      agenda.add(entry);
      return { cancel: () => void (entry.act = null) };
    },
    await: (work) => void (underWay = work),
    async run(ms, isDone = () => false) {
      const end = now + ms;
      for (;;) {
        if (isDone()) return true;
        const entry = agenda.takeUntil(end);
        if (entry === undefined) break;
        if (entry.act === null) continue;
        now = entry.at;
        note(entry.what);
        entry.act();
        if (underWay !== null) await underWay;
        underWay = null;
        await settled();
      }
      now = end;
      return false;
    },
  };
};
