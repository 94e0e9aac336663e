/** Runs seeds of hostile requests: `npm run fuzz -- --seed 1 --seeds 500`; with `--trace` prints the requests. */
import { seedsProgram } from '@flagpost/testing/simulation';
import { replayCommand, runFuzz } from './fuzz.js';

await seedsProgram(runFuzz, replayCommand);
