import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FlagAnswer, FlagRow, HealthAnswer } from '@flagpost/contracts';
import { COMPONENTS, describeOver, suiteAddresses } from '@flagpost/testing/servers';
import { signIn, type Caller } from '../testing/calls.js';
import { startCluster, type Cluster } from '../testing/cluster.js';
import { lapFaults, startField, type Field } from '../testing/field.js';
import { until } from '../testing/until.js';
import { watch, type Viewer } from '../testing/viewer.js';

const MINUTES = 60_000;
const AWAY_MS = 20_000;
const BLUE = 805;

/** The part of an api's health that fails while this server is away. */
const PART = { kafka: 'topics', mongo: 'records', eventstore: 'event store' } as const;

describeOver(describe, 'A server that is away', COMPONENTS, (servers) => {
  let cluster: Cluster;
  let admin: Caller;
  let director: Caller;
  let field: Field;
  let viewer: Viewer;
  /** Flags that were answered 201. */
  const acknowledged: number[] = [];
  const stoppable = COMPONENTS.filter((component) => servers[component].control !== null);

  beforeAll(async () => {
    cluster = await startCluster({ addresses: suiteAddresses(servers) });
    const url = cluster.apis[1]?.url ?? '';
    [admin, director] = [
      await signIn(url, 'admin@flagpost.demo'),
      await signIn(url, 'director@flagpost.demo'),
    ];
    field = await startField({ cluster, cars: 20, laps: 8, speed: 6 });
    viewer = await watch(url, director.token, field.eventId);
  }, 4 * MINUTES);
  afterAll(async () => {
    field.stop();
    viewer.leave();
    await cluster.stop();
  }, MINUTES);

  const sendFlag = async (): Promise<number> => {
    const order = {
      StateId: BLUE,
      EventId: field.eventId,
      InvitationsSelected: [field.cars[0]?.invitationId],
    };
    const { status, body } = await director.call<FlagAnswer>('POST', '/flagRecords', order);
    if (status === 201) acknowledged.push(body.FlagId);
    return status;
  };

  it.each(stoppable)(
    '%s for 20 s under load: health names it, calls that need it are answered 503, all recovers by itself',
    async (component) => {
      const { control } = servers[component];
      expect(await sendFlag()).toBe(201);
      await control?.stop();
      const since = Date.now();
      try {
        await until(
          'the part in health',
          async () => {
            const { body } = await admin.call<HealthAnswer>('GET', '/health');
            return body.parts?.[PART[component]]?.ok === false ? true : undefined;
          },
          AWAY_MS,
        );
        // Flags need no Kafka. The others are told within their patience that it cannot be done now.
        const status = await sendFlag();
        expect(component === 'kafka' ? [201] : [201, 503]).toContain(status);
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, since + AWAY_MS - Date.now())));
      } finally {
        await control?.start();
      }
      await until(
        'health',
        async () => {
          const { body } = await admin.call<HealthAnswer>('GET', '/health');
          return body.status === 'ok' ? true : undefined;
        },
        MINUTES,
      );
      await until('a flag', async () => ((await sendFlag()) === 201 ? true : undefined));
    },
    4 * MINUTES,
  );

  it(
    'costs nothing that was acknowledged, and turns no car offline',
    async () => {
      await field.driven;
      await until('every lap', async () =>
        (await lapFaults(director, field)).length === 0 ? true : undefined,
      ).catch(() => undefined);
      expect(await lapFaults(director, field)).toEqual([]);
      const { body } = await director.call<FlagRow[]>('GET', `/events/flags/${field.eventId}`);
      expect(body.map(({ FlagId }) => FlagId)).toEqual(expect.arrayContaining(acknowledged));
      const heard = new Set<number>();
      const offline = viewer.of('CHANGE_POSITION').flatMap((frame) =>
        'cars' in frame
          ? frame.cars.filter((car) => {
              if (!car.offline) heard.add(car.invitationId);
              // Who has driven all laps sends no more.
              return car.offline && heard.has(car.invitationId) && car.counter < field.laps;
            })
          : [],
      );
      expect(offline).toEqual([]);
    },
    8 * MINUTES,
  );
});
