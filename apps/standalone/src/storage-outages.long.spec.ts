import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import {
  ANSWER_TEXTS,
  DOOR,
  FLAGS,
  IDEMPOTENCY_KEY_HEADER,
  type ErrorAnswer,
  type FlagAnswer,
  type FlagRow,
  type HealthAnswer,
} from '@flagpost/contracts';
import { answered, signIn, type Answer, type Caller } from '@flagpost/race-testing/calls';
import { startFlagpost, type Flagpost } from '@flagpost/race-testing/flagpost';
import { PROGRAMS, runTask } from '@flagpost/race-testing/process';
import { checkWhenCaughtUp } from '@flagpost/race-testing/under-load/check-acknowledged';
import { startLoad, type Pace } from '@flagpost/race-testing/under-load/load';
import { makeRace } from '@flagpost/race-testing/under-load/loaded-race';
import { until } from '@flagpost/testing';

const MINUTE = 60_000;
const run = (...[program = '', ...words]: readonly string[]): boolean =>
  spawnSync(program, words).status === 0;

/** A data folder, and a way to make its disk unusable while Flagpost runs. */
interface Disk {
  readonly dataDir: string;
  fail(flagpost: Flagpost): void;
  mend(flagpost: Flagpost): void;
  remove(): void;
}

const folder = (): string => mkdtempSync(join(tmpdir(), 'flagpost-outage-'));

/** A file system in memory, which a superuser alone may mount. */
const fullDisk = (): Disk => {
  const dataDir = folder();
  if (!run('mount', '-t', 'tmpfs', '-o', 'size=64m,mode=0700', 'tmpfs', dataDir))
    throw new Error('It was not mounted.');
  const filler = join(dataDir, 'filler');
  return {
    dataDir,
    fail() {
      const block = Buffer.alloc(64 * 1024);
      for (let size = block.length; size >= 1; size /= 2)
        for (;;)
          try {
            writeFileSync(filler, block.subarray(0, size), { flag: 'a' });
          } catch {
            break;
          }
    },
    mend: () => rmSync(filler),
    remove() {
      run('umount', dataDir);
      rmSync(dataDir, { recursive: true });
    },
  };
};
const mayMount = ((): boolean => {
  const dataDir = folder();
  const mounted = run('mount', '-t', 'tmpfs', 'tmpfs', dataDir) && run('umount', dataDir);
  rmSync(dataDir, { recursive: true });
  return mounted;
})();

/** Writes beyond the size that a file of the process may have fail as on a disk that reports errors. */
const failingDisk = (): Disk => {
  const dataDir = folder();
  const limit = ({ pid }: Flagpost, size: string): void => {
    if (!run('prlimit', '--pid', String(pid()), `--fsize=${size}:`))
      throw new Error('The limit was not set.');
  };
  return {
    dataDir,
    fail: (flagpost) => limit(flagpost, '1024'),
    mend: (flagpost) => limit(flagpost, 'unlimited'),
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  };
};
const mayLimit = run('prlimit', '--pid', String(process.pid), '--fsize');

const vanishedFolder = (): Disk => {
  const parent = folder();
  const dataDir = join(parent, 'data');
  return {
    dataDir,
    fail: () => renameSync(dataDir, `${dataDir} elsewhere`),
    mend: () => renameSync(`${dataDir} elsewhere`, dataDir),
    remove: () => rmSync(parent, { recursive: true, force: true }),
  };
};

const PACE: Pace = {
  fixesAtOnce: 10,
  request: ({ doors }, fixes) => ({
    path: doors.positions,
    body: fixes.map((fix) => JSON.stringify(fix)).join('\n'),
  }),
  restMs: () => 100,
  sos: { every: 200, lasts: 60 },
  betweenFlagsMs: 150,
};
const BEGAN_BEFORE_MS = 11 * 86_400_000;
/** The last car is driven by the test itself. */
const CARS = 4;
const ASK_EVERY_MS = 100;
const LOST_LINES = 'lines of this log could not be written';

interface Refused {
  /** The bodies of the answers before. */
  readonly taken: readonly string[];
  readonly refusal: ErrorAnswer;
  readonly retryAfter: string | null;
}

/** Calls until one is refused with 503. */
const untilRefused = async (ask: (attempt: number) => Promise<Response>): Promise<Refused> => {
  const taken: string[] = [];
  for (;;) {
    const answer = await ask(taken.length);
    const text = await answer.text();
    if (answer.status === 503) {
      const retryAfter = answer.headers.get('retry-after');
      return { taken, refusal: JSON.parse(text) as ErrorAnswer, retryAfter };
    }
    expect([200, 201]).toContain(answer.status);
    taken.push(text);
    await pause(ASK_EVERY_MS);
  }
};

const cases: readonly (readonly [string, () => Disk, boolean, RegExp])[] = [
  ['its file system is full', fullDisk, mayMount, /: the disk is full/],
  ['its disk reports errors', failingDisk, mayLimit, /: the disk reports an error/],
  ['its folder has vanished', vanishedFolder, true, /: the file is no longer in its folder/],
];

describe('the standalone, while', () => {
  let disk: Disk | undefined;
  let flagpost: Flagpost | undefined;
  afterEach(async () => {
    await flagpost?.remove();
    disk?.remove();
    flagpost = disk = undefined;
  });

  const outage = async (prepare: () => Disk, reason: RegExp): Promise<void> => {
    const broken = (disk = prepare());
    const { dataDir } = broken;
    const running = (flagpost = await startFlagpost({ DEMO: '1', TILE_URL: 'none', DATA_DIR: dataDir }));
    const { url } = running;
    const as = (who: string): Promise<Caller> => signIn(url, `${who}@flagpost.demo`);
    const startedAt = Math.floor(Date.now() / MINUTE) * MINUTE;
    const planner = await as('planner');
    const [director, admin] = [await as('director'), await as('admin')];
    const all = await makeRace(planner, {
      name: 'Outage',
      cars: CARS,
      beganAt: Date.now() - BEGAN_BEFORE_MS,
    });
    const { eventId } = all;
    const race = { ...all, cars: all.cars.slice(1) };
    const load = startLoad(url, race, PACE);
    await until('acknowledged flags', () => load.acknowledged.flagIds.length > 5);

    const flag = (key: string): Promise<Response> =>
      fetch(`${url}/api/flagRecords`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${director.token}`,
          'content-type': 'application/json',
          [IDEMPOTENCY_KEY_HEADER]: key,
        },
        body: JSON.stringify({ StateId: FLAGS.yellow, EventId: eventId, InvitationsSelected: [] }),
      });
    const position = (): Promise<Response> =>
      fetch(`${url}${all.cars[0]?.doors.osmand}?lat=44.4&lon=8.2&timestamp=${Date.now()}`);

    broken.fail(running);
    const keys: string[] = [];
    const [flags, positions] = await Promise.all([
      untilRefused((attempt) => flag((keys[attempt] = randomUUID()))),
      untilRefused(position),
    ]);
    expect(flags.retryAfter).toBe('1');
    expect(flags.refusal).toEqual({ statusCode: 503, message: ANSWER_TEXTS.unavailable });
    expect(positions.retryAfter).toBe(String(DOOR.retryAfterS));
    expect(positions.refusal.message).not.toBe(ANSWER_TEXTS.unexpected);

    const health = await until('health to tell', async (): Promise<Answer<HealthAnswer> | undefined> => {
      const found = await admin.call<HealthAnswer>('GET', '/health');
      return reason.test(JSON.stringify(found.body.parts)) ? found : undefined;
    });
    expect(health.status).toBe(503);
    // What needs no disk is answered as ever.
    expect((await planner.call('GET', `/events/${eventId}`)).status).toBe(200);

    broken.mend(running);
    await until('health', async () => (await fetch(`${url}/api/health`)).ok);
    const repeated = await flag(keys.at(-1) ?? '');
    expect(repeated.status).toBe(201);
    const { FlagId } = (await repeated.json()) as FlagAnswer;
    expect((await position()).status).toBe(200);
    await load.stop();
    const log = readFileSync(join(dataDir, 'flagpost.log'), 'utf8').trim().split('\n');
    expect(log.at(-1)).toContain('/api/');
    // A folder that was renamed still takes them.
    const lost = log.findIndex((line) => line.includes(LOST_LINES));
    expect(prepare === vanishedFolder || (lost > 0 && lost < log.length - 1)).toBe(true);

    await running.restart();
    const again = await as('planner');
    const report = await checkWhenCaughtUp(again, race, load.acknowledged, startedAt);
    for (const each of [report.events, report.fixes, report.signals, report.laps])
      expect(each).toMatchObject({ lost: 0, twice: 0 });
    const stored = (await answered<FlagRow[]>(again, 'GET', `/events/flags/${eventId}`)).map(
      (row) => row.FlagId,
    );
    expect(stored).toEqual(
      expect.arrayContaining([...flags.taken.map((body) => (JSON.parse(body) as FlagAnswer).FlagId), FlagId]),
    );
  };

  for (const [what, prepare, isPossible, reason] of cases)
    (isPossible ? it : it.skip)(
      `${what}, answers 503, loses nothing that it acknowledged, and goes on by itself`,
      () => outage(prepare, reason),
      3 * MINUTE,
    );
});

describe('the standalone', () => {
  it(
    'ends with the reason when a thread of its storage dies, and has everything when it is started again',
    async () => {
      const dataDir = folder();
      const order = join(dataDir, 'break');
      const environment = { DEMO: '1', TILE_URL: 'none', HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir };
      const program = runTask(PROGRAMS.standalone, {
        ...environment,
        NODE_OPTIONS: `--import ${import.meta.resolve('@flagpost/race-testing/broken-thread')}`,
        BREAK_THREAD: 'The event log',
        BREAK_WHEN: order,
      });
      const ready = await until('its address', () => /ready at (http:\S+)/.exec(program.output())?.[1]);
      const planner = await signIn(ready, 'planner@flagpost.demo');
      const race = await makeRace(planner, { name: 'Broken', cars: 2, beganAt: Date.now() });
      writeFileSync(order, '');
      const { code, output } = await program.ended;
      expect(code).toBe(1);
      expect(output.trim().split('\n').at(-1)).toBe(
        "The thread 'The event log' ended by itself: the thread was told to break",
      );

      const again = await startFlagpost(environment);
      const caller = await signIn(again.url, 'planner@flagpost.demo');
      const competitors = await answered<readonly object[]>(caller, 'GET', `/events/drivers/${race.eventId}`);
      expect(competitors).toHaveLength(race.cars.length);
      await again.remove();
      rmSync(dataDir, { recursive: true, force: true });
    },
    MINUTE,
  );
});
