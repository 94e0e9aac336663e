import { keepsFiles } from '@flagpost/api';
import { ConfigError, loadConfig, readCommandLine, runTask } from '@flagpost/platform';
import { systemClock } from '@flagpost/platform/system';
import { backUp } from './backup/backup.js';
import { standaloneConfig } from './config.js';

const usage = 'Name the folder of the backup: npm run backup -- /backups/2026-11-24';
const {
  names: [target],
} = readCommandLine({ usage, options: {}, names: 1 });

/** Backs the installation in DATA_DIR up into the folder that the first argument names. It may be running. */
await runTask(async () => {
  const config = loadConfig(standaloneConfig, process.env);
  if (!keepsFiles(config))
    throw new ConfigError(
      'npm run backup copies files: servers are backed up by their own tools, see docs/operations.md.',
    );
  if (target === undefined) throw new ConfigError(usage);
  const say = (line: string): void => console.log(line);
  const { madeAt, files } = await backUp({ dataDir: config.DATA_DIR, target, clock: systemClock }, say);
  for (const { name, bytes, sha256 } of files)
    console.log(`${name.padEnd(12)} ${String(bytes).padStart(14)}  ${sha256}`);
  console.log(
    `Backed up in ${target}: everything acknowledged before ${madeAt} is in it, secrets.json is not.`,
  );
});
