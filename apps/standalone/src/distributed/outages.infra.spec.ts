import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AlertRow, FlagRow, HealthAnswer, HistoryAnswer } from '@flagpost/contracts';
import {
  ADDRESS_VARIABLES,
  COMPONENTS,
  describeOver,
  suiteAddresses,
  type Component,
} from '@flagpost/testing/servers';
import { until } from '@flagpost/testing';
import { signIn, type Caller } from '@flagpost/race-testing/calls';
import { startCluster, type Cluster } from '@flagpost/race-testing/cluster';
import { lapFaults, startField, type Field } from '@flagpost/race-testing/field';
import {
  LATER,
  said,
  startRetryingClients,
  type RetryingClients,
} from '@flagpost/race-testing/retrying-clients';
import { carsUpdated, wentOffline, shownAlerts, shownFlags } from '@flagpost/race-testing/observed-state';
import { missingIn, restingViews } from '@flagpost/race-testing/resting-views';
import { watch, type Viewer } from '@flagpost/race-testing/viewer';

const MINUTES = 60_000;
const AWAY_MS = 20_000;
const CALL_EVERY_MS = 1_000;

/** The part of a program's health that a server is. */
const PART_OF = { kafka: 'topics', mongo: 'records', eventstore: 'event store' } as const;
type Part = (typeof PART_OF)[Component];
const INGEST_PARTS: readonly Part[] = ['topics', 'records'];
const API_PARTS: readonly Part[] = Object.values(PART_OF);

/** The servers that flags and doors store in: without them requests are answered with 503. */
const FLAGS_NEED: readonly Component[] = ['mongo', 'eventstore'];
const DOORS_NEED: readonly Component[] = ['kafka'];

const sorted = (ids: Iterable<number>): number[] => [...ids].sort((one, other) => one - other);

describeOver(describe, 'A server that is away for 20 s', COMPONENTS, (servers) => {
  let cluster: Cluster;
  let field: Field;
  let people: RetryingClients;
  const viewers: Viewer[] = [];
  const admins: Caller[] = [];
  /** Since when all servers are there. */
  let calmSince = 0;
  /** Cars that call for help while a server is away: one of each door, others each time. */
  const called: number[] = [];
  const ends: (() => void | Promise<void>)[] = [];

  beforeAll(async () => {
    cluster = await startCluster({ addresses: suiteAddresses(servers) });
    ends.push(() => cluster.stop());
    for (const { url } of cluster.apis) admins.push(await signIn(url, 'admin@flagpost.demo'));
    const { token } = await signIn(cluster.apis[0]?.url ?? '', 'director@flagpost.demo');
    field = await startField({ cluster, cars: 20, laps: 3, speed: 6 });
    ends.push(() => field.stop());
    for (const { url } of cluster.apis) {
      const viewer = await watch(url, token, field.eventId);
      viewers.push(viewer);
      ends.push(() => viewer.leave());
    }
    people = startRetryingClients(cluster, field, token);
    calmSince = Date.now();
  }, 3 * MINUTES);
  afterAll(async () => {
    for (const end of ends.toReversed()) await end();
  }, MINUTES);

  /** Which servers each program misses, by its health. */
  const missed = async (): Promise<string[]> => {
    const apis = admins.map(async (admin) => (await admin.call<HealthAnswer>('GET', '/health')).body);
    const ingests = cluster.ingests.map(
      async ({ url }) => (await (await fetch(`${url}/api/health`)).json()) as HealthAnswer,
    );
    const failing =
      (kind: string, parts: readonly Part[]) =>
      ({ parts: told = {} }: HealthAnswer): string =>
        `${kind} without ${parts.filter((part) => told[part]?.ok !== true).join() || 'nothing'}`;
    return [
      ...(await Promise.all(apis)).map(failing('api', API_PARTS)),
      ...(await Promise.all(ingests)).map(failing('ingest', INGEST_PARTS)),
    ];
  };
  const missedWhileAway = (component: Component): string[] => {
    const part = PART_OF[component];
    const ingest = INGEST_PARTS.includes(part) ? part : 'nothing';
    return [
      ...cluster.apis.map(() => `api without ${part}`),
      ...cluster.ingests.map(() => `ingest without ${ingest}`),
    ];
  };
  const allWell = async (): Promise<boolean> => {
    const programs = [...cluster.apis, ...cluster.ingests];
    return (await Promise.all(programs.map(({ url }) => fetch(`${url}/api/health`)))).every(({ ok }) => ok);
  };

  for (const [index, component] of COMPONENTS.entries()) {
    const { control } = servers[component];
    const title = `${component}: health says so, who cannot store says 503, and all go on by themselves`;
    if (control === null) {
      it.skip(`${title} (skipped: the server at ${ADDRESS_VARIABLES[component]} is not ours to stop)`, () =>
        undefined);
      continue;
    }
    it(
      title,
      async () => {
        const callers = field.cars.slice(2 * index, 2 * index + 2);
        called.push(...callers.map(({ invitationId }) => invitationId));
        const stoppedAt = Date.now();
        await control.stop();
        let isAway = true;
        const calls = callers.map(async (car) => {
          while (isAway) {
            await people.callForHelp(car);
            await pause(CALL_EVERY_MS);
          }
        });
        const known = until('health', async () => {
          expect(await missed()).toEqual(missedWhileAway(component));
          return Date.now();
        });
        await Promise.allSettled([known.then(() => pause(AWAY_MS / 2)), pause(AWAY_MS)]);
        const startedAt = Date.now();
        isAway = false;
        await control.start();
        const upAt = Date.now();
        const knownAt = await known;
        await Promise.all(calls);
        await until('everything', allWell, { deadlineMs: 2 * MINUTES });
        const backAt = Date.now();
        for (const viewer of viewers)
          await until(
            'every car on every screen',
            () => carsUpdated(viewer, backAt).size === field.cars.length,
          );
        process.stdout.write(
          `${component}: in health after ${knownAt - stoppedAt} ms, all well ${backAt - upAt} ms after it was there again.\n`,
        );

        const { directors, drivers } = people.answers;
        const [calm, away] = [
          [calmSince, stoppedAt],
          [knownAt, startedAt],
        ] as const;
        calmSince = backAt;
        for (const { url } of cluster.apis) {
          expect(said(directors, url, ...calm)).not.toContain(LATER);
          expect(said(directors, url, ...away)).toEqual([FLAGS_NEED.includes(component) ? LATER : '201']);
        }
        for (const { url } of cluster.ingests) {
          expect(said(drivers, url, ...calm)).not.toContain(LATER);
          expect(said(drivers, url, ...away)).toEqual([DOORS_NEED.includes(component) ? LATER : '200']);
        }
      },
      5 * MINUTES,
    );
  }

  it(
    'costs nothing that was acknowledged, and turns no car offline',
    async () => {
      await people.finish();
      await field.driven;
      for (const viewer of viewers) expect(wentOffline(viewer)).toEqual([]);
      const flagIds = sorted(people.flags.map(({ FlagId }) => FlagId));
      expect(sorted(people.helped)).toEqual(sorted(called));
      for (const [index, admin] of admins.entries()) {
        const read = async <T>(path: string): Promise<T> => (await admin.call<T>('GET', path)).body;
        await until(
          'all that was acknowledged',
          async () => {
            expect(await lapFaults(admin, field)).toEqual([]);
            const flags = await read<FlagRow[]>(`/events/flags/${field.eventId}`);
            expect(sorted(flags.map(({ FlagId }) => FlagId))).toEqual(flagIds);
            const confirmed = flags.flatMap(({ FlagId, Confirmed }) =>
              Confirmed.map(({ InvitationId }) => ({ FlagId, InvitationId })),
            );
            expect(confirmed).toEqual(expect.arrayContaining([...people.confirmed]));
            const alerts = await read<AlertRow[]>(`/events/alerts/${field.eventId}`);
            expect(sorted(alerts.map(({ InvitationId }) => InvitationId))).toEqual(sorted(called));

            const screen = viewers[index]!;
            expect(sorted(shownFlags(screen))).toEqual(flagIds);
            expect(sorted(shownAlerts(screen))).toEqual(sorted(called));
            return true;
          },
          { deadlineMs: 3 * MINUTES },
        );
      }

      const [admin] = admins;
      const span = `from=${new Date(Date.now() - 59 * MINUTES).toISOString()}&to=${new Date().toISOString()}`;
      await until('every position in history', async () => {
        const { body } = await admin!.call<HistoryAnswer>('GET', `/history/${field.eventId}?${span}`);
        const kept = new Map(
          body.cars.map(({ InvitationId, fixes }) => [InvitationId, fixes.map(([, t]) => t)]),
        );
        for (const { invitationId, recorded } of field.cars) {
          // The input was resent to a door that answered too late: both copies are kept.
          const times = new Set(kept.get(invitationId));
          expect(sorted(times).slice(0, recorded.length)).toEqual(recorded);
        }
        return true;
      });
    },
    5 * MINUTES,
  );

  it(
    'leaves views that a rebuild gives again',
    async () => {
      const before = await restingViews(admins[0]!);
      expect(before['stops']?.count).toBeGreaterThanOrEqual(field.cars.length);
      for (const api of cluster.apis) await api.stop();
      const { code, output } = await cluster.run('rebuild').ended;
      expect([code, output]).toEqual([0, expect.any(String)]);
      expect(missingIn(output, before)).toEqual([]);
    },
    2 * MINUTES,
  );
});
