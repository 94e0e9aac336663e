import { createWriteStream, existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, DataInUse, jsonLogger, loadConfig, type Logger } from '@flagpost/platform';
import { systemClock, systemIds, systemScheduler } from '@flagpost/platform/system';
import { standaloneConfig, type StandaloneConfig } from './config.js';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo-accounts.js';
import { PortInUse, startStandalone } from './standalone.js';

/** The log of this run; that of the run before is kept beside it. */
const openLog = ({ LOG, DATA_DIR }: StandaloneConfig): { logger: Logger; path: string | null } => {
  if (LOG === 'stderr') {
    return { logger: jsonLogger(systemClock, (line) => process.stderr.write(`${line}\n`)), path: null };
  }
  const path = join(DATA_DIR, 'flagpost.log');
  mkdirSync(DATA_DIR, { recursive: true });
  if (existsSync(path)) renameSync(path, join(DATA_DIR, 'flagpost.previous.log'));
  const file = createWriteStream(path, { flags: 'a' });
  return { logger: jsonLogger(systemClock, (line) => file.write(`${line}\n`)), path };
};

const main = async (): Promise<void> => {
  const config = loadConfig(standaloneConfig, process.env);
  const { logger, path } = openLog(config);
  const running = await startStandalone({
    config,
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
  const foreseen = error instanceof ConfigError || error instanceof DataInUse || error instanceof PortInUse;
  console.error(foreseen ? error.message : error);
  process.exit(1);
});
