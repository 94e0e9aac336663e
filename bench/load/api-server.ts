import { loadConfig, lockDataFolder } from '@flagpost/platform';
import { systemIds } from '@flagpost/platform/system';
import { standaloneConfig, startStandalone } from '@flagpost/standalone';
import { serve } from '../frame/serve.ts';
import { machine } from './pipeline.ts';

/**
 * The standalone as `npm start` has it, without its demo race, on a free port. Words: the folder, and further settings, each
 * 'NAME=value'. The mails to those who are
 * entered before a measurement are sent as fast as is allowed, so that none is left when it begins.
 */
const [folder = '', ...settings] = process.argv.slice(2);

const running = await startStandalone({
  ...machine,
  ids: systemIds,
  config: loadConfig(standaloneConfig, {
    DATA_DIR: folder,
    DEMO: '1',
    DEMO_RACE: '0',
    PORT: '0',
    TILE_URL: 'none',
    MAILS_PER_MINUTE: '6000',
    ...Object.fromEntries(
      settings.map((setting): [string, string] => {
        const [name = '', ...value] = setting.split('=');
        return [name, value.join('=')];
      }),
    ),
  }),
  folder: lockDataFolder(folder),
});
serve(running.url, () => running.stop());
