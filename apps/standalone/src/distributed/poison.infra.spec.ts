import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { carKey, TOPICS, type HealthAnswer } from '@flagpost/contracts';
import type { DeadLetter, Topics } from '@flagpost/messaging';
import { openTopics, topicsConfig } from '@flagpost/messaging/open';
import { silentLogger } from '@flagpost/platform';
import { systemClock, systemIds, systemScheduler } from '@flagpost/platform/system';
import { COMPONENTS, describeOver, suiteAddresses } from '@flagpost/testing/servers';
import { until } from '@flagpost/testing';
import { signIn, type Caller } from '@flagpost/race-testing/calls';
import { startCluster, type Cluster } from '@flagpost/race-testing/cluster';
import { lastLapFaults, startField, type Field } from '@flagpost/race-testing/field';

const MINUTES = 60_000;
const POISON = '{"poison":';

describeOver(describe, 'A value that nobody can read', COMPONENTS, (servers) => {
  let cluster: Cluster;
  let topics: Topics;
  let admin: Caller;
  let field: Field | undefined;
  beforeAll(async () => {
    cluster = await startCluster({ addresses: suiteAddresses(servers) });
    topics = await openTopics(topicsConfig.parse(cluster.environment), {
      clock: systemClock,
      scheduler: systemScheduler,
      ids: systemIds,
      logger: silentLogger,
      path: '',
    });
    admin = await signIn(cluster.apis[0]?.url ?? '', 'admin@flagpost.demo');
  }, 2 * MINUTES);
  afterAll(async () => {
    field?.stop();
    await topics.close();
    await cluster.stop();
  }, MINUTES);

  it(
    'is set aside from every topic with its reason, and counted, while the rest flows',
    async () => {
      const letters: DeadLetter[] = [];
      const follower = topics.follow({
        topic: TOPICS.deadLetters,
        from: 'beginning',
        onBatch: async ({ messages }) =>
          void letters.push(...messages.map(({ value }) => JSON.parse(value ?? 'null') as DeadLetter)),
      });
      const race = (field = await startField({ cluster, cars: 4, laps: 1, speed: 20 }));
      const car = race.cars[0]?.invitationId ?? 0;
      const poisoned = {
        [TOPICS.positions]: carKey(race.eventId, car),
        [TOPICS.facts]: String(race.eventId),
        [TOPICS.live]: String(race.eventId),
        [TOPICS.setup]: String(race.eventId),
      };
      for (const [topic, key] of Object.entries(poisoned))
        await topics.publish(topic, [{ key, value: POISON }]);
      // Nobody watches the race: its frames are parsed once somebody asks for it.
      await until('the api to come upon the frame', async () => {
        await admin.call('GET', `/positionRecords/event/${race.eventId}/999`);
        return letters.some(({ topic }) => topic === TOPICS.live);
      });

      for (const topic of Object.keys(poisoned)) {
        const letter = await until(`the dead letter of ${topic}`, () =>
          letters.find((one) => one.topic === topic),
        );
        expect(letter).toMatchObject({ value: POISON, reason: expect.stringMatching(/\S/) });
      }
      const parts = await until('the counts', async () => {
        const { body } = await admin.call<HealthAnswer>('GET', '/health');
        return body.parts?.['live']?.details?.['undecodableFrames'] === 1 ? body.parts : undefined;
      });
      expect(parts['live']?.ok).toBe(true);

      await race.driven;
      expect(await lastLapFaults(admin, race, 2 * MINUTES)).toEqual([]);
      await follower.stop();
      for (const program of [...cluster.apis, ...cluster.ingests]) expect(program.running()).toBe(true);
    },
    6 * MINUTES,
  );
});
