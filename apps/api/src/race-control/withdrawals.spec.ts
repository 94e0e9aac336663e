import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FLAGS, REFUSALS, type FlagRow, type DriverPosition } from '@flagpost/contracts';
import { confirmedFact, sosFact, stateFacts } from '../testing/facts.js';
import { NOW, startHarness, type Harness } from '../testing/harness.js';
import { aRace, type Race } from '../testing/race-fixture.js';
import { TRACK_LINE } from '../testing/scene.js';
import { aSector } from '../testing/sector.js';

let harness: Harness;
let race: Race;
let one: number;
let two: number;

beforeAll(async () => {
  harness = await startHarness();
  race = await aRace(harness);
  [one, two] = [await race.add('1'), await race.add('2')];
  await race.as('planner').patch('/invitations/authorized', { Invitations: [one, two], Authorized: 1 });
  const pointsTrack = [{ Positions: TRACK_LINE }];
  await race.as('planner').put('/circuitRoutes', { eventId: race.eventId, pointsTrack });
  await race.as('planner').put(`/events/publish/${race.eventId}`);
});
afterAll(() => harness.stop());

const director = () => race.as('director');
const sent = async (StateId: number, InvitationsSelected: number[] = [], more = {}): Promise<number> => {
  const body = { StateId, EventId: race.eventId, InvitationsSelected, ...more };
  const answer = await director().post('/flagRecords', body);
  expect(answer.status).toBe(201);
  return (answer.body as { FlagId: number }).FlagId;
};
const withdraw = (flagId: number, ...InvitationsSelected: number[]) =>
  director().post(`/flagRecords/${flagId}/withdraw`, { InvitationsSelected });
const rowOf = async (flagId: number): Promise<FlagRow | undefined> => {
  const rows = (await race.as('viewer').get(`/events/flags/${race.eventId}`)).body as FlagRow[];
  return rows.find(({ FlagId }) => FlagId === flagId);
};
const flagsOf = async (car: number) => {
  const answer = await race.as('viewer').get(`/positionRecords/event/${race.eventId}/999`);
  const record = (answer.body as DriverPosition[]).find(({ InvitationId }) => InvitationId === car);
  return [record?.TrackFlag, record?.DriverFlag, record?.LastFlagStatus];
};

describe('withdrawing a flag', () => {
  it('leaves its car what is in force for all, and nothing else ends', async () => {
    await sent(FLAGS.red);
    await sent(FLAGS.warning, [one]);
    const white = await sent(FLAGS.white, [one, two]);
    const answer = await withdraw(white, one);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      FlagId: white,
      Withdrawals: [
        { InvitationsSelected: [one], WithdrawnBy: { Id: race.userId('director') }, Confirmed: [] },
      ],
    });
    expect(await flagsOf(one)).toEqual([FLAGS.red, FLAGS.warning, FLAGS.warning]);
    expect(await flagsOf(two)).toEqual([FLAGS.white, null, FLAGS.white]);
  });

  it('is not confirmed until the car confirms it', async () => {
    const white = await sent(FLAGS.white, [two]);
    const withdrawn = (await withdraw(white)).body as FlagRow;
    const WithdrawalId = withdrawn.Withdrawals[0]?.WithdrawalId ?? 0;
    const at = { eventId: race.eventId, invitationId: two, receivedAt: NOW + 1_000 };
    await stateFacts(harness, confirmedFact(at, WithdrawalId));
    expect(await rowOf(white)).toMatchObject({
      Confirmed: [],
      Withdrawals: [{ WithdrawalId, Confirmed: [{ InvitationId: two }] }],
    });
  });

  it('twice is once, whoever is first', async () => {
    const white = await sent(FLAGS.white, [one]);
    await withdraw(white);
    const again = await withdraw(white);
    expect([again.status, (again.body as FlagRow).Withdrawals.length]).toEqual([200, 1]);
  });

  it('under one key is carried out once and answered in the same way', async () => {
    const white = await sent(FLAGS.white, [one, two]);
    const ask = () => withdraw(white, one).set('Idempotency-Key', 'withdrawal');
    const [first, second] = [await ask(), await ask()];
    expect(second.body).toEqual(first.body);
    expect((await withdraw(white, two).set('Idempotency-Key', 'withdrawal')).status).toBe(422);
  });

  it('is refused if there is no such flag, or it was not sent to the car', async () => {
    expect((await withdraw(9_999)).status).toBe(404);
    const toOne = await sent(FLAGS.white, [one]);
    const refused = await withdraw(toOne, two);
    expect([refused.status, refused.body]).toMatchObject([418, { message: REFUSALS['flag.notSentTo'] }]);
  });

  it('of a sector is from all cars', async () => {
    const { secId: SectorId } = await aSector(race.as('planner'), race.eventId, 4);
    const flag = await sent(FLAGS.yellow, [], { SectorId });
    const refused = await withdraw(flag, one);
    expect(refused.body).toMatchObject({ message: REFUSALS['flag.sectorIsForAll'] });
    expect((await withdraw(flag)).status).toBe(200);
  });

  it('is of a director of the club', async () => {
    const flag = await sent(FLAGS.yellow);
    for (const role of ['viewer', 'planner'] as const)
      expect((await race.as(role).post(`/flagRecords/${flag}/withdraw`, {})).status).toBe(403);
  });
});

describe('clearing flags only', () => {
  const clear = (query: string) =>
    director().delete(`/flagRecords/event/${race.eventId}${query}`).set('Idempotency-Key', 'clearing');

  it('keeps every open SOS; another clearing under the same key is refused', async () => {
    await sent(FLAGS.red);
    await stateFacts(harness, sosFact({ eventId: race.eventId, invitationId: one, receivedAt: NOW + 5_000 }));
    expect((await clear('?alerts=keep')).body).toEqual({ AlertIds: [] });
    expect(await flagsOf(one)).toEqual([null, null, null]);
    expect((await race.as('viewer').get(`/events/alerts/${race.eventId}`)).body).toMatchObject([
      { InvitationId: one, ClearedAt: null },
    ]);
    expect((await clear('')).status).toBe(422);
    const both = await director().delete(`/flagRecords/event/${race.eventId}`);
    expect(both.body).toEqual({ AlertIds: [expect.any(Number)] });
  });

  it('takes no other word', async () => {
    const answer = await director().delete(`/flagRecords/event/${race.eventId}?alerts=all`);
    expect(answer.status).toBe(400);
  });
});
