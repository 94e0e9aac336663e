import { existsSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformFileSync } from '@swc/core';
import { SWC } from './swc.js';
import { keepWorkerData } from './worker-data.js';

/**
 * Lets Node load the sources as they are, for the specs that run in it directly: TypeScript with decorators is compiled
 * when it is first imported, and `./name.js` is found as `./name.ts`. Errors show lines of the sources.
 */
const GLOBALS = new URL('jest-globals.js', import.meta.url).href;
const isTypeScript = (url) => /\.tsx?(\?|$)/.test(url);

if (process.env.TINYPOOL_WORKER_ID !== undefined) keepWorkerData(process);
process.setSourceMapsEnabled(true);
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@jest/globals') return { url: GLOBALS, shortCircuit: true };
    if (/^\.{1,2}\/.*\.js$/.test(specifier) && isTypeScript(context.parentURL ?? '')) {
      const source = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
      for (const url of [source, new URL(`${source}x`)])
        if (existsSync(url)) return { url: url.href, format: 'module', shortCircuit: true };
    }
    try {
      return next(specifier, context);
    } catch (error) {
      if (error.code !== 'ERR_UNSUPPORTED_DIR_IMPORT') throw error;
      return next(pathToFileURL(createRequire(context.parentURL).resolve(specifier)).href, context);
    }
  },
  load(url, context, next) {
    if (url.endsWith('.css')) return { format: 'module', source: '', shortCircuit: true };
    if (!isTypeScript(url)) return next(url, context);
    const { code } = transformFileSync(fileURLToPath(url), { ...SWC, swcrc: false });
    return { format: 'module', source: code, shortCircuit: true };
  },
});
