import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SocketMessage } from '@flagpost/contracts';
import { COMPONENTS, describeOver, suiteAddresses } from '@flagpost/testing/servers';
import { until } from '@flagpost/testing';
import { signIn } from '@flagpost/race-testing/calls';
import { startCluster, type Cluster } from '@flagpost/race-testing/cluster';
import { lastLapFaults, startField, type Field } from '@flagpost/race-testing/field';
import { watch, type Viewer } from '@flagpost/race-testing/viewer';

const MINUTES = 60_000;
const CARS = 100;
const DOWN_MS = 25_000;

/** When the newest position of each car was received, as sent to a screen. */
const newestOf = (messages: readonly SocketMessage[]): ReadonlyMap<number, number> => {
  const newest = new Map<number, number>();
  for (const { type, data } of messages)
    if (type === 'CHANGE_POSITION' && 'cars' in data)
      for (const { invitationId, receivedAt } of data.cars) newest.set(invitationId, receivedAt ?? 0);
  return newest;
};

describeOver(describe, 'A telemetry-ingest that is killed', COMPONENTS, (servers) => {
  let cluster: Cluster;
  let field: Field | undefined;
  let viewer: Viewer | undefined;
  beforeAll(async () => {
    cluster = await startCluster({ addresses: suiteAddresses(servers) });
  }, 2 * MINUTES);
  afterAll(async () => {
    field?.stop();
    viewer?.leave();
    await cluster.stop();
  }, MINUTES);

  it(
    `under ${CARS} cars and started again costs no lap and counts none twice`,
    async () => {
      const director = await signIn(cluster.apis[1]?.url ?? '', 'director@flagpost.demo');
      const driven = (field = await startField({ cluster, cars: CARS, laps: 2, speed: 4 }));
      const screen = (viewer = await watch(cluster.apis[1]?.url ?? '', director.token, driven.eventId));
      await until('every car on the screen', () => newestOf(screen.messages).size === CARS);

      const killedAt = Date.now();
      await cluster.ingests[1]?.kill();
      await until(
        'the other one in its place',
        () => {
          const newest = newestOf(screen.messages);
          return driven.cars.every(({ invitationId }) => (newest.get(invitationId) ?? 0) > killedAt);
        },
        { deadlineMs: 2 * MINUTES },
      );
      process.stdout.write(
        `The other telemetry-ingest had all partitions ${Date.now() - killedAt} ms later.\n`,
      );
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, killedAt + DOWN_MS - Date.now())));
      await cluster.ingests[1]?.start();

      await driven.driven;
      // The token of the beginning may have ended by now.
      const later = await signIn(cluster.apis[1]?.url ?? '', 'director@flagpost.demo');
      expect(await lastLapFaults(later, driven, 5 * MINUTES)).toEqual([]);
    },
    15 * MINUTES,
  );
});
