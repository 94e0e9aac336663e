import { cpSync, existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Puts what one app needs at run time into an empty folder: every manifest, for `npm ci --omit=dev --workspace <app>`,
 * and the build output of the app and of the rooms that it depends on. An app with the api also serves the client. The
 * images are made from it.
 *
 *     node tools/assemble.js api build/api
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const [app, folder] = process.argv.slice(2);
if (!existsSync(join(root, `apps/${app}/package.json`)) || folder === undefined) {
  console.error('node tools/assemble.js <app> <folder>');
  process.exit(1);
}

const manifests = globSync('{apps,libs}/*/package.json', { cwd: root });
const rooms = new Map(
  manifests.map((path) => {
    const { name, dependencies = {} } = JSON.parse(readFileSync(join(root, path), 'utf8'));
    return [name, { folder: dirname(path), needs: Object.keys(dependencies) }];
  }),
);

/** A room and its production dependencies, transitively. */
const closure = (name, seen = new Set()) => {
  if (!rooms.has(name) || seen.has(name)) return seen;
  seen.add(name);
  for (const needed of rooms.get(name).needs) closure(needed, seen);
  return seen;
};

const copy = (path) => {
  const to = join(folder, path);
  mkdirSync(dirname(to), { recursive: true });
  // Test support of a room is built beside it.
  cpSync(join(root, path), to, { recursive: true, filter: (from) => !from.endsWith('/dist/testing') });
};

['package.json', 'package-lock.json', '.npmrc', ...manifests].forEach(copy);
const needed = closure(`@flagpost/${app}`);
if (needed.has('@flagpost/api')) needed.add('@flagpost/backoffice');
for (const name of needed) {
  const built = join(rooms.get(name).folder, 'dist');
  if (!existsSync(join(root, built))) throw new Error(`${built} is missing: npm run build makes it.`);
  copy(built);
}
