import { describe, expect, it } from '@jest/globals';
import { until } from './until.js';
import { virtualTime } from './virtual-time.js';

describe('until', () => {
  it('resolves to what was found, and takes null and 0 for found', async () => {
    const answers = [undefined, false, 'found'] as const;
    let looks = 0;
    expect(await until('an answer', () => answers[looks++])).toBe('found');
    expect(looks).toBe(3);
    expect(await until('nothing', () => null)).toBeNull();
    expect(await until('zero', async () => 0)).toBe(0);
  });

  it('looks again after a look that throws', async () => {
    let looks = 0;
    const look = (): true => {
      looks += 1;
      if (looks < 3) throw new Error('away');
      return true;
    };
    expect(await until('a server', look, { everyMs: 0 })).toBe(true);
  });

  it('fails at its deadline, saying what it waited for, how long, and why the last look failed', async () => {
    const away = new Error('away');
    const waiting = until('the third lap', () => Promise.reject<boolean>(away), {
      deadlineMs: 20,
      everyMs: 1,
    });
    const error = await waiting.catch((thrown: unknown) => thrown as Error);
    expect(error).toMatchObject({ cause: away });
    expect(error).toHaveProperty(
      'message',
      expect.stringMatching(/^Waited \d+ ms in vain for the third lap\.$/),
    );
  });

  it('moves virtual time on between looks', async () => {
    const time = virtualTime(0);
    let isDue = false;
    time.after(60_000, () => (isDue = true));
    await until('the timer', () => isDue, { advance: () => time.advance(10_000), everyMs: 0 });
    expect(time.now()).toBe(60_000);
  });
});
