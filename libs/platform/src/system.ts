/** The real clock, timers and randomness. Imported by composition roots only. */
import { randomBytes, randomUUID } from 'node:crypto';
import { steadyClock } from './steady-clock.js';
import type { Scheduler, Timer } from './time.js';
import type { Ids } from './ids.js';

export const systemClock = steadyClock(
  () => Date.now(),
  () => performance.now(),
);

export const systemScheduler: Scheduler = {
  after(ms, callback): Timer {
    const handle = setTimeout(callback, ms);
    return { cancel: () => clearTimeout(handle) };
  },
  every(ms, callback): Timer {
    const handle = setInterval(callback, ms);
    return { cancel: () => clearInterval(handle) };
  },
};

export const systemIds: Ids = {
  uuid: () => randomUUID(),
  token: (bytes) => randomBytes(bytes).toString('base64url'),
};
