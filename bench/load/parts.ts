import type { Profiler } from 'node:inspector';

/**
 * The parts of the server that a profile is divided into.
 *
 * - `http`: Node's own reading and parsing of requests, before a handler of ours runs;
 * - `door`: the handlers of devices, from the request to its answer, without storing;
 * - `commit`: SQLite's transactions as they are committed, the wait for the disk included, and requests on their way to the
 *   threads that commit them;
 * - `topic`: rows of the topics written, read and delivered;
 * - `engine`: the race engine and the pipeline around it;
 * - `history`: blocks and saved states coded and stored;
 * - `frames`: frames made, packed and written to viewers;
 * - `views`: commands, the event log and what is read of it, all other calls;
 * - `garbage`: V8's collector, as far as it stops the thread;
 * - `native`: Node outside of JavaScript, such as reading sockets and compiling;
 * - `rest`: what no other part has.
 */
export const PARTS = [
  'http',
  'door',
  'commit',
  'topic',
  'engine',
  'history',
  'frames',
  'views',
  'garbage',
  'native',
  'rest',
] as const;

export type Part = (typeof PARTS)[number];

/**
 * Rooms, and folders and files within them, with the part that they belong to; the longest name that fits counts.
 * `caller` stands for shared code: its time belongs to whoever calls it.
 */
export const PART_OF: Readonly<Record<string, Part | 'caller'>> = {
  'apps/api': 'views',
  'apps/api/src/live': 'frames',
  'apps/backoffice': 'rest',
  'apps/simulator': 'rest',
  'apps/standalone': 'rest',
  'apps/telemetry-ingest': 'door',
  'apps/telemetry-ingest/src/pipeline': 'engine',
  'apps/telemetry-ingest/src/pipeline/history': 'history',
  'apps/telemetry-ingest/src/pipeline/history-buffer': 'history',
  'apps/telemetry-ingest/src/pipeline/saved-state': 'history',
  'libs/contracts': 'caller',
  'libs/domain': 'views',
  'libs/event-sourcing': 'views',
  'libs/file-formats': 'views',
  'libs/map-layers': 'rest',
  'libs/messaging': 'topic',
  'libs/observability': 'caller',
  'libs/platform': 'caller',
  'libs/race-testing': 'rest',
  'libs/read-models': 'views',
  'libs/records': 'views',
  'libs/records/src/sqlite/device-tokens': 'door',
  'libs/records/src/sqlite/ingest-stores': 'history',
  'libs/spreadsheets': 'views',
  'libs/storage': 'commit',
  'libs/telemetry': 'engine',
  'libs/telemetry/src/codecs': 'history',
  'libs/telemetry/src/codecs/frame': 'frames',
  'libs/telemetry/src/engine/frames': 'frames',
  'libs/telemetry/src/engine/serialize': 'history',
  'libs/testing': 'rest',
  'libs/track-files': 'views',
  'libs/track-geometry': 'views',
};

/** Files that run COMMIT: what their statements without a result (`exec` of node:sqlite) take is `commit`. */
export const COMMITTING: readonly string[] = [
  'libs/messaging/src/sqlite/schema',
  'libs/read-models/src/sqlite/database',
  'libs/read-models/src/sqlite/writer',
  'libs/storage/src/connection',
];

/** Beginnings of addresses of code that is not ours, for time that none of our functions called for. */
const OUTSIDE: readonly (readonly [RegExp, Part])[] = [
  [/\/node_modules\/(ws|engine\.io|socket\.io)/, 'frames'],
  [/^node:(_http|http|net|internal\/http|internal\/net|internal\/stream)/, 'http'],
  [/\/node_modules\/(@nestjs|express|nodemailer|router)/, 'views'],
];

const NAMES = Object.keys(PART_OF).toSorted((a, b) => b.length - a.length);

/** The file of a room, as in its sources and without its ending; null of an address that is not of a room. */
const sourceOf = (url: string): string | null => {
  const [, room, path] = /\/((?:apps|libs)\/[a-z-]+)\/(?:dist|src)\/(.+)\.[jt]s$/.exec(url) ?? [];
  return room === undefined || path === undefined ? null : `${room}/src/${path}`;
};

/** @throws {RangeError} if no part names the room of this file. */
export const partOf = (source: string): Part | 'caller' => {
  const name = NAMES.find((each) => source === each || source.startsWith(`${each}/`));
  const part = name === undefined ? undefined : PART_OF[name];
  if (part === undefined) throw new RangeError(`No part names the room of ${source}.`);
  return part;
};

type Node = Profiler.ProfileNode;

/** Names that V8 gives to time outside of functions. */
const BY_NAME: ReadonlyMap<string, Part | 'idle'> = new Map([
  ['(idle)', 'idle'],
  ['(garbage collector)', 'garbage'],
  ['(program)', 'native'],
]);

const isCommit = ({ callFrame: { functionName, url } }: Node, callerSource: string | null): boolean =>
  functionName === 'exec' && url === '' && callerSource !== null && COMMITTING.includes(callerSource);

/** The part of each function in a call tree, by the id of its node; none for those without a part of their own or of a caller. */
const partsOfNodes = (nodes: readonly Node[]): ReadonlyMap<number, Part | 'idle'> => {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parts = new Map<number, Part | 'idle'>();
  const visit = (node: Node, callerSource: string | null, callers: Part | 'idle' | undefined): void => {
    const { functionName, url } = node.callFrame;
    const source = sourceOf(url);
    const own = source === null ? 'caller' : partOf(source);
    const part =
      BY_NAME.get(functionName) ??
      (isCommit(node, callerSource) ? 'commit' : undefined) ??
      (own === 'caller' ? callers : own) ??
      OUTSIDE.find(([address]) => address.test(url))?.[1];
    if (part !== undefined) parts.set(node.id, part);
    for (const child of node.children ?? []) {
      const called = byId.get(child);
      if (called !== undefined) visit(called, source, part);
    }
  };
  const [root] = nodes;
  if (root !== undefined) visit(root, null, undefined);
  return parts;
};

/** Of one thread, ms. */
export type TimeByPart = Record<Part | 'idle', number>;

/**
 * How long the thread of a profile was in each part. The time of a function that is not of a part, such as one of Node,
 * belongs to the part that called it. What waits inside a call, as a commit does for the disk, is time of that call.
 */
export const timeByPart = ({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): TimeByPart => {
  const parts = partsOfNodes(nodes);
  const spent = Object.fromEntries([...PARTS, 'idle'].map((part) => [part, 0])) as TimeByPart;
  samples.forEach((id, index) => {
    // A sample lasts until the next one; how long the last one does is unknown.
    spent[parts.get(id) ?? 'rest'] += (timeDeltas[index + 1] ?? 0) / 1_000;
  });
  return spent;
};
