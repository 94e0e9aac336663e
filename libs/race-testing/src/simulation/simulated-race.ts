import { TOPICS } from '@flagpost/contracts';
import { FACTS_GROUP, upcast } from '@flagpost/api/headless';
import type { FlagpostEvent } from '@flagpost/domain';
import type { Recorded } from '@flagpost/event-sourcing';
import { INGEST_GROUP } from '@flagpost/telemetry-ingest';
import { createCluster, createWorld, planFaults, type Outcome } from '@flagpost/testing/simulation';
import { startApi, type ApiProgram } from './api-program.js';
import { startControl } from './control.js';
import { CARS, RACE_MS, STARTS_AT } from './course.js';
import { startIngest, type IngestProgram } from './ingest-program.js';
import { createInstallation, type Sabotage } from './installation.js';
import { tracingLogger } from './log.js';
import { startPhone } from './phones.js';
import { createSockets, startViewer } from './sockets.js';
import { wrongAlerts } from './invariants/alerts.js';
import { lostHistory, lostInputs, waitingInputs } from './invariants/inputs.js';
import { otherLaps, repeatedLaps, wrongLaps } from './invariants/laps.js';
import { wrongAnswers, wrongOrders } from './invariants/orders.js';
import { wrongCarOrders } from './invariants/car-orders.js';
import { wrongPages } from './invariants/pages.js';
import { wrongGeometry } from './invariants/setups.js';
import { differences, wrongViews } from './invariants/views.js';

export type Program = ApiProgram | IngestProgram;

const INGESTS = ['ingest-1', 'ingest-2'];
/** How often a request or an answer is lost in a seed: mostly never, so that other faults are tested alone. */
const LOST_SHARES = [0, 0, 0.003, 0.02];
const MOST_FAULTS = 6;
/** The share of seeds with two apis that share their views. */
const SHARED_SHARE = 0.5;
/** Time limit for phones and race control to be answered after the last fault. */
const SETTLE_TIMEOUT_MS = 300_000;
/** Long enough for every retry. */
const LONGEST_RETRY_MS = 32_000;
/** Long enough for all effects of the last message. */
const REST_MS = 12_000;
/** Long enough for every car's full state to be in a frame. */
const SNAPSHOT_MS = 8_000;

export interface RaceOptions {
  readonly sabotage?: Sabotage;
  /** How often a request or an answer is lost; one of these per seed. */
  readonly lostShares?: readonly number[];
}

/** Runs one race with the faults of this seed, and checks the result. */
export const runRace = async (
  seed: number,
  { sabotage, lostShares = LOST_SHARES }: RaceOptions = {},
): Promise<Outcome> => {
  const world = createWorld({ seed, startsAt: STARTS_AT });
  const cluster = createCluster<Program>(world, world.random.pick(lostShares));
  const { network } = cluster;
  const sharedViews = world.random.chance(SHARED_SHARE);
  const apis = sharedViews ? ['api-1', 'api-2'] : ['api-1'];
  const installation = await createInstallation(world, network, { sharedViews, sabotage });
  const { broker, log } = installation;

  for (const name of INGESTS)
    cluster.keep(name, (process) => startIngest(process, installation, tracingLogger(world, process.name)));
  for (const name of apis) {
    cluster.keep(name, (process) => {
      const sockets = createSockets(world, network, process);
      return startApi(process, installation, sockets, tracingLogger(world, process.name));
    });
  }
  const phones = CARS.map((car) => startPhone(world, cluster, INGESTS, broker, car, sabotage?.pageQueue));
  const viewer = startViewer(world, cluster, apis, 'viewer');
  const control = startControl(world, cluster, apis, phones, viewer);
  planFaults(world, cluster, {
    atMost: MOST_FAULTS,
    withinMs: RACE_MS,
    servers: ['topics', 'records', 'events', 'views'],
    rebalance: () => broker.rebalance(),
  });

  await world.run(RACE_MS);
  cluster.calm();
  const isAtRest = (): boolean =>
    cluster.names.every((name) => cluster.program(name)?.process.isAwake()) &&
    control.isDone() &&
    phones.every((phone) => phone.isDone());
  const rested = await world.run(SETTLE_TIMEOUT_MS, isAtRest);
  const lag = (topic: string, group: string): number => broker.group(topic, group).lag();
  await world.run(
    LONGEST_RETRY_MS,
    () =>
      lag(TOPICS.inbound, INGEST_GROUP) === 0 &&
      lag(TOPICS.positions, INGEST_GROUP) === 0 &&
      lag(TOPICS.facts, FACTS_GROUP) === 0,
  );
  const areCalm = (): boolean => phones.every(({ page }) => page === null || page.isCalm());
  await world.run(REST_MS);
  const calm = await world.run(SETTLE_TIMEOUT_MS, areCalm);
  await world.run(REST_MS);
  const newcomer = startViewer(world, cluster, [viewer.server() ?? 'api-1'], 'newcomer');
  const programs = apis.map((name) => cluster.program(name)?.program as ApiProgram | undefined);
  const failuresOf = async (api: ApiProgram | undefined) => (await api?.failures()) ?? ['an api is down'];
  const failures = Promise.all(programs.map(failuresOf));
  await world.run(SNAPSHOT_MS);
  // One of two viewers may have received a message before the other.
  await world.run(SETTLE_TIMEOUT_MS, () => programs.every((api) => api?.sockets.areQuiet() !== false));

  const events = (await log.readAll(null, 100_000)).map(
    (event) => upcast.toCurrent(event) as Recorded<FlagpostEvent>,
  );
  const waiting = {
    [TOPICS.inbound]: lag(TOPICS.inbound, INGEST_GROUP),
    [TOPICS.positions]: await waitingInputs(installation),
    [TOPICS.facts]: lag(TOPICS.facts, FACTS_GROUP),
  };
  const complaints = [
    ...(rested ? [] : ['the race never came to rest']),
    ...Object.entries(waiting).flatMap(([topic, messages]) =>
      messages === 0 ? [] : [`${messages} messages of ${topic} were never handed on`],
    ),
    ...phones.flatMap((phone) => lostInputs(installation, phone)),
    ...CARS.flatMap((car) => wrongAlerts(installation, events, car)),
    ...repeatedLaps(events),
    ...(await otherLaps(installation, events)),
    ...wrongGeometry(installation, events),
    ...wrongOrders(events, control),
    ...wrongAnswers(events, phones),
    ...(calm ? [] : ['a driver has orders left to confirm']),
    ...phones.flatMap((phone) => wrongPages(events, phone)),
    ...(await failures).flat(),
    ...differences(viewer.picture.text(), newcomer.picture.text()),
  ];
  const now = world.now();
  for (const car of CARS) complaints.push(...(await lostHistory(installation, car, now)));
  for (const views of new Set(programs.map((api) => (sharedViews ? installation.views : api?.readModels)))) {
    if (views === undefined) continue;
    for (const car of CARS) complaints.push(...(await wrongLaps(installation, views, events, car, now)));
    complaints.push(...(await wrongViews(installation, views)));
    complaints.push(...(await wrongCarOrders(installation, views)));
  }
  await installation.close();
  return { complaints, trace: world.trace };
};
