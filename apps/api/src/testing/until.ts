const PATIENCE_MS = 4_000;
const STEP_MS = 5;

/** Looks again until something is there; what happens in the background gets its turns. @throws after four seconds */
export const until = async <T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> => {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error('It did not happen.');
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
};
