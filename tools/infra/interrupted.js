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
