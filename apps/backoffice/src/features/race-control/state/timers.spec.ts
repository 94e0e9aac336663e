import { describe, expect, it } from '@jest/globals';
import type { TimerRow } from '@flagpost/contracts';
import { phaseOf, shownMs } from './timers.js';

const aTimer = (changes: Partial<TimerRow> = {}): TimerRow => ({
  TimerId: 1,
  Title: 'Briefing',
  RunningSince: null,
  ElapsedMs: 0,
  ...changes,
});
const heard = { timersAt: '2026-05-01T10:00:30.000Z', timers: [], arrivedMs: 5_000 };

describe('a timer', () => {
  it('that runs goes on from what the server said, by the clock of this page', () => {
    const timer = aTimer({ RunningSince: '2026-05-01T10:00:10.000Z', ElapsedMs: 60_000 });
    expect(shownMs(timer, heard, 5_000)).toBe(80_000);
    expect(shownMs(timer, heard, 7_500)).toBe(82_500);
  });

  it('shows nothing below zero when the server tells a start that is ahead of its own time', () => {
    expect(shownMs(aTimer({ RunningSince: '2026-05-01T10:01:00.000Z' }), heard, 5_000)).toBe(0);
  });

  it('that does not run stays where it was', () => {
    expect(shownMs(aTimer({ ElapsedMs: 61_000 }), heard, 900_000)).toBe(61_000);
  });

  it('is idle, running or paused', () => {
    expect(phaseOf(aTimer())).toBe('idle');
    expect(phaseOf(aTimer({ RunningSince: '2026-05-01T10:00:10.000Z' }))).toBe('running');
    expect(phaseOf(aTimer({ ElapsedMs: 1 }))).toBe('paused');
  });
});
