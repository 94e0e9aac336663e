import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import { sqliteRecords } from '@flagpost/records/sqlite';
import type { As } from '../harness.js';
import { SAMPLE_REQUESTS, type SampleRequest } from '../sample-requests.js';
import { startScene, type Holder, type Scene } from '../scene.js';
import { openWire, type Heard, type Wire } from '../wire.js';
import { operationsOf, type Operation } from './operations.js';

/** Somebody signed in, with an account. */
export interface Somebody {
  readonly name: string;
  readonly about: Holder;
  readonly bearer: string;
}

/** One request as it goes over the wire. */
export interface Shot {
  readonly method: string;
  /** With /api. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** A race with its records in a file, so that they can be read from outside. */
export interface Stage {
  readonly scene: Scene;
  readonly wire: Wire;
  readonly operations: readonly Operation[];
  readonly people: readonly Somebody[];
  sample(operation: Operation, somebody: Somebody): Promise<SampleRequest>;
  /** Sends it, and reports faults of the answer or of the stored data; empty if there are none. */
  fire(shot: Shot): Promise<{ readonly heard: Heard; readonly complaints: readonly string[] }>;
  stop(): Promise<void>;
}

/** Counters, keys, and values created on first use: a refused request may change them. */
const COUNTERS = ['sequence', 'request_key', 'checkpoint', 'lease', 'secret'];
/** Of these, rows stored by answers: not the remaining tries, nor the first password, which comes after its answer. */
const MEANT: Readonly<Record<string, string>> = {
  one_time_secret: 'SELECT subject, hash, expires_at FROM one_time_secret',
  password: 'SELECT * FROM password WHERE temporary = 0',
};
/** Reactions follow their events by less than this. */
const QUIET_MS = 20;
const ANSWER_KEYS = new Set(['statusCode', 'message', 'fields', 'code']);

/** A text, or the list that an import is refused with. */
const isMessage = (message: unknown): boolean =>
  Array.isArray(message)
    ? message.length > 0 && message.every((fault: { error?: unknown }) => isMessage(fault.error))
    : typeof message === 'string' && message !== '';

const complaintsOf = ({ status, type, text }: Heard): string[] => {
  const found: string[] = [];
  if (status >= 500) found.push(`answered ${status}`);
  if (/\n\s+at |node_modules|\/src\/|SQLITE|ZodError/.test(text))
    found.push(`tells of its inside: ${text.slice(0, 200)}`);
  // Node itself refuses headers that are too long, in no form of ours.
  if (status < 400 || status === 431) return found;
  if (!type.startsWith('application/json')) return [...found, `refused as ${type}`];
  const answer = JSON.parse(text) as Readonly<Record<string, unknown>>;
  if (answer['statusCode'] !== status || !isMessage(answer['message']))
    found.push(`refused with ${text.slice(0, 200)}`);
  const strange = Object.keys(answer).filter((key) => !ANSWER_KEYS.has(key));
  if (strange.length > 0) found.push(`refused with ${strange.join()}`);
  if (text.length > 20_000) found.push(`refused with ${text.length} characters`);
  return found;
};

export const openStage = async (): Promise<Stage> => {
  const folder = mkdtempSync(join(tmpdir(), 'flagpost-hostile-'));
  const file = join(folder, 'records.db');
  const scene = await startScene({ records: sqliteRecords({ path: file }) });
  const { harness, race } = scene;
  const wire = openWire(harness);
  const outside = new DatabaseSync(file, { readOnly: true });
  const tables = outside
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !COUNTERS.includes(name));
  const reads = tables.map((name) => outside.prepare(MEANT[name] ?? `SELECT * FROM ${name}`));
  const version = outside.prepare('PRAGMA data_version');
  let known = { version: -1, rows: '' };
  const rows = (): string => {
    const now = Number(version.get()?.data_version);
    if (now !== known.version)
      known = { version: now, rows: JSON.stringify(reads.map((read) => read.all())) };
    return known.rows;
  };
  const stored = async (): Promise<string> => `${await harness.dependencies.store.head()} ${rows()}`;

  /** After reactions to accepted requests have stored theirs. */
  const atRest = async (): Promise<string> => {
    for (let before = await stored(); ;) {
      await pause(QUIET_MS);
      const after = await stored();
      if (after === before) return after;
      before = after;
    }
  };

  const somebody = async (name: string, as: Pick<As, 'roles' | 'clubId'>): Promise<Somebody> => {
    const about = await scene.account(as.roles, as.clubId);
    return { name, about, bearer: harness.token({ ...as, userId: about.userId }) };
  };
  let before = '';
  return {
    scene,
    wire,
    operations: await operationsOf(harness),
    people: [
      await somebody('administrator', { roles: ['admin'], clubId: null }),
      // Between them they reach every handler: that of race control is open to directors alone.
      await somebody('planner and director', { roles: ['planner', 'director'], clubId: race.clubId }),
    ],
    async sample(operation, { about }) {
      const make = SAMPLE_REQUESTS[operation.name];
      if (make === undefined) throw new Error(`There is no sample of ${operation.name}.`);
      const made = await make(scene, about);
      before = await stored();
      return made;
    },
    async fire({ method, path, headers, body }) {
      if (before === '') before = await stored();
      const heard = await wire.ask(method, path, headers, body);
      const after = heard.status < 400 ? await atRest() : await stored();
      const complaints = complaintsOf(heard);
      if (heard.status >= 400 && after !== before)
        complaints.push(`refused with ${heard.status}, and stored`);
      before = after;
      return { heard, complaints };
    },
    async stop() {
      outside.close();
      wire.close();
      await scene.stop();
      rmSync(folder, { recursive: true });
    },
  };
};

/** A shot in a line, as a complaint names it. */
export const lineOf = ({ method, path, headers, body }: Shot): string =>
  `${method} ${path.slice(0, 200)} ${JSON.stringify(headers).replace(/"authorization":"[^"]*",?/, '')} ${String(body ?? '').slice(0, 300)}`;
