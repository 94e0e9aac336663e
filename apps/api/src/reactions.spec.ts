import { expect, it } from '@jest/globals';
import { createCommandHandler } from '@flagpost/event-sourcing';
import { startProjections } from '@flagpost/read-models';
import { virtualTime } from '@flagpost/testing';
import { startSingletonJobs } from './instances/singleton-jobs.js';
import { projections } from './projections.js';
import { reacting } from './reactions.js';
import { REACTION_NAMES } from './stored-names.js';
import { memoryDependencies, NOW } from './testing/harness.js';
import { upcast } from './upcast.js';

it('reactions begin once each, also if the records are away when this process becomes the leader', async () => {
  const time = virtualTime(NOW);
  const given = memoryDependencies(time);
  const { store, records } = given;
  const { checkpoints } = records;
  const projector = await startProjections({ ...given, projections, upcast });
  let isAway = true;
  let subscriptions = 0;
  const dependencies = {
    ...given,
    store: {
      ...store,
      subscribeAll(options: Parameters<typeof store.subscribeAll>[0]) {
        subscriptions += 1;
        return store.subscribeAll(options);
      },
    },
    records: {
      ...records,
      checkpoints: {
        ...checkpoints,
        // One is loaded, and its reaction begins.
        async load(name: string) {
          if (isAway && name !== REACTION_NAMES.invites) throw new Error('The records are away.');
          return checkpoints.load(name);
        },
      },
    },
  };
  const handle = createCommandHandler({ store, upcast, ids: given.ids });
  const jobs = startSingletonJobs(dependencies);
  const job = await jobs.add(reacting(dependencies, handle, projector, async () => undefined));
  expect(job.failure()).toContain('The records are away.');
  await time.advance(3_000);
  isAway = false;
  await time.advance(60_000);
  expect(job.failure()).toBeNull();
  expect(subscriptions).toBe(Object.keys(REACTION_NAMES).length);
  await jobs.stop();
  await projector.stop();
});
