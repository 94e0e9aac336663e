import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { createAlarm, type Alarm } from './alarm.js';

/** What a browser lets a page do only once somebody has pressed something. */
class FakeAudio extends EventTarget {
  state: 'suspended' | 'running' = 'suspended';
  readonly currentTime = 0;
  readonly destination = {};
  createOscillator = () => ({
    frequency: { value: 0 },
    connect: (next: unknown) => next,
    start: () => (tones += 1),
    stop: () => undefined,
  });
  createGain = () => ({ gain: { value: 0 }, connect: (next: unknown) => next });
  resume = async (): Promise<void> => {
    this.state = 'running';
    this.dispatchEvent(new Event('statechange'));
  };
  close = async (): Promise<void> => undefined;
}

let tones = 0;
const vibrations: unknown[] = [];
const locks: boolean[] = [];
let alarm: Alarm;
beforeEach(() => {
  jest.useFakeTimers();
  [tones, vibrations.length, locks.length] = [0, 0, 0];
  Object.assign(globalThis, { AudioContext: FakeAudio });
  Object.assign(navigator, { vibrate: (pattern: unknown) => vibrations.push(pattern) });
  alarm = createAlarm((isLocked) => locks.push(isLocked));
});
afterEach(() => {
  alarm.stop();
  jest.useRealTimers();
  Reflect.deleteProperty(globalThis, 'AudioContext');
  Reflect.deleteProperty(navigator, 'vibrate');
});

it('sounds and vibrates once for each notice, also where one follows another', () => {
  alarm.unlock();
  alarm.sound({ kind: 'notice', of: 'order 1' });
  alarm.sound({ kind: 'notice', of: 'order 1' });
  jest.advanceTimersByTime(10_000);
  expect([tones, vibrations.length]).toEqual([2, 1]);
  alarm.sound({ kind: 'notice', of: 'order 2' });
  expect([tones, vibrations.length]).toEqual([4, 2]);
});

it('goes on with what is urgent until it is quiet', () => {
  alarm.unlock();
  alarm.sound({ kind: 'urgent', of: 'order 1' });
  jest.advanceTimersByTime(5_000);
  expect(vibrations).toHaveLength(4);
  alarm.sound(null);
  jest.advanceTimersByTime(5_000);
  expect(vibrations).toHaveLength(4);
});

it('is silent until somebody has pressed something, and says so', () => {
  expect(alarm.isLocked()).toBe(true);
  alarm.sound({ kind: 'notice', of: 'order 1' });
  expect([tones, vibrations.length]).toEqual([0, 1]);
  alarm.unlock();
  expect([alarm.isLocked(), locks]).toEqual([false, [false]]);
});
