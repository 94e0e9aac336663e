import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FLAGS, RACE } from '@flagpost/contracts';
import { COMPONENTS, describeOver, suiteAddresses } from '@flagpost/testing/servers';
import { until } from '@flagpost/testing';
import { signIn } from '@flagpost/race-testing/calls';
import { startCluster, type Cluster } from '@flagpost/race-testing/cluster';
import { enterRace } from '@flagpost/race-testing/entered-race';
import { startOrdersDevice, type OrdersDevice } from '@flagpost/race-testing/orders-device';
import { roundCourse } from '@flagpost/race-testing/round-course';
import { watch, type Viewer } from '@flagpost/race-testing/viewer';

const MINUTES = 60_000;
const course = roundCourse(6_000);

describeOver(describe, 'What a driver is told', COMPONENTS, (servers) => {
  let cluster: Cluster;
  const devices: OrdersDevice[] = [];
  let viewer: Viewer | null = null;
  beforeAll(async () => {
    cluster = await startCluster({ addresses: suiteAddresses(servers) });
  }, 2 * MINUTES);
  afterAll(async () => {
    viewer?.leave();
    for (const device of devices) device.stop();
    await cluster.stop();
  }, MINUTES);

  it(
    'reaches a device at whichever telemetry-ingest it is, also one that was killed and the api that publishes',
    async () => {
      const race = await enterRace(cluster.apis[1]?.url ?? '', 'Orders', 1);
      const { pathname } = new URL(race.cars[0]?.doors.orders ?? '');
      const everyDevice = cluster.ingests.map(({ url }) => startOrdersDevice(`${url}${pathname}`));
      devices.push(...everyDevice);
      const everywhere = (id: number): Promise<unknown> =>
        until(
          `flag ${id} at every device`,
          () => everyDevice.every((device) => device.orders()?.unconfirmed.at(-1)?.id === id),
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
      expect(everyDevice.map((device) => device.orders()?.unconfirmed.map(({ id }) => id))).toEqual(
        everyDevice.map(() => [red, checkered]),
      );
      await cluster.apis[0]?.start();
    },
    3 * MINUTES,
  );

  it(
    'is a question after a stop: the answer of one, and the silence of another, reach who watches',
    async () => {
      const [first, second] = cluster.apis;
      const race = await enterRace(first?.url ?? '', 'Questions', 2);
      const { token } = await signIn(second?.url ?? '', 'director@flagpost.demo');
      const watching = (viewer = await watch(second?.url ?? '', token, race.eventId));
      /** Each car at a telemetry-ingest of its own. */
      const cars = race.cars.map(({ invitationId, doors }, index) => {
        const at = (door: string): string => `${cluster.ingests[index]?.url ?? ''}${new URL(door).pathname}`;
        const device = startOrdersDevice(at(doors.orders));
        devices.push(device);
        const post = async (door: string, message: object): Promise<void> => {
          const sent = { ...message, t: Date.now() };
          const headers = { 'content-type': 'application/json' };
          await fetch(at(door), { method: 'POST', headers, body: JSON.stringify(sent) });
        };
        return {
          invitationId,
          device,
          stand: () => post(doors.positions, course.placeAt((index + 1) * 1_000)),
          say: (type: 'questionShown' | 'ok', since: number) => post(doors.signals, { type, since }),
        };
      });
      const [answers, silent] = cars;
      if (answers === undefined || silent === undefined) throw new Error('The race has no cars.');
      /** The cars stand while this is awaited. */
      const whileStanding = (what: string, isIt: () => boolean): Promise<unknown> =>
        until(what, isIt, {
          deadlineMs: MINUTES,
          advance: async () => {
            await Promise.all(cars.map(({ stand }) => stand()));
            await pause(1_000);
          },
        });
      const asked = ({ device }: (typeof cars)[number]): number | undefined =>
        device.orders()?.question?.since;
      const stopOf = ({ invitationId }: (typeof cars)[number]) =>
        watching
          .of('RACE_CONTROL')
          .flatMap((told) => (told.action === 'stopChanged' ? [told.stop] : []))
          .findLast(({ InvitationId }) => InvitationId === invitationId);

      await whileStanding('the question at both devices', () =>
        cars.every((car) => asked(car) !== undefined),
      );
      for (const car of cars) await car.say('questionShown', asked(car) ?? 0);
      await whileStanding('both asked', () => cars.every((car) => typeof stopOf(car)?.AskedAt === 'string'));
      await answers.say('ok', asked(answers) ?? 0);
      await whileStanding('the answer', () =>
        watching
          .of('RACE_CONTROL')
          .some((told) => told.action === 'carReported' && told.report.InvitationId === answers.invitationId),
      );
      await whileStanding('the question gone from who answered', () => asked(answers) === undefined);
      await whileStanding('the silence', () => typeof stopOf(silent)?.MissedAt === 'string');
      const { AskedAt, MissedAt } = stopOf(silent) ?? {};
      // Asked by the device's clock, and due by the door's, which heard of it later.
      const silentMs = Date.parse(MissedAt ?? '') - Date.parse(AskedAt ?? '');
      expect(silentMs).toBeGreaterThanOrEqual(RACE.answerWithinMs);
      expect(asked(silent)).toBeDefined();
      expect(stopOf(answers)?.MissedAt).toBeNull();
    },
    3 * MINUTES,
  );
});
