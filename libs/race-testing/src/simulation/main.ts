/** Runs seeds of the simulation: `npm run faults -- --seed 1 --seeds 5000`; with `--trace` prints what happened. */
import { seedsProgram } from '@flagpost/testing/simulation';
import { replayCommand } from './replay.js';
import { runRace } from './simulated-race.js';

await seedsProgram(runRace, replayCommand);
