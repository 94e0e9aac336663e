import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformFileSync } from '@swc/core';

const BENCH = fileURLToPath(new URL('../', import.meta.url));
/** In the checkout, so that packages are found from there. */
const OUT = fileURLToPath(new URL('../../node_modules/.cache/bench/', import.meta.url));
/** The folders of the programs under test and of their imports. */
const FOLDERS = ['frame', 'load'];

/** As in `.swcrc`, with relative imports rewritten; a constant of its own, as the types lack the second option. */
const JSC = { target: 'es2023', rewriteRelativeImportExtensions: true } as const;

/** Whole at once: benches may run side by side. */
const write = (path: string, text: string): void => {
  const partial = `${path}.${process.pid}`;
  writeFileSync(partial, text);
  renameSync(partial, path);
};

/**
 * A module of the benches as JavaScript, as programs run in production: Node's type stripping takes 17 MB, which
 * the program itself does not use.
 */
export const compiled = (module: URL): string => {
  for (const folder of FOLDERS) {
    mkdirSync(join(OUT, folder), { recursive: true });
    for (const file of readdirSync(join(BENCH, folder)).filter((name) => name.endsWith('.ts'))) {
      const { code } = transformFileSync(join(BENCH, folder, file), {
        sourceMaps: false,
        jsc: JSC,
      });
      write(join(OUT, folder, file.replace(/\.ts$/, '.js')), code);
    }
  }
  write(join(OUT, 'package.json'), JSON.stringify({ type: 'module' }));
  return join(OUT, fileURLToPath(module).slice(BENCH.length).replace(/\.ts$/, '.js'));
};
