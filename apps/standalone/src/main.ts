import { join } from 'node:path';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '@flagpost/api';
import {
  jsonLogger,
  loadConfig,
  lockDataFolder,
  openLogFile,
  reportSetBack,
  runProgram,
  type Logger,
} from '@flagpost/platform';
import { systemClock, systemIds, systemScheduler } from '@flagpost/platform/system';
import { standaloneConfig, withOutbox, type StandaloneConfig } from './config.js';
import { startStandalone } from './standalone.js';

/** The log of this run; that of the run before is kept beside it. A log that cannot be written stops nothing. */
const openLog = ({ LOG, DATA_DIR }: StandaloneConfig): { logger: Logger; path: string | null } => {
  if (LOG === 'stderr') {
    return { logger: jsonLogger(systemClock, (line) => process.stderr.write(`${line}\n`)), path: null };
  }
  const path = join(DATA_DIR, 'flagpost.log');
  const toText = (write: (line: string) => void): Logger => jsonLogger(systemClock, write);
  const file = openLogFile({ path, former: join(DATA_DIR, 'flagpost.previous.log') }, (lines, reason) => {
    let text = '';
    toText((line) => (text = line)).warn('lines of this log could not be written', { lines, reason });
    return text;
  });
  return { logger: toText((line) => file.write(line)), path };
};

await runProgram(async () => {
  const config = loadConfig(standaloneConfig, process.env);
  const folder = lockDataFolder(config.DATA_DIR);
  const { logger, path } = openLog(config);
  reportSetBack(systemClock, logger);
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
