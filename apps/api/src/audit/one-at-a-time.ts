import { mutex } from '@flagpost/platform';

/** Carries out one generator at a time, in the order in which they are begun; one that is given up ends its turn. */
export const oneAtATime = () => {
  const runExclusive = mutex();
  /** Waits for the turn; what it resolves to ends it. */
  const turn = (): Promise<() => void> =>
    new Promise((begin) => {
      void runExclusive(() => new Promise<void>((end) => begin(end)));
    });
  return async function* <Step>(steps: AsyncGenerator<Step, void>): AsyncGenerator<Step, void> {
    const end = await turn();
    try {
      yield* steps;
    } finally {
      end();
    }
  };
};
