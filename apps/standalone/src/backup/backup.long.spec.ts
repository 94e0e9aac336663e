import { appendFileSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signIn } from '@flagpost/race-testing/calls';
import { startFlagpost, type Flagpost } from '@flagpost/race-testing/flagpost';
import { PROGRAMS, runTask, startProgram } from '@flagpost/race-testing/process';
import { checkWhenCaughtUp, isNothingLost } from '@flagpost/race-testing/under-load/check-acknowledged';
import {
  BEGAN_BEFORE_MS,
  HURRIED,
  startLoad,
  untilNow,
  type Acknowledged,
} from '@flagpost/race-testing/under-load/load';
import { makeRace, type LoadedRace } from '@flagpost/race-testing/under-load/loaded-race';

const MINUTE = 60_000;

describe('a backup that is made while a race runs', () => {
  let running: Flagpost;
  let race: LoadedRace;
  let folder: string;
  let backup: string;
  let acknowledged: Acknowledged;
  const startedAt = Math.floor(Date.now() / MINUTE) * MINUTE;
  const at = (name: string): string => join(folder, name);
  const tasks = (dataDir: string) => ({
    backUp: (target: string) => runTask(PROGRAMS.backup, { DATA_DIR: dataDir }, [target]).ended,
    restore: (from: string) => runTask(PROGRAMS.restore, { DATA_DIR: dataDir }, [from]).ended,
  });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'flagpost-backup-'));
    backup = at('backup');
    running = await startFlagpost({ DEMO: '1', TILE_URL: 'none' });
    const planner = await signIn(running.url, 'planner@flagpost.demo');
    race = await makeRace(planner, { name: 'Backed up', cars: 4, beganAt: Date.now() - BEGAN_BEFORE_MS });
    const load = startLoad(running.url, race, { ...HURRIED, betweenFlagsMs: 60 });
    while (load.acknowledged.flagIds.length < 40) await pause(50);
    acknowledged = untilNow(load.acknowledged);
    const { code, output } = await tasks(running.dataDir).backUp(backup);
    expect([code, output]).toEqual([0, expect.stringContaining('everything acknowledged before')]);
    await load.stop();
    // The race went on while the backup was made.
    expect(load.acknowledged.flagIds.length).toBeGreaterThan(acknowledged.flagIds.length);
  }, 3 * MINUTE);
  afterAll(async () => {
    await running.remove();
    await rm(folder, { recursive: true });
  });

  it('holds its files and their digests, open to its user alone, and no secret', () => {
    expect(readdirSync(backup).toSorted()).toEqual(['backup.json', 'events.db', 'records.db', 'topics.db']);
    for (const name of ['.', ...readdirSync(backup)])
      expect(statSync(join(backup, name)).mode & 0o077).toBe(0);
  });

  it(
    'is restored elsewhere without a loss of what was acknowledged before it',
    async () => {
      const dataDir = at('restored');
      const { code, output } = await tasks(dataDir).restore(backup);
      expect([code, output]).toEqual([0, expect.stringContaining('Restored into')]);
      const restored = await startProgram({
        name: 'Flagpost',
        file: PROGRAMS.standalone,
        environment: { HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, DEMO: '1', TILE_URL: 'none' },
      });
      try {
        const planner = await signIn(restored.url, 'planner@flagpost.demo');
        const report = await checkWhenCaughtUp(planner, race, acknowledged, startedAt, isNothingLost);
        for (const { expected } of [report.events, report.fixes, report.signals])
          expect(expected).toBeGreaterThan(0);
        for (const each of [report.events, report.fixes, report.signals, report.laps])
          expect(each).toMatchObject({ lost: 0 });
      } finally {
        await restored.kill();
      }
    },
    5 * MINUTE,
  );

  it(
    'is not made under a name that is taken, nor of a folder without an installation',
    async () => {
      const before = statSync(join(backup, 'events.db')).mtimeMs;
      const taken = await tasks(running.dataDir).backUp(backup);
      expect([taken.code, taken.output]).toEqual([1, expect.stringContaining('exists: name a folder')]);
      expect(statSync(join(backup, 'events.db')).mtimeMs).toBe(before);
      const nothing = await tasks(at('nothing')).backUp(at('of-nothing'));
      expect([nothing.code, nothing.output]).toEqual([
        1,
        expect.stringContaining('There is no installation in'),
      ]);
      expect([existsSync(at('nothing')), existsSync(at('of-nothing'))]).toEqual([false, false]);
    },
    MINUTE,
  );

  it(
    'is not restored over an installation, nor where one of its bytes changed',
    async () => {
      const over = await tasks(running.dataDir).restore(backup);
      expect([over.code, over.output]).toEqual([1, expect.stringMatching(/in use|holds an installation/)]);

      const changed = at('changed');
      await cp(backup, changed, { recursive: true });
      appendFileSync(join(changed, 'topics.db'), 'x');
      const refused = await tasks(at('refused')).restore(changed);
      expect([refused.code, refused.output]).toEqual([
        1,
        expect.stringContaining('is not what was backed up'),
      ]);
      expect(existsSync(join(at('refused'), 'events.db'))).toBe(false);
      writeFileSync(join(changed, 'backup.json'), '{}');
      const unread = await tasks(at('refused')).restore(changed);
      expect([unread.code, unread.output]).toEqual([1, expect.stringContaining('cannot be read')]);
      // What was interrupted is begun again.
      const again = await tasks(at('refused')).restore(backup);
      expect([again.code, readdirSync(at('refused'))]).toEqual([0, expect.arrayContaining(['events.db'])]);
    },
    2 * MINUTE,
  );
});
