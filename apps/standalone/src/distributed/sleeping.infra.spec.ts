import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { HealthAnswer } from '@flagpost/contracts';
import { COMPONENTS, describeOver, suiteAddresses } from '@flagpost/testing/servers';
import { until } from '@flagpost/testing';
import { signIn } from '@flagpost/race-testing/calls';
import { startCluster, type Cluster } from '@flagpost/race-testing/cluster';
import { lastLapFaults, startField, type Field } from '@flagpost/race-testing/field';
import type { Program } from '@flagpost/race-testing/process';
import { missingIn, restingViews } from '@flagpost/race-testing/resting-views';

/** Interval of polls that are expensive for a server. */
const SELDOM_MS = 2_000;
const MINUTES = 60_000;
const ASLEEP_MS = 30_000;
const ADMIN = 'admin@flagpost.demo';

const healthOf = async ({ url }: Program): Promise<HealthAnswer> =>
  (await (await signIn(url, ADMIN)).call<HealthAnswer>('GET', '/health')).body;
const projects = async (api: Program): Promise<boolean> =>
  (await healthOf(api)).parts?.['singleton jobs']?.details?.['isLeader'] === true;

describeOver(describe, 'Processes that sleep', COMPONENTS, (servers) => {
  let cluster: Cluster;
  let field: Field | undefined;
  beforeAll(async () => {
    cluster = await startCluster({ addresses: suiteAddresses(servers) });
  }, 2 * MINUTES);
  afterAll(async () => {
    field?.stop();
    await cluster.stop();
  }, MINUTES);

  it(
    'for half a minute under load, the api that projects among them, change no lap and no view when they wake',
    async () => {
      const [projecting, other] = (await projects(cluster.apis[0]!))
        ? [cluster.apis[0]!, cluster.apis[1]!]
        : [cluster.apis[1]!, cluster.apis[0]!];
      const admin = await signIn(other.url, ADMIN);
      const race = (field = await startField({ cluster, cars: 40, laps: 3, speed: 6 }));
      const firstLaps = async (): Promise<boolean> => {
        const { body } = await admin.call<unknown[]>('GET', `/events/laps/${race.eventId}`);
        return body.length >= 20;
      };
      await until('the first laps', firstLaps, { deadlineMs: MINUTES, everyMs: SELDOM_MS });

      const since = Date.now();
      projecting.sleep();
      cluster.ingests[1]!.sleep();
      await until('the other api in its place', async () => await projects(other));
      process.stdout.write(`The other api projected ${Date.now() - since} ms later.\n`);
      expect(Date.now() - since).toBeLessThan(ASLEEP_MS);
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, since + ASLEEP_MS - Date.now())));
      projecting.wake();
      cluster.ingests[1]!.wake();

      await race.driven;
      for (const api of cluster.apis) {
        const caller = await signIn(api.url, ADMIN);
        expect(await lastLapFaults(caller, race, 3 * MINUTES)).toEqual([]);
      }
      await until(
        'one api that projects',
        async () => (await Promise.all(cluster.apis.map(projects))).filter(Boolean).length === 1,
      );

      const before = await restingViews(await signIn(other.url, ADMIN));
      expect(before['stops']?.count).toBeGreaterThanOrEqual(race.cars.length);
      for (const api of cluster.apis) await api.stop();
      const { code, output } = await cluster.run('rebuild').ended;
      expect([code, output]).toEqual([0, expect.any(String)]);
      expect(missingIn(output, before)).toEqual([]);
    },
    12 * MINUTES,
  );
});
