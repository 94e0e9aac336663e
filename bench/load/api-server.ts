import { loadConfig, lockDataFolder } from '@flagpost/platform';
import { systemIds } from '@flagpost/platform/system';
import { standaloneConfig, startStandalone } from '@flagpost/standalone';
import { serve } from '../frame/serve.ts';
import { machine } from './pipeline.ts';

/**
 * The standalone as `npm start` has it, without its demo race, on a free port. Word: the folder. The mails to those who are
 * entered before a measurement are sent as fast as is allowed, so that none is left when it begins.
 */
const [folder = ''] = process.argv.slice(2);

const running = await startStandalone({
  ...machine,
  ids: systemIds,
  config: loadConfig(standaloneConfig, {
    DATA_DIR: folder,
    DEMO: '1',
    PORT: '0',
    TILE_URL: 'none',
    MAILS_PER_MINUTE: '6000',
  }),
  folder: lockDataFolder(folder),
  driveDemo: () => ({ stop: async () => undefined }),
});
serve(running.url, () => running.stop());
