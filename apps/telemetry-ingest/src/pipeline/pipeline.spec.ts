import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  carKey,
  geometryKey,
  POSITION_PARTITIONS,
  setupKey,
  TOPICS,
  type PositionInput,
  type RaceFact,
  type RaceGeometry,
  type SetupRecord,
} from '@flagpost/contracts';
import { partitionOf, type DeadLetter, type Topics } from '@flagpost/messaging';
import { createHealth, silentLogger, sleep, type Clock, type Health } from '@flagpost/platform';
import { restoreEngine } from '@flagpost/telemetry';
import { createHistoryCodec, createJournalCodec, inOrder } from '@flagpost/telemetry/journal';
import { raceSetup, setupCar, until, virtualTime, type VirtualTime } from '@flagpost/testing';
import { machineClock } from '@flagpost/testing/machine-clock';
import { createDeviceNotes, type DeviceNotes } from '../devices.js';
import { onTrack, publishSetup, readAll, readFacts, watchFrames } from '../testing/topics.js';
import { openStores, temporaryFolder, type Stores } from '../testing/stores.js';
import { startPipeline, type Pipeline, type PipelineParts } from './pipeline.js';
import { decodeState, encodeState } from './saved-state.js';

const START = Date.UTC(2026, 5, 1, 12);
const EVENT = 7;
const LAP_S = 90;

describe('the pipeline', () => {
  let time: VirtualTime;
  let clock: Clock;
  let stores: Stores;
  let health: Health;
  let devices: DeviceNotes;
  let publish: Topics['publish'];
  let consume: Topics['consume'];
  let pipeline: Pipeline | null;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;

  beforeEach(async () => {
    time = virtualTime(START);
    clock = time;
    folder = await temporaryFolder();
    stores = await openStores(folder.path, time);
    publish = (topic, messages) => stores.topics.publish(topic, messages);
    consume = (options) => stores.topics.consume(options);
    pipeline = null;
  });
  afterEach(async () => {
    if (pipeline !== null) await stop();
    await stores.close();
    await folder.remove();
  });

  const start = async (saving: Pick<PipelineParts, 'saveEveryMs'> = {}): Promise<void> => {
    health = createHealth();
    devices = createDeviceNotes({
      deviceTokens: stores.records.deviceTokens,
      scheduler: time,
      logger: silentLogger,
    });
    pipeline = await startPipeline({
      devices,
      topics: {
        ...stores.topics,
        publish: (topic, messages) => publish(topic, messages),
        consume: (options) => consume(options),
      },
      records: stores.records,
      clock,
      scheduler: time,
      logger: silentLogger,
      health,
      ...saving,
    });
  };
  const stop = async (): Promise<void> => {
    await pipeline?.stop();
    await devices.stop();
    pipeline = null;
  };
  const details = async () => {
    const part = (await health.read()).parts.ingest!;
    return { ok: part.ok, ...part.details } as Record<string, unknown>;
  };
  const hasRead = (inputs: number) =>
    until(`${inputs} inputs`, async () => (await details()).read === inputs);

  const send = (invitationId: number, ...inputs: PositionInput[]): Promise<void> =>
    stores.topics.publish(
      TOPICS.positions,
      inputs.map((input) => ({ key: carKey(EVENT, invitationId), value: JSON.stringify(input) })),
    );
  /** Fixes of one car at 1 Hz, from second to second (exclusive) of the race; it crosses the finish at 0, 90, 180 … */
  const drive = (from: number, to: number): PositionInput[] =>
    Array.from({ length: to - from }, (_, i) => {
      const t = START + (from + i) * 1_000;
      return { receivedAt: t, t, ...onTrack((from + i) / LAP_S) };
    });
  const carOfSamePartition = (car: number): number => {
    const partition = (each: number): number => partitionOf(carKey(EVENT, each), POSITION_PARTITIONS);
    let other = car + 1;
    while (partition(other) !== partition(car)) other += 1;
    return other;
  };
  const lapsOf = (facts: readonly RaceFact[]) =>
    facts.flatMap((fact) =>
      fact.type === 'lapCompleted' ? [{ car: fact.invitationId, lap: fact.lap, ms: fact.lapTimeMs }] : [],
    );

  /** The batches that were begun, of so many messages each, and their number at each publish of facts. */
  const countFacts = (maxBatch: number): { batches: number; readonly whenPublished: number[] } => {
    const handled = { batches: 0, whenPublished: [] as number[] };
    consume = (options) =>
      stores.topics.consume({
        ...options,
        maxBatch,
        onBatch: (batch) => {
          handled.batches += 1;
          return options.onBatch(batch);
        },
      });
    publish = (topic, messages) => {
      if (topic === TOPICS.facts) handled.whenPublished.push(handled.batches);
      return stores.topics.publish(topic, messages);
    };
    return handled;
  };

  it('states laps of cars in every partition', async () => {
    const cars = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
    await publishSetup(stores.topics, raceSetup(EVENT, START, cars));
    await start();
    for (const car of cars) await send(car, ...drive(30, 30 + 3 * LAP_S));
    await hasRead(cars.length * 3 * LAP_S);
    await stop();
    const laps = lapsOf(await readFacts(stores.topics));
    expect(laps).toHaveLength(cars.length * 2);
    for (const car of cars) {
      expect(laps.filter((lap) => lap.car === car)).toEqual([
        { car, lap: 1, ms: expect.closeTo(90_000, -2) },
        { car, lap: 2, ms: expect.closeTo(90_000, -2) },
      ]);
    }
  });

  it('publishes the facts of a backlog together, every 200 ms', async () => {
    await publishSetup(stores.topics, raceSetup(EVENT, START, [1]));
    await time.advance(2_100_000);
    await send(1, ...drive(30, 2_030));
    const handled = countFacts(100);
    const BATCH_MS = 50;
    clock = { now: () => time.now() + handled.batches * BATCH_MS };
    // A save publishes facts, too.
    await start({ saveEveryMs: Infinity });
    await hasRead(2_000);
    await until('the facts of the last batch', () => handled.whenPublished.at(-1) === 20);
    // Every batch but the first completes a lap.
    expect(handled.whenPublished).toEqual([4, 8, 12, 16, 20]);
    await stop();
    const laps = lapsOf(await readFacts(stores.topics));
    expect(laps.map(({ lap }) => lap)).toEqual(Array.from({ length: 21 }, (_, index) => index + 1));
  });

  it('publishes an SOS of a race that goes on at once, however much waits behind it', async () => {
    await publishSetup(stores.topics, raceSetup(EVENT, START, [1]));
    const handled = countFacts(1);
    await start();
    await send(1, ...drive(0, 1));
    await hasRead(1);
    await time.advance(6_000);
    handled.batches = 0;
    await send(1, ...drive(5, 6), { receivedAt: time.now(), signal: { type: 'sos' } }, ...drive(6, 10));
    await hasRead(7);
    expect(handled.whenPublished).toEqual([2]);
  });

  it('shows a backlog once a second, and its end as every race', async () => {
    await publishSetup(stores.topics, raceSetup(EVENT, START, [1]));
    await time.advance(600_000);
    const old = drive(0, 560);
    const fresh = drive(596, 600);
    await send(1, ...old, ...fresh);
    consume = (options) =>
      stores.topics.consume({
        ...options,
        maxBatch: 4,
        onBatch: async (batch) => {
          await options.onBatch(batch);
          await time.advance(100);
        },
      });
    const frames = watchFrames(stores.topics);
    await start();
    await hasRead(old.length + fresh.length);
    const seconds = (): number[] =>
      frames.flatMap(({ cars }) => cars).map((car) => ((car.receivedAt ?? NaN) - START) / 1_000);
    await until('the end to be shown', () => seconds().at(-1) === 599);
    // 40 fixes are handled in a second; a frame that is on its way holds up the next one.
    const gaps = seconds().map((second, index, all) => second - (all[index - 1] ?? -Infinity));
    expect(gaps.filter((gap) => gap < 40)).toEqual([]);
  });

  it('sends one frame an event, with what changed', async () => {
    await publishSetup(stores.topics, raceSetup(EVENT, START, [1, 2, 3, 4]));
    await publishSetup(stores.topics, raceSetup(EVENT + 1, START, [5]));
    await start();
    const frames = watchFrames(stores.topics);
    for (const car of [1, 2, 3, 4]) await send(car, ...drive(0, 1));
    await hasRead(4);
    await time.advance(100);
    await until('a frame', () => frames.length > 0);
    const [frame] = frames;
    expect(frame).toMatchObject({ eventId: EVENT, serverTime: START + 100 });
    expect(frame?.cars.map((car) => car.invitationId).sort()).toEqual([1, 2, 3, 4]);
    expect(frame?.cars[0]).toMatchObject({ receivedAt: START, offline: false });
    await time.advance(500);
    expect(frames.slice(1).flatMap(({ cars }) => cars)).toEqual([]);
  });

  it('finds who has fallen silent, and who was never heard', async () => {
    await publishSetup(stores.topics, raceSetup(EVENT, START, [1, 2]));
    await start();
    const frames = watchFrames(stores.topics);
    await send(1, ...drive(0, 1));
    await hasRead(1);
    const offline = (car: number) =>
      frames.flatMap(({ cars }) => cars.filter((one) => one.invitationId === car)).at(-1)?.offline;
    await time.advance(14_000);
    expect(offline(1)).toBe(false);
    await time.advance(4_000);
    expect([offline(1), offline(2)]).toEqual([true, true]);
    await send(1, { ...drive(0, 1)[0]!, receivedAt: time.now(), t: time.now() });
    await hasRead(2);
    await time.advance(200);
    expect(offline(1)).toBe(false);
  });

  it('finds who has fallen silent while others send and their last messages are always on the way', async () => {
    const other = carOfSamePartition(1);
    await publishSetup(stores.topics, raceSetup(EVENT, START, [1, other]));
    const lateMs = 20;
    let isLate = true;
    consume = ({ onBatch, ...options }) =>
      stores.topics.consume({
        ...options,
        onBatch: async (batch) => {
          if (isLate) await sleep(time, lateMs);
          await onBatch(batch);
        },
      });
    await start();
    const frames = watchFrames(stores.topics);
    await time.advance(16_000);
    const silentFrom = time.now();
    await send(1, { receivedAt: silentFrom, ...onTrack(0) });
    await time.advance(14_000);
    while (time.now() < silentFrom + 17_000) {
      await send(other, { receivedAt: time.now(), ...onTrack(0.5) });
      await time.advance(5);
    }
    isLate = false;
    await time.advance(lateMs);
    const last = (car: number) =>
      frames.flatMap(({ cars }) => cars.filter((one) => one.invitationId === car)).at(-1);
    expect(last(1)).toMatchObject({ receivedAt: silentFrom, offline: true });
    expect(last(other)).toMatchObject({ offline: false });
  });

  it('shows who falls silent, and saves, where the clock of the machine is set back by ten minutes', async () => {
    const machine = machineClock(time);
    ({ clock } = machine);
    await publishSetup(stores.topics, raceSetup(EVENT, START, [1]));
    await start();
    const frames = watchFrames(stores.topics);
    await time.advance(16_000);
    await send(1, { receivedAt: clock.now(), ...onTrack(0) });
    await hasRead(1);
    await time.advance(100);
    expect(frames.at(-1)?.cars).toMatchObject([{ offline: false }]);
    machine.set(-600_000);
    await time.advance(6_000);
    const states = await Promise.all(
      Array.from({ length: POSITION_PARTITIONS }, (_, partition) =>
        stores.records.ingestStates.load(partition),
      ),
    );
    expect(states.filter((state) => state !== null)).toHaveLength(1);
    await time.advance(12_000);
    expect(frames.at(-1)?.cars).toMatchObject([{ offline: true }]);
  });

  it('takes nobody for silent while a batch cannot be finished', async () => {
    await publishSetup(stores.topics, raceSetup(EVENT, START, [1, 2]));
    await start();
    const frames = watchFrames(stores.topics);
    let release: () => void = () => undefined;
    publish = (topic, messages) =>
      topic === TOPICS.facts
        ? new Promise((resolve, reject) => {
            release = () => void stores.topics.publish(topic, messages).then(resolve, reject);
          })
        : stores.topics.publish(topic, messages);
    await send(1, ...drive(0, 1), { receivedAt: START, signal: { type: 'sos' } });
    await hasRead(2);
    for (let second = 1; second <= 60; second += 1) {
      await time.advance(1_000);
      await send(1, ...drive(second, second + 1));
    }
    release();
    await hasRead(62);
    await time.advance(3_000);
    expect(frames.flatMap(({ cars }) => cars).filter((car) => car.invitationId === 1 && car.offline)).toEqual(
      [],
    );
  });

  it('holds inputs until their event is known, through a restart too', async () => {
    await start();
    await send(1, ...drive(30, 130));
    await hasRead(100);
    expect((await details()).held).toBe(100);
    await stop();
    await start();
    await send(1, ...drive(130, 230));
    await hasRead(100);
    expect((await details()).held).toBe(200);
    await publishSetup(stores.topics, raceSetup(EVENT, START, [1]));
    await until('no input to be held', async () => (await details()).held === 0);
    await send(1, ...drive(230, 240));
    await hasRead(110);
    await stop();
    expect(lapsOf(await readFacts(stores.topics)).map(({ lap }) => lap)).toEqual([1]);
  });

  it('holds inputs until the geometry is there that the setup names, through a restart too', async () => {
    const { start: from, finish, radiusM, boxes, ...rest } = raceSetup(EVENT, START, [1]);
    const record: SetupRecord = { ...rest, geometry: 'hash' };
    const message = (key: string, value: object) => ({ key, value: JSON.stringify(value) });
    await stores.topics.publish(TOPICS.setup, [message(setupKey(EVENT), record)]);
    await start();
    await send(1, ...drive(30, 130));
    await hasRead(100);
    expect((await details()).held).toBe(100);
    await stop();
    await start();
    const geometry: RaceGeometry = { start: from, finish, radiusM, boxes };
    await stores.topics.publish(TOPICS.setup, [message(geometryKey(EVENT, 'hash'), geometry)]);
    await until('no input to be held', async () => (await details()).held === 0);
    await send(1, ...drive(130, 240));
    await hasRead(110);
    await stop();
    expect(lapsOf(await readFacts(stores.topics)).map(({ lap }) => lap)).toEqual([1]);
  });

  it('counts inputs of an event that was deleted, and what it cannot read', async () => {
    await publishSetup(stores.topics, raceSetup(EVENT, START, [1]));
    await start();
    await stores.topics.publish(TOPICS.setup, [{ key: String(EVENT), value: null }]);
    await send(1, ...drive(0, 3));
    await stores.topics.publish(TOPICS.positions, [
      { key: 'nobody', value: '{}' },
      { key: carKey(EVENT, 1), value: '{"lat":' },
    ]);
    await until('three inputs', async () => (await details()).read === 3);
    await until(
      'a dead letter',
      async () => ((await details()).dropped as { undecodable?: number }).undecodable === 2,
    );
    expect(await details()).toMatchObject({ held: 0, dropped: { unknownEvent: 3 } });
  });

  it('sets aside what it cannot read, with the reason, and goes on with the rest', async () => {
    await publishSetup(stores.topics, raceSetup(EVENT, START, [1]));
    await stores.topics.publish(TOPICS.setup, [
      { key: String(EVENT + 1), value: '{"eventId":8}' },
      { key: 'nothing', value: null },
      { key: geometryKey(EVENT, 'hash'), value: '{"radiusM":0}' },
      { key: setupKey(EVENT + 2), value: '{"geometry":7}' },
    ]);
    await start();
    await stores.topics.publish(TOPICS.positions, [
      { key: 'nobody', value: '{}' },
      { key: carKey(EVENT, 1), value: '{"lat":' },
      { key: carKey(EVENT, 1), value: '{"lat":44.6}' },
    ]);
    await send(1, ...drive(30, 230));
    await hasRead(200);
    await stop();
    expect((await health.read()).parts.ingest?.details?.deadLetters).toEqual({
      [TOPICS.setup]: 4,
      [TOPICS.positions]: 3,
    });
    const letters = await readAll<DeadLetter>(stores.topics, TOPICS.deadLetters);
    expect(letters.map(({ topic, key, reason }) => [topic, key, reason]).sort()).toEqual([
      [TOPICS.positions, carKey(EVENT, 1), expect.stringMatching(/JSON/)],
      [TOPICS.positions, carKey(EVENT, 1), 'receivedAt: a number is expected.'],
      [TOPICS.positions, 'nobody', 'The key does not name a car.'],
      [TOPICS.setup, geometryKey(EVENT, 'hash'), expect.stringMatching(/start.*radiusM/)],
      [TOPICS.setup, String(EVENT + 1), expect.stringMatching(/published/)],
      [TOPICS.setup, String(EVENT + 2), expect.stringMatching(/geometry/)],
      [TOPICS.setup, 'nothing', 'The key does not name an event.'],
    ]);
    expect(lapsOf(await readFacts(stores.topics)).map(({ lap }) => lap)).toEqual([1]);
  });

  it('counts what the engine dropped', async () => {
    await publishSetup(stores.topics, raceSetup(EVENT, START, [1]));
    await start();
    const [fix] = drive(0, 1);
    await send(1, { ...fix!, lat: 91 }, { ...fix!, t: START + 61_000 }, fix!, fix!);
    await send(2, fix!);
    await hasRead(5);
    expect((await details()).dropped).toMatchObject({
      invalidCoordinates: 1,
      clockAhead: 1,
      repeated: 1,
      unauthorized: 1,
    });
  });

  it('goes on after a restart as if nothing had been, and states no other lap', async () => {
    await publishSetup(stores.topics, raceSetup(EVENT, START, [1]));
    for (const [from, to] of [
      [30, 88],
      [88, 92],
      [92, 181],
      [181, 200],
    ] as const) {
      await start();
      await send(1, ...drive(from, to));
      await hasRead(to - from);
      await stop();
    }
    const facts = await readFacts(stores.topics);
    expect(lapsOf(facts)).toEqual([{ car: 1, lap: 1, ms: expect.closeTo(90_000, -2) }]);
  });

  it('goes on from the setups where a saved state is of another format', async () => {
    await publishSetup(stores.topics, raceSetup(EVENT, START, [1]));
    await start();
    await send(1, ...drive(30, 130));
    await hasRead(100);
    await stop();
    expect(lapsOf(await readFacts(stores.topics))).toEqual([]);
    for (const { partition, version, nextOffset } of await saved()) {
      const engine = Uint8Array.of(99);
      const state = encodeState({ engine, pending: [] });
      await stores.records.ingestStates.save(partition, version, nextOffset, state);
    }
    await start();
    await send(1, ...drive(150, 310));
    await hasRead(160);
    expect(await details()).toMatchObject({ ok: true, restarts: 0 });
    await stop();
    expect(lapsOf(await readFacts(stores.topics)).map(({ lap }) => lap)).toEqual([1]);
  });

  it('loses nothing when a store fails', async () => {
    await publishSetup(stores.topics, raceSetup(EVENT, START, [1]));
    let failures = 0;
    publish = (topic, messages) => {
      // Each session tries again when it ends.
      if (topic !== TOPICS.facts || failures === 4) return stores.topics.publish(topic, messages);
      failures += 1;
      return Promise.reject(new Error('disk full'));
    };
    await start();
    await send(1, ...drive(30, 230));
    for (let restart = 1; restart <= 2; restart += 1) {
      await until(`restart ${restart}`, async () => (await details()).restarts === restart);
      await time.advance(1_000);
    }
    await until('the lap', async () => lapsOf(await readFacts(stores.topics)).length === 1);
    expect(await details()).toMatchObject({ ok: true, restarts: 2 });
  });

  it('goes on from the newer state of another instance, and never writes over it', async () => {
    await publishSetup(stores.topics, raceSetup(EVENT, START, [1]));
    await start();
    await send(1, ...drive(30, 60));
    await hasRead(30);
    await until('a saved state', async () => (await saved()).length === 1);
    const { partition, version, nextOffset, state } = (await saved())[0]!;

    // While this one was asleep, another had the partition: it read on, and saved.
    const other = await stores.records.ingestStates.save(partition, version, nextOffset, state);
    expect(other).toBe(true);
    await send(1, ...drive(60, 130));
    await hasRead(100);
    await time.advance(6_000);
    await until('170 inputs', async () => (await details()).read === 170);
    await time.advance(6_000);
    await until('a newer state', async () => (await saved())[0]!.version > version + 1);
    expect((await saved())[0]).toMatchObject({ nextOffset: 100 });
    expect(await details()).toMatchObject({ ok: true, restarts: 0, behind: 0 });
    await send(1, ...drive(130, 200));
    await hasRead(240);
    await stop();
    expect(lapsOf(await readFacts(stores.topics)).map(({ lap }) => lap)).toEqual([1]);
  });

  it('keeps every fix once, in blocks of a minute', async () => {
    await publishSetup(stores.topics, raceSetup(EVENT, START, [1, 2]));
    const fixes = drive(30, 230);
    for (const part of [fixes.slice(0, 100), fixes.slice(90, 150), fixes.slice(150)]) {
      await start();
      await send(1, ...part, { ...part[0]!, lat: 91 });
      await hasRead(part.length + 1);
      await stop();
    }
    const minute = Math.floor(START / 60_000);
    const blocks = await stores.records.history.read(EVENT, minute, minute + 10, 100);
    expect(blocks.map((block) => [block.invitationId, block.minute - minute])).toEqual([
      [1, 0],
      [1, 1],
      [1, 2],
      [1, 3],
    ]);
    const kept = blocks.flatMap((block) => createHistoryCodec().decode(block.minute, block.bytes));
    expect(kept).toEqual(
      fixes.map(({ receivedAt, t, lat, lng }) => ({
        receivedAt,
        t,
        lat: expect.closeTo(lat!, 5),
        lng: expect.closeTo(lng!, 5),
        speedKph: null,
        headingDeg: null,
      })),
    );
  });

  it('keeps what changes a car after its last input: a reset of the laps, and silence', async () => {
    const setup = raceSetup(EVENT, START, [1]);
    await publishSetup(stores.topics, setup);
    await start();
    await send(1, ...drive(0, 5));
    await hasRead(5);
    await time.advance(6_000);
    const lapEpochs = [...setup.lapEpochs, { epoch: 1, beganAt: time.now() }];
    await publishSetup(stores.topics, { ...setup, lapEpochs });
    const minute = Math.floor(START / 60_000);
    const entries = async () => {
      const blocks = await stores.records.history.read(EVENT, minute, minute + 10, 100);
      return inOrder(blocks.map((block) => createJournalCodec().read(block.minute, block.bytes)));
    };
    await time.advance(8_000);
    expect((await entries()).at(-1)).toMatchObject({ type: 'setup', setup: { lapEpochs } });
    await time.advance(12_000);
    expect((await entries()).at(-1)).toMatchObject({ type: 'sweep' });
  });

  it('keeps nothing of an event that is deleted while it is driven', async () => {
    await publishSetup(stores.topics, raceSetup(EVENT, START, [1]));
    await start();
    await send(1, ...drive(0, 5));
    await hasRead(5);
    await until('a saved state', async () => (await saved()).length === 1);
    await time.advance(1_000);
    await send(1, ...drive(5, 10));
    await hasRead(10);
    await stores.topics.publish(TOPICS.setup, [{ key: setupKey(EVENT), value: null }]);
    await send(1, ...drive(10, 11));
    await until('a position to be refused', async () => {
      const { dropped } = (await details()) as { dropped: Record<string, number> };
      return dropped['unknownEvent'] === 1;
    });
    await stores.records.history.forget(EVENT);
    const [before] = await saved();
    await time.advance(6_000);
    await until('the next state', async () => (await saved())[0]!.version > before!.version);
    expect(await stores.records.history.extent(EVENT)).toEqual({ cars: 0, minutes: 0 });
    for (const { state } of await saved())
      expect(restoreEngine(decodeState(state).engine).hasCars(EVENT)).toBe(false);
  });

  it('keeps nothing either if nobody sends any more, and all of it is stored', async () => {
    await publishSetup(stores.topics, raceSetup(EVENT, START, [1]));
    await start();
    await send(1, ...drive(0, 5));
    await hasRead(5);
    await time.advance(6_000);
    await until('a saved state', async () => (await saved()).length === 1);
    const [before] = await saved();
    expect(restoreEngine(decodeState(before!.state).engine).hasCars(EVENT)).toBe(true);
    await stores.topics.publish(TOPICS.setup, [{ key: setupKey(EVENT), value: null }]);
    await until('the next state', async () => (await saved())[0]!.version > before!.version, {
      advance: () => time.advance(1_000),
    });
    const [after] = await saved();
    expect(restoreEngine(decodeState(after!.state).engine).hasCars(EVENT)).toBe(false);
    expect(await stores.records.history.extent(EVENT)).toEqual({ cars: 0, minutes: 0 });
  });

  it.each([
    [
      'of a car that is not authorised',
      raceSetup(EVENT, START, [], { cars: [setupCar(1, { authorized: false }), setupCar(2)] }),
    ],
    ['of a car that the event does not list', raceSetup(EVENT, START, [2])],
    ['of an event that has not begun', raceSetup(EVENT, START + 3_600_000, [1, 2])],
    ['of an event that is not published', raceSetup(EVENT, START, [1, 2], { published: false })],
  ])('leaves a position %s out of history and frames', async (_, setup) => {
    await publishSetup(stores.topics, setup);
    await start();
    const frames = watchFrames(stores.topics);
    await send(1, ...drive(0, 5));
    await hasRead(5);
    await time.advance(6_000);
    const { dropped } = (await details()) as { dropped: Record<string, number> };
    expect(Object.values(dropped).reduce((sum, count) => sum + count, 0)).toBe(5);
    await stop();
    const placed = frames
      .flatMap(({ cars }) => cars)
      .filter((car) => car.invitationId === 1 && car.lat !== null);
    expect(placed).toEqual([]);
    const minute = Math.floor(START / 60_000);
    const blocks = await stores.records.history.read(EVENT, minute, minute + 10, 100);
    const kept = blocks.flatMap((block) => createHistoryCodec().decode(block.minute, block.bytes));
    expect(kept).toEqual([]);
  });

  const saved = async () => {
    const states = await Promise.all(
      Array.from({ length: 8 }, (_, partition) => stores.records.ingestStates.load(partition)),
    );
    return states.filter((state) => state !== null);
  };
});
