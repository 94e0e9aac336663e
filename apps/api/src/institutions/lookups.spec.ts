import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type EventPlannerRow, type IdDescription } from '@flagpost/contracts';
import { accountsOf } from '../testing/accounts.js';
import { startHarness, type Harness } from '../testing/harness.js';
import { aRace, type Race } from '../testing/race-fixture.js';

let harness: Harness;
let race: Race;

beforeEach(async () => {
  harness = await startHarness();
  race = await aRace(harness);
});
afterEach(() => harness.stop());

it('states are those of a group, by id', async () => {
  const group = async (id: number | string): Promise<unknown> =>
    (await race.as('viewer').get(`/states/IdDescription/${id}`)).body;
  expect(await group(1500)).toEqual([
    { Id: 1501, Description: 'ACEPTED_INVITATION' },
    { Id: 1502, Description: 'PENDING_INVITATION' },
    { Id: 1503, Description: 'REJECTED_INVITATION' },
    { Id: 1504, Description: 'NOTSEND_INVITATION' },
  ]);
  expect(await group(600)).toEqual([
    { Id: 401, Description: 'DRAFT_EVENT' },
    { Id: 402, Description: 'PUBLISHED_EVENT' },
  ]);
  expect(await group(200)).toEqual([
    { Id: 101, Description: 'ENABLE_USER' },
    { Id: 102, Description: 'DISABLE_USER' },
  ]);
  for (const [none, status] of [
    [100, 404],
    ['0', 400],
    ['constructor', 400],
  ] as const)
    expect((await race.as('viewer').get(`/states/IdDescription/${none}`)).status).toBe(status);
});

it('roles are told in the language of who asks, and those of staff to choose from', async () => {
  const roles = await race.as('viewer').get('/roles/').set('backofficelanguage', 'es-ES');
  expect(roles.body).toEqual([
    { rolId: 1, rolName: 'ADMIN', rolDescription: 'SUPERADMIN' },
    { rolId: 2, rolName: 'EVENT_PLANNER', rolDescription: expect.any(String) },
    { rolId: 3, rolName: 'DRIVER', rolDescription: 'Piloto' },
    { rolId: 4, rolName: 'DIRECTOR', rolDescription: expect.any(String) },
    { rolId: 5, rolName: 'EVENT_VIEWER', rolDescription: expect.any(String) },
  ]);
  expect((await race.as('viewer').get('/roles/IdDescription')).body).toEqual([
    { Id: 2, Description: 'Event organizer' },
    { Id: 5, Description: 'Event official' },
    { Id: 4, Description: 'Clerk of course' },
  ]);
});

describe('the planners and viewers that an event can name', () => {
  it('are those of the club who hold the role and may sign in', async () => {
    const { add } = accountsOf(harness);
    const ada = await add('ada@alba.example', 'planner', race.clubId);
    await add('vera@alba.example', 'viewer', race.clubId);
    const theirs = await add('rosa@rivale.example', 'planner', race.rivalId);
    const read = async (path: string, as = race.as('planner')): Promise<unknown> => (await as.get(path)).body;
    const row: EventPlannerRow = {
      eplId: ada,
      useId: ada,
      useName: 'Ada',
      useSurname: 'Rossi',
      useEmail: 'ada@alba.example',
      usePhone: null,
      cluId: race.clubId,
      cluName: 'Motor Club Alba',
    };
    expect(await read('/eventPlanners/WithUser')).toEqual([row]);
    const all = (await read('/eventPlanners/WithUser', race.as('admin'))) as EventPlannerRow[];
    expect(all.map(({ eplId }) => eplId).sort()).toEqual([ada, theirs].sort());
    expect(await read(`/eventPlanners/IdDescriptionByClub/${race.clubId}`)).toEqual([
      { Id: ada, Description: 'Ada Rossi' },
    ] satisfies IdDescription[]);
    expect(await read('/eventViewers/WithUser')).toEqual([
      expect.objectContaining({ vieId: expect.any(Number), useEmail: 'vera@alba.example' }),
    ]);
    expect(await read(`/eventViewers/IdDescriptionByClub/${race.clubId}`)).toHaveLength(1);
    expect((await race.as('viewer').get('/eventPlanners/WithUser')).status).toBe(403);
    const foreign = `/eventViewers/IdDescriptionByClub/${race.clubId}`;
    expect((await race.rival('planner').get(foreign)).status).toBe(403);
  });
});
