import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { project, rebuild, type ReadModels } from '@flagpost/read-models';
import { memoryReadModels } from '@flagpost/read-models/memory';
import { projections } from './projections.js';
import { startHarness, type Harness } from './testing/harness.js';
import { aRace } from './testing/race.js';
import { upcast } from './upcast.js';

let harness: Harness;

beforeEach(async () => {
  harness = await startHarness();
  const race = await aRace(harness);
  const planner = race.as('planner');
  const [first, second] = [await race.add('7'), await race.add('8')];
  await planner.patch('/invitations/authorized', { Invitations: [first, second], Authorized: 1 });
  await planner.put(`/events/publish/${race.eventId}`);
  await planner.patch('/invitations/authorized', { Invitations: [first], Authorized: 0 });
  const line = [
    { lat: 44, lng: 8 },
    { lat: 44.01, lng: 8 },
  ];
  await planner.put('/circuitRoutes', { eventId: race.eventId, pointsTrack: [{ Positions: line }], gmt: 2 });
  await planner.post('/interestpoints', { eventId: race.eventId, pois: [{ lat: 44, lng: 8 }] });
});
afterEach(() => harness.stop());

const views = projections.flatMap((projection) => projection.views);
const digests = async (readModels: ReadModels) =>
  Object.fromEntries(
    await Promise.all(views.map(async (view) => [view, await readModels.digest(view)] as const)),
  );

describe('the views', () => {
  it('are the same when the log is folded anew', async () => {
    const { store, readModels } = harness.parts;
    const anew = memoryReadModels();
    expect(await rebuild({ store, readModels: anew, projections, upcast })).toEqual(
      await digests(readModels),
    );
  });

  it('are the same when every event comes twice', async () => {
    const twice = memoryReadModels();
    for (const event of await harness.parts.store.readAll(null, 1000))
      for (const projection of projections) {
        await project(twice, upcast, projection, event);
        await project(twice, upcast, projection, event);
      }
    expect(await digests(twice)).toEqual(await digests(harness.parts.readModels));
  });
});
