import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { REFUSALS, type CarCode, type DriveAnswer } from '@flagpost/contracts';
import { startHarness, type Harness } from '../testing/harness.js';
import { aRace, type Race } from '../testing/race-fixture.js';

let harness: Harness;
let race: Race;
let car: number;

beforeEach(async () => {
  harness = await startHarness();
  race = await aRace(harness);
  car = await race.add('7');
});
afterEach(() => harness.stop());

const codes = async (as = race.as('director')): Promise<CarCode[]> =>
  (await as.post(`/check/${race.eventId}/codes`)).body as CarCode[];
const scan = (Code: unknown, as = race.as('director'), eventId = race.eventId) =>
  as.post(`/check/${eventId}/scan`, { Code });
const pathOf = ({ Link }: CarCode): string => Link.slice(Link.indexOf('/drive/'));

it('each lead to the page of their car, also of who was never mailed, and are the same every time', async () => {
  const made = await codes();
  expect(made).toEqual([
    { InvitationId: car, CarNumber: '7', Driver: 'Carla Bianchi 7', Link: made[0]?.Link },
  ]);
  const path = pathOf(made[0]!);
  const opened = await harness.with(null).get(path);
  expect([opened.status, (opened.body as DriveAnswer).CarNumber]).toEqual([200, '7']);
  expect(await codes(race.as('planner'))).toEqual(made);
});

it('are recorded with who made them, without their secrets', async () => {
  const [code] = await codes();
  const events = await harness.dependencies.store.readStream(`check-${race.eventId}`, 0, 10);
  expect(events).toMatchObject([{ type: 'CarCodesMade', data: { receivers: [car] } }]);
  expect(JSON.stringify(events)).not.toContain(pathOf(code!).slice('/drive/'.length));
});

it('tell which car they are of, however the address is written', async () => {
  const [code] = await codes();
  const path = pathOf(code!);
  for (const text of [path, `https://race.example${path}`, `http://10.0.0.5:3000${path}?from=paper`]) {
    const answer = await scan(text);
    expect([answer.status, answer.body]).toEqual([200, { InvitationId: car }]);
  }
});

it('tell nothing of what is no code, of another event, or to who may not check', async () => {
  const [code] = await codes();
  const path = pathOf(code!);
  const refused = { statusCode: 418, message: REFUSALS['code.notOfEvent'] };
  for (const text of ['', 'car 7', '/drive/', `/drive/${'x'.repeat(43)}`, `${path}x`, path.slice(0, -1)])
    expect((await scan(text)).body).toEqual(refused);
  for (const text of [null, 7, {}, 'x'.repeat(501)]) expect((await scan(text)).status).toBe(400);
  const other = await race.as('planner').post(`/events/copy/${race.eventId}`, {
    Name: 'Another',
    Start: new Date(harness.time.now() + 86_400_000),
    Competitors: false,
  });
  const { eveId } = other.body as { eveId: number };
  expect((await scan(path, race.as('director'), eveId)).body).toEqual(refused);
  expect((await scan(path, race.as('viewer'))).status).toBe(403);
  expect((await race.as('viewer').post(`/check/${race.eventId}/codes`)).status).toBe(403);
  expect((await race.rival('director').post(`/check/${race.eventId}/codes`)).status).toBe(403);
});
