import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { HistoryAnswer, DriverPosition } from '@flagpost/contracts';
import { answered, signIn, type Caller } from '@flagpost/race-testing/calls';
import { PROGRAMS, runTask, startProgram, type Program } from '@flagpost/race-testing/process';
import { until } from '@flagpost/testing';

/** Written by commit 2eb03d65 with `tools/release-folder.js`. */
const RELEASE = new URL('../fixtures/last-release/', import.meta.url);
const unpacked = (name: string): Buffer => gunzipSync(readFileSync(new URL(name, RELEASE)));
const { eventId, door, answers } = JSON.parse(unpacked('answers.json.gz').toString()) as {
  eventId: number;
  /** Path of the positions door of its first car. */
  door: string;
  /** What the release answered a planner, by path. */
  answers: Record<string, unknown>;
};
const MINUTE = 60_000;

let folder: string;
let program: Program | undefined;

const path = (file: string): string => join(folder, file);
const inFile = <T>(file: string, work: (db: DatabaseSync) => T): T => {
  const db = new DatabaseSync(path(file));
  try {
    return work(db);
  } finally {
    db.close();
  }
};
const versionOf = (file: string): unknown =>
  inFile(file, (db) => db.prepare('PRAGMA user_version').get()?.user_version);
const storedEvents = (): unknown[] =>
  inFile('events.db', (db) => db.prepare('SELECT * FROM events ORDER BY position').all());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flagpost-release-'));
  for (const name of readdirSync(RELEASE))
    if (name !== 'answers.json.gz') writeFileSync(path(name.replace(/\.gz$/, '')), unpacked(name));
  // A message ends with its retention, so the topics are as if written now.
  inFile('topics.db', (db) => {
    for (const { name } of db
      .prepare("SELECT name FROM sqlite_schema WHERE name GLOB 'message_*_[0-9]'")
      .all())
      db.exec(`UPDATE ${String(name)} SET stored_at = ${Date.now()}`);
  });
});
afterEach(async () => {
  await program?.kill();
  program = undefined;
  await rm(folder, { recursive: true });
});

const environment = () => ({ HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder, DEMO: '1', TILE_URL: 'none' });
const start = async (): Promise<Program> =>
  (program = await startProgram({
    name: 'Flagpost',
    file: PROGRAMS.standalone,
    environment: environment(),
  }));

/** These depend on the time of the call. */
const isOfItsTime = (called: string): boolean =>
  called.startsWith('/positionRecords/') || called.startsWith('/events/timers/');

const expectAnswers = async (caller: Caller): Promise<void> => {
  for (const [called, then] of Object.entries(answers)) {
    if (isOfItsTime(called)) continue;
    expect([called, await answered(caller, 'GET', called)]).toMatchObject([called, then]);
  }
  const [called, then] = Object.entries(answers).find(([each]) => each.startsWith('/positionRecords/')) ?? [];
  const places = (rows: DriverPosition[]) =>
    rows.map(({ InvitationId, CarNumber, Lat, Lng, Counter }) => ({
      InvitationId,
      CarNumber,
      Lat,
      Lng,
      Counter,
    }));
  const expected = places(then as DriverPosition[]);
  // The first frame of a race comes after the start, later on a busy machine.
  await until('the places of all cars', async () =>
    isDeepStrictEqual(places(await answered<DriverPosition[]>(caller, 'GET', called ?? '')), expected),
  );
};

/** The next fix of the first car is taken, and is in its history. */
const expectGoesOn = async ({ url }: Program, caller: Caller): Promise<void> => {
  const t = Date.now();
  const fix = JSON.stringify({ t, lat: 44.6, lng: 8.157 });
  expect((await fetch(url + door, { method: 'POST', body: fix })).status).toBe(200);
  const span = `from=${new Date(t - MINUTE).toISOString()}&to=${new Date(t + MINUTE).toISOString()}`;
  await until('the fix in the history', async () => {
    const { cars } = await answered<HistoryAnswer>(caller, 'GET', `/history/${eventId}?${span}`);
    return cars.some(({ fixes }) => fixes.some(([, stamped]) => stamped === t));
  });
};

describe('the data folder of the last release', () => {
  it(
    'is opened: accounts, events, views, positions and history are as they were, and it goes on',
    async () => {
      const events = storedEvents();
      expect(versionOf('topics.db')).toBe(1);
      const running = await start();
      const planner = await signIn(running.url, 'planner@flagpost.demo');
      await expectAnswers(planner);
      await expectGoesOn(running, planner);
      await running.stop();
      expect(storedEvents().slice(0, events.length)).toEqual(events);
      expect(versionOf('topics.db')).toBe(2);
    },
    2 * MINUTE,
  );

  it(
    'loses nothing when the start that upgrades it is killed',
    async () => {
      const events = storedEvents();
      const steps: (() => boolean)[] = [
        () => existsSync(path('topics.db-wal')),
        () => existsSync(path('views.db')),
        () => existsSync(path('views.db.state')),
        () => existsSync(path('views.db-wal')),
      ];
      for (const isReached of steps) {
        const upgrade = runTask(PROGRAMS.standalone, environment());
        const run = { ended: false };
        void upgrade.ended.then(() => (run.ended = true));
        while (!isReached() && !run.ended) await pause(1);
        upgrade.kill();
        const { output } = await upgrade.ended;
        expect([isReached(), output]).toEqual([true, expect.not.stringContaining('Error')]);
      }
      const running = await start();
      const planner = await signIn(running.url, 'planner@flagpost.demo');
      await expectAnswers(planner);
      await expectGoesOn(running, planner);
      await running.stop();
      expect(storedEvents().slice(0, events.length)).toEqual(events);
    },
    3 * MINUTE,
  );

  it.each(['events.db', 'records.db', 'topics.db'])(
    'is refused in a sentence if a newer program wrote %s',
    async (file) => {
      const newer = Number(versionOf(file)) + 10;
      inFile(file, (db) => db.exec(`PRAGMA user_version = ${newer}`));
      const { code, output } = await runTask(PROGRAMS.standalone, environment()).ended;
      expect(code).toBe(1);
      expect(output.trim().split('\n')).toHaveLength(1);
      expect(output).toMatch(/newer version of this program|this program supports/);
      expect(versionOf(file)).toBe(newer);
    },
    MINUTE,
  );
});
