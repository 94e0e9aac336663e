import { setTimeout as pause } from 'node:timers/promises';
import { signIn } from '../calls.js';
import { startFlagpost, type Flagpost } from '../flagpost.js';
import { startLoad, type Fix, type Request } from '../under-load/load.js';
import { makeRace, type LoadedCar } from '../under-load/loaded-race.js';
import { checkWhenCaughtUp, type LossReport } from '../under-load/check-acknowledged.js';
import { faultsOf, growthOf, type Growth } from './faults.js';
import { createMinutes, type Minute } from './minutes.js';
import { startViewers } from './viewers.js';

export interface SoakOptions {
  readonly minutes: number;
  readonly cars: number;
  readonly viewers: number;
  readonly slowViewers: number;
  /** Length of a minute; shorter for tests of the soak itself. */
  readonly minuteMs: number;
}

export interface Restart {
  readonly minute: number;
  /** Shut down, or killed by SIGKILL. */
  readonly by: 'stop' | 'kill';
  /** From the signal until the process exited. */
  readonly goneAfterMs: number;
  /** From then on. */
  readonly readyAfterMs: number;
}

export interface Soaked extends LossReport {
  readonly options: SoakOptions;
  readonly minutes: readonly Minute[];
  readonly restarts: readonly Restart[];
  /** Requests without an answer, which were repeated. */
  readonly unanswered: number;
  readonly slowViewers: number;
  readonly growth: readonly Growth[];
  /** Faults, one sentence each. */
  readonly faults: readonly string[];
}

const RESTART_EVERY_MINUTES = 2;
const SAMPLES_A_MINUTE = 12;
const BETWEEN_FLAGS_MS = 10_000;
/** A viewer that does not read is disconnected by then, at the rate of this race. */
const SLOW_FOR_MINUTES = 5;
const SOS = { every: 600, lasts: 20 };
const COLLECTED_AFTER_MS = 500;

/** On SIGUSR2 the program under test collects its garbage; Windows has no such signal. */
const COLLECTING = `
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
process.on('SIGUSR2', () => collect());
`;

const osmand = ({ doors }: LoadedCar, [fix]: readonly Fix[]): Request => {
  const { lat = 0, lng = 0, t = 0 } = fix ?? {};
  return { path: `${doors.osmand}?lat=${lat}&lon=${lng}&timestamp=${t}` };
};

const startProgram = (): Promise<Flagpost> =>
  startFlagpost({
    DEMO: '1',
    TILE_URL: 'none',
    METRICS_PORT: '0',
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(COLLECTING)}`,
  });

const restart = async (flagpost: Flagpost, by: Restart['by'], minute: number): Promise<Restart> => {
  const askedAt = performance.now();
  await (by === 'stop' ? flagpost.stop() : flagpost.kill());
  const goneAt = performance.now();
  await flagpost.restart();
  const [goneAfterMs, readyAfterMs] = [goneAt - askedAt, performance.now() - goneAt].map(Math.round);
  return { minute, by, goneAfterMs: goneAfterMs ?? 0, readyAfterMs: readyAfterMs ?? 0 };
};

/**
 * A race on the standalone in a separate process: phones at 1 Hz over the OsmAnd protocol, a director that sends flags
 * and creates timers, SOS, viewers that come and go and some that stop reading. In the first half the program is
 * restarted every other minute, alternately by shutdown and kill. The second half has no restart, and growth is
 * measured in it. Finally the program is killed once more, and everything acknowledged has to be there.
 */
export const soak = async (options: SoakOptions, onMinute: (minute: Minute) => void): Promise<Soaked> => {
  const { minuteMs } = options;
  const flagpost = await startProgram();
  try {
    const planner = await signIn(flagpost.url, 'planner@flagpost.demo');
    const beganAt = Math.floor(Date.now() / 60_000) * 60_000;
    const race = await makeRace(planner, { name: 'Soak', cars: options.cars, beganAt });
    const minutes = createMinutes({
      metricsUrl: () => flagpost.metricsUrl(),
      async collectGarbage() {
        if (process.platform === 'win32') return;
        flagpost.signal('SIGUSR2');
        await pause(COLLECTED_AFTER_MS);
      },
    });
    const load = startLoad(flagpost.url, race, {
      fixesAtOnce: 1,
      request: osmand,
      restMs: (nextT) => Math.max(0, nextT - Date.now()),
      sos: SOS,
      betweenFlagsMs: Math.min(BETWEEN_FLAGS_MS, minuteMs / 6),
      onAnswer: (of, tookMs) => minutes.took[of].add(tookMs),
    });
    const viewers = startViewers({
      url: flagpost.url,
      eventId: race.eventId,
      count: options.viewers,
      slow: options.slowViewers,
      slowForMs: SLOW_FOR_MINUTES * minuteMs,
      onFix: ({ receivedAt }, at) => minutes.took.screen.add(at - (receivedAt ?? at)),
    });

    const startedAt = Date.now();
    const read: Minute[] = [];
    const restarts: Restart[] = [];
    for (let minute = 1; minute <= options.minutes; minute += 1) {
      const isDue = minute % RESTART_EVERY_MINUTES === 0 && minute <= options.minutes / 2;
      for (let sample = 1; sample < SAMPLES_A_MINUTE; sample += 1) {
        const at = startedAt + (minute - 1 + sample / SAMPLES_A_MINUTE) * minuteMs;
        await pause(Math.max(0, at - Date.now()));
        if (isDue && sample === 1)
          restarts.push(await restart(flagpost, restarts.length % 2 === 0 ? 'stop' : 'kill', minute));
        await minutes.sample();
      }
      await pause(Math.max(0, startedAt + minute * minuteMs - Date.now()));
      const ended = await minutes.end(minute);
      read.push(ended);
      onMinute(ended);
    }

    restarts.push(await restart(flagpost, 'kill', options.minutes));
    await Promise.all([load.stop(), viewers.stop()]);
    const again = await signIn(flagpost.url, 'planner@flagpost.demo');
    const report = await checkWhenCaughtUp(again, race, load.acknowledged, beganAt);
    const growth = growthOf(read, restarts.at(-2)?.minute ?? 0);
    return {
      options,
      ...report,
      minutes: read,
      restarts,
      unanswered: load.acknowledged.unanswered(),
      slowViewers: viewers.stalled(),
      growth,
      faults: faultsOf(report, growth, restarts),
    };
  } finally {
    await flagpost.remove();
  }
};
