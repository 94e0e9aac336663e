import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Sources whose output `assemble.js` leaves out of every image, and those that are not compiled. */
const NOT_IN_IMAGES = [
  /\.spec\.tsx?$/,
  /^(apps|libs)\/[^/]+\/src\/testing\//,
  /^libs\/(race-)?testing\//,
  /^apps\/backoffice\//,
];

describe('what an image is made of', () => {
  it('holds no test', () => {
    const sources = globSync('{apps,libs}/*/src/**/*.{ts,tsx}', { cwd: ROOT }).filter(
      (path) => !NOT_IN_IMAGES.some((pattern) => pattern.test(path)),
    );
    expect(sources.length).toBeGreaterThan(500);
    const tests = sources.filter((path) =>
      /from '(@jest\/globals|@flagpost\/(race-)?testing\/)/.test(readFileSync(join(ROOT, path), 'utf8')),
    );
    expect(tests).toEqual([]);
  });
});
