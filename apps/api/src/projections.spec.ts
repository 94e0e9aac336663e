import { expect, it } from '@jest/globals';
import { EVENT_VERSIONS } from '@flagpost/domain';
import { memoryEventStore } from '@flagpost/event-sourcing/memory';
import { projectionContract } from '@flagpost/read-models/projection-suite';
import { projections } from './projections.js';
import { NOW } from './testing/harness.js';
import { wholeRace } from './testing/whole-race.js';
import { upcast } from './upcast.js';

it('the log of this suite has an event of every type', async () => {
  const store = memoryEventStore({ clock: { now: () => NOW } });
  await wholeRace(store);
  const types = new Set((await store.readAll(null, 1_000)).map(({ type }) => type));
  expect(types).toEqual(new Set(Object.keys(EVENT_VERSIONS)));
  await store.close();
});

projectionContract('the api', { projections, upcast, fill: wholeRace });
