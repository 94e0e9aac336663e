import type { LossReport } from '../under-load/check-acknowledged.js';
import { growthPerMinute } from './growth.js';
import type { Minute } from './minutes.js';
import type { Restart } from './soak.js';

/** The growth of a value in the period without a restart, and its limit. */
export interface Growth {
  readonly of: string;
  /** Null if there are too few minutes. */
  readonly perMinute: number | null;
  readonly atMost: number;
}

/** Caches and compiled code have filled up by then. */
const SETTLES_MINUTES = 2;
/**
 * Views are in the memory of the standalone and grow with the log: this much per event. Growth beyond that is limited
 * to what an hour's run would hardly show.
 */
const MB_AN_EVENT = 0.001;
const HEAP_MB = 0.25;
/** Resident memory may grow more than the heap: V8 returns pages late. */
const RSS_MB = 1;
const LAG_MESSAGES = 50;
const LAG_EVENTS = 5;
const LATENCY_MS = 25;

type Figure = Exclude<keyof Minute, 'minute'>;

/**
 * The rule: over the minutes after the last restart, without the first two, the growth by `growthPerMinute` must not
 * exceed these limits.
 */
export const growthOf = (minutes: readonly Minute[], lastRestart: number): Growth[] => {
  const told = minutes.filter(({ minute }) => minute > lastRestart + SETTLES_MINUTES);
  const slope = (figure: Figure): number | null =>
    growthPerMinute(
      told.flatMap(({ minute, [figure]: value }) => (value === null ? [] : [{ minute, value }])),
    );
  const recorded = Math.max(0, slope('events') ?? 0) * MB_AN_EVENT;
  const growth = (of: string, figure: Figure, atMost: number): Growth => {
    const perMinute = slope(figure);
    const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;
    return { of, perMinute: perMinute === null ? null : rounded(perMinute), atMost: rounded(atMost) };
  };
  return [
    growth('heap after garbage collection, MB', 'heapMb', HEAP_MB + recorded),
    growth('resident memory, MB', 'rssMb', RSS_MB + recorded),
    growth('inputs and facts not yet handled', 'lagMessages', LAG_MESSAGES),
    growth('events not yet projected', 'lagEvents', LAG_EVENTS),
    growth('answer of a door, p50, ms', 'doorP50', LATENCY_MS),
    growth('answer to a command, p50, ms', 'commandP50', LATENCY_MS),
    growth('from the door to the screen, p50, ms', 'screenP50', LATENCY_MS),
  ];
};

const KINDS = {
  fixes: 'fixes that a door acknowledged, in the history',
  events: 'flags and timers that the api acknowledged',
  signals: 'calls for help, their ends and confirmations that a door acknowledged',
  laps: 'laps that an undisturbed engine tells of what was acknowledged',
} as const;

/** The time after which container runtimes kill a process that was asked to stop. */
const GONE_WITHIN_MS = 10_000;

/** One sentence per fault. */
export const faultsOf = (
  report: LossReport,
  growth: readonly Growth[],
  restarts: readonly Restart[],
): string[] => [
  ...restarts
    .filter(({ goneAfterMs }) => goneAfterMs > GONE_WITHIN_MS)
    .map(
      ({ minute, goneAfterMs }) =>
        `Asked to end in minute ${minute}, it was gone only after ${goneAfterMs} ms.`,
    ),
  ...growth
    .filter(({ perMinute, atMost }) => (perMinute ?? 0) > atMost)
    .map(({ of, perMinute, atMost }) => `It grew by ${perMinute} a minute, more than ${atMost}: ${of}.`),
  ...Object.entries(KINDS).flatMap(([kind, what]) => {
    const { expected, lost, twice } = report[kind as keyof typeof KINDS];
    return [
      ...(expected === 0 ? [`There were none: ${what}.`] : []),
      ...(lost === 0 ? [] : [`${lost} of ${expected} were lost: ${what}.`]),
      ...(twice === 0 ? [] : [`${twice} are there that should not be, or twice: ${what}.`]),
    ];
  }),
];
