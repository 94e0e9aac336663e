import { describe, expect, it } from '@jest/globals';
import { FLAGS, type LiveCar } from '@flagpost/contracts';
import {
  controlStream,
  EVENT_VERSIONS,
  eventStream,
  invitationStream,
  raceControlDecider,
  type FlagpostEvent,
  type RaceControlCommand,
} from '@flagpost/domain';
import { createCommandHandler, type Recorded } from '@flagpost/event-sourcing';
import { startProjections } from '@flagpost/read-models';
import type { ApiDependencies } from '../dependencies.js';
import { projections } from '../projections.js';
import { memoryDependencies } from '../testing/harness.js';
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
  const dependencies = memoryDependencies();
  const { store, ids, readModels } = dependencies;
  const handle = createCommandHandler({ store, upcast, ids });
  const commands: RaceControlCommand[] = [
    flag(1, 1_000),
    { ...acted, type: 'clearFlags', alerts: 'clear', now: 2_000 },
    flag(2, 3_000),
    flag(3, 5_000),
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
  const projector = await startProjections({ ...dependencies, projections, upcast });
  await projector.caughtUp();
  const batch = (await store.readAll(null, 10)).map(
    (event) => upcast.toCurrent(event) as Recorded<FlagpostEvent>,
  );

  const told: string[] = [];
  let reads = 0;
  const unsteady: typeof readModels = {
    ...readModels,
    view: <T>(name: string) => {
      if (name === 'flags' && ++reads === 3) throw new Error('The views are out.');
      return readModels.view<T>(name);
    },
  };
  const gateway = {
    watched: () => true,
    announce: (_: number, announcement: Announcement) => void told.push(said(announcement)),
  };
  const announce = createAnnouncer({ ...dependencies, readModels: unsteady }, gateway, { car: () => null });
  await expect(announce(batch)).rejects.toThrow('The views are out.');
  expect(told).toEqual(['flag 1', 'flagsCleared', 'flag 2']);
  await announce(batch);
  expect(told).toEqual(['flag 1', 'flagsCleared', 'flag 2', 'flag 3']);
  await projector.stop();
  await store.close();
});

const who = { actorId: null, actorRoles: [], clubId: null, correlationId: 'spec', causationId: null };

/** The event that they race in. */
const anEvent = async ({ store }: ApiDependencies): Promise<void> => {
  const data = {
    eventId: EVENT,
    clubId: 1,
    name: 'Ronde',
    startsAt: 0,
    finishesAt: Number.MAX_SAFE_INTEGER,
    timeZone: 'Europe/Rome',
    countryId: 380,
    state: 'Cuneo',
    city: 'Alba',
    circuitName: 'Alba',
    categoryIds: [1],
    finishRadiusM: 30,
    safetyCarDelayS: 7,
    plannerId: null,
    viewerId: null,
  };
  const meta = { id: 'created', ...who, schemaVersion: EVENT_VERSIONS.EventCreated };
  await store.append(eventStream(EVENT), [{ type: 'EventCreated', data, meta }], 'any');
};

/** A car as the views have it. */
const projected = async (
  { store }: ApiDependencies,
  entry: { readonly invitationId: number },
): Promise<void> => {
  const data = {
    driverId: 900,
    statusId: 1504,
    categoryId: 1,
    brand: null,
    model: null,
    codriverId: null,
    ...entry,
  };
  const meta = { id: `added ${entry.invitationId}`, ...who, schemaVersion: 1 };
  await store.append(invitationStream(entry.invitationId), [{ type: 'InvitationAdded', data, meta }], 'any');
};

describe('cars that were taken off the race', () => {
  const NOW = 10_000_000;
  const meta = (commandId: string) => ({
    id: commandId,
    actorId: 3,
    actorRoles: [],
    clubId: null,
    correlationId: 'spec',
    causationId: commandId,
    schemaVersion: 1,
  });
  const off = (invitationId: number, type: 'InvitationUnauthorized' | 'InvitationDeleted', command: string) =>
    ({
      type,
      data: { invitationId, eventId: EVENT },
      stream: `invitation-${invitationId}`,
      revision: 2,
      position: String(invitationId).padStart(4, '0'),
      recordedAt: NOW,
      meta: meta(command),
    }) as unknown as Recorded<FlagpostEvent>;
  const heardAt = new Map([
    [11, NOW - 60_000],
    [12, NOW - 1_000],
    [13, NOW - 60_001],
  ]);

  const tellOf = async (...batch: Recorded<FlagpostEvent>[]): Promise<unknown[]> => tellIn(anEvent, batch);
  const tellIn = async (
    prepare: (dependencies: ApiDependencies) => Promise<void>,
    batch: readonly Recorded<FlagpostEvent>[],
  ): Promise<unknown[]> => {
    const dependencies = memoryDependencies();
    await prepare(dependencies);
    const told: unknown[] = [];
    const gateway = {
      watched: () => true,
      announce: (_: number, { data }: Announcement) => void told.push(data),
    };
    const car = (_: number, invitationId: number) => {
      const receivedAt = heardAt.get(invitationId);
      return receivedAt === undefined ? null : ({ receivedAt } as LiveCar);
    };
    for (const { data } of batch) {
      const { invitationId } = data as { invitationId: number };
      const entry = { invitationId, eventId: EVENT, userId: 900, carNumber: String(invitationId) };
      await projected(dependencies, entry);
    }
    const projector = await startProjections({ ...dependencies, projections, upcast });
    await projector.caughtUp();
    await createAnnouncer(dependencies, gateway, { car })(batch);
    await projector.stop();
    await dependencies.store.close();
    return told;
  };

  it('are announced together, those that were heard in the last 60 s, before the race is read anew', async () => {
    const told = await tellOf(
      off(11, 'InvitationUnauthorized', 'a'),
      off(12, 'InvitationDeleted', 'a'),
      off(13, 'InvitationUnauthorized', 'a'),
    );
    expect(told).toMatchObject([
      { action: 'carsTakenOff', cars: [{ InvitationId: 11, CarNumber: '11' }, { InvitationId: 12 }] },
      { action: 'eventChanged' },
    ]);
  });

  it('are not told of if none of them was heard', async () => {
    expect(
      await tellOf(off(13, 'InvitationUnauthorized', 'a'), off(14, 'InvitationDeleted', 'b')),
    ).toMatchObject([{ action: 'eventChanged' }]);
  });

  it('are not told of if their event was deleted with them', async () => {
    expect(await tellIn(async () => undefined, [off(11, 'InvitationDeleted', 'a')])).toEqual([]);
  });

  it('are looked up while nobody watches, as no later frame has them', async () => {
    const dependencies = memoryDependencies();
    const asked: number[] = [];
    const car = (_: number, invitationId: number): null => {
      asked.push(invitationId);
      return null;
    };
    const gateway = { watched: () => false, announce: () => undefined };
    await createAnnouncer(dependencies, gateway, { car })([off(11, 'InvitationUnauthorized', 'a')]);
    expect(asked).toEqual([11]);
    await dependencies.store.close();
  });
});
