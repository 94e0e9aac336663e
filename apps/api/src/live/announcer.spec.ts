import { expect, it } from '@jest/globals';
import { FLAGS } from '@flagpost/contracts';
import {
  controlStream,
  raceControlDecider,
  type FlagpostEvent,
  type RaceControlCommand,
} from '@flagpost/domain';
import { createCommandHandler, type Recorded } from '@flagpost/event-sourcing';
import { startProjections } from '@flagpost/read-models';
import { projections } from '../projections.js';
import { memoryParts } from '../testing/harness.js';
import { upcast } from '../upcast.js';
import { createAnnouncer } from './announcer.js';
import type { Announcement } from './room.js';

const EVENT = 7;
const race = { published: true, finishesAt: Number.MAX_SAFE_INTEGER, authorized: [13] };
const acted = { eventId: EVENT, by: 1, race };
const flag = (flagId: number, now: number): RaceControlCommand => {
  const place = { sectorId: null, sectorImg: null, sanctionedDriver: null };
  return { ...acted, ...place, type: 'sendFlag', flagId, code: FLAGS.red, receivers: [], message: null, now };
};

const said = ({ type, data }: Announcement): string =>
  type === 'RACE_CONTROL' && data.action === 'flagSent'
    ? `flag ${data.flag.FlagId}`
    : type === 'RACE_CONTROL'
      ? data.action
      : type;

it('goes on where a batch stopped that comes again: a flag sent after a clearing is not cleared by it', async () => {
  const parts = memoryParts();
  const { store, ids, readModels } = parts;
  const handle = createCommandHandler({ store, upcast, ids });
  const commands: RaceControlCommand[] = [
    flag(1, 1_000),
    { ...acted, type: 'clearFlags', now: 2_000 },
    flag(2, 3_000),
    flag(3, 4_000),
  ];
  for (const [index, command] of commands.entries()) {
    const context = {
      actorId: 1,
      actorRoles: [],
      clubId: null,
      correlationId: 'spec',
      commandId: `${index}`,
    };
    await handle(controlStream(EVENT), raceControlDecider, command, context);
  }
  const projector = await startProjections({ ...parts, projections, upcast });
  await projector.caughtUp();
  const batch = (await store.readAll(null, 10)).map(
    (event) => upcast.toCurrent(event) as Recorded<FlagpostEvent>,
  );

  const told: string[] = [];
  let reads = 0;
  const unsteady: typeof readModels = {
    ...readModels,
    view: <T>(name: string) => {
      if (++reads === 3) throw new Error('The views are out.');
      return readModels.view<T>(name);
    },
  };
  const gateway = {
    watched: () => true,
    announce: (_: number, announcement: Announcement) => void told.push(said(announcement)),
  };
  const announce = createAnnouncer({ ...parts, readModels: unsteady }, gateway);
  await expect(announce(batch)).rejects.toThrow('The views are out.');
  expect(told).toEqual(['flag 1', 'flagsCleared', 'flag 2']);
  await announce(batch);
  expect(told).toEqual(['flag 1', 'flagsCleared', 'flag 2', 'flag 3']);
  await projector.stop();
  await store.close();
});
