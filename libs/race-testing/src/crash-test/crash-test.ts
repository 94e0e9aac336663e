import { setTimeout as pause } from 'node:timers/promises';
import { signIn } from '../calls.js';
import { startFlagpost } from '../flagpost.js';
import { startLoad, type Pace } from '../under-load/load.js';
import { makeRace } from '../under-load/race.js';
import { judgeWhenCaughtUp, type Verdict } from '../under-load/verdict.js';

export interface Tortured extends Verdict {
  readonly kills: number;
  /** Requests that a kill left without an answer. */
  readonly unanswered: number;
  /** Until the standalone was ready again, the longest and the usual (median) time. */
  readonly restartMs: { readonly longest: number; readonly median: number };
}

const CARS = 6;
/** Phones drive up to 250 times faster than the clock, and their own must not pass it: this is enough for an hour. */
const BEGAN_BEFORE_MS = 11 * 86_400_000;
const PACE: Pace = {
  fixesAtOnce: 10,
  request: ({ doors }, fixes) => ({
    path: doors.positions,
    body: fixes.map((fix) => JSON.stringify(fix)).join('\n'),
  }),
  restMs: () => 40,
  // Over 5 s from a clearing to the next press: each is then stated at once.
  sos: { every: 200, lasts: 60 },
  betweenFlagsMs: 120,
};
/** A kill comes so long after the start, so that it finds the program in whatever it does. */
const AWAKE_MS = { least: 150, most: 900 };

/** Kills the standalone `cycles` times under load, and judges what is there of what it had acknowledged. */
export const torture = async (cycles: number, onCycle: (done: number) => void): Promise<Tortured> => {
  const startedAt = Math.floor(Date.now() / 60_000) * 60_000;
  const flagpost = await startFlagpost({ DEMO: '1', TILE_URL: 'none' });
  try {
    const planner = await signIn(flagpost.url, 'planner@flagpost.demo');
    const race = await makeRace(planner, {
      name: 'Torture',
      cars: CARS,
      beganAt: Date.now() - BEGAN_BEFORE_MS,
    });
    const load = startLoad(flagpost.url, race, PACE);
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
    const verdict = await judgeWhenCaughtUp(again, race, acknowledged, startedAt);
    const sorted = restarts.toSorted((a, b) => a - b);
    return {
      ...verdict,
      kills: cycles,
      unanswered: acknowledged.unanswered(),
      restartMs: { longest: sorted.at(-1) ?? 0, median: sorted[Math.floor(sorted.length / 2)] ?? 0 },
    };
  } finally {
    await flagpost.remove();
  }
};
