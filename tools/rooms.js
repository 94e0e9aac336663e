import { readdirSync, readFileSync } from 'node:fs';

/**
 * The rooms as their package.json files define them, and the allowed dependencies between them. The Nx tags define the
 * kind of a room; this table defines the allowed dependencies of each kind. Lint reads it, nothing else repeats it.
 *
 * @typedef {{ name: string, folder: string, type: string, scope: string, declared: string[] }} Room
 */

/** The folders of `tsconfig.web.json`; all others are of `tsconfig.json`. */
export const WEB_FOLDERS = ['libs/map-layers', 'apps/backoffice', 'bench/load/page', 'bench/load/editor'];

/** The types of rooms that a room of each type may import. */
const MAY_IMPORT = {
  pure: ['pure'],
  infra: ['infra'],
  ui: ['pure', 'ui'],
  testing: ['pure', 'infra'],
  harness: ['pure', 'infra', 'app', 'testing'],
  app: ['pure', 'infra', 'ui'],
  root: ['pure', 'infra', 'app'],
};

/** Which scopes can be seen from each. */
const MAY_SEE = { shared: ['shared'], server: ['server', 'shared'], web: ['web', 'shared'] };

/**
 * The folders of `apps/api/src`, lowest first, and the others each may import. Contexts import folders below them and
 * never each other: code that two of them need is a view, a part of a command, or a message on the CommandBus.
 */
const BELOW = ['http', 'countries', 'mail', 'instances', 'views', 'access', 'dispatch', 'command-parts'];
const API_FOLDERS = {
  http: [],
  countries: [],
  mail: [],
  instances: [],
  views: ['countries', 'http'],
  access: ['http', 'views'],
  dispatch: ['http', 'instances'],
  'command-parts': ['dispatch', 'views'],
  instrumentation: ['http'],
  identity: BELOW,
  institutions: BELOW,
  licences: BELOW,
  events: BELOW,
  venues: BELOW,
  competitors: BELOW,
  'race-control': BELOW,
  live: BELOW,
  history: BELOW,
  audit: BELOW,
  health: BELOW,
  'client-reports': BELOW,
  push: BELOW,
  // Part of the composition: it adds its accounts to an api that runs.
  demo: [...BELOW, 'identity', 'app.js'],
};
/** Files of `apps/api/src` itself that its folders may import; the others put the api together. */
const API_BASE = ['dependencies.js', 'config.js', 'stored-names.js', 'upcast.js', 'commands.js'];

/** @returns {{ folder: string, mayImport: string[] }[]} @throws {Error} if a folder of the api is not in the table */
export const apiFolders = () =>
  readdirSync(new URL('../apps/api/src', import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
    .map(({ name }) => {
      const below = API_FOLDERS[name];
      if (below === undefined)
        throw new Error(`apps/api/src/${name} is not in API_FOLDERS (tools/rooms.js).`);
      return { folder: name, mayImport: [...API_BASE, name, ...below] };
    });

/** Packages and Node modules that a room of this type or scope must not import. */
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

/** Types of rooms that specs may import if their room declares them. */
export const FOR_SPECS = ['testing', 'harness'];

/** Whether a room may lean on another one at all. @param {Room} from @param {Room} to */
export const arrowAllowed = (from, to) =>
  (MAY_IMPORT[from.type]?.includes(to.type) ?? false) && (MAY_SEE[from.scope]?.includes(to.scope) ?? false);
