import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  carKey,
  carOrders,
  NO_ORDERS,
  TOPICS,
  type AlertRow,
  type CarOrders,
  type RaceFact,
} from '@flagpost/contracts';
import { until } from '@flagpost/testing';
import { reportedFact, stateFacts, stopFacts } from '../testing/facts.js';
import { NOW, startHarness, type Harness } from '../testing/harness.js';
import { aRace, type Race } from '../testing/race-fixture.js';

let harness: Harness;
let race: Race;
let one: number;
let two: number;
let published: { key: string; value: string | null }[];

beforeEach(async () => {
  harness = await startHarness();
  published = [];
  harness.dependencies.topics.follow({
    topic: TOPICS.orders,
    from: 'beginning',
    onBatch: async ({ messages }) => {
      for (const { key, value } of messages) published.push({ key, value });
    },
  });
  race = await aRace(harness);
  [one, two] = [await race.add('1'), await race.add('2')];
  await authorize(one);
  await race.as('planner').put(`/events/publish/${race.eventId}`);
});
afterEach(() => harness.stop());

const authorize = (invitationId: number, Authorized: 0 | 1 = 1) =>
  race.as('planner').patch('/invitations/authorized', { Invitations: [invitationId], Authorized });
const flag = async (
  StateId: number,
  InvitationsSelected: number[] = [],
  more: object = {},
): Promise<number> => {
  const body = { StateId, EventId: race.eventId, InvitationsSelected, ...more };
  const { body: answer } = await race.as('director').post('/flagRecords', body);
  return (answer as { FlagId: number }).FlagId;
};
const newest = (invitationId: number): CarOrders | null => {
  const value = published.findLast(({ key }) => key === carKey(race.eventId, invitationId))?.value ?? null;
  return value === null ? null : carOrders.parse(JSON.parse(value));
};
/** Once the newest orders of the car are as asked for. */
const orders = (invitationId: number, isIt: (found: CarOrders) => boolean): Promise<CarOrders> =>
  until(`the orders of ${invitationId}`, () => {
    const found = newest(invitationId);
    return found !== null && isIt(found) ? found : undefined;
  });

describe('the orders of cars', () => {
  it('have a flag for each authorised car that it is for, and for who is authorised later', async () => {
    const red = await flag(801);
    const black = await flag(803, [one]);
    const found = await orders(one, ({ driver }) => driver !== null);
    const sent = { type: 'flag', message: null, sector: null, sentAt: harness.time.now() };
    expect(found).toEqual({
      track: 801,
      driver: 803,
      sectors: [],
      sos: null,
      question: null,
      unconfirmed: [
        { id: red, code: 801, ...sent },
        { id: black, code: 803, ...sent },
      ],
    });
    expect(newest(two)).toBeNull();
    await authorize(two);
    expect(await orders(two, ({ track }) => track === 801)).toMatchObject({
      driver: null,
      unconfirmed: [{ id: red }],
    });
  });

  it('have a withdrawal with its own id, and the text of a message', async () => {
    const yellow = await flag(806);
    await flag(800, [one], { Message: 'Box, box' });
    expect((await orders(one, ({ unconfirmed }) => unconfirmed.length === 2)).unconfirmed[1]?.message).toBe(
      'Box, box',
    );
    await race.as('director').post(`/flagRecords/${yellow}/withdraw`, { InvitationsSelected: [] });
    const found = await orders(one, ({ track }) => track === null);
    const withdrawal = found.unconfirmed.find(({ type }) => type === 'withdrawal');
    expect(withdrawal).toMatchObject({ code: 806 });
    expect(withdrawal?.id).not.toBe(yellow);
  });

  it('lose what the car confirmed within a second, and end when flags are cleared', async () => {
    const red = await flag(801);
    await orders(one, ({ unconfirmed }) => unconfirmed.length === 1);
    await stateFacts(harness, {
      type: 'flagConfirmed',
      id: `flagConfirmed:${race.eventId}:${one}:${red}`,
      eventId: race.eventId,
      invitationId: one,
      receivedAt: NOW + 1_000,
      flagId: red,
      confirmedAt: NOW + 1_000,
    });
    await until('the confirmed orders', async () => {
      await harness.time.advance(1_000);
      return newest(one)?.unconfirmed.length === 0;
    });
    expect(newest(one)?.track).toBe(801);
    await race.as('director').delete(`/flagRecords/event/${race.eventId}`);
    await until('the tombstone', () => newest(one) === null);
  });

  it('tell any car how far its SOS is answered, until it is cleared', async () => {
    const receivedAt = harness.time.now();
    const key = `${race.eventId}:${two}:${receivedAt}`;
    const about = { eventId: race.eventId, invitationId: two, receivedAt, speedBeforeKph: null };
    await stateFacts(harness, { type: 'sosRaised', id: `sos:${key}`, ...about, raisedAt: receivedAt });
    const open = await orders(two, ({ sos }) => sos !== null);
    expect(open).toEqual({ ...NO_ORDERS, sos: { since: receivedAt, acknowledgedAt: null } });
    const director = race.as('director');
    const { body } = await director.get(`/events/alerts/${race.eventId}`);
    const { AlertId } = (body as AlertRow[])[0]!;
    await director.post(`/alerts/${AlertId}/acknowledge`);
    const seen = await orders(two, ({ sos }) => sos?.acknowledgedAt != null);
    expect(seen.sos?.acknowledgedAt).toBe(harness.time.now());
    await director.post(`/alerts/${AlertId}/clear`);
    await until('the tombstone', () => newest(two) === null);
  });

  it('ask the driver of a car that has stopped, until the answer, or until it drives on', async () => {
    const at = { eventId: race.eventId, invitationId: one, receivedAt: NOW + 1_000 };
    const stoppedAt = NOW + 800;
    const [stopped, asked, , drivesOn] = stopFacts(at);
    await stateFacts(harness, stopped!, asked!);
    const open = await orders(one, ({ question }) => question !== null);
    expect(open).toEqual({ ...NO_ORDERS, question: { since: stoppedAt } });
    await stateFacts(harness, reportedFact('okReported', { ...at, receivedAt: NOW + 5_000 }, stoppedAt));
    await until('the answer', () => newest(one) === null);
    await stateFacts(harness, drivesOn!);

    const again = stopFacts({ ...at, receivedAt: NOW + 90_000 });
    await stateFacts(harness, again[0]!);
    await orders(one, ({ question }) => question?.since === NOW + 89_800);
    await stateFacts(harness, again[3]!);
    await until('the car to have driven on', () => newest(one) === null);
  });

  it('do not ask a driver who said OK just before the stop', async () => {
    const [stopped] = stopFacts({ eventId: race.eventId, invitationId: one, receivedAt: NOW + 1_000 });
    await stateFacts(harness, { ...stopped!, saidOkAt: NOW } as RaceFact);
    await flag(801);
    expect(await orders(one, ({ track }) => track === 801)).toMatchObject({ question: null });
  });

  it('end for a car that is taken off', async () => {
    await flag(801);
    await orders(one, ({ track }) => track === 801);
    await authorize(one, 0);
    await until('the tombstone', () => newest(one) === null);
  });
});
