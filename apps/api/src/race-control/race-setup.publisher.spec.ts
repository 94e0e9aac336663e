import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  geometryKey,
  raceGeometry,
  setupKey,
  setupRecord,
  TOPICS,
  type LatLng,
  type RaceSetup,
  type SetupCar,
} from '@flagpost/contracts';
import { eventDecider, eventStream } from '@flagpost/domain';
import type { Handle } from '@flagpost/event-sourcing';
import type { ReadModels, ViewWriter } from '@flagpost/read-models';
import { until } from '@flagpost/testing';
import { createApi } from '../app.js';
import { HANDLE } from '../dispatch/command.handler.js';
import { lapFact, sosClearedFact, sosFact, stateFacts, stopFacts } from '../testing/facts.js';
import { NOW, startHarness, type Harness } from '../testing/harness.js';
import { aRace, type Race } from '../testing/race-fixture.js';
import { publishRaceSetups } from './race-setup.publisher.js';

let harness: Harness;
let race: Race;
let one: number;
let two: number;
/** All that the topic was given, oldest first. */
let published: { key: string; value: string | null }[];

beforeEach(async () => {
  harness = await startHarness();
  published = [];
  harness.dependencies.topics.follow({
    topic: TOPICS.setup,
    from: 'beginning',
    onBatch: async ({ messages }) => void published.push(...messages),
  });
  race = await aRace(harness);
  [one, two] = [await race.add('1'), await race.add('2')];
  await race.as('planner').patch('/invitations/authorized', { Invitations: [one], Authorized: 1 });
  await race.as('planner').put(`/events/publish/${race.eventId}`);
});
afterEach(() => harness.stop());

const newest = (key: string): string | null =>
  published.findLast((message) => message.key === key)?.value ?? null;
/** Keys of the event's geometries that are no tombstones. */
const geometryKeys = (): string[] =>
  [...new Set(published.map(({ key }) => key))].filter(
    (key) => key.startsWith(`${race.eventId}:`) && newest(key) !== null,
  );
/** The newest setup with the geometry that it names, as a reader of the topic has it. */
const newestSetup = (): RaceSetup | undefined => {
  const value = newest(setupKey(race.eventId));
  if (value === null) return undefined;
  const { geometry, ...setup } = setupRecord.parse(JSON.parse(value));
  const found = newest(geometryKey(race.eventId, geometry));
  return found === null ? undefined : { ...setup, ...raceGeometry.parse(JSON.parse(found)) };
};
/** Once it is as asked for. */
const setup = (isIt: (found: RaceSetup) => boolean): Promise<RaceSetup> =>
  until('the setup of the race', () => {
    const found = newestSetup();
    return found !== undefined && isIt(found) ? found : undefined;
  });
const carOf = (found: RaceSetup, invitationId: number): SetupCar | undefined =>
  found.cars.find((car) => car.invitationId === invitationId);
const flag = (StateId: number, InvitationsSelected: number[] = []) =>
  race.as('director').post('/flagRecords', { StateId, EventId: race.eventId, InvitationsSelected });
const authorize = (invitationId: number) =>
  race.as('planner').patch('/invitations/authorized', { Invitations: [invitationId], Authorized: 1 });
const at = (invitationId: number, receivedAt: number) => ({
  eventId: race.eventId,
  invitationId,
  receivedAt,
});

describe('the race setup', () => {
  it('has the event, its gates and its competitors', async () => {
    const finish = { lat: 44.6, lng: 8.16 };
    await race
      .as('planner')
      .put('/circuitRoutes', { eventId: race.eventId, pointsMetaFinish: finish, pointsMetaStart: finish });
    const untouched = {
      lap: 0,
      crossedAt: null,
      sosRaisedAt: null,
      sosClearedAt: null,
      stoppedAt: null,
    };
    expect(await setup((found) => found.finish !== null && found.start !== null && found.published)).toEqual({
      eventId: race.eventId,
      published: true,
      startsAt: NOW - 3_600_000,
      finishesAt: NOW + 4 * 3_600_000,
      start: finish,
      finish,
      radiusM: 30,
      boxes: null,
      lapEpochs: [{ epoch: 0, beganAt: NOW - 3_600_000 }],
      cars: [
        { ...untouched, invitationId: one, authorized: true },
        { ...untouched, invitationId: two, authorized: false },
      ],
    });
  });

  it('has the boxes, and since when a car stands outside them', async () => {
    const boxes = [
      { lat: 44.6, lng: 8.16 },
      { lat: 44.6, lng: 8.17 },
      { lat: 44.61, lng: 8.17 },
    ];
    await race.as('planner').put('/circuitRoutes', { eventId: race.eventId, pointsBoxes: boxes });
    const drawn = await setup((found) => found.boxes !== null);
    expect(drawn.boxes).toEqual([...boxes, boxes[0]]);
    const [stopped, , , drivesOn] = stopFacts(at(one, NOW + 1_000));
    const soon = (isIt: (found: RaceSetup) => boolean) =>
      until('the setup of the race', async () => {
        await harness.time.advance(1_000);
        const found = newestSetup();
        return found !== undefined && isIt(found);
      });
    await stateFacts(harness, stopped!);
    await soon((found) => carOf(found, one)?.stoppedAt === NOW + 800);
    await stateFacts(harness, drivesOn!);
    await soon((found) => carOf(found, one)?.stoppedAt === null);
  });

  it('is not published again for a flag', async () => {
    await setup((found) => found.published);
    const before = published.length;
    await flag(806);
    await flag(803, [one]);
    await race.as('director').delete(`/flagRecords/event/${race.eventId}`);
    await authorize(two);
    await setup((each) => carOf(each, two)?.authorized === true);
    expect(published.slice(before)).toHaveLength(1);
  });

  it('has when an SOS was received and when it was cleared', async () => {
    await stateFacts(harness, sosFact(at(one, NOW + 1_000)), sosClearedFact(at(one, NOW + 2_000)));
    const found = await setup((each) => carOf(each, one)?.sosClearedAt != null);
    expect(carOf(found, one)).toMatchObject({ sosRaisedAt: NOW + 1_000, sosClearedAt: NOW + 2_000 });
  });

  it('has a reset at once, and laps gathered for five seconds', async () => {
    await stateFacts(harness, lapFact(at(one, NOW + 1_000), 1), lapFact(at(one, NOW + 2_000), 2));
    await until(
      'both laps in the log',
      async () => (await harness.dependencies.store.readStream(`laps-${one}`)).length === 2,
    );
    await until('the setup with the second lap', async () => {
      await harness.time.advance(1_000);
      return published.some(({ value }) => value?.includes('"lap":2'));
    });
    expect(published.some(({ value }) => value?.includes('"lap":1'))).toBe(false);
    const counted = await setup((each) => carOf(each, one)?.lap === 2);
    expect(carOf(counted, one)?.crossedAt).toBe(NOW + 1_500);

    await race.as('director').put(`/events/resetLaps/${race.eventId}`);
    const reset = await setup((each) => each.lapEpochs.length === 2);
    expect(reset.lapEpochs[1]).toEqual({ epoch: 1, beganAt: harness.time.now() });
    expect(carOf(reset, one)).toMatchObject({ lap: 0, crossedAt: null });
  });

  it('has competitors who are added gathered for a second, and at once with whoever may run', async () => {
    await setup((found) => found.published && found.cars.length === 2);
    const before = published.length;
    const three = await race.add('3');
    await race.add('4');
    await until('both in the setup', async () => {
      await harness.time.advance(1_000);
      return published.some(({ value }) => value?.includes(`"invitationId":${three + 1}`));
    });
    expect(published.slice(before)).toHaveLength(1);
    const five = await race.add('5');
    await authorize(five);
    expect(carOf(await setup((found) => found.cars.length === 5), five)?.authorized).toBe(true);
  });

  it('of a deleted event is a tombstone', async () => {
    const handle = harness.api.app.get<Handle>(HANDLE);
    const { eventId } = race;
    await handle(
      eventStream(eventId),
      eventDecider,
      { type: 'deleteEvent', eventId },
      { actorId: 1, actorRoles: [], clubId: 1, correlationId: 'spec', commandId: 'delete' },
    );
    await until('the tombstone of the setup', () => newest(setupKey(eventId)) === null);
    await until('the tombstone of the geometry', () => geometryKeys().length === 0);
    const keys = published.slice(-2).map(({ key }) => key);
    expect(keys).toEqual([setupKey(eventId), expect.stringContaining(`${eventId}:`)]);
  });

  const place = (start: LatLng) =>
    race.as('planner').put('/circuitRoutes', { eventId: race.eventId, pointsMetaStart: start });
  const HERE = { lat: 44.6, lng: 8.16 };
  const THERE = { lat: 44.61, lng: 8.17 };
  const startsAt = (start: LatLng) => setup((found) => found.start?.lat === start.lat);
  const isTidy = () => until('one geometry', () => geometryKeys().length === 1);

  it('names its geometry, which is published before it and only when it changes', async () => {
    await place(HERE);
    await startsAt(HERE);
    await isTidy();
    const [first = ''] = geometryKeys();
    const before = published.length;
    await authorize(two);
    await setup((found) => carOf(found, two)?.authorized === true);
    expect(published.slice(before).map(({ key }) => key)).toEqual([setupKey(race.eventId)]);
    await place(THERE);
    await startsAt(THERE);
    await isTidy();
    const [second = ''] = geometryKeys();
    expect(published.slice(before + 1).map(({ key, value }) => [key, value === null])).toEqual([
      [second, false],
      [setupKey(race.eventId), false],
      [first, true],
    ]);
    await place(HERE);
    await startsAt(HERE);
    await isTidy();
    expect(geometryKeys()).toEqual([first]);
  });

  it('has its geometry back if a process that slept takes it away, or leaves one that nothing names', async () => {
    await place(HERE);
    const before = await startsAt(HERE);
    await isTidy();
    const [named = ''] = geometryKeys();
    const stray = geometryKey(race.eventId, 'stray');
    const taken = published.length;
    await harness.dependencies.topics.publish(TOPICS.setup, [
      { key: named, value: null },
      { key: stray, value: JSON.stringify({ start: null, finish: null, radiusM: 30 }) },
    ]);
    const isOver = (): boolean =>
      published.slice(taken).some(({ key, value }) => key === stray && value === null);
    await until('the geometry again', () => newest(named) !== null && isOver());
    expect(geometryKeys()).toEqual([named]);
    expect(newestSetup()).toEqual(before);
  });

  it('takes the place of the value that a former release wrote, which had its geometry in it', async () => {
    const now = await setup((found) => found.published);
    const count = published.length;
    await harness.dependencies.topics.publish(TOPICS.setup, [
      { key: setupKey(race.eventId), value: JSON.stringify(now) },
    ]);
    await until('two more publications', () => published.length === count + 2);
    expect(newestSetup()).toEqual(now);
  });

  it('is published whole again if its publication failed in any place', async () => {
    await place(HERE);
    await startsAt(HERE);
    await isTidy();
    const { topics } = harness.dependencies;
    const publish = topics.publish.bind(topics);
    for (const [index, start] of [THERE, { lat: 44.62, lng: 8.18 }, { lat: 44.63, lng: 8.19 }].entries()) {
      let calls = 0;
      const failing = jest.spyOn(topics, 'publish').mockImplementation(async (topic, messages) => {
        if (topic === TOPICS.setup && calls++ === index) throw new Error('disk full');
        return publish(topic, messages);
      });
      await place(start);
      await until('the publication that fails', () => calls > index);
      failing.mockRestore();
      // What was published until then can be read.
      expect(newestSetup()).toBeDefined();
      await until('the whole setup', async () => {
        await harness.time.advance(1_000);
        return newestSetup()?.start?.lat === start.lat && geometryKeys().length === 1;
      });
    }
  });

  it('is published again after a restart only where the topic lacks it', async () => {
    await setup((found) => found.published);
    await harness.api.stop();
    const count = published.length;
    const again = await createApi(harness.dependencies);
    await again.start();
    await again.stop();
    expect(published.slice(count)).toEqual([]);

    await harness.dependencies.topics.publish(TOPICS.setup, [{ key: '999', value: '{}' }]);
    const third = await createApi(harness.dependencies);
    await third.start();
    await until('the tombstone', () => published.at(-1)?.value === null);
    expect(published.slice(count + 1)).toEqual([expect.objectContaining({ key: '999', value: null })]);
    await third.stop();
  });

  it('is kept, and waited for, while views that are built anew lack the event', async () => {
    await setup((found) => found.published);
    await harness.api.stop();
    const count = published.length;
    const { readModels } = harness.dependencies;
    let lacks = true;
    const building: ReadModels = {
      ...readModels,
      view<T>(name: string): ViewWriter<T> {
        const view = readModels.view<T>(name);
        return name === 'events' ? { ...view, get: async (id) => (lacks ? null : view.get(id)) } : view;
      },
    };
    const projector = { waitFor: () => Promise.resolve(true) };
    const publisher = await publishRaceSetups({ ...harness.dependencies, readModels: building }, projector);
    await until('the failure of the publisher', () => publisher.failure() ?? undefined);
    expect(published.slice(count)).toEqual([]);

    lacks = false;
    await harness.time.advance(1_000);
    await until('the publisher to recover', () => publisher.failure() === null);
    await publisher.stop();
    expect(published.slice(count)).toEqual([]);
  });

  it('takes the place of what a process published that slept meanwhile', async () => {
    const { eventId } = race;
    await setup((found) => found.published);
    const before = newest(setupKey(eventId));
    await authorize(two);
    const after = await setup((found) => carOf(found, two)?.authorized === true);
    const count = published.length;
    await harness.dependencies.topics.publish(TOPICS.setup, [{ key: setupKey(eventId), value: before }]);
    await until('two more publications', () => published.length === count + 2);
    expect(newestSetup()).toEqual(after);
  });
});
