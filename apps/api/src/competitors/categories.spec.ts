import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FIELD_TEXTS, REFUSALS, type CategoryAnswer, type CategoryOption } from '@flagpost/contracts';
import { eventStream } from '@flagpost/domain';
import { until } from '@flagpost/testing';
import { startHarness, type Harness } from '../testing/harness.js';
import { aRace, competitorBody, eventBody, type Race } from '../testing/race-fixture.js';
import { alreadyRecorded } from '../testing/recorded.js';
import { eventReads } from '../views/events.projection.js';

let harness: Harness;
let race: Race;

beforeEach(async () => {
  harness = await startHarness();
  race = await aRace(harness);
});
afterEach(() => harness.stop());

const made = async (Name: string): Promise<number> =>
  ((await race.as('planner').post('/driverCategories', { Name })).body as CategoryAnswer).catId;
const path = (catId: number): string => `/driverCategories/${catId}`;
const names = async (): Promise<string[]> => {
  const list = await race.as('viewer').get(`/driverCategories/IdDescriptionByClub/${race.clubId}`);
  return (list.body as CategoryOption[]).map((one) => one.Description);
};
const refusal = (code: keyof typeof REFUSALS) => ({ statusCode: 418, message: REFUSALS[code] });

describe('a category', () => {
  it('is read by itself, by the staff of its club', async () => {
    const catId = await made('R5');
    const expected = { catId, catName: 'R5', cluId: race.clubId };
    for (const role of ['planner', 'viewer', 'director', 'admin'] as const)
      expect((await race.as(role).get(path(catId))).body).toEqual(expected);
    expect((await race.rival('planner').get(path(catId))).status).toBe(403);
    expect((await race.as('viewer').get(path(4711))).status).toBe(404);
  });

  it('is renamed, to a name that no other of its club has, and stays with its club', async () => {
    const catId = await made('R5');
    const rename = (Name: string, as = race.as('planner')) =>
      as.put(path(catId), { Name, ClubId: race.rivalId });
    expect((await rename('Rally2')).body).toEqual({ catId, catName: 'Rally2', cluId: race.clubId });
    expect((await rename('rally2')).status).toBe(200);
    expect((await rename('WRC')).body).toEqual(refusal('category.nameTaken'));
    expect((await rename(' ')).body.fields).toEqual({ Name: FIELD_TEXTS.name });
    expect((await rename('x'.repeat(101))).status).toBe(400);
    expect((await rename('N', race.as('director'))).status).toBe(403);
    expect((await rename('N', race.rival('planner'))).status).toBe(403);
    expect((await rename('GT4', race.as('admin'))).status).toBe(200);
    expect(await names()).toEqual(['GT4', 'WRC']);
  });

  it('is deleted for good where nothing uses it', async () => {
    const catId = await made('R5');
    expect((await race.as('viewer').delete(path(catId))).status).toBe(403);
    expect((await race.as('planner').delete(path(catId))).body).toEqual({
      catId,
      catName: 'R5',
      cluId: race.clubId,
    });
    expect(await names()).toEqual(['WRC']);
    expect((await race.as('planner').delete(path(catId))).status).toBe(404);
    expect((await race.as('planner').put(path(catId), { Name: 'R5' })).status).toBe(404);
    expect(await made('R5')).not.toBe(catId);
  });

  it('is not renamed over a name that its author has not read', async () => {
    const catId = await made('R5');
    const rename = (Name: string, former: string) =>
      race.as('planner').put(path(catId), { Name, Former: { catName: former } });
    expect((await rename('R5 Evo', 'R5')).status).toBe(200);
    const refused = await rename('Rally2', 'R5');
    const code = 'category.changed';
    expect([refused.status, refused.body]).toEqual([418, { ...refusal(code), code }]);
    expect((await rename('Rally2', 'R5 Evo')).status).toBe(200);
    expect((await race.as('planner').put(path(catId), { Name: 'R5 Evo' })).status).toBe(200);
  });

  it('is not deleted while events or competitors use it, and the refusal says which', async () => {
    const remove = async (catId: number): Promise<unknown> =>
      (await race.as('planner').delete(path(catId))).body;
    const planned = await made('R5');
    const event = await race.as('planner').post('/events', eventBody(planned));
    const { eveId } = event.body as { eveId: number };
    expect(await remove(planned)).toEqual(refusal('category.hasEvents'));

    await race.as('planner').post('/invitations/createInvitationDriver', competitorBody(eveId, planned, '7'));
    expect(await remove(planned)).toEqual(refusal('category.hasEventsAndCompetitors'));

    // As former releases took a category off.
    const [created] = await harness.dependencies.store.readStream(eventStream(eveId));
    const without = { ...(created?.data as object), categoryIds: [race.categoryId] };
    await alreadyRecorded(harness, eventStream(eveId), 'EventEdited', without);
    const { existing } = eventReads(harness.dependencies.readModels);
    await until('it to be off', async () => !(await existing(eveId)).categoryIds.includes(planned));
    expect(await remove(planned)).toEqual(refusal('category.hasCompetitors'));
    expect(await names()).toContain('R5');
  });
});
