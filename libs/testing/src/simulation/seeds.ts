/** How a run ended. */
export interface Outcome {
  /** Violated expectations, one sentence each; empty if there are none. */
  readonly complaints: readonly string[];
  /** See `World`. */
  readonly trace: readonly string[];
}

export interface FailedSeed {
  readonly seed: number;
  readonly complaints: readonly string[];
}

/** Runs seeds one after another; answers those that failed. A seed whose run throws has failed. */
export const runSeeds = async (
  first: number,
  count: number,
  run: (seed: number) => Promise<Outcome>,
): Promise<readonly FailedSeed[]> => {
  const failed: FailedSeed[] = [];
  for (let seed = first; seed < first + count; seed += 1) {
    try {
      const { complaints } = await run(seed);
      if (complaints.length > 0) failed.push({ seed, complaints });
    } catch (error) {
      failed.push({
        seed,
        complaints: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
      });
    }
  }
  return failed;
};

/** Which seeds failed, with what, and the command that runs each of them again. */
export const reportOf = (failed: readonly FailedSeed[], replay: (seed: number) => string): string =>
  failed
    .flatMap(({ seed, complaints }) => [
      `seed ${seed}: run it again with  ${replay(seed)}`,
      ...complaints.map((line) => `  ${line}`),
    ])
    .join('\n');
