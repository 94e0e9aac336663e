import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sqliteEventStore } from '@flagpost/event-sourcing/sqlite';
import { systemClock } from '@flagpost/platform/system';
import { keepRace } from '@flagpost/race-testing/kept-race';
import { PROGRAMS, runTask } from '@flagpost/race-testing/process';
import { sqliteRecords } from '@flagpost/records/sqlite';

const BEGAN = Date.UTC(2026, 5, 6, 12);
const EQUAL = 7;
const ALTERED = 8;
const LACKING = 9;
const REDUCED = 10;
/** A block of format 1 without a fix. */
const FORMER = Uint8Array.of(1, 0, 0, 255, 255);

describe('npm run recompute', () => {
  let folder: string;
  let laps: number;
  const recompute = (...args: string[]) => runTask(PROGRAMS.recompute, { DATA_DIR: folder }, args).ended;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'flagpost-recompute-'));
    const store = sqliteEventStore({ path: join(folder, 'events.db'), clock: systemClock });
    const records = sqliteRecords({ path: join(folder, 'records.db') });
    const stores = { store, history: records.history };
    const race = (eventId: number) => ({ eventId, invitationId: 10 * eventId, beganAt: BEGAN });
    laps = await keepRace(stores, race(EQUAL));
    await keepRace(stores, race(ALTERED), ([first, ...others]) =>
      first === undefined ? [] : [{ ...first, lapTimeMs: 1_234 }, ...others],
    );
    await keepRace(stores, race(LACKING), (all) => all.slice(0, -1));
    const former = { eventId: REDUCED, invitationId: 1, minute: BEGAN / 60_000, bytes: FORMER };
    await records.history.put([former]);
    await records.close();
    await store.close();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('says how many laps are equal, and ends with 0 if all are', async () => {
    expect(laps).toBeGreaterThan(3);
    expect(await recompute(String(EQUAL))).toEqual({
      code: 0,
      output: `${laps} of ${laps} laps equal, computed from 300 inputs\n`,
    });
  });

  it('names the first lap that is not as it was recorded, and ends with 1', async () => {
    const { code, output } = await recompute(String(ALTERED));
    expect(code).toBe(1);
    const [count, difference, recorded, computed, ...more] = output.split('\n');
    expect(count).toBe(`${laps - 1} of ${laps} laps equal, computed from 300 inputs`);
    expect(difference).toBe('First difference: competitor 80');
    expect(recorded).toMatch(/^ {2}recorded: lap 1 of epoch 0, 1234 ms, crossed at 2026-06-06T12:/);
    expect(computed).toMatch(/^ {2}computed: lap 1 of epoch 0, 60000 ms, crossed at 2026-06-06T12:/);
    expect(more).toEqual(['']);
  });

  it('says what was driven and not recorded', async () => {
    const { code, output } = await recompute(String(LACKING));
    expect(code).toBe(1);
    expect(output).toContain(`${laps - 1} of ${laps} laps equal`);
    expect(output).toContain('  recorded: no lap\n');
  });

  it('says that the history of a former release is reduced', async () => {
    expect(await recompute(String(REDUCED))).toEqual({
      code: 1,
      output: `The history of event ${REDUCED} is reduced: a former release kept it without its journal.\n`,
    });
  });

  it.each([
    ['99', 'Event 99 has neither laps nor history.'],
    ['0', 'Say which event: npm run recompute EVENT, with its number.'],
  ])('refuses event %s', async (event, reason) => {
    const { code, output } = await recompute(event);
    expect([code, output]).toEqual([1, expect.stringContaining(reason)]);
  });

  it('refuses a folder without an installation', async () => {
    const { code, output } = await runTask(PROGRAMS.recompute, { DATA_DIR: join(folder, 'none') }, ['7'])
      .ended;
    expect([code, output]).toEqual([1, expect.stringContaining('There is no installation')]);
  });
});
