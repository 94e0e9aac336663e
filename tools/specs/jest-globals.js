import { ModernFakeTimers } from '@jest/fake-timers';

/** What `@jest/globals` exports, for specs that run in Node directly: the runner sets it up once in each process. */
export const { expect, test, it, describe, beforeAll, afterAll, beforeEach, afterEach } = globalThis;

/** The runner's own take no options, and have nothing that waits. */
const timers = new ModernFakeTimers({ config: { fakeTimers: {} }, global: globalThis });
/** Node's streams and requests, of the same global scope, go by these. */
const LEFT_TO_NODE = ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'];

export const jest = Object.assign(globalThis.jest, {
  useFakeTimers(options) {
    timers.useFakeTimers({ doNotFake: LEFT_TO_NODE, ...options });
    return jest;
  },
  useRealTimers() {
    timers.useRealTimers();
    return jest;
  },
  setSystemTime: (time) => timers.setSystemTime(time),
  advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
  advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
});
