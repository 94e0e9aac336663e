import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  carKey,
  POSITION_PARTITIONS,
  TOPICS,
  type LiveFrame,
  type PositionInput,
  type RaceFact,
} from '@flagpost/contracts';
import { createHealth, silentLogger } from '@flagpost/platform';
import { heldStorage, type HeldStorage } from '@flagpost/storage/testing';
import { raceSetup, until, virtualTime, type VirtualTime } from '@flagpost/testing';
import { openStores, temporaryFolder, type Stores } from '../testing/stores.js';
import { onTrack, publishSetup, readFacts, watchFrames } from '../testing/topics.js';
import { startPipeline, type Pipeline } from './pipeline.js';

const START = Date.UTC(2026, 5, 1, 12);
const EVENT = 7;
const CAR = 1;
const LAP_S = 90;

describe('the pipeline, while the disk of the topics is slow or full', () => {
  let time: VirtualTime;
  let storage: HeldStorage;
  let stores: Stores;
  let frames: LiveFrame[];
  let pipeline: Pipeline;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;

  beforeEach(async () => {
    time = virtualTime(START);
    storage = heldStorage();
    folder = await temporaryFolder();
    stores = await openStores(folder.path, time, storage);
    const published = publishSetup(stores.topics, raceSetup(EVENT, START, [CAR]));
    await storage.carryOut();
    await published;
    frames = watchFrames(stores.topics);
    pipeline = await startPipeline({
      devices: { dropped: () => undefined },
      topics: stores.topics,
      records: stores.records,
      clock: time,
      scheduler: time,
      logger: silentLogger,
      health: createHealth(),
    });
    // The first save of a partition: until then its input waits for the disk.
    await handedOver([at(0)]);
    await until('the first state', async () => (await savedUpTo()) === 1, {
      advance: () => time.advance(100),
    });
  });
  afterEach(async () => {
    await storage.release();
    await pipeline.stop();
    await stores.close();
    await folder.remove();
  });

  /** The fix of the race's second `second`; the car crosses the finish at 0, 90, 180 … */
  const at = (second: number, rest: Partial<PositionInput> = {}): PositionInput => {
    const t = START + second * 1_000;
    return { receivedAt: t, t, ...onTrack(second / LAP_S), ...rest };
  };
  const send = (...inputs: PositionInput[]): Promise<void> => {
    const messages = inputs.map((input) => ({ key: carKey(EVENT, CAR), value: JSON.stringify(input) }));
    const published = stores.topics.publish(TOPICS.positions, messages);
    published.catch(() => undefined);
    return published;
  };
  const handedOver = async (inputs: readonly PositionInput[]): Promise<void> => {
    const published = send(...inputs);
    await storage.carryOut();
    await published;
  };
  const savedUpTo = async (): Promise<number> => {
    const states = await Promise.all(
      Array.from({ length: POSITION_PARTITIONS }, (_, partition) =>
        stores.records.ingestStates.load(partition),
      ),
    );
    return Math.max(...states.map((state) => state?.nextOffset ?? 0));
  };
  const shown = () => frames.flatMap(({ cars }) => cars).at(-1);
  const showing = (what: string, receivedAt: number) =>
    until(what, () => shown()?.receivedAt === receivedAt, { advance: () => time.advance(100) });

  it('shows a fix before it is stored, and states and saves nothing of it until then', async () => {
    const sos = send(at(1, { signal: { type: 'sos' } }));
    await showing('the fix on the screen', START + 1_000);
    await time.advance(30_000);
    expect(await savedUpTo()).toBe(1);
    storage.seal();
    const later = send(at(2));
    await showing('the next fix', START + 2_000);
    expect(await readFacts(stores.topics)).toEqual([]);
    await storage.carryOut();
    await sos;
    // The fact is a publish of its own; it is behind what waited.
    await storage.carryOut();
    await later;
    const facts = await until(
      'the fact',
      async (): Promise<false | RaceFact[]> => {
        await storage.carryOut();
        const read = await readFacts(stores.topics);
        return read.length > 0 && read;
      },
      { advance: () => time.advance(100) },
    );
    expect(facts).toMatchObject([{ type: 'sosRaised', invitationId: CAR }]);
    await until('the state to be saved', async () => (await savedUpTo()) === 3, {
      advance: () => time.advance(1_000),
    });
  });

  it('states nothing that follows from what could not be stored', async () => {
    const sos = send(at(1, { signal: { type: 'sos' } }));
    storage.seal();
    await showing('the fix on the screen', START + 1_000);
    storage.fail();
    await expect(sos).rejects.toThrow('full');
    while (await storage.carryOut());
    await until('the car where it was', () => shown()?.receivedAt === START && shown()?.sos === false, {
      advance: () => time.advance(100),
    });
    expect(await readFacts(stores.topics)).toEqual([]);
    await storage.release();
    await send(at(1, { signal: { type: 'sos' } }));
    await until('the fact', async () => (await readFacts(stores.topics)).length === 1, {
      advance: () => time.advance(100),
    });
  });

  it('forgets what could not be stored, and counts laps by what could', async () => {
    // A device whose fixes were refused sends them again: no lap is missed, none counted twice.
    for (let second = 1; second <= 2 * LAP_S + 20; second += 1) {
      const refused = send(at(second));
      await showing(`second ${second}`, START + second * 1_000);
      if (second % 40 === 0) {
        storage.fail();
        await expect(refused).rejects.toThrow('full');
        await until('the partition to begin again', () => shown()?.receivedAt !== START + second * 1_000, {
          advance: () => time.advance(100),
        });
        await handedOver([at(second)]);
        await showing('it again', START + second * 1_000);
      } else while (await storage.carryOut());
    }
    await storage.release();
    const laps = await until(
      'two laps',
      async (): Promise<false | RaceFact[]> => {
        const read = await readFacts(stores.topics);
        return read.length >= 2 && read;
      },
      { advance: () => time.advance(1_000) },
    );
    const ids = new Map(laps.map((fact) => [fact.id, fact]));
    expect([...ids.values()].map((fact) => fact.type === 'lapCompleted' && fact.lap)).toEqual([1, 2]);
  });
});
