import { createWriteStream, existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import {
  ConfigError,
  DataInUse,
  jsonLogger,
  loadConfig,
  lockDataFolder,
  type Logger,
} from '@flagpost/platform';
import { systemClock, systemIds, systemScheduler } from '@flagpost/platform/system';
import { standaloneConfig, type StandaloneConfig } from './config.js';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo-accounts.js';
import { AddressRefused, startStandalone } from './standalone.js';

/** The log of this run; that of the run before is kept beside it. A log that cannot be written stops nothing. */
const openLog = ({ LOG, DATA_DIR }: StandaloneConfig): { logger: Logger; path: string | null } => {
  if (LOG === 'stderr') {
    return { logger: jsonLogger(systemClock, (line) => process.stderr.write(`${line}\n`)), path: null };
  }
  const path = join(DATA_DIR, 'flagpost.log');
  if (existsSync(path)) renameSync(path, join(DATA_DIR, 'flagpost.previous.log'));
  const file = createWriteStream(path, { flags: 'a' });
  file.on('error', (error) => console.error(`The log ends here: ${error.message}`));
  const write = (line: string): void => {
    if (file.writable && file.writableLength < MOST_LOG_WAITING) file.write(`${line}\n`);
  };
  return { logger: jsonLogger(systemClock, write), path };
};

/** Bytes of log that may wait for a slow disk. */
const MOST_LOG_WAITING = 8 * 1024 * 1024;

const main = async (): Promise<void> => {
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
  });

  console.log(`Flagpost is ready at ${running.url}`);
  if (config.DEMO) {
    console.log(`Demo accounts, all with the password ${DEMO_PASSWORD}:`);
    for (const { email, shownAs } of DEMO_ACCOUNTS) console.log(`  ${email.padEnd(24)} ${shownAs}`);
  }
  if (path !== null) console.log(`The log is in ${path}. Stop with Ctrl+C.`);

  let stopping = false;
  const stop = (): void => {
    if (stopping) process.exit(1);
    stopping = true;
    void running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error('Flagpost could not stop in order.', error);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
};

main().catch((error: unknown) => {
  const foreseen =
    error instanceof ConfigError || error instanceof DataInUse || error instanceof AddressRefused;
  console.error(foreseen ? error.message : error);
  process.exit(1);
});
