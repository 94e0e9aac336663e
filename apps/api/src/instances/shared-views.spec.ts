import { expect, it } from '@jest/globals';
import type { Position } from '@flagpost/event-sourcing';
import type { Projection } from '@flagpost/read-models';
import { virtualTime } from '@flagpost/testing';
import { memoryDependencies, NOW } from '../testing/harness.js';
import { upcast } from '../upcast.js';
import { shareViews } from './shared-views.js';

const meta = { actorId: null, actorRoles: [], clubId: 1, correlationId: 'spec', causationId: null };

it('waits for views that are built anew for as long as it takes, also where clock and timers disagree', async () => {
  const time = virtualTime(NOW);
  const dependencies = memoryDependencies(time);
  // A timer may fire a little before the clock says so, and a clock may run slower.
  const clock = { now: () => time.now() - Math.floor((time.now() - NOW) / 1_000) };
  const created = {
    type: 'EventCreated',
    data: { eventId: 7 },
    meta: { ...meta, id: dependencies.ids.uuid(), schemaVersion: 1 },
  };
  await dependencies.store.append('event-7', [created], 'noStream');

  let goOn: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  const slow: Projection = { name: 'slow', version: 1, views: [], on: { EventCreated: () => held } };
  const { projector, job } = shareViews({ ...dependencies, clock, projections: [slow], upcast });
  const projecting = await job.begin(() => true, new AbortController().signal);
  const answers: boolean[] = [];
  const waiting = projector.caughtUp().then((answer) => answers.push(answer));
  await time.advance(60_000);
  expect(answers).toEqual([]);
  goOn();
  await waiting;
  expect(answers).toEqual([true]);

  await projecting.stop();
  await Promise.all(
    [dependencies.store, dependencies.topics, dependencies.records].map((part) => part.close()),
  );
});

it('takes views for what they are that were dropped since they had passed a position', async () => {
  const dependencies = memoryDependencies(virtualTime(NOW));
  const projection: Projection = { name: 'cars', version: 1, views: [], on: {} };
  const { projector } = shareViews({ ...dependencies, projections: [projection], upcast });
  const position = '0000000000000005' as Position;
  const { readModels } = dependencies;
  await readModels.drop('cars', 1, []);
  await readModels.saveCheckpoint('cars', { position, version: 1 }, null);
  expect(await projector.waitFor(position, 0)).toBe(true);
  await readModels.drop('cars', 1, []);
  expect(await projector.waitFor(position, 0)).toBe(false);
  await Promise.all(
    [dependencies.store, dependencies.topics, dependencies.records].map((part) => part.close()),
  );
});
