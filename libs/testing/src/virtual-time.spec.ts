import { describe, expect, it } from '@jest/globals';
import { virtualTime } from './virtual-time.js';

describe('virtual time', () => {
  it('calls what falls due in order of time, then of asking', async () => {
    const time = virtualTime(0);
    const calls: string[] = [];
    time.after(20, () => calls.push(`late at ${time.now()}`));
    time.every(10, () => calls.push(`tick at ${time.now()}`));
    time.after(10, () => calls.push(`once at ${time.now()}`));
    await time.advance(25);
    expect(calls).toEqual(['tick at 10', 'once at 10', 'late at 20', 'tick at 20']);
    expect(time.now()).toBe(25);
  });

  it('forgets what was cancelled', async () => {
    const time = virtualTime(0);
    const calls: number[] = [];
    const timer = time.every(10, () => calls.push(time.now()));
    await time.advance(10);
    timer.cancel();
    await time.advance(100);
    expect(calls).toEqual([10]);
  });
});
