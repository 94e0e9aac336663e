import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { ROLES } from '@flagpost/contracts';
import { createCommandHandler } from '@flagpost/event-sourcing';
import { tokenHash } from '@flagpost/platform';
import { systemIds } from '@flagpost/platform/system';
import { rebuild, type Projector, type ReadModels } from '@flagpost/read-models';
import { memoryReadModels } from '@flagpost/read-models/memory';
import { systemCaller, type Caller } from '../http/caller.js';
import { projections } from '../projections.js';
import { startHarness, type Harness } from '../testing/harness.js';
import { aRace, type Race } from '../testing/race-fixture.js';
import { upcast } from '../upcast.js';
import { CommandMessage } from './command-message.js';
import { CommandMessageHandler } from './command.handler.js';

let harness: Harness;
let race: Race;
beforeEach(async () => {
  harness = await startHarness();
  race = await aRace(harness);
  await race.as('planner').put(`/events/publish/${race.eventId}`).expect(200);
});
afterEach(() => harness.stop());

/** Creates a timer over these views, which have nothing yet. */
const createTimer = async (views: ReadModels, waitFor: Projector['waitFor']): Promise<unknown> => {
  const { store } = harness.dependencies;
  const handle = createCommandHandler({ store, upcast, ids: systemIds });
  const providers = {
    get: (): never => {
      throw new Error('It needs none.');
    },
  };
  const dependencies = { ...harness.dependencies, readModels: views };
  const handler = new CommandMessageHandler(dependencies, handle, { waitFor }, providers);
  const actor = { userId: race.userId('director'), roles: [ROLES.director], clubId: race.clubId };
  const caller: Caller = { ...systemCaller(systemIds, 'key'), actor };
  return handler.execute(
    new CommandMessage('createTimer', { EventId: race.eventId, Title: 'Restart' }, caller),
  );
};

it('carries out a command for what the views did not have while they were rebuilt', async () => {
  const views = memoryReadModels();
  const answer = await createTimer(views, async (_, timeoutMs) => {
    if (timeoutMs > 0)
      await rebuild({ store: harness.dependencies.store, readModels: views, projections, upcast });
    return timeoutMs > 0;
  });
  expect(answer).toMatchObject({ Title: 'Restart' });
});

it('says that the views are behind, and keeps the key, where they have not caught up', async () => {
  await expect(createTimer(memoryReadModels(), async () => false)).rejects.toThrow('The views are behind.');
  const key = { actorId: race.userId('director'), key: tokenHash('key'), bodyHash: tokenHash('key') };
  expect(await harness.dependencies.records.requestKeys.find(key)).toMatchObject({ kind: 'open' });
});

it('refuses what is in no event that the views have passed', async () => {
  await expect(createTimer(memoryReadModels(), async () => true)).rejects.toMatchObject({
    code: 'event.missing',
  });
});
