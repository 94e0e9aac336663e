const LOOK_EVERY_MS = 100;
/** For what takes a server some work to answer. */
export const SELDOM_MS = 2_000;

/** Looks again until something is there. A look that fails, as a call to a server that is away, is a look in vain. */
export const until = async <T>(
  what: string,
  look: () => T | undefined | Promise<T | undefined>,
  patienceMs = 30_000,
  everyMs = LOOK_EVERY_MS,
): Promise<T> => {
  const end = Date.now() + patienceMs;
  let last: unknown;
  for (;;) {
    try {
      const found = await look();
      if (found !== undefined) return found;
    } catch (error) {
      last = error;
    }
    if (Date.now() > end) throw new Error(`Waited in vain for ${what}.`, { cause: last });
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
};
