import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ANSWER_TEXTS, FLAGS, SAME_ORDER_MS } from '@flagpost/contracts';
import { tokenHash } from '@flagpost/platform';
import { NOW, startHarness, type Harness } from '../testing/harness.js';
import { aPublishedRace, type Race } from '../testing/race-fixture.js';

let harness: Harness;
let race: Race;

beforeEach(async () => {
  harness = await startHarness();
  race = await aPublishedRace(harness);
});
afterEach(() => harness.stop());

const yellow = () => ({ EventId: race.eventId, StateId: FLAGS.yellow, InvitationsSelected: [] });
const send = (key: string, body: object = yellow()) =>
  race.as('director').post('/flagRecords', body).set('Idempotency-Key', key);
const withdraw = async (Key: string): Promise<unknown> => {
  const body = { EventId: race.eventId, Key };
  const answer = await race.as('director').post('/flagRecords/withdrawals', body);
  expect(answer.status).toBe(200);
  return answer.body;
};
const sent = async (): Promise<number> =>
  (await harness.dependencies.store.readAll(null, 1_000)).filter(({ type }) => type === 'FlagSent').length;

describe('a flag whose answer was lost', () => {
  it('was sent where the server has answered it', async () => {
    await send('k1');
    expect(await withdraw('k1')).toEqual({ Outcome: 'sent' });
    expect(await sent()).toBe(1);
  });

  it('that never arrived is withdrawn: it is refused should it arrive later', async () => {
    expect(await withdraw('k1')).toEqual({ Outcome: 'withdrawn' });
    const late = await send('k1');
    expect(late.body).toEqual({ statusCode: 422, message: ANSWER_TEXTS.keyReused });
    expect(await withdraw('k1')).toEqual({ Outcome: 'withdrawn' });
    expect(await sent()).toBe(0);
    expect((await send('k2')).status).toBe(201);
  });

  it('is withdrawn where it was refused', async () => {
    expect((await send('k1', { ...yellow(), StateId: FLAGS.message })).status).toBe(418);
    expect(await withdraw('k1')).toEqual({ Outcome: 'withdrawn' });
  });

  it("is another person's own", async () => {
    await send('k1');
    const colleague = harness.as({ userId: 2, roles: ['director'], clubId: race.clubId });
    const body = { EventId: race.eventId, Key: 'k1' };
    expect((await colleague.post('/flagRecords/withdrawals', body)).body).toEqual({ Outcome: 'withdrawn' });
    expect(await withdraw('k1')).toEqual({ Outcome: 'sent' });
  });

  it('is pending while the server is at it', async () => {
    const { requestKeys } = harness.dependencies.records;
    const underWay = { actorId: race.userId('director'), key: tokenHash('k1'), bodyHash: 'of the flag' };
    await requestKeys.reserve(underWay, {}, NOW);
    expect(await withdraw('k1')).toEqual({ Outcome: 'pending' });
    await requestKeys.answer(underWay, { FlagId: 1 });
    expect(await withdraw('k1')).toEqual({ Outcome: 'sent' });
  });
});

describe('the same flag under another key', () => {
  it('is one order within two seconds, with the id of the first', async () => {
    const first = await send('k1');
    const again = await send('k2');
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect((await send('k2')).body).toEqual(first.body);
    expect(await withdraw('k2')).toEqual({ Outcome: 'sent' });
    expect(await sent()).toBe(1);
    await harness.time.advance(SAME_ORDER_MS);
    expect((await send('k3')).body).not.toEqual(first.body);
    expect(await sent()).toBe(2);
  });

  it('is one order also if both arrive at once', async () => {
    const [one, other] = await Promise.all([send('k1'), send('k2')]);
    expect(other.body).toEqual(one.body);
    expect(await sent()).toBe(1);
  });
});
