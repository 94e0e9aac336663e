import { createHash } from 'node:crypto';
import { DRIVE_CACHES } from '../src/shared/stored-names.ts';

const WORKER = 'drive-worker.js';
/** Scripts of other languages too: a driver may change it without a network. Fonts of other scripts are left out. */
const KEPT = /^assets\/.*\.(js|css)$|inter-latin-wght-normal-[^/]*\.woff2$/;

/**
 * Writes into the service worker which files it keeps, and a digest of them that names its cache.
 *
 * @returns {import('vite').Plugin}
 */
export const driveFiles = () => ({
  name: 'drive-files',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const worker = bundle[WORKER];
      if (worker?.type !== 'chunk') throw new Error(`The build has no ${WORKER}.`);
      for (const { fileName, imports = [] } of Object.values(bundle))
        if (fileName.endsWith('-worker.js') && imports.length > 0)
          throw new Error(`${fileName} is a classic script, and imports ${imports.join(', ')}.`);
      const page = bundle['drive.html'];
      const files = Object.keys(bundle)
        .filter((name) => KEPT.test(name))
        .sort()
        .map((name) => `/${name}`);
      const digest = createHash('sha256').update(files.join('\n'));
      if (page?.type === 'asset') digest.update(page.source);
      const version = digest.digest('hex').slice(0, 16);
      worker.code = worker.code
        .replaceAll('__DRIVE_FILES__', JSON.stringify([...files, '/flagpost.svg']))
        .replaceAll('__DRIVE_CACHES__', JSON.stringify(DRIVE_CACHES))
        .replaceAll('__DRIVE_VERSION__', JSON.stringify(version));
    },
  },
});
