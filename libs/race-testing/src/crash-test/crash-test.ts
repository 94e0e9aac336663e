import { setTimeout as pause } from 'node:timers/promises';
import { signIn } from '../calls.js';
import { startFlagpost } from '../flagpost.js';
import { BEGAN_BEFORE_MS, HURRIED, startLoad } from '../under-load/load.js';
import { makeRace } from '../under-load/loaded-race.js';
import { checkWhenCaughtUp, type LossReport } from '../under-load/check-acknowledged.js';

export interface CrashTestResult extends LossReport {
  readonly kills: number;
  /** Requests without an answer because of a kill. */
  readonly unanswered: number;
  /** Time until the standalone was ready again, median and maximum. */
  readonly restartMs: { readonly longest: number; readonly median: number };
}

const CARS = 6;
/** Random delay before a kill, so that it interrupts the program in any activity. */
const AWAKE_MS = { least: 150, most: 900 };

/** Kills the standalone `cycles` times under load, and checks that everything acknowledged is there. */
export const runCrashTest = async (
  cycles: number,
  onCycle: (done: number) => void,
): Promise<CrashTestResult> => {
  const startedAt = Math.floor(Date.now() / 60_000) * 60_000;
  const flagpost = await startFlagpost({ DEMO: '1', TILE_URL: 'none' });
  try {
    const planner = await signIn(flagpost.url, 'planner@flagpost.demo');
    const race = await makeRace(planner, {
      name: 'Torture',
      cars: CARS,
      beganAt: Date.now() - BEGAN_BEFORE_MS,
    });
    const load = startLoad(flagpost.url, race, HURRIED);
    const restarts: number[] = [];
    for (let done = 1; done <= cycles; done += 1) {
      await pause(AWAKE_MS.least + Math.random() * (AWAKE_MS.most - AWAKE_MS.least));
      await flagpost.kill();
      const killedAt = performance.now();
      await flagpost.restart();
      restarts.push(performance.now() - killedAt);
      onCycle(done);
    }
    await load.stop();
    const { acknowledged } = load;
    const again = await signIn(flagpost.url, 'planner@flagpost.demo');
    const report = await checkWhenCaughtUp(again, race, acknowledged, startedAt);
    const sorted = restarts.toSorted((a, b) => a - b);
    return {
      ...report,
      kills: cycles,
      unanswered: acknowledged.unanswered(),
      restartMs: { longest: sorted.at(-1) ?? 0, median: sorted[Math.floor(sorted.length / 2)] ?? 0 },
    };
  } finally {
    await flagpost.remove();
  }
};
