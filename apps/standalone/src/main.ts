import { createWriteStream, existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '@flagpost/api';
import { jsonLogger, loadConfig, lockDataFolder, runProgram, type Logger } from '@flagpost/platform';
import { systemClock, systemIds, systemScheduler } from '@flagpost/platform/system';
import { standaloneConfig, withOutbox, type StandaloneConfig } from './config.js';
import { startStandalone } from './standalone.js';

/** The log of this run; that of the run before is kept beside it. A log that cannot be written stops nothing. */
const openLog = ({ LOG, DATA_DIR }: StandaloneConfig): { logger: Logger; path: string | null } => {
  if (LOG === 'stderr') {
    return { logger: jsonLogger(systemClock, (line) => process.stderr.write(`${line}\n`)), path: null };
  }
  const path = join(DATA_DIR, 'flagpost.log');
  if (existsSync(path)) renameSync(path, join(DATA_DIR, 'flagpost.previous.log'));
  const file = createWriteStream(path, { flags: 'a' });
  file.on('error', (error) =>
    console.error(`The log file cannot be written, logging stops: ${error.message}`),
  );
  const write = (line: string): void => {
    if (file.writable && file.writableLength < MOST_LOG_WAITING) file.write(`${line}\n`);
  };
  return { logger: jsonLogger(systemClock, write), path };
};

/** Bytes of log that may wait for a slow disk. */
const MOST_LOG_WAITING = 8 * 1024 * 1024;

await runProgram(async () => {
  const config = loadConfig(standaloneConfig, process.env);
  const folder = lockDataFolder(config.DATA_DIR);
  const { logger, path } = openLog(config);
  const running = await startStandalone({
    config,
    folder,
    logger,
    clock: systemClock,
    scheduler: systemScheduler,
    ids: systemIds,
    print: (sentence) => console.error(sentence),
  });

  if (folder.notice !== null) console.log(folder.notice);
  console.log(`Flagpost is ready at ${running.url}`);
  if (config.DEMO) {
    console.log(`Demo accounts, all with the password ${DEMO_PASSWORD}:`);
    for (const { email, shownAs } of DEMO_ACCOUNTS) console.log(`  ${email.padEnd(24)} ${shownAs}`);
  }
  if (running.exposure !== null) console.log(running.exposure);
  if (running.metricsUrl !== null) console.log(`Metrics are at ${running.metricsUrl}`);
  if (config.SMTP_URL === undefined) console.log(`Mail is written to ${withOutbox(config).OUTBOX_DIR}`);
  if (path !== null) console.log(`The log is in ${path}. Stop with Ctrl+C.`);
  return running;
});
