import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { carKey, type RaceFact } from '@flagpost/contracts';
import { fixedDelay, retry } from '@flagpost/platform';
import { systemClock, systemScheduler } from '@flagpost/platform/system';
import { createEngine, minuteOf, quantiseInput } from '@flagpost/telemetry';
import { createHistoryCodec } from '@flagpost/telemetry/journal';
import { raceSetup, until } from '@flagpost/testing';
import { onTrack, publishSetup, readFacts } from '../testing/topics.js';
import { giveToken, openStores, temporaryFolder } from '../testing/stores.js';

const program = fileURLToPath(new URL('../../dist/testing/ingest-child.js', import.meta.url));

const EVENT = 7;
const CARS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const SECONDS = 1_200;
const KILLS = 10;
const LINES_A_BATCH = 10;
const FIXES_BETWEEN_KILLS = 500;
/** For what takes a process some work, milliseconds. */
const DEADLINE_MS = 60_000;

interface Fix {
  readonly t: number;
  readonly lat: number;
  readonly lng: number;
}

interface Child {
  readonly process: ChildProcess;
  readonly base: string;
}

const launch = async (folder: string): Promise<Child> => {
  const child = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (text: Buffer) => resolve(text.toString().trim()));
    child.once('exit', (code) => reject(new Error(`It ended with ${code} before it was ready.`)));
  });
  return { process: child, base: `http://127.0.0.1:${port}` };
};

const end = async ({ process: child }: Child, signal: NodeJS.Signals): Promise<void> => {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await gone;
};

/** That a lap stated again is recorded once is shown where facts are recorded: in the api. */
it('loses no lap and states none in two ways, killed ten times under load: a lap stated again is the same fact', async () => {
  if (!existsSync(program))
    throw new Error('Build this room first: npm run build -w @flagpost/telemetry-ingest');
  const folder = await temporaryFolder();
  const began = Date.now() - 3_600_000;
  const setup = raceSetup(EVENT, began, CARS);
  /** Every car at its own pace: a lap takes it from 60 s up. */
  const fixesOf = (car: number): Fix[] =>
    Array.from({ length: SECONDS }, (_, i) => ({
      t: began + i * 1_000 + car,
      ...onTrack(0.3 + i / (60 + car)),
    }));

  const stores = await openStores(folder.path, { ...systemClock, ...systemScheduler });
  await publishSetup(stores.topics, setup);
  for (const car of CARS) await giveToken(stores.records, `token-${car}`, EVENT, car);
  await stores.close();

  let child = await launch(folder.path);
  let accepted = 0;
  let refused = 0;
  /** As a phone: in order, again and again until it is told 200. */
  const drive = async (car: number): Promise<void> => {
    const fixes = fixesOf(car);
    for (let from = 0; from < fixes.length; from += LINES_A_BATCH) {
      const body = fixes
        .slice(from, from + LINES_A_BATCH)
        .map((fix) => JSON.stringify(fix))
        .join('\n');
      await retry(
        {
          backoff: { scheduler: systemScheduler, ms: fixedDelay(5) },
          onRetry: () => (refused += 1),
        },
        async () => {
          const answer = await fetch(`${child.base}/ingest/positions/token-${car}`, { method: 'POST', body });
          const text = await answer.text();
          if (answer.status !== 200) throw new Error(text);
        },
      );
      accepted += LINES_A_BATCH;
      await pause(20);
    }
  };
  const drives = Promise.all(CARS.map(drive));
  for (let kills = 0; kills < KILLS; kills += 1) {
    const before = accepted;
    await until('fixes before the next kill', () => accepted >= before + FIXES_BETWEEN_KILLS, {
      deadlineMs: DEADLINE_MS,
    });
    await end(child, 'SIGKILL');
    child = await launch(folder.path);
  }
  expect(refused).toBeGreaterThan(0);
  await drives;
  /** An input is handed on only when all that it stated is published. */
  const waiting = async (): Promise<number> => {
    const lag = (await (await fetch(`${child.base}/lag`)).json()) as { messages: number };
    return lag.messages;
  };
  await until('the pipeline to catch up', async () => (await waiting()) === 0, { deadlineMs: DEADLINE_MS });
  await end(child, 'SIGTERM');

  const engine = createEngine();
  engine.setup(EVENT, setup);
  for (const car of CARS) {
    for (const fix of fixesOf(car))
      engine.apply(carKey(EVENT, car), quantiseInput({ receivedAt: fix.t, ...fix }));
  }
  const lapsOf = (facts: readonly RaceFact[]) => facts.filter((fact) => fact.type === 'lapCompleted');
  /** By id, in every way in which it is stated; the api records the first. */
  const statedBy = (facts: readonly RaceFact[]): Map<string, Set<string>> => {
    const ways = new Map<string, Set<string>>();
    for (const fact of facts) ways.set(fact.id, (ways.get(fact.id) ?? new Set()).add(JSON.stringify(fact)));
    return ways;
  };
  const byId = (facts: readonly RaceFact[]) =>
    [...new Map(facts.map((fact) => [fact.id, { ...fact, receivedAt: null }])).values()].sort((a, b) =>
      a.id.localeCompare(b.id),
    );
  const undisturbed = lapsOf(engine.takeFacts());
  const after = await openStores(folder.path, { ...systemClock, ...systemScheduler });
  const stated = lapsOf(await readFacts(after.topics));
  const blocks = await after.records.history.read(EVENT, minuteOf(began), minuteOf(Date.now()) + 1, 10_000);
  await after.close();
  await folder.remove();

  expect(undisturbed.length).toBeGreaterThan(CARS.length * 10);
  expect(new Set(undisturbed.map(({ id }) => id)).size).toBe(undisturbed.length);
  const ways = statedBy(stated);
  expect([...ways].filter(([, of]) => of.size > 1)).toEqual([]);
  expect(ways.size).toBe(undisturbed.length);
  expect(byId(stated)).toEqual(byId(undisturbed));
  for (const car of CARS) {
    const kept = blocks
      .filter((block) => block.invitationId === car)
      .flatMap((block) => createHistoryCodec().decode(block.minute, block.bytes));
    expect([...new Set(kept.map(({ t }) => t))]).toEqual(fixesOf(car).map(({ t }) => t));
  }
}, 120_000);
