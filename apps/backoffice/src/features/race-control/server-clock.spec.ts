import { describe, expect, it } from '@jest/globals';
import { SOCKET_HEARTBEAT } from '@flagpost/contracts';
import { createServerClock } from './server-clock.js';

const T0 = 1_000_000;
/** This page's clock at `T0` of the server's. */
const P0 = 5_000;
const EVERY_MS = 100;
const MINUTE_MS = 60_000;

/** A screen on which frames arrive; `delayMs` and `rate` may change at any time. */
const watching = (begunLateMs = 0) => {
  const clock = createServerClock();
  let trueMs = T0;
  let passedMs = 0;
  const here = (delayMs = 0): number => P0 + passedMs + delayMs;
  clock.begin({ serverTime: trueMs, streamId: 'one' }, here(begunLateMs));
  return {
    clock,
    here,
    trueMs: () => trueMs,
    /** Frames of so much time, by the page's clock. `rate`: of the server's clock. */
    go(ms: number, delayMs: number | ((passedMs: number) => number), rate = 1): void {
      for (const until = passedMs + ms; passedMs < until;) {
        passedMs += EVERY_MS;
        trueMs += EVERY_MS * rate;
        clock.hear(trueMs, here(typeof delayMs === 'number' ? delayMs : delayMs(passedMs)));
      }
    },
    /** How far the time that is shown is from the server's. */
    error: (): number => (clock.nowMs(here()) ?? NaN) - trueMs,
    pictureError: (): number => (clock.pictureMs(here()) ?? NaN) - trueMs,
  };
};

/** The bar shows whole seconds. */
const UNSEEN_MS = 500;

describe('the time of the server', () => {
  it('is unknown before the first sample', () => {
    const clock = createServerClock();
    expect([clock.nowMs(0), clock.pictureMs(0)]).toEqual([null, null]);
  });

  it('stays right on a link that becomes slow at once, while the picture follows the link', () => {
    const screen = watching();
    screen.go(MINUTE_MS, 50);
    screen.go(60 * MINUTE_MS, 5_000);
    expect(Math.abs(screen.error())).toBeLessThan(UNSEEN_MS);
    expect(screen.pictureError()).toBeCloseTo(-5_000, -1);
  });

  it('stays right on a link that becomes slow within a minute', () => {
    const screen = watching();
    screen.go(MINUTE_MS, (passedMs) => 50 + (passedMs * 5_000) / MINUTE_MS);
    screen.go(10 * MINUTE_MS, 5_000);
    expect(Math.abs(screen.error())).toBeLessThan(UNSEEN_MS);
  });

  it('is right again at once when the link has recovered', () => {
    const screen = watching();
    screen.go(MINUTE_MS, 5_000);
    screen.go(EVERY_MS, 0);
    expect([screen.error(), screen.pictureError()]).toEqual([0, 0]);
  });

  it('follows a server whose clock was set back and runs 1 % slower', () => {
    const screen = watching();
    screen.go(20 * MINUTE_MS, (passedMs) => 20 + (passedMs % 1_000) / 10, 0.99);
    expect(Math.abs(screen.error())).toBeLessThan(UNSEEN_MS);
  });

  it('stays right through a late snapshot of the same stream, and begins anew with another stream', () => {
    const screen = watching();
    screen.go(MINUTE_MS, 50);
    screen.clock.begin({ serverTime: screen.trueMs(), streamId: 'one' }, screen.here(5_000));
    expect(screen.error()).toBeCloseTo(-50, 0);
    expect(screen.pictureError()).toBe(-5_000);
    screen.clock.begin({ serverTime: screen.trueMs(), streamId: 'two' }, screen.here(5_000));
    expect(screen.error()).toBe(-5_000);
  });

  it('takes for the clock of a device that was set what is more than a link can be late', () => {
    const screen = watching();
    screen.go(MINUTE_MS, 50);
    const setMs = SOCKET_HEARTBEAT.everyMs + SOCKET_HEARTBEAT.answeredWithinMs + 100;
    screen.go(EVERY_MS, setMs);
    expect(screen.error()).toBe(-setMs);
  });
});
