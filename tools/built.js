import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Directories with sources of the build, and single files that change its output. */
const GROUPS = ['apps', 'libs'];
const SHARED_FILES = ['.swcrc', 'nx.json', 'package-lock.json'];
const OUTPUT = 'dist';
const NOT_SOURCES = [OUTPUT, 'node_modules'];

const filesUnder = (directory) =>
  readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    if (NOT_SOURCES.includes(entry.name)) return [];
    const path = join(directory, entry.name);
    return entry.isDirectory() ? filesUnder(path) : [path];
  });

/**
 * Identifies the sources in `root` by path, size and time of last change: equal as long as nothing of them changed.
 *
 * @param {string} root of the workspace
 * @returns {string} hexadecimal digest
 */
export const sourcesOf = (root) => {
  const files = GROUPS.flatMap((group) => filesUnder(join(root, group)));
  const hash = createHash('sha256');
  for (const file of [...SHARED_FILES.map((name) => join(root, name)), ...files].sort()) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
};

const recordIn = (root) => join(root, '.nx', 'built');

const roomsThatBuild = (root) =>
  GROUPS.flatMap((group) => readdirSync(join(root, group)).map((name) => join(root, group, name))).filter(
    (room) => JSON.parse(readFileSync(join(room, 'package.json'), 'utf8')).scripts?.build,
  );

/** Whether every room that builds has its output, and the last build was made from `sources`. */
export const isBuilt = (root, sources) =>
  existsSync(recordIn(root)) &&
  readFileSync(recordIn(root), 'utf8') === sources &&
  roomsThatBuild(root).every((room) => existsSync(join(room, OUTPUT)));

/** Records after a build without failures that it was made from `sources`. */
export const recordBuilt = (root, sources) => {
  mkdirSync(join(root, '.nx'), { recursive: true });
  writeFileSync(recordIn(root), sources);
};
