/** The command that runs a seed again with a trace. */
export const replayCommand = (seed: number): string => `npm run faults -- --seed ${seed} --trace`;
