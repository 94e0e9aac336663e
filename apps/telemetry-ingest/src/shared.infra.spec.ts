import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  carKey,
  DOOR,
  POSITION_PARTITIONS,
  TOPIC_DEFINITIONS,
  TOPICS,
  type PositionInput,
  type RaceFact,
  type RaceSetup,
} from '@flagpost/contracts';
import type { Topics } from '@flagpost/messaging';
import { openTopics } from '@flagpost/messaging/open';
import { fixedDelay, retry, silentLogger } from '@flagpost/platform';
import { systemClock, systemIds, systemScheduler } from '@flagpost/platform/system';
import type { Records } from '@flagpost/records';
import { migrateMongoRecords } from '@flagpost/records/mongo';
import { openRecords } from '@flagpost/records/open';
import { createEngine, quantiseInput } from '@flagpost/telemetry';
import { raceSetup, until } from '@flagpost/testing';
import { describeOver, suiteAddresses } from '@flagpost/testing/servers';
import { ingestConfig } from './config.js';
import { INGEST_GROUP } from './pipeline/session.js';
import { launchIngest, type IngestChild } from './testing/program-child.js';
import { onTrack, publishSetup, readFacts, watchFrames } from './testing/topics.js';
import { giveToken } from './testing/stores.js';

const EVENT = 7;
const CARS = Array.from({ length: 40 }, (_, index) => index + 1);
const SECONDS = 600;
const LINES_A_BATCH = 10;
/** For what takes processes and servers some work, milliseconds. */
const DEADLINE_MS = 120_000;

const machine = { clock: systemClock, scheduler: systemScheduler, ids: systemIds, logger: silentLogger };

/** By id. Which input decided a lap may differ by where a sweep came between. */
const lapsOf = (facts: readonly RaceFact[]) =>
  [...new Map(facts.map((fact) => [fact.id, { ...fact, receivedAt: null }])).values()]
    .filter((fact) => fact.type === 'lapCompleted')
    .sort((a, b) => a.id.localeCompare(b.id));

describeOver(describe, 'Two telemetry-ingests', ['kafka', 'mongo'], (servers) => {
  const name = `ingest-${systemIds.uuid().slice(0, 8)}`;
  const began = Date.now() - 3_600_000;
  const setup: RaceSetup = raceSetup(EVENT, began, CARS);
  let environment: Record<string, string>;
  let topics: Topics;
  let records: Records;
  const children: IngestChild[] = [];

  beforeEach(async () => {
    environment = {
      ...suiteAddresses(servers),
      TOPICS: 'kafka',
      RECORDS: 'mongo',
      KAFKA_PREFIX: `${name}.`,
      MONGO_DATABASE: name,
    };
    const config = ingestConfig.parse(environment);
    await migrateMongoRecords(config);
    topics = await openTopics(config, { ...machine, path: '' });
    records = await openRecords(config, { path: '' });
    await topics.define(TOPIC_DEFINITIONS);
    await publishSetup(topics, setup);
    for (const car of CARS) await giveToken(records, `token-${car}`, EVENT, car);
  }, 60_000);
  afterEach(async () => {
    await Promise.all(children.map((child) => child.end('SIGKILL')));
    await topics.close();
    await records.close();
  });

  /** Every car at its own pace: a lap takes it from 60 s up. */
  const fixesOf = (car: number) =>
    Array.from({ length: SECONDS }, (_, i) =>
      // As the door rounds it.
      quantiseInput({ t: began + i * 1_000 + car, ...onTrack(0.3 + i / (60 + car)) }),
    );
  const undisturbed = (): readonly RaceFact[] => {
    const engine = createEngine();
    engine.setup(EVENT, setup);
    for (const car of CARS) {
      for (const fix of fixesOf(car)) engine.apply(carKey(EVENT, car), { receivedAt: fix.t, ...fix });
    }
    return engine.takeFacts();
  };
  /** As a phone that knows two addresses: in order, again and again until it is told 200. */
  const drive = async (car: number): Promise<void> => {
    const fixes = fixesOf(car);
    for (let from = 0, tries = car; from < fixes.length; from += LINES_A_BATCH) {
      const body = fixes
        .slice(from, from + LINES_A_BATCH)
        .map((fix) => JSON.stringify(fix))
        .join('\n');
      await retry({ backoff: { scheduler: systemScheduler, ms: fixedDelay(50) } }, async () => {
        const { url } = children[tries++ % children.length]!;
        const signal = AbortSignal.timeout(2_000);
        const answer = await fetch(`${url}/ingest/positions/token-${car}`, { method: 'POST', body, signal });
        const text = await answer.text();
        if (answer.status !== 200) throw new Error(text);
      });
      await pause(300);
    }
  };
  const untilHeld = async (child: IngestChild, partitions: number): Promise<number> => {
    const since = Date.now();
    await until(`${partitions} partitions`, async () => (await child.partitions()).length === partitions, {
      deadlineMs: DEADLINE_MS,
    });
    return Date.now() - since;
  };

  const caughtUp = () =>
    until(
      'the pipeline to catch up',
      async () => (await topics.lag(TOPICS.positions, INGEST_GROUP)).messages === 0,
      {
        deadlineMs: DEADLINE_MS,
      },
    );

  it('share the partitions; killed and put to sleep, they lose no lap and state none in two ways', async () => {
    children.push(await launchIngest(environment), await launchIngest(environment));
    await Promise.all(children.map((child) => untilHeld(child, POSITION_PARTITIONS / 2)));

    const drives = Promise.all(CARS.map(drive));
    await pause(3_000);
    await children[0]!.end('SIGKILL');
    const tookOverMs = await untilHeld(children[1]!, POSITION_PARTITIONS);
    process.stdout.write(`the other telemetry-ingest has all partitions ${tookOverMs} ms after the kill\n`);
    expect(tookOverMs).toBeLessThan(15_000);
    children[0] = await launchIngest(environment);
    await Promise.all(children.map((child) => untilHeld(child, POSITION_PARTITIONS / 2)));

    children[1]!.send('SIGSTOP');
    await untilHeld(children[0], POSITION_PARTITIONS);
    children[1]!.send('SIGCONT');
    await Promise.all(children.map((child) => untilHeld(child, POSITION_PARTITIONS / 2)));

    await drives;
    await caughtUp();
    await Promise.all(children.map((child) => child.end('SIGTERM')));
    const stated = await readFacts(topics);
    const expected = lapsOf(undisturbed());
    expect(expected.length).toBeGreaterThan(CARS.length * 4);
    expect(lapsOf(stated)).toEqual(expected);
    const ways = new Map<string, Set<string>>();
    for (const fact of stated) ways.set(fact.id, (ways.get(fact.id) ?? new Set()).add(JSON.stringify(fact)));
    expect([...ways].filter(([, of]) => of.size > 1)).toEqual([]);
  }, 240_000);

  const { kafka, mongo } = servers;
  const ours = kafka.control !== null && mongo.control !== null;
  const away = ours ? it : it.skip;
  away(
    `lose nothing and call no car silent while broker and records are away 20 s each${ours ? '' : ' (skipped: they are not ours to stop)'}`,
    async () => {
      const event = EVENT + 1;
      const start = Date.now();
      const live: RaceSetup = raceSetup(event, start - 60_000, CARS);
      await publishSetup(topics, live);
      for (const car of CARS) await giveToken(records, `live-${car}`, event, car);
      const frames = watchFrames(topics);
      children.splice(0, children.length, await launchIngest(environment));
      const [ingest] = children as [IngestChild];
      await untilHeld(ingest, POSITION_PARTITIONS);

      let racing = true;
      let phase = 'calm';
      const refusals: { phase: string; status: number; retryAfter: string | null }[] = [];
      const accepted = new Map<number, PositionInput[]>();
      /** A phone at 1 Hz, which keeps what it was not told 200 for, and sends it again when it may. */
      const phone = async (car: number): Promise<void> => {
        const sent: PositionInput[] = [];
        accepted.set(car, sent);
        let kept: string[] = [];
        let again = 0;
        let t = start;
        while (racing || kept.length > 0) {
          // Also those of the time that the last request took.
          for (; racing && t <= Date.now(); t += 1_000) {
            const fix = { t, ...onTrack(0.3 + (t - start) / (25_000 + car * 100)) };
            kept.push(JSON.stringify(fix));
            // As the door rounds it.
            sent.push(quantiseInput({ receivedAt: t, ...fix }));
          }
          if (Date.now() >= again) {
            const { length } = kept;
            const { status, headers } = await fetch(`${ingest.url}/ingest/positions/live-${car}`, {
              method: 'POST',
              body: kept.join('\n'),
            });
            if (status === 200) kept = kept.slice(length);
            else {
              const retryAfter = headers.get('retry-after');
              refusals.push({ phase, status, retryAfter });
              again = Date.now() + Number(retryAfter) * 1_000;
            }
          }
          await pause(1_000);
        }
      };
      const down = async (): Promise<string[]> => {
        const answer = await fetch(`${ingest.url}/api/health`);
        const { parts } = (await answer.json()) as { parts: Record<string, { ok: boolean }> };
        return Object.entries(parts).flatMap(([part, { ok }]) => (ok ? [] : [part]));
      };
      const phones = Promise.all(CARS.map(phone));
      await pause(5_000);
      for (const [part, control] of [
        ['topics', kafka.control],
        ['records', mongo.control],
      ] as const) {
        phase = part;
        await control?.stop();
        await pause(17_000);
        expect(await down()).toContain(part);
        await pause(3_000);
        await control?.start();
        const back = Date.now();
        await until('health without trouble', async () => (await down()).length === 0, {
          deadlineMs: DEADLINE_MS,
        });
        process.stdout.write(`all is well ${Date.now() - back} ms after ${part} are back\n`);
        phase = 'calm';
        await pause(5_000);
      }
      racing = false;
      await phones;
      await caughtUp();
      await pause(2_000);
      await ingest.end('SIGTERM');

      expect(new Set(refusals.map(({ status, retryAfter }) => `${status} ${retryAfter ?? ''}`))).toEqual(
        new Set([`503 ${DOOR.retryAfterS}`]),
      );
      expect(refusals.filter(({ phase: of }) => of === 'records')).toEqual([]);
      const seen = frames.filter(({ eventId }) => eventId === event).flatMap(({ cars }) => cars);
      expect(
        new Set(seen.filter(({ receivedAt }) => receivedAt !== null).map(({ invitationId }) => invitationId))
          .size,
      ).toBe(CARS.length);
      expect(seen.filter((car) => car.offline && car.receivedAt !== null)).toEqual([]);

      const engine = createEngine();
      engine.setup(event, live);
      for (const [car, inputs] of accepted) {
        for (const input of inputs) engine.apply(carKey(event, car), input);
      }
      const expected = lapsOf(engine.takeFacts());
      expect(expected.length).toBeGreaterThanOrEqual(CARS.length);
      const stated = (await readFacts(topics)).filter(({ eventId }) => eventId === event);
      expect(lapsOf(stated)).toEqual(expected);
    },
    240_000,
  );
});
