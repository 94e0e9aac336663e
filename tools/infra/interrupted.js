import { createServer } from 'node:net';

/**
 * Calls back when the program is asked to end (SIGINT, SIGTERM), once. The listeners stay: a library that sees none but
 * its own (signal-exit does) ends the program at once.
 */
export const onInterrupted = (callback) => {
  let called = false;
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => {
      if (called) return;
      called = true;
      callback();
    });
};

/** Resolves when the program is asked to end, and keeps it alive until then. */
export const untilInterrupted = () =>
  new Promise((resolve) => {
    // Something to wait for.
    const standing = createServer().listen(0, '127.0.0.1');
    onInterrupted(() => standing.close(resolve));
  });
