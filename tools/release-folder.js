import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { answered, signIn } from '@flagpost/race-testing/calls';
import { startProgram } from '@flagpost/race-testing/process';
import { startLoad } from '@flagpost/race-testing/under-load/load';
import { makeRace } from '@flagpost/race-testing/under-load/loaded-race';

/**
 * Writes the data folder of a small race as an earlier release stores it, and what that release answered, for
 * `last-release.long.spec.ts` of the standalone. Run `node tools/release-folder.js <folder>` after `npm run build`, where
 * the folder is a built checkout of the release; that of the fixture is commit 2eb03d65.
 */
const TARGET = new URL('../apps/standalone/fixtures/last-release/', import.meta.url);
const FILES = ['events.db', 'records.db', 'topics.db', 'secrets.json'];
const LOAD_MS = 8_000;
const BEGAN_BEFORE_MS = 86_400_000;
/** Still running whenever the spec opens it. */
const FINISHES_AT = Date.UTC(2090, 0);
const PACE = {
  fixesAtOnce: 5,
  request: ({ doors }, fixes) => ({
    path: doors.positions,
    body: fixes.map((fix) => JSON.stringify(fix)).join('\n'),
  }),
  restMs: () => 100,
  sos: { every: 40, lasts: 10 },
  betweenFlagsMs: 500,
};

const [release] = process.argv.slice(2);
if (release === undefined) throw new Error('Name the folder of a built checkout of the release.');

const dataDir = mkdtempSync(join(tmpdir(), 'flagpost-release-'));
const program = await startProgram({
  name: 'the release',
  file: resolve(release, 'apps/standalone/dist/main.js'),
  environment: { HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, DEMO: '1', TILE_URL: 'none' },
});
try {
  const startedAt = Date.now();
  const planner = await signIn(program.url, 'planner@flagpost.demo');
  const race = await makeRace(planner, {
    name: 'Upgrade',
    cars: 3,
    beganAt: startedAt - BEGAN_BEFORE_MS,
    finishesAt: FINISHES_AT,
  });
  const load = startLoad(program.url, race, PACE);
  await pause(LOAD_MS);
  await load.stop();
  await pause(LOAD_MS);
  const { eventId } = race;
  const span = `from=${new Date(startedAt).toISOString()}&to=${new Date().toISOString()}`;
  const options = await answered(planner, 'GET', `/driverCategories/IdDescriptionByEvent/${eventId}`);
  const categories = options.map(({ Id }) => Id).join();
  const answers = {};
  for (const path of [
    `/events/flags/${eventId}`,
    `/events/laps/${eventId}`,
    `/events/alerts/${eventId}`,
    `/events/timers/${eventId}`,
    `/events/drivers/${eventId}`,
    `/positionRecords/event/${eventId}/${categories}`,
    `/circuitRoutes/${eventId}`,
    `/driverCategories/IdDescriptionByEvent/${eventId}`,
    '/users/myClub/',
    `/history/${eventId}?${span}`,
  ])
    answers[path] = await answered(planner, 'GET', path);
  await program.stop();
  rmSync(TARGET, { recursive: true, force: true });
  mkdirSync(TARGET, { recursive: true });
  for (const file of FILES)
    writeFileSync(new URL(`${file}.gz`, TARGET), gzipSync(readFileSync(join(dataDir, file)), { level: 9 }));
  writeFileSync(
    new URL('answers.json.gz', TARGET),
    gzipSync(JSON.stringify({ eventId, door: race.cars[0].doors.positions, answers }), { level: 9 }),
  );
} finally {
  await program.kill();
  rmSync(dataDir, { recursive: true });
}
