import type { StopRow } from '@flagpost/contracts';
import type { FlagpostEvent } from '@flagpost/domain';
import { projection, type EventViews, type ReadModels } from '@flagpost/read-models';
import { isoOf, isoOrNull } from '../http/times.js';
import { raceReads } from './race.projection.js';

/** A stop of a car outside the boxes, and what became of the question to its driver. Times in epoch ms. */
interface Stop {
  readonly eventId: number;
  readonly invitationId: number;
  readonly stoppedAt: number;
  /** When the device asked the driver; null while it has not. */
  readonly askedAt: number | null;
  /** When the driver said OK; null until then. */
  readonly answeredAt: number | null;
  /** When an answer was due that had not come. */
  readonly missedAt: number | null;
  /** Null while the car stands. */
  readonly droveOnAt: number | null;
}

const STOPS = 'stops';
type StopKey = Pick<Stop, 'invitationId' | 'stoppedAt'>;
const stopId = ({ invitationId, stoppedAt }: StopKey): string => `${invitationId}-${stoppedAt}`;
const change = async (views: EventViews, stop: StopKey, changes: Partial<Stop>): Promise<void> => {
  await views<Stop>(STOPS).patch(stopId(stop), changes);
};

export const stopsProjection = projection<FlagpostEvent>({
  name: 'stops',
  version: 1,
  views: [STOPS],
  indexes: {
    [STOPS]: [
      { eventId: 1, stoppedAt: -1 },
      { eventId: 1, droveOnAt: 1 },
    ],
  },
  on: {
    async CarStopped({ data: { eventId, invitationId, stoppedAt, saidOkAt } }, views) {
      const open = { askedAt: null, answeredAt: saidOkAt, missedAt: null, droveOnAt: null };
      await views<Stop>(STOPS).put(stopId({ invitationId, stoppedAt }), {
        eventId,
        invitationId,
        stoppedAt,
        ...open,
      });
    },
    DriverAsked: ({ data }, views) => change(views, data, { askedAt: data.askedAt }),
    AnswerMissed: ({ data }, views) => change(views, data, { missedAt: data.missedAt }),
    CarDroveOn: ({ data }, views) => change(views, data, { droveOnAt: data.droveOnAt }),
    async OkReported({ data: { invitationId, stoppedAt, reportedAt } }, views) {
      if (stoppedAt !== null) await change(views, { invitationId, stoppedAt }, { answeredAt: reportedAt });
    },
    async EventDeleted({ data: { eventId } }, views) {
      const stops = views<Stop>(STOPS);
      for (const stop of await stops.find({ eventId })) await stops.delete(stopId(stop));
    },
  },
});

const rowsOf = async (readModels: ReadModels, found: readonly Stop[]): Promise<StopRow[]> => {
  const cars = await raceReads(readModels).carsOf(found.map(({ invitationId }) => invitationId));
  const carOf = new Map(cars.map((car) => [car.invitationId, car]));
  return found.map(({ invitationId, stoppedAt, askedAt, answeredAt, missedAt, droveOnAt }) => ({
    InvitationId: invitationId,
    CarNumber: carOf.get(invitationId)?.carNumber ?? '',
    StoppedAt: isoOf(stoppedAt),
    AskedAt: isoOrNull(askedAt),
    AnsweredAt: isoOrNull(answeredAt),
    MissedAt: isoOrNull(missedAt),
    DroveOnAt: isoOrNull(droveOnAt),
  }));
};

/** All that are open, and those since a time at which a driver was asked, of these at most so many; newest first. */
export const stopRows = async (
  readModels: ReadModels,
  eventId: number,
  { since, limit }: { readonly since: number; readonly limit: number },
): Promise<StopRow[]> => {
  const stops = readModels.view<Stop>(STOPS);
  const asked = { eventId, askedAt: { $ne: null }, droveOnAt: { $ne: null }, stoppedAt: { $gte: since } };
  const [open, over] = await Promise.all([
    stops.find({ eventId, droveOnAt: null }),
    stops.find(asked, { sort: { stoppedAt: -1 }, limit }),
  ]);
  return rowsOf(
    readModels,
    [...open, ...over].sort((one, other) => other.stoppedAt - one.stoppedAt),
  );
};

/** Of the whole race, newest first, at most so many. */
export const everyStopRow = async (
  readModels: ReadModels,
  eventId: number,
  limit: number,
): Promise<StopRow[]> =>
  rowsOf(
    readModels,
    await readModels.view<Stop>(STOPS).find({ eventId }, { sort: { stoppedAt: -1 }, limit }),
  );

/** Null if there is no such stop. */
export const stopRow = async (readModels: ReadModels, key: StopKey): Promise<StopRow | null> => {
  const stop = await readModels.view<Stop>(STOPS).get(stopId(key));
  const [row] = stop === null ? [] : await rowsOf(readModels, [stop]);
  return row ?? null;
};

/** The open stop of each car that stands outside the boxes: since when, and whether its driver has said OK. */
export const openStopsOf = async (
  readModels: ReadModels,
  eventId: number,
): Promise<ReadonlyMap<number, { readonly since: number; readonly isAnswered: boolean }>> => {
  const open = await readModels.view<Stop>(STOPS).find({ eventId, droveOnAt: null });
  return new Map(
    open.map(({ invitationId, stoppedAt, answeredAt }) => [
      invitationId,
      { since: stoppedAt, isAnswered: answeredAt !== null },
    ]),
  );
};
