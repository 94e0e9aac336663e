/** How to run a seed again, and see all that happened in it. */
export const replayCommand = (seed: number): string => `npm run faults -- --seed ${seed} --trace`;
