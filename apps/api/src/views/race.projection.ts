import type { CarFlagsRow, LapEpoch, SectorFlagRow } from '@flagpost/contracts';
import {
  EMPTY_BOARD,
  afterFlag,
  afterWithdrawal,
  codesOf,
  type FlagsInForce,
  type Entry,
  type FlagBoard,
  type FlagpostEvent,
} from '@flagpost/domain';
import type { Recorded } from '@flagpost/event-sourcing';
import { projection, type EventViews, type ReadModels } from '@flagpost/read-models';
import { eventReads, type EventDocument } from './events.projection.js';

const RACES = 'races';
const CARS = 'raceCars';

/** State of one event in race control. */
interface RaceDocument {
  readonly eventId: number;
  /** Lap epochs begun by a reset, oldest first. */
  readonly resets: readonly LapEpoch[];
  readonly board: FlagBoard;
}

/** An event and its state in race control. */
export type Race = EventDocument & RaceDocument;

/** One competitor of an event, with their recorded race data. Times in epoch ms. */
export interface RaceCar extends Entry {
  readonly invitationId: number;
  readonly eventId: number;
  readonly userId: number;
  readonly authorized: boolean;
  /** Its laps and alerts stay readable. */
  readonly deleted: boolean;
  /** When it was unauthorised or deleted, by the log's clock; null while it may run, and before it might. */
  readonly takenOffAt: number | null;
  /** Who did it; null if no person did. */
  readonly takenOffBy: number | null;
  /** The newest lap recorded; null before the first. */
  readonly lastLap: { readonly lapEpoch: number; readonly lap: number; readonly crossedAt: number } | null;
  /** `receivedAt` of the newest SOS and of the newest clearing. */
  readonly sosRaisedAt: number | null;
  readonly sosClearedAt: number | null;
}

const untouched = (eventId: number): RaceDocument => ({ eventId, resets: [], board: EMPTY_BOARD });

const change = async (
  views: EventViews,
  eventId: number,
  changed: (race: RaceDocument) => Partial<RaceDocument>,
): Promise<void> => {
  const race = (await views<RaceDocument>(RACES).get(eventId)) ?? untouched(eventId);
  await views<RaceDocument>(RACES).put(eventId, { ...race, ...changed(race) });
};

const cars = (views: EventViews) => views<RaceCar>(CARS);

type TakenOff = Pick<RaceCar, 'takenOffAt' | 'takenOffBy'>;
const NOT_TAKEN_OFF: TakenOff = { takenOffAt: null, takenOffBy: null };
const takenOffBy = ({ recordedAt, meta }: Recorded<FlagpostEvent>): TakenOff => ({
  takenOffAt: recordedAt,
  takenOffBy: meta.actorId,
});

export const raceProjection = projection<FlagpostEvent>({
  name: 'race',
  version: 6,
  views: [RACES, CARS],
  indexes: { [CARS]: [{ eventId: 1, invitationId: 1 }, { invitationId: 1 }] },
  on: {
    LapsReset: ({ data: { eventId, epoch, beganAt } }, views) =>
      change(views, eventId, ({ resets }) => ({ resets: [...resets, { epoch, beganAt }] })),
    FlagSent: ({ data }, views) =>
      change(views, data.eventId, ({ board }) => ({ board: afterFlag(board, data) })),
    FlagWithdrawn: async ({ data: { eventId, flag } }, views) => {
      if (flag !== null)
        await change(views, eventId, ({ board }) => ({ board: afterWithdrawal(board, flag) }));
    },
    FlagsCleared: ({ data }, views) => change(views, data.eventId, () => ({ board: EMPTY_BOARD })),
    EventDeleted: async ({ data }, views) => {
      await views<RaceDocument>(RACES).delete(data.eventId);
      for (const { invitationId } of await cars(views).find({ eventId: data.eventId }))
        await cars(views).delete(invitationId);
    },

    InvitationAdded: async ({ data }, views) => {
      const { driverId: _driver, statusId: _status, ...entry } = data;
      const nothing = { lastLap: null, sosRaisedAt: null, sosClearedAt: null };
      await cars(views).put(data.invitationId, {
        ...entry,
        ...NOT_TAKEN_OFF,
        ...nothing,
        authorized: false,
        deleted: false,
      });
    },
    InvitationEdited: async ({ data }, views) => {
      await cars(views).patch(data.invitationId, data);
    },
    InvitationAuthorized: async ({ data }, views) => {
      await cars(views).patch(data.invitationId, { authorized: true, ...NOT_TAKEN_OFF });
    },
    InvitationUnauthorized: async (event, views) => {
      await cars(views).patch(event.data.invitationId, { authorized: false, ...takenOffBy(event) });
    },
    InvitationDeleted: async (event, views) => {
      const off = { authorized: false, deleted: true, ...takenOffBy(event) };
      await cars(views).patch(event.data.invitationId, off);
    },
    LapRecorded: ({ data: { invitationId, lapEpoch, lap, crossedAt } }, views) =>
      cars(views).patch(invitationId, { lastLap: { lapEpoch, lap, crossedAt } }),
    SosRaised: async ({ data }, views) => {
      // This SOS is open regardless of earlier clearings: the clocks of the door and of the clearing need not agree.
      await cars(views).patch(data.invitationId, { sosRaisedAt: data.receivedAt, sosClearedAt: null });
    },
    SosCleared: async ({ data }, views) => {
      await cars(views).patch(data.invitationId, { sosClearedAt: data.receivedAt });
    },
  },
});

export const raceReads = (readModels: ReadModels) => {
  const races = readModels.view<RaceDocument>(RACES);
  const raceCars = readModels.view<RaceCar>(CARS);
  const all = (filter: object) => raceCars.find({ ...filter }, { sort: { invitationId: 1 } });
  const events = eventReads(readModels);
  const withRace = async (event: EventDocument): Promise<Race> => ({
    ...event,
    ...((await races.get(event.eventId)) ?? untouched(event.eventId)),
  });
  return {
    /** Null if there is no such event, or it was deleted. */
    async get(eventId: number): Promise<Race | null> {
      const event = await events.get(eventId);
      return event && withRace(event);
    },
    /** @throws {DomainError} event.missing */
    existing: async (eventId: number): Promise<Race> => withRace(await events.existing(eventId)),
    car: (invitationId: number) => raceCars.get(invitationId),
    /** Also those whose invitation was deleted. */
    carsOf: (invitationIds: readonly number[]) => all({ invitationId: { $in: [...new Set(invitationIds)] } }),
    /** Whoever was ever added to an event. */
    everyCar: (eventId: number) => all({ eventId }),
    /** Those that were unauthorised or deleted after this time. */
    takenOffAfter: (eventId: number, time: number) => all({ eventId, takenOffAt: { $gt: time } }),
    /** The competitors of an event. */
    cars: (eventId: number) => all({ eventId, deleted: false }),
  };
};

/** The flags of all cars, those with the same flags in one row; the first row is of every car that no other names. */
export const carFlagsRows = ({ board: { forAll, perCar } }: Pick<Race, 'board'>): CarFlagsRow[] => {
  const rowOf = (flags: FlagsInForce): CarFlagsRow => {
    const { track, driver, last } = codesOf(flags);
    return { InvitationsSelected: [], TrackFlag: track, DriverFlag: driver, LastFlagStatus: last };
  };
  const rows = new Map<string, CarFlagsRow>();
  for (const [invitationId, flags] of Object.entries(perCar)) {
    const key = JSON.stringify(codesOf(flags));
    const row = rows.get(key) ?? rowOf(flags);
    row.InvitationsSelected.push(Number(invitationId));
    rows.set(key, row);
  }
  return [rowOf(forAll), ...rows.values()];
};

/** The flags in force of sectors, in order of their ids. */
export const sectorFlagRows = ({ board }: Pick<Race, 'board'>): SectorFlagRow[] =>
  Object.entries(board.sectors).map(([sectorId, { flagId, code }]) => ({
    SectorId: Number(sectorId),
    FlagId: flagId,
    StateId: code,
  }));

/** The lap epoch in force. */
export const lapEpochOf = ({ resets }: Pick<Race, 'resets'>): number => resets.at(-1)?.epoch ?? 0;

/** Laps that the car completed in the epoch in force, as far as they are recorded. */
export const lapsOf = (race: Pick<Race, 'resets'>, { lastLap }: RaceCar): number =>
  lastLap?.lapEpoch === lapEpochOf(race) ? lastLap.lap : 0;
