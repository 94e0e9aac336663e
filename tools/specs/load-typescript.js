import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync } from '@swc/core';

/**
 * Lets Node load the sources as they are, for the specs that run in it directly: TypeScript with decorators is compiled
 * when it is first imported, and `./name.js` is found as `./name.ts`. Errors show lines of the sources.
 */
const swc = JSON.parse(readFileSync(new URL('../../.swcrc', import.meta.url), 'utf8'));
delete swc.$schema;

const GLOBALS = pathToFileURL(`${import.meta.dirname}/jest-globals.js`).href;
const isTypeScript = (url) => /\.tsx?(\?|$)/.test(url);

process.setSourceMapsEnabled(true);
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@jest/globals') return { url: GLOBALS, shortCircuit: true };
    if (/^\.{1,2}\/.*\.js$/.test(specifier) && isTypeScript(context.parentURL ?? '')) {
      const source = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
      for (const url of [source, new URL(`${source}x`)])
        if (existsSync(url)) return { url: url.href, format: 'module', shortCircuit: true };
    }
    return next(specifier, context);
  },
  load(url, context, next) {
    if (!isTypeScript(url)) return next(url, context);
    const filename = fileURLToPath(url);
    const { code } = transformSync(readFileSync(filename, 'utf8'), {
      ...swc,
      filename,
      swcrc: false,
      sourceMaps: 'inline',
    });
    return { format: 'module', source: code, shortCircuit: true };
  },
});
