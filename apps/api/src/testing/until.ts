const STEP_MS = 5;

/** Looks again until something is there; what happens in the background gets its turns. @throws when patience ends */
export const until = async <T>(
  look: () => T | undefined | Promise<T | undefined>,
  patienceMs = 4_000,
): Promise<T> => {
  const end = Date.now() + patienceMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error('It did not happen.');
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
};
