import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TimerRow } from '@flagpost/contracts';
import type { RecordedEvent } from '@flagpost/event-sourcing';
import { project, rebuild } from '@flagpost/read-models';
import { memoryReadModels } from '@flagpost/read-models/memory';
import { confirmedFact, lapFact, sosClearedFact, sosFact, stateFacts } from '../testing/facts.js';
import { NOW, startHarness, type Harness } from '../testing/harness.js';
import { aRace } from '../testing/race.js';
import { upcast } from '../upcast.js';
import { alertsProjection } from './alerts.projection.js';
import { flagsProjection } from './flags.projection.js';
import { lapsProjection } from './laps.projection.js';
import { raceProjection } from './race.projection.js';
import { timersProjection } from './timers.projection.js';

const projections = [raceProjection, flagsProjection, alertsProjection, lapsProjection, timersProjection];
const views = projections.flatMap((projection) => projection.views);

let harness: Harness;
let events: readonly RecordedEvent[];

beforeAll(async () => {
  harness = await startHarness();
  const race = await aRace(harness);
  const { eventId } = race;
  const cars = [await race.add('1'), await race.add('2')];
  const [one = 0, two = 0] = cars;
  const flag = (StateId: number, InvitationsSelected: number[] = []) =>
    race.as('director').post('/flagRecords', { StateId, EventId: eventId, InvitationsSelected });
  await race.as('planner').patch('/invitations/authorized', { Invitations: cars, Authorized: 1 });
  await race.as('planner').put(`/events/publish/${eventId}`);
  await flag(806);
  await flag(803, [two]);
  const at = (invitationId: number, receivedAt: number) => ({ eventId, invitationId, receivedAt });
  await stateFacts(
    harness,
    confirmedFact(at(one, NOW + 1), null),
    confirmedFact(at(two, NOW + 1), null),
    sosFact(at(one, NOW + 2)),
    sosClearedFact(at(one, NOW + 3)),
    sosFact(at(two, NOW + 4)),
    lapFact(at(one, NOW + 5), 1),
    lapFact(at(one, NOW + 6), 2),
  );
  await race.as('director').delete(`/flagRecords/event/${eventId}`);
  await race.as('director').put(`/events/resetLaps/${eventId}`);
  await flag(801);
  const timer = async (Title: string): Promise<string> => {
    const { body } = await race.as('director').post('/timers', { EventId: eventId, Title });
    return `/timers/${(body as TimerRow).TimerId}`;
  };
  const [kept, stopped, removed] = [await timer('Kept'), await timer('Stopped'), await timer('Removed')];
  for (const path of [kept, stopped, removed]) await race.as('director').put(`${path}/start`);
  await harness.time.advance(1_500);
  await race.as('director').put(`${kept}/pause`);
  await race.as('director').put(`${kept}/resume`);
  await race.as('director').put(`${stopped}/stop`);
  await race.as('director').delete(removed);
  await race.as('planner').patch('/invitations/authorized', { Invitations: [two], Authorized: 0 });
  events = await harness.parts.store.readAll(null, 1_000);
});
afterAll(() => harness.stop());

describe('the views of race control', () => {
  it('are the same when every event comes twice, and when they are built anew', async () => {
    const twice = memoryReadModels();
    for (const event of events)
      for (const projection of projections)
        for (let time = 0; time < 2; time += 1) await project(twice, upcast, projection, event);
    const { store, readModels } = harness.parts;
    const anew = await rebuild({ store, readModels: memoryReadModels(), projections, upcast });
    for (const view of views) {
      expect(await twice.digest(view)).toEqual(anew[view]);
      expect(await readModels.digest(view)).toEqual(anew[view]);
    }
  });

  it('are not moved back by a projector that slept', async () => {
    const asleep = memoryReadModels();
    for (let run = 0; run < 2; run += 1)
      for (const event of events)
        for (const projection of projections) await project(asleep, upcast, projection, event);
    for (const view of views)
      expect(await asleep.digest(view)).toEqual(await harness.parts.readModels.digest(view));
  });
});
