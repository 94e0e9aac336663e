import type { Minute } from './minutes.js';
import type { Soaked } from './soak.js';

/** The table of minutes that a run prints. */
const COLUMNS: readonly { readonly head: string; readonly of: (minute: Minute) => string }[] = [
  { head: 'minute', of: ({ minute }) => String(minute) },
  { head: 'RSS MB', of: ({ rssMb }) => number(rssMb) },
  { head: 'heap MB', of: ({ heapMb }) => number(heapMb) },
  { head: 'lag msg', of: (each) => `${number(each.lagMessages)} <${number(each.lagMessagesMost)}` },
  { head: 'lag events', of: (each) => `${number(each.lagEvents)} <${number(each.lagEventsMost)}` },
  { head: 'door ms', of: ({ doorP50, doorP99 }) => pair(doorP50, doorP99) },
  { head: 'command ms', of: ({ commandP50, commandP99 }) => pair(commandP50, commandP99) },
  { head: 'screen ms', of: ({ screenP50, screenP99 }) => pair(screenP50, screenP99) },
  { head: 'viewers', of: ({ viewers }) => number(viewers) },
  { head: 'slow gone', of: ({ slowDropped }) => String(slowDropped) },
  { head: 'machine', of: ({ machineBusyPercent }) => `${machineBusyPercent} %` },
];
const WIDTH = 12;

const number = (value: number | null): string => (value === null ? '-' : String(value));
const pair = (p50: number | null, p99: number | null): string => `${number(p50)} / ${number(p99)}`;
const row = (cells: readonly string[]): string => cells.map((cell) => cell.padStart(WIDTH)).join('');

/** Latencies are p50 / p99; a lag is that of the minute's end, and the highest of the minute. */
export const headOf = (): string => row(COLUMNS.map(({ head }) => head));
export const lineOf = (minute: Minute): string => row(COLUMNS.map(({ of }) => of(minute)));

/** The summary of the run. */
export const linesOf = (soaked: Soaked): string[] => [
  ...soaked.restarts.map(
    ({ minute, by, goneAfterMs, readyAfterMs }) =>
      `minute ${minute}: ${by === 'kill' ? 'killed by SIGKILL' : `asked to end, gone after ${goneAfterMs} ms`}, ready again after ${readyAfterMs} ms`,
  ),
  `${soaked.unanswered} requests without an answer, and sent again`,
  `${soaked.slowViewers} viewers stopped reading, ${soaked.minutes.at(-1)?.slowDropped ?? 0} connections were ended for it`,
  ...(['events', 'fixes', 'signals', 'laps'] as const).map((kind) => {
    const { expected, lost, twice } = soaked[kind];
    return `${kind}: ${expected} expected, lost: ${lost}, more than once: ${twice}`;
  }),
  ...soaked.growth.map(
    ({ of, perMinute, atMost }) => `growth a minute: ${number(perMinute)} (at most ${atMost}) of ${of}`,
  ),
  ...(soaked.faults.length === 0 ? ['Nothing grew, and nothing was lost.'] : soaked.faults),
];
