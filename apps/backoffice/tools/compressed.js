import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const WORTH_IT = /\.(js|css|svg)$/;
/** Above it a build takes seconds longer for a few per cent. */
const BROTLI_QUALITY = 9;

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

/**
 * Puts `name.br` and `name.gz` beside every built text, where they are smaller: the server has them to hand out
 * (`apps/api/src/http/static-client.ts`) and compresses nothing itself.
 *
 * @returns {import('vite').Plugin}
 */
export const compressed = () => ({
  name: 'compressed',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const compress = async (/** @type {string} */ name) => {
      const path = join(dir, name);
      const text = await readFile(path);
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      };
      const forms = [
        ['br', await asBrotli(text, { params })],
        ['gz', await asGzip(text, { level: constants.Z_BEST_COMPRESSION })],
      ];
      for (const [ending, form] of forms)
        if (form.length < text.length) await writeFile(`${path}.${ending}`, form);
    };
    await Promise.all(
      Object.keys(bundle)
        .filter((name) => WORTH_IT.test(name))
        .map(compress),
    );
  },
});
