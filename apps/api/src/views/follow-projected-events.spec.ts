import { expect, it } from '@jest/globals';
import { clubDecider, clubStream } from '@flagpost/domain';
import { createCommandHandler } from '@flagpost/event-sourcing';
import { virtualTime } from '@flagpost/testing';
import type { ApiDependencies } from '../dependencies.js';
import { memoryDependencies } from '../testing/harness.js';
import { clubDetails } from '../testing/race-fixture.js';
import { upcast } from '../upcast.js';
import { followProjectedEvents } from './follow-projected-events.js';

const registerClub = async ({ store, ids }: Pick<ApiDependencies, 'store' | 'ids'>, clubId: number) => {
  const handle = createCommandHandler({ store, upcast, ids });
  const commandId = `register ${clubId}`;
  const context = { actorId: 1, actorRoles: [], clubId: null, correlationId: 'spec', commandId };
  const register = { type: 'registerClub', clubId, details: clubDetails(`Club ${clubId}`) } as const;
  await handle(clubStream(clubId), clubDecider, register, context);
};
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('begins when the views show what it does not hand on: a snapshot lacks nothing', async () => {
  const dependencies = memoryDependencies(virtualTime());
  await registerClub(dependencies, 1);

  let shown: (reached: boolean) => void = () => undefined;
  const waitFor = () => new Promise<boolean>((resolve) => (shown = resolve));
  const handedOn: string[] = [];
  let begun = false;
  const beginning = followProjectedEvents(
    'spec',
    dependencies,
    { waitFor },
    async (events) => {
      handedOn.push(...events.map(({ type }) => type));
    },
    () => undefined,
  ).then((running) => {
    begun = true;
    return running;
  });
  await settled();
  expect(begun).toBe(false);
  shown(true);
  const running = await beginning;
  expect(handedOn).toEqual([]);
  await running.stop();
  await dependencies.store.close();
});

it('says when the views show what was handed on before they did: who read them then lacks it', async () => {
  const time = virtualTime();
  const dependencies = memoryDependencies(time);
  let lag = true;
  const told: string[] = [];
  const running = await followProjectedEvents(
    'spec',
    dependencies,
    { waitFor: async () => !lag },
    async (events) => void told.push(...events.map(({ type }) => type)),
    () => void told.push('shown late'),
  );
  await registerClub(dependencies, 1);
  await time.advance(5_000);
  expect(told).toEqual(['ClubRegistered']);
  lag = false;
  await time.advance(5_000);
  expect(told).toEqual(['ClubRegistered', 'shown late']);
  await registerClub(dependencies, 2);
  await time.advance(5_000);
  expect(told).toEqual(['ClubRegistered', 'shown late', 'ClubRegistered']);
  await running.stop();
  await dependencies.store.close();
});

it('says so too where what it handed on halfway comes again when they show it', async () => {
  const time = virtualTime();
  const dependencies = memoryDependencies(time);
  let lag = true;
  const told: string[] = [];
  const running = await followProjectedEvents(
    'spec',
    dependencies,
    { waitFor: async () => !lag },
    async () => {
      told.push('handed on');
      if (!lag) return;
      lag = false;
      throw new Error('The views are out.');
    },
    () => void told.push('shown late'),
  );
  await registerClub(dependencies, 1);
  await time.advance(5_000);
  expect(told.toSorted()).toEqual(['handed on', 'handed on', 'shown late']);
  await running.stop();
  await dependencies.store.close();
});
