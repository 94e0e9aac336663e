import { join } from 'node:path';
import { readRecordedLaps, recomputeRace, type RecomputedRace } from '@flagpost/api';
import { openEventStore } from '@flagpost/event-sourcing/open';
import { sqliteEventStore } from '@flagpost/event-sourcing/sqlite';
import {
  ConfigError,
  jsonLogger,
  loadConfig,
  readCommandLine,
  requireInstallation,
  runTask,
} from '@flagpost/platform';
import { systemClock, systemIds, systemScheduler } from '@flagpost/platform/system';
import { openRecords } from '@flagpost/records/open';
import { standaloneConfig } from './config.js';

const machine = {
  clock: systemClock,
  scheduler: systemScheduler,
  ids: systemIds,
  logger: jsonLogger(systemClock, (line) => process.stderr.write(`${line}\n`)),
};

const lapText = (lap: NonNullable<RecomputedRace['difference']>['recorded']): string =>
  lap === null
    ? 'no lap'
    : `lap ${lap.lap} of epoch ${lap.lapEpoch}, ${lap.lapTimeMs ?? 'no'} ms, crossed at ${new Date(lap.crossedAt).toISOString()}`;

const usage = 'Say which event: npm run recompute EVENT, with its number.';
const {
  names: [event],
} = readCommandLine({ usage, options: {}, names: 1 });

/** Computes the laps of a race again from its journal, beside a running process or without one, and compares them. */
await runTask(async () => {
  const eventId = Number(event);
  if (!Number.isInteger(eventId) || eventId <= 0) throw new ConfigError(usage);
  const config = loadConfig(standaloneConfig, process.env);
  const inFolder = (file: string): string => join(config.DATA_DIR, file);
  const isInFiles = config.EVENT_STORE === 'sqlite' || config.RECORDS === 'sqlite';
  if (isInFiles) requireInstallation(config.DATA_DIR);
  const path = inFolder('events.db');
  const store =
    config.EVENT_STORE === 'sqlite'
      ? sqliteEventStore({ path, clock: systemClock, readOnly: true })
      : await openEventStore(config, { ...machine, path });
  const records = await openRecords(config, { path: inFolder('records.db') });
  try {
    const recorded = await readRecordedLaps(store, eventId);
    const { laps, equal, difference, inputs, isReduced, otherRules } = await recomputeRace(
      records.history,
      eventId,
      recorded,
    );
    if (isReduced) {
      console.log(
        `The history of event ${eventId} is reduced: a former release kept it without its journal.`,
      );
      process.exitCode = 1;
      return;
    }
    if (laps === 0 && inputs === 0) throw new ConfigError(`Event ${eventId} has neither laps nor history.`);
    console.log(`${equal} of ${laps} laps equal, computed from ${inputs} inputs`);
    if (otherRules !== null)
      console.log(`The race was computed by other rules than those of this release: ${otherRules}.`);
    if (difference !== null) {
      console.log(`First difference: competitor ${difference.invitationId}`);
      console.log(`  recorded: ${lapText(difference.recorded)}`);
      console.log(`  computed: ${lapText(difference.computed)}`);
    }
    if (equal !== laps || otherRules !== null) process.exitCode = 1;
  } finally {
    await records.close();
    await store.close();
  }
});
