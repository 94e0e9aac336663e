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

  it(
    'asks the driver of a car that stands, also after a kill, until the answer',
    async () => {
      const served = (flagpost = await startFlagpost({ DEMO: '1' }));
      const race = await enterRace(served.url, 'Question', 1);
      const [car] = race.cars;
      const shown = device(car?.doors.orders);
      const post = async (door: string | undefined, lines: readonly object[]): Promise<void> => {
        const body = lines.map((line) => JSON.stringify(line)).join('\n');
        expect((await fetch(door ?? '', { method: 'POST', body })).status).toBe(200);
      };
      const now = Date.now();
      const stands = [12, 6, 1].map((seconds) => ({ t: now - seconds * 1_000, lat: 44.6, lng: 8.2 }));
      await post(car?.doors.positions, stands);
      await until('the question', () => shown.orders()?.question != null);
      expect(shown.orders()).toMatchObject({ question: { since: now - 1_000 } });

      await served.restart();
      const again = device(car?.doors.orders);
      await until('the question after the kill', () => again.orders()?.question != null);
      await post(car?.doors.signals, [{ type: 'questionShown', since: now - 1_000 }]);
      // Of a phone whose clock is behind.
      await post(car?.doors.signals, [{ type: 'ok', t: now - MINUTE, since: now - 1_000 }]);
      await until('the answer', () => again.orders()?.question === null);
      await served.stop();
      expect(served.output()).not.toMatch(/"level":"error"/);
    },
    2 * MINUTE,
  );
});
