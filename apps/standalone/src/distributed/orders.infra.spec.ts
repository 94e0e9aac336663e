import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FLAGS } from '@flagpost/contracts';
import { COMPONENTS, describeOver, suiteAddresses } from '@flagpost/testing/servers';
import { until } from '@flagpost/testing';
import { startCluster, type Cluster } from '@flagpost/race-testing/cluster';
import { enterRace } from '@flagpost/race-testing/entered-race';
import { startOrdersDevice, type OrdersDevice } from '@flagpost/race-testing/orders-device';

const MINUTES = 60_000;

describeOver(describe, 'A flag', COMPONENTS, (servers) => {
  let cluster: Cluster;
  let devices: readonly OrdersDevice[] = [];
  beforeAll(async () => {
    cluster = await startCluster({ addresses: suiteAddresses(servers) });
  }, 2 * MINUTES);
  afterAll(async () => {
    for (const device of devices) device.stop();
    await cluster.stop();
  }, MINUTES);

  it(
    'reaches a device at whichever telemetry-ingest it is, also one that was killed and the api that publishes',
    async () => {
      const race = await enterRace(cluster.apis[1]?.url ?? '', 'Orders', 1);
      const { pathname } = new URL(race.cars[0]?.doors.orders ?? '');
      devices = cluster.ingests.map(({ url }) => startOrdersDevice(`${url}${pathname}`));
      const everywhere = (id: number): Promise<unknown> =>
        until(
          `flag ${id} at every device`,
          () => devices.every((device) => device.orders()?.unconfirmed.at(-1)?.id === id),
          { deadlineMs: MINUTES },
        );
      const red = await race.sendFlag(FLAGS.red);
      await everywhere(red);

      await cluster.ingests[1]?.kill();
      await cluster.ingests[1]?.start();
      // One of the two publishes; without the first, the other does so at the latest.
      await cluster.apis[0]?.kill();
      const checkered = await race.sendFlag(FLAGS.checkered);
      await everywhere(checkered);
      expect(devices.map((device) => device.orders()?.unconfirmed.map(({ id }) => id))).toEqual(
        devices.map(() => [red, checkered]),
      );
      await cluster.apis[0]?.start();
    },
    3 * MINUTES,
  );
});
