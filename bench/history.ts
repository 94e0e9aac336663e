import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { HistoryAnswer } from '@flagpost/contracts';
import { sqliteRecords } from '@flagpost/records/sqlite';
import type { Bench, Run } from './frame/bench.ts';
import { inFolder } from './frame/folder.ts';
import { makeEvent, signIn } from './load/events.ts';
import { inRecords, longRace, writeHistory, type Arrival } from './load/long-race.ts';
import { writeSightings } from './load/sightings.ts';
import { recordedCars, type Car } from './load/recorded.ts';
import { startStandalone } from './load/standalone.ts';

/** So many times each recording, at other times of day: what a page of the file holds more does not count then. */
const COPIES = 5;
const COPY_SHIFT_MS = 3_600_000 + 13_000;

/** In order of `receivedAt`, as telemetry-ingest meets them. */
const arrivalsOf = (cars: readonly Car[]): Arrival[] =>
  Array.from({ length: COPIES }, (_, copy) =>
    cars.flatMap((car, index) =>
      car.map((fix) => {
        const shift = copy * COPY_SHIFT_MS;
        const shifted = { ...fix, t: fix.t + shift, receivedAt: fix.receivedAt + shift };
        return { eventId: 1, invitationId: index + 1, fix: shifted };
      }),
    ),
  )
    .flat()
    .sort((one, other) => one.fix.receivedAt - other.fix.receivedAt);

/** A JSON row per fix, found by event, time and car. */
const writeRows = (path: string, arrivals: Iterable<Arrival>): void => {
  const db = new DatabaseSync(path);
  db.exec(`PRAGMA journal_mode = WAL; CREATE TABLE fix (event_id INTEGER NOT NULL, received_at INTEGER NOT NULL,
    invitation_id INTEGER NOT NULL, json TEXT NOT NULL, PRIMARY KEY (event_id, received_at, invitation_id)) WITHOUT ROWID`);
  const insert = db.prepare('INSERT OR REPLACE INTO fix VALUES (?, ?, ?, ?)');
  db.exec('BEGIN');
  for (const { eventId, invitationId, fix } of arrivals)
    insert.run(eventId, fix.receivedAt, invitationId, JSON.stringify(fix));
  db.exec('COMMIT');
  db.close();
};

/** The growth of the file over an empty one. */
const bytesPerFix = (
  write: (path: string) => Promise<void> | void,
  empty: number,
  fixes: number,
): Promise<Run> =>
  inFolder(async (folder) => {
    const path = join(folder, 'history.db');
    await write(path);
    return { figure: ((await stat(path)).size - empty) / fixes };
  });

const emptySize = (): Promise<number> =>
  inFolder(async (folder) => {
    const path = join(folder, 'empty.db');
    await sqliteRecords({ path }).close();
    return (await stat(path)).size;
  });

/** The first request of a replay: the position of every car in the requested minute. */
const FIRST_MS = 60_000;
/** A car heard in the last 15 s is on the map at this second. */
const SEEK_MS = 15_000;

export const bench: Bench = async ({ sizes, compare, note }) => {
  const { cars, missing } = recordedCars();
  if (missing !== null) note('missing', missing);
  const empty = await emptySize();
  const [share = 1] = sizes('share', [1], [0.05]);
  for (const [name, recorded] of Object.entries(cars)) {
    const arrivals = arrivalsOf(recorded.slice(0, Math.ceil(recorded.length * share)));
    await compare({
      what: name,
      unit: 'bytes a fix in the database file',
      ours: {
        what: `blocks of a minute, ${arrivals.length} fixes, rows and index included`,
        run: () =>
          bytesPerFix(
            (path) => inRecords(path, (records) => writeHistory(records, arrivals)),
            empty,
            arrivals.length,
          ),
      },
      theirs: {
        what: 'a JSON row per fix',
        run: () => bytesPerFix((path) => writeRows(path, arrivals), 0, arrivals.length),
      },
      limits: [{ atMost: 12 }],
    });
    await compare({
      what: `what race control saw of ${name}`,
      unit: 'bytes a car-second in the database file',
      ours: {
        what: 'what the file of the history grows by, rows and index included',
        run: () =>
          inFolder(async (folder) => {
            const path = join(folder, 'history.db');
            await inRecords(path, (records) => writeHistory(records, arrivals));
            const { size } = await stat(path);
            const carSeconds = await inRecords(path, (records) => writeSightings(records, arrivals));
            return { figure: ((await stat(path)).size - size) / carSeconds };
          }),
      },
      limits: [{ atMost: 10 }],
    });
    await compare({
      what: `both of ${name}`,
      unit: 'bytes a fix in the database file',
      ours: {
        what: 'the journal and what race control saw',
        run: () =>
          bytesPerFix(
            (path) =>
              inRecords(path, async (records) => {
                await writeHistory(records, arrivals);
                await writeSightings(records, arrivals);
              }),
            empty,
            arrivals.length,
          ),
      },
      limits: [{ atMost: 12 }],
    });
  }

  const [hours = 0] = sizes('hours', [8], [0.02]);
  const [field = 0] = sizes('cars', [100], [3]);
  await inFolder(async (folder) => {
    const data = join(folder, 'data');
    await mkdir(data);
    const startsAt = Math.floor(Date.now() / FIRST_MS) * FIRST_MS - hours * 3_600_000;
    const seconds = hours * 3_600;
    await inRecords(join(data, 'records.db'), (records) =>
      writeHistory(records, longRace(field, seconds, startsAt), FIRST_MS),
    );
    const server = await startStandalone([data]);
    try {
      const planner = await signIn(server.url, 'planner');
      const eventId = await makeEvent(planner, 'Long race', 1);
      const read = async (from: number, ms: number): Promise<number> => {
        const at = process.hrtime.bigint();
        const span = `from=${new Date(from).toISOString()}&to=${new Date(from + ms).toISOString()}`;
        const answer = await planner.call<HistoryAnswer>('GET', `history/${eventId}?${span}`);
        if (answer.cars.length !== field)
          throw new Error(`History knows ${answer.cars.length} cars of ${field}.`);
        return Number(process.hrtime.bigint() - at) / 1e6;
      };
      await compare({
        what: `${hours} h of ${field} cars at 1 Hz`,
        unit: 'ms to the first frame, asked and decoded',
        ours: {
          what: 'GET /history, its first minute',
          run: async () => {
            const figure = await read(startsAt, FIRST_MS);
            let slowest = 0;
            for (let step = 1; step <= 20; step++) {
              const to = startsAt + Math.floor(((step * 0.618) % 1) * (seconds - 60)) * 1_000 + SEEK_MS;
              slowest = Math.max(slowest, await read(to, SEEK_MS));
            }
            return { figure, also: { 'slowest of 20 seeks, ms': slowest } };
          },
        },
        limits: [{ atMost: 1_000 }, { of: 'slowest of 20 seeks, ms', atMost: 200 }],
      });
    } finally {
      await server.stop();
    }
  });
};
