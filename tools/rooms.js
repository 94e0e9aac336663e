import { readdirSync, readFileSync } from 'node:fs';

/**
 * The rooms of the house as their package.json files state them, and which arrows between them are allowed. The Nx tags
 * say what a room is; this table says what such a room may lean on. Lint reads it, nothing else repeats it.
 *
 * @typedef {{ name: string, folder: string, type: string, scope: string, declared: string[] }} Room
 */

/** What a room of each type may import of ours. */
const MAY_IMPORT = {
  pure: ['pure'],
  infra: ['infra'],
  ui: ['pure', 'ui'],
  testing: ['pure', 'infra'],
  app: ['pure', 'infra', 'ui'],
  root: ['pure', 'infra', 'app'],
};

/** Which scopes can be seen from each. */
const MAY_SEE = { shared: ['shared'], server: ['server', 'shared'], web: ['web', 'shared'] };

/** What must not come from npm or Node into a room of this type or scope. */
export const BANNED_EXTERNALS = {
  pure: [
    '@nestjs/*',
    'mongoose',
    'kafkajs',
    'socket.io',
    'socket.io-client',
    '@eventstore/*',
    'react',
    'react-dom',
    'redux',
    '@reduxjs/*',
    'node:*',
  ],
  web: ['@nestjs/*', 'mongoose', 'kafkajs', 'socket.io', '@eventstore/*', 'node:*'],
};

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const tag = (pkg, kind) => pkg.nx.tags.find((each) => each.startsWith(`${kind}:`)).slice(kind.length + 1);

/** @returns {Room[]} */
export const rooms = () =>
  ['libs', 'apps'].flatMap((group) =>
    readdirSync(new URL(`../${group}`, import.meta.url)).map((folder) => {
      const pkg = read(`../${group}/${folder}/package.json`);
      return {
        name: pkg.name,
        folder: `${group}/${folder}`,
        type: tag(pkg, 'type'),
        scope: tag(pkg, 'scope'),
        declared: Object.keys({ ...pkg.dependencies, ...pkg.devDependencies }).filter((each) =>
          each.startsWith('@flagpost/'),
        ),
      };
    }),
  );

/** Whether a room may lean on another one at all. @param {Room} from @param {Room} to */
export const arrowAllowed = (from, to) =>
  (MAY_IMPORT[from.type]?.includes(to.type) ?? false) && (MAY_SEE[from.scope]?.includes(to.scope) ?? false);
