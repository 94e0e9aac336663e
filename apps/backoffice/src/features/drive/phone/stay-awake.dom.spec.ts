import { afterEach, expect, it } from '@jest/globals';
import { stayAwake } from './stay-awake.js';

/** A wake lock as browsers have it: it ends whenever the page is hidden, and is asked for anew. */
const wakeLockDouble = (refusals = 0) => {
  let left = refusals;
  const held = new Set<EventTarget>();
  const release = (lock: EventTarget): void => {
    if (held.delete(lock)) lock.dispatchEvent(new Event('release'));
  };
  return {
    held,
    releaseAll: () => [...held].forEach(release),
    api: {
      request: async (type: string) => {
        expect(type).toBe('screen');
        if (document.visibilityState !== 'visible') throw new Error('NotAllowedError');
        if (left > 0) {
          left -= 1;
          throw new Error('NotAllowedError');
        }
        const lock = Object.assign(new EventTarget(), { release: async () => release(lock) });
        held.add(lock);
        return lock;
      },
    },
  };
};

let visibility: DocumentVisibilityState = 'visible';
Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility });
const become = async (state: DocumentVisibilityState): Promise<void> => {
  visibility = state;
  document.dispatchEvent(new Event('visibilitychange'));
  await settled();
};
const settled = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 0));
const give = (wakeLock: unknown): void => {
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: wakeLock });
};

afterEach(() => {
  visibility = 'visible';
  give(undefined);
});

it('keeps the screen on, and again after the page was in the background', async () => {
  const double = wakeLockDouble();
  give(double.api);
  const said: boolean[] = [];
  const stop = stayAwake((isAwake) => said.push(isAwake));
  await settled();
  expect([said, double.held.size]).toEqual([[true], 1]);
  double.releaseAll();
  await become('hidden');
  expect([said, double.held.size]).toEqual([[true, false], 0]);
  await become('visible');
  expect([said, double.held.size]).toEqual([[true, false, true], 1]);
  stop();
  await settled();
  expect(double.held.size).toBe(0);
  await become('visible');
  expect(double.held.size).toBe(0);
});

it('says that the screen may go dark if the phone refuses, and asks again when the page comes back', async () => {
  const double = wakeLockDouble(1);
  give(double.api);
  const said: boolean[] = [];
  const stop = stayAwake((isAwake) => said.push(isAwake));
  await settled();
  expect(said).toEqual([false]);
  await become('hidden');
  await become('visible');
  expect(said).toEqual([false, true]);
  stop();
});

it('does without in a browser that has no wake lock', async () => {
  const said: boolean[] = [];
  const stop = stayAwake((isAwake) => said.push(isAwake));
  await settled();
  expect(said).toEqual([]);
  stop();
});

it('holds no lock that came after it was stopped', async () => {
  const double = wakeLockDouble();
  give(double.api);
  const stop = stayAwake(() => undefined);
  stop();
  await settled();
  expect(double.held.size).toBe(0);
});
