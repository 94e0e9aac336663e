import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { carKey, DOOR, DROP_REASONS, TOPICS, type DropReason, type RaceSetup } from '@flagpost/contracts';
import {
  createHealth,
  jsonLogger,
  silentLogger,
  ServiceUnavailableError,
  type Health,
} from '@flagpost/platform';
import type { DeviceNote } from '@flagpost/records';
import { raceSetup, until, virtualTime, type VirtualTime } from '@flagpost/testing';
import { createDeviceNotes, type DeviceNotes } from './devices.js';
import { createDoors } from './doors/doors.js';
import { startPipeline, type Pipeline } from './pipeline/pipeline.js';
import { publishSetup } from './testing/topics.js';
import { serveHandler } from './testing/serve.js';
import { giveToken, openStores, temporaryFolder, type Stores } from './testing/stores.js';

const START = Date.UTC(2026, 5, 1, 12);
const EVERY_MS = DOOR.notedEveryMs;

let time: VirtualTime;
beforeEach(() => {
  time = virtualTime(START);
});

describe('notes of devices', () => {
  let written: (readonly DeviceNote[])[];
  let note: (notes: readonly DeviceNote[]) => Promise<void>;
  let log: string[];
  let devices: DeviceNotes;

  beforeEach(() => {
    written = [];
    log = [];
    note = async (notes) => void written.push(notes);
    devices = createDeviceNotes({
      deviceTokens: { note: (notes) => note(notes) },
      scheduler: time,
      logger: jsonLogger(time, (line) => log.push(line)),
    });
  });
  afterEach(() => devices.stop());

  const heard = (invitationId: number, heardAt: number): DeviceNote => ({
    invitationId,
    heardAt,
    dropped: null,
  });

  it('have what a device says of itself every 30 s, and at once what the check judges otherwise', async () => {
    const reports: [second: number, accuracyM: number | null][] = [];
    note = async (notes) => {
      const [one] = notes;
      if (one?.report !== undefined) reports.push([(time.now() - START) / 1_000, one.report.accuracyM]);
    };
    for (let second = 1; second <= 60; second += 1) {
      await time.advance(1_000);
      const accuracyM = second >= 42 ? 80 : 5 + (second % 7);
      devices.heard(1, time.now(), [{ accuracyM, battery: 90, t: time.now() }], 'flagpost');
    }
    await time.advance(EVERY_MS);
    expect(reports.map(([second]) => second)).toEqual([5, 35, 45]);
    expect(reports.at(-1)?.[1]).toBe(80);
  });

  it('are written at most once in 5 s of each car, with what is newest', async () => {
    for (let second = 1; second <= 60; second += 1) {
      await time.advance(1_000);
      for (const car of [1, 2]) for (let fix = 0; fix < 25; fix += 1) devices.heard(car, time.now() + fix);
      if (second % 2 === 0) devices.dropped(2, time.now(), second === 58 ? 'jump' : 'late');
    }
    expect(written).toHaveLength(60_000 / EVERY_MS);
    for (const notes of written.slice(1))
      expect(notes.map(({ invitationId }) => invitationId)).toEqual([1, 2]);
    expect(written.at(-1)).toEqual([
      heard(1, START + 59_000),
      { invitationId: 2, heardAt: START + 59_000, dropped: { at: START + 58_000, reason: 'jump' } },
    ]);
  });

  it('have the newest of what a device said of itself, and the best sight of its clock', async () => {
    const at = START + 1_000;
    devices.heard(
      1,
      at,
      [
        { t: at - 9_000, accuracyM: 40, battery: 51 },
        { t: at - 7_700, accuracyM: 6.4 },
      ],
      'osmand',
    );
    devices.heard(1, at + 500, [{ t: at - 6_300 }]);
    devices.heard(2, at, [{ t: at + 0.2 }]);
    devices.heard(3, at, [{}]);
    await time.advance(EVERY_MS);
    devices.heard(1, at + 5_000, [{ battery: 50 }], 'owntracks');
    await time.advance(EVERY_MS);
    expect(written).toEqual([
      [
        {
          ...heard(1, at),
          report: { accuracyM: 6, battery: 51, clockMs: -7_000, app: 'osmand' },
        },
        { ...heard(2, at), report: { accuracyM: null, battery: null, clockMs: 0, app: null } },
        heard(3, at),
      ],
      [
        {
          ...heard(1, at + 5_000),
          report: { accuracyM: null, battery: 50, clockMs: null, app: 'owntracks' },
        },
      ],
    ]);
  });

  it('are not written of a car of which there is nothing new', async () => {
    devices.heard(1, START);
    await time.advance(EVERY_MS);
    devices.heard(2, START);
    await time.advance(3 * EVERY_MS);
    expect(written).toEqual([[heard(1, START)], [heard(2, START)]]);
  });

  it('go into several writes if there are many cars', async () => {
    for (let car = 1; car <= 1_200; car += 1) devices.heard(car, START);
    await time.advance(EVERY_MS);
    expect(written.map(({ length }) => length)).toEqual([500, 500, 200]);
    expect(new Set(written.flat().map(({ invitationId }) => invitationId)).size).toBe(1_200);
  });

  it('never go back to what is older', async () => {
    devices.dropped(1, START + 9_000, 'jump');
    devices.dropped(1, START + 5_000, 'late');
    devices.heard(1, START + 7_000);
    await time.advance(EVERY_MS);
    expect(written).toEqual([
      [{ invitationId: 1, heardAt: START + 9_000, dropped: { at: START + 9_000, reason: 'jump' } }],
    ]);
  });

  it('that come while a write is under way are in the next one', async () => {
    let finish = (): void => undefined;
    note = (notes) => {
      written.push(notes);
      return new Promise((resolve) => (finish = resolve));
    };
    devices.heard(1, START);
    await time.advance(EVERY_MS);
    devices.heard(1, START + 1_999);
    await time.advance(2 * EVERY_MS);
    expect(written).toEqual([[heard(1, START)]]);
    finish();
    await time.advance(EVERY_MS);
    finish();
    expect(written.slice(1)).toEqual([[heard(1, START + 1_000)]]);
  });

  it('wait while the records are away, and are told of once', async () => {
    note = () => Promise.reject(new ServiceUnavailableError('away'));
    devices.dropped(1, START, 'jump');
    await time.advance(EVERY_MS);
    devices.heard(1, START + 1_999);
    await time.advance(3 * EVERY_MS);
    expect(log.filter((line) => line.includes('server is unavailable'))).toHaveLength(1);
    note = async (notes) => void written.push(notes);
    await time.advance(EVERY_MS);
    expect(written).toEqual([
      [{ invitationId: 1, heardAt: START + 1_000, dropped: { at: START, reason: 'jump' } }],
    ]);
  });

  it('that cannot be stored are dropped, and later ones are written', async () => {
    note = () => Promise.reject(new Error('disk full'));
    devices.heard(1, START);
    await time.advance(EVERY_MS);
    expect(log.filter((line) => line.includes('disk full'))).toHaveLength(1);
    note = async (notes) => void written.push(notes);
    devices.heard(2, START);
    await time.advance(EVERY_MS);
    expect(written).toEqual([[heard(2, START)]]);
  });

  it('are written at the end', async () => {
    devices.heard(1, START);
    await devices.stop();
    expect(written).toEqual([[heard(1, START)]]);
    await time.advance(3 * EVERY_MS);
    expect(written).toHaveLength(1);
  });
});

describe('the status of a device', () => {
  const EVENT = 7;
  const CAR = 70;
  const TOKEN = 'token';

  let stores: Stores;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let stopAll: (() => Promise<void>)[];

  beforeEach(async () => {
    folder = await temporaryFolder();
    stores = await openStores(folder.path, time);
    await giveToken(stores.records, TOKEN, EVENT, CAR);
    stopAll = [];
  });
  afterEach(async () => {
    for (const stop of stopAll) await stop();
    await stores.close();
    await folder.remove();
  });

  /** A whole telemetry-ingest: doors, pipeline and notes. */
  const start = async () => {
    const health: Health = createHealth();
    const { topics, records } = stores;
    const { deviceTokens } = records;
    const parts = { topics, records, clock: time, scheduler: time, logger: silentLogger, health };
    const devices = createDeviceNotes({ ...parts, deviceTokens });
    const pipeline: Pipeline = await startPipeline({ ...parts, devices });
    const served = await serveHandler(createDoors({ ...parts, deviceTokens, devices }));
    const stop = async (): Promise<void> => {
      await served.close();
      await pipeline.stop();
      await devices.stop();
    };
    stopAll.push(stop);
    const read = async () => Number((await health.read()).parts.ingest?.details?.read);
    return {
      stop,
      async hasRead(inputs: number): Promise<void> {
        await until(`${inputs} inputs`, async () => (await read()) >= inputs);
      },
      /** Sends lines, and queries that begin with `?`; how the door answered. */
      async send(door: string, ...parts: (object | string)[]): Promise<number> {
        const lines = parts.filter((part) => typeof part === 'object');
        const query = parts.filter((part) => typeof part === 'string').join('');
        const body = lines.map((line) => JSON.stringify(line)).join('\n');
        const url = `${served.base}/ingest/${door}/${TOKEN}${query}`;
        return (await fetch(url, { method: 'POST', body })).status;
      },
    };
  };
  const status = () => stores.records.deviceTokens.status(CAR);
  const known = { heardAt: null, droppedAt: null, droppedReason: null };

  const HOUR_MS = 3_600_000;
  const FIX = { t: START, lat: 44.6, lng: 8.1 };
  const next = { ...FIX, t: START + 1_000 };
  interface Case {
    /** Null: the event was deleted. */
    readonly setup?: Partial<RaceSetup> | null;
    readonly door?: string;
    readonly lines: readonly object[];
  }
  /** What is dropped for its number comes from others' producers alone: see their suite. */
  const CASES: Readonly<Record<Exclude<DropReason, 'tooMany'>, Case>> = {
    undecodable: { lines: [{ lat: 'x' }] },
    unsupported: { door: 'owntracks', lines: [{ _type: 'lwt' }] },
    invalidCoordinates: { lines: [{ ...FIX, lat: 91 }] },
    clockAhead: { lines: [{ ...FIX, t: START + 61_000 }] },
    repeated: { lines: [FIX, FIX] },
    late: { lines: [next, FIX] },
    jump: { lines: [FIX, { ...next, lat: 45.6 }] },
    unauthorized: { setup: { cars: [] }, lines: [FIX] },
    unpublished: { setup: { published: false }, lines: [FIX] },
    notBegun: { setup: { startsAt: START + HOUR_MS }, lines: [FIX] },
    pastEvent: { setup: { startsAt: START - HOUR_MS, finishesAt: START - 1 }, lines: [FIX] },
    unknownEvent: { setup: null, lines: [FIX] },
  };

  const reasons = DROP_REASONS.filter((reason) => reason !== 'tooMany');
  it.each(reasons)('says that it was heard, and dropped as %s', async (reason) => {
    const { setup = {}, door = 'positions', lines } = CASES[reason];
    await publishSetup(stores.topics, raceSetup(EVENT, START, [CAR], setup ?? {}));
    if (setup === null) await stores.topics.publish(TOPICS.setup, [{ key: String(EVENT), value: null }]);
    const ingest = await start();
    expect(await ingest.send(door, ...lines)).toBe(200);
    const isStored = !['undecodable', 'unsupported'].includes(reason);
    await ingest.hasRead(isStored ? lines.length : 0);
    expect(await status()).toMatchObject(known);
    await time.advance(EVERY_MS);
    await ingest.stop();
    expect(await status()).toMatchObject({ heardAt: START, droppedAt: START, droppedReason: reason });
  });

  it.each<{ app: string; door: string; line: object; is: string | null }>([
    { app: '', door: 'positions', line: FIX, is: 'positions' },
    { app: 'Acme Tracker 2.1', door: 'positions', line: FIX, is: 'Acme Tracker 2.1' },
    { app: '<script>', door: 'positions', line: FIX, is: 'positions' },
    { app: 'x'.repeat(41), door: 'positions', line: FIX, is: 'positions' },
    { app: 'flagpost', door: 'signals', line: { type: 'ok' }, is: 'flagpost' },
    { app: '', door: 'signals', line: { type: 'ok' }, is: null },
    { app: 'flagpost', door: 'owntracks', line: { _type: 'location', ...FIX, lon: 8.1 }, is: 'owntracks' },
  ])('knows the app $is of door $door from "$app"', async ({ app, door, line, is }) => {
    const ingest = await start();
    expect(await ingest.send(door, line, `?app=${encodeURIComponent(app)}`)).toBe(200);
    await ingest.stop();
    expect((await status())?.app).toBe(is);
  });

  it('is what a device said before the event and of a car that is not authorised', async () => {
    const setup = { cars: [], startsAt: START + HOUR_MS };
    await publishSetup(stores.topics, raceSetup(EVENT, START, [CAR], setup));
    const ingest = await start();
    const line = { ...FIX, t: START - 3_000, accuracyM: 12, battery: 34 };
    expect(await ingest.send('positions', line)).toBe(200);
    await ingest.stop();
    expect(await status()).toMatchObject({ accuracyM: 12, battery: 34, clockMs: -3_000, app: 'positions' });
  });

  it('says why an input was dropped that waited for its event until there were too many', async () => {
    const ingest = await start();
    await ingest.send('positions', FIX);
    const others = Array.from({ length: 5_000 }, () => ({
      key: carKey(EVENT, CAR),
      value: JSON.stringify({ receivedAt: START - 1, signal: { type: 'sosCleared' } }),
    }));
    await stores.topics.publish(TOPICS.positions, others);
    await ingest.hasRead(5_001);
    await ingest.stop();
    expect(await status()).toMatchObject({ heardAt: START, droppedAt: START, droppedReason: 'unknownEvent' });
  });

  it('is of what was accepted too, and goes on after a restart and in another process', async () => {
    await publishSetup(stores.topics, raceSetup(EVENT, START, [CAR]));
    const first = await start();
    await first.send('positions', FIX, FIX);
    await first.hasRead(2);
    await first.stop();
    const dropped = { droppedAt: START, droppedReason: 'repeated' };
    expect(await status()).toMatchObject({ heardAt: START, ...dropped });
    await time.advance(1_000);
    const second = await start();
    expect(await second.send('positions', next)).toBe(200);
    await second.hasRead(1);
    await time.advance(EVERY_MS);
    await second.stop();
    expect(await status()).toMatchObject({ heardAt: START + 1_000, ...dropped });
  });

  it('keeps what is newest if a process that slept writes after its successor', async () => {
    const { deviceTokens } = stores.records;
    const notes = () => createDeviceNotes({ deviceTokens, scheduler: time, logger: silentLogger });
    const [slept, successor] = [notes(), notes()];
    slept.dropped(CAR, START, 'jump');
    successor.dropped(CAR, START + 2_000, 'late');
    await successor.stop();
    await slept.stop();
    const newest = START + 2_000;
    expect(await status()).toMatchObject({ heardAt: newest, droppedAt: newest, droppedReason: 'late' });
  });
});
