import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { createAlarm, type Alarm } from './alarm.js';

/** What a browser lets a page do only once somebody has pressed something. */
class FakeAudio extends EventTarget {
  state: AudioContextState = 'suspended';
  constructor() {
    super();
    made.push(this);
  }
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
    if (isTaken) throw new DOMException('Another program has the sound.', 'InvalidStateError');
    this.become('running');
  };
  become(state: AudioContextState): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
  close = async (): Promise<void> => undefined;
}

const made: FakeAudio[] = [];
const become = (state: AudioContextState): void => made.at(-1)?.become(state);
/** A call, or another program, has the sound. */
let isTaken = false;
let tones = 0;
const vibrations: unknown[] = [];
const locks: boolean[] = [];
let alarm: Alarm;
beforeEach(() => {
  jest.useFakeTimers();
  [tones, vibrations.length, locks.length, isTaken] = [0, 0, 0, false];
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

it('sounds again after a call, as soon as the browser lets it', async () => {
  alarm.unlock();
  alarm.sound({ kind: 'urgent', of: 'order 1' });
  isTaken = true;
  become('interrupted');
  expect([alarm.isLocked(), locks.at(-1)]).toEqual([true, true]);
  const before = tones;
  await jest.advanceTimersByTimeAsync(5_000);
  expect(tones).toBe(before);
  isTaken = false;
  document.dispatchEvent(new Event('visibilitychange'));
  await jest.advanceTimersByTimeAsync(5_000);
  expect(alarm.isLocked()).toBe(false);
  expect(tones).toBeGreaterThan(before);
});

it('leaves a sound that is stopped as it is while there is nothing to sound', () => {
  alarm.unlock();
  become('suspended');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(alarm.isLocked()).toBe(true);
});
