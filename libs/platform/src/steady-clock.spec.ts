import { describe, expect, it } from '@jest/globals';
import { jsonLogger } from './logging.js';
import { reportSetBack, steadyClock } from './steady-clock.js';

const START = Date.UTC(2026, 5, 1, 12);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A machine whose time passes on request. */
const aMachine = () => {
  let wall = START;
  let elapsed = 0;
  const clock = steadyClock(
    () => wall,
    () => elapsed,
  );
  const reports: number[] = [];
  clock.onSetBack((aheadMs) => reports.push(aheadMs));
  return {
    clock,
    reports,
    wall: () => wall,
    /** @returns what the clock says then */
    run(ms: number): number {
      wall += ms;
      elapsed += ms;
      return clock.now();
    },
    /** @returns what the clock says then */
    set(byMs: number): number {
      wall += byMs;
      return clock.now();
    },
  };
};

describe('a steady clock', () => {
  it('shows the time of the machine', () => {
    const { clock, run, reports } = aMachine();
    expect(clock.now()).toBe(START);
    expect([run(1), run(10), run(HOUR_MS)]).toEqual([START + 1, START + 11, START + 11 + HOUR_MS]);
    expect(reports).toEqual([]);
  });

  it('follows it forward at once: it was set, or the machine was suspended', () => {
    const { run, set, reports } = aMachine();
    run(1_000);
    expect(set(HOUR_MS)).toBe(START + HOUR_MS + 1_000);
    expect(run(1_000)).toBe(START + HOUR_MS + 2_000);
    expect(reports).toEqual([]);
  });

  it('goes on where it was set back, never back and never standing still, until it is caught up with', () => {
    const { clock, run, set, wall } = aMachine();
    const before = run(1_000);
    expect(set(-10 * MINUTE_MS)).toBe(before);
    let last = before;
    for (let second = 1; second <= 60; second += 1) {
      const now = run(1_000);
      expect(now - last).toBe(990);
      last = now;
    }
    run(16 * HOUR_MS);
    expect(clock.now() - wall()).toBe(23_400);
    run(HOUR_MS);
    expect(clock.now()).toBe(wall());
    expect(run(1_000)).toBe(wall());
  });

  it('is caught up with while the machine is suspended', () => {
    const { run, set, wall } = aMachine();
    run(1_000);
    set(-10 * MINUTE_MS);
    expect(set(4 * MINUTE_MS) - wall()).toBe(6 * MINUTE_MS);
    expect(set(7 * MINUTE_MS)).toBe(wall());
  });

  it('never goes back where the clock trembles, and stays with it', () => {
    const { clock, run, set, wall, reports } = aMachine();
    let last = clock.now();
    for (const byMs of [3, -3, 0.4, -2, 2, -0.4, 3, -3]) {
      for (const next of [() => set(byMs), () => run(0.3), () => run(20)]) {
        const now = next();
        expect(now).toBeGreaterThanOrEqual(last);
        expect(Math.abs(now - wall())).toBeLessThan(4);
        last = now;
      }
    }
    expect(reports).toEqual([]);
  });

  it('reports a step of seconds once, further ones too, and those that come to seconds together', () => {
    const { run, set, reports } = aMachine();
    run(1_000);
    set(-4_000);
    run(1_000);
    expect(reports).toEqual([]);
    set(-4_000);
    for (let second = 1; second <= 60; second += 1) run(1_000);
    expect(reports).toEqual([7_990]);
    set(-HOUR_MS);
    run(1_000);
    expect(reports).toEqual([7_990, 7_990 - 600 + HOUR_MS]);
  });

  it('tells the log how far it is ahead, and for how long', () => {
    const { clock, run, set } = aMachine();
    const lines: string[] = [];
    reportSetBack(
      clock,
      jsonLogger(clock, (line) => lines.push(line)),
    );
    run(1_000);
    set(-10 * MINUTE_MS);
    run(1_000);
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      {
        time: new Date(START + 1_000).toISOString(),
        level: 'warn',
        message: expect.stringContaining('the clock of this machine was set back'),
        aheadS: 600,
        caughtUpInH: 17,
      },
    ]);
  });
});
