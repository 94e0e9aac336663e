import { jsonLogger, loadConfig, reportSetBack, runProgram } from '@flagpost/platform';
import { systemClock, systemIds, systemScheduler } from '@flagpost/platform/system';
import { ingestConfig } from './config.js';
import { startProgram } from './program.js';
import { allocateYoung } from './young-allocation.js';

allocateYoung(true);
await runProgram(async () => {
  const logger = jsonLogger(systemClock, (line) => process.stderr.write(`${line}\n`));
  reportSetBack(systemClock, logger);
  const program = await startProgram({
    config: loadConfig(ingestConfig, process.env),
    clock: systemClock,
    scheduler: systemScheduler,
    ids: systemIds,
    logger,
  });
  console.log(`telemetry-ingest is ready at ${program.url}`);
  if (program.metricsUrl !== null) console.log(`Metrics are at ${program.metricsUrl}`);
  return program;
});
