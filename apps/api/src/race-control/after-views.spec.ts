import { expect, it } from '@jest/globals';
import { clubDecider, clubStream } from '@flagpost/domain';
import { createCommandHandler } from '@flagpost/event-sourcing';
import { virtualTime } from '@flagpost/testing';
import { memoryParts } from '../testing/harness.js';
import { clubDetails } from '../testing/race.js';
import { upcast } from '../upcast.js';
import { afterViews } from './after-views.js';

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('begins when the views show what it does not hand on: a snapshot lacks nothing', async () => {
  const time = virtualTime();
  const parts = memoryParts(time);
  const handle = createCommandHandler({ store: parts.store, upcast, ids: parts.ids });
  const context = { actorId: 1, actorRoles: [], clubId: null, correlationId: 'spec', commandId: 'register' };
  const register = { type: 'registerClub', clubId: 1, details: clubDetails('Alba') } as const;
  await handle(clubStream(1), clubDecider, register, context);

  let shown: (reached: boolean) => void = () => undefined;
  const waitFor = () => new Promise<boolean>((resolve) => (shown = resolve));
  const handedOn: string[] = [];
  let begun = false;
  const beginning = afterViews('spec', parts, { waitFor }, async (events) => {
    handedOn.push(...events.map(({ type }) => type));
  }).then((running) => {
    begun = true;
    return running;
  });
  await settled();
  expect(begun).toBe(false);
  shown(true);
  const running = await beginning;
  expect(handedOn).toEqual([]);
  await running.stop();
  await parts.store.close();
});
