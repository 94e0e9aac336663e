/** The steps of a process that reach beyond it. At one of them it is killed: before its effect, or after it. */
export const mortal = (killAt: number) => {
  const never = new Promise<never>(() => undefined);
  let steps = 0;
  let isDead = false;
  let tell = (): void => undefined;
  const death = new Promise<void>((resolve) => (tell = resolve));
  const dies = (): boolean => {
    if (isDead) return true;
    steps += 1;
    isDead = steps === killAt;
    if (isDead) tell();
    return isDead;
  };
  return {
    isDead: () => isDead,
    /** Resolves when it is killed. */
    death,
    step: async <T>(effect: () => Promise<T>): Promise<T> => {
      if (dies()) return never;
      const result = await effect();
      return dies() ? never : result;
    },
  };
};
