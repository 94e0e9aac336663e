import { afterEach, describe, expect, it } from '@jest/globals';
import { FLAGS, type CarOrders } from '@flagpost/contracts';
import { until } from '@flagpost/testing';
import { enterRace } from '@flagpost/race-testing/entered-race';
import { startFlagpost, type Flagpost } from '@flagpost/race-testing/flagpost';
import { startOrdersDevice, type OrdersDevice } from '@flagpost/race-testing/orders-device';

const MINUTE = 60_000;
let flagpost: Flagpost | undefined;
const devices: OrdersDevice[] = [];
const device = (door: string | undefined): OrdersDevice => {
  const started = startOrdersDevice(door ?? '');
  devices.push(started);
  return started;
};
const ids = (shown: CarOrders | null): number[] => shown?.unconfirmed.map(({ id }) => id) ?? [];

afterEach(async () => {
  for (const each of devices.splice(0)) each.stop();
  await flagpost?.remove();
});

describe('the way of a flag to a car', () => {
  it(
    'goes to each device, ends with its confirmation, and goes on after a kill',
    async () => {
      const served = (flagpost = await startFlagpost({ DEMO: '1' }));
      const race = await enterRace(served.url, 'Orders', 2);
      const [one, other] = race.cars;
      const [ours, theirs] = [device(one?.doors.orders), device(other?.doors.orders)];

      const red = await race.sendFlag(FLAGS.red);
      const black = await race.sendFlag(FLAGS.black, [one?.invitationId ?? 0]);
      await until('both flags', () => ids(ours.orders()).length === 2);
      await until('the red', () => ids(theirs.orders()).length === 1);
      expect([ids(ours.orders()), ids(theirs.orders())]).toEqual([[red, black], [red]]);

      const signal = JSON.stringify({ type: 'flagConfirmed', flagId: red });
      expect((await fetch(one?.doors.signals ?? '', { method: 'POST', body: signal })).status).toBe(200);
      await until('the confirmed red to go', () => ids(ours.orders()).length === 1);
      expect(ours.orders()).toMatchObject({ track: FLAGS.red, driver: FLAGS.black });
      expect(ids(theirs.orders())).toEqual([red]);

      await served.restart();
      const checkered = await race.sendFlag(FLAGS.checkered);
      await until('the flag after the kill', () =>
        [ours, theirs].every((each) => ids(each.orders()).includes(checkered)),
      );
      expect([ids(ours.orders()), ids(theirs.orders())]).toEqual([
        [black, checkered],
        [red, checkered],
      ]);

      await served.stop();
      expect(served.output()).not.toMatch(/"level":"error"/);
    },
    2 * MINUTE,
  );
});
