import { keepsFiles } from '@flagpost/api';
import { ConfigError, loadConfig, readCommandLine, runTask } from '@flagpost/platform';
import { restore } from './backup/restore.js';
import { standaloneConfig } from './config.js';

const usage = 'Name the folder of the backup: npm run restore -- /backups/2026-11-24';
const {
  names: [backup],
} = readCommandLine({ usage, options: {}, names: 1 });

/** Puts the backup in the folder that the first argument names into DATA_DIR, in which nothing may be kept. */
await runTask(async () => {
  const config = loadConfig(standaloneConfig, process.env);
  if (!keepsFiles(config))
    throw new ConfigError(
      'npm run restore writes files: servers are restored by their own tools, see docs/operations.md.',
    );
  if (backup === undefined) throw new ConfigError(usage);
  const { madeAt } = await restore({ backup, dataDir: config.DATA_DIR }, (line) => console.log(line));
  console.log(
    `Restored into ${config.DATA_DIR} as of ${madeAt}; the SHA-256 of each file is that of the backup. Put secrets.json beside them before the start, or other secrets are made.`,
  );
});
