import { ALERT_TYPES, type AlertRow } from '@flagpost/contracts';
import { refuse, type FlagpostEvent } from '@flagpost/domain';
import { projection, type EventViews, type Filter, type ReadModels } from '@flagpost/read-models';
import { isoOf, isoOrNull } from '../http/times.js';
import { nameOf, peopleOf, personOrNull, type PersonLookup } from './person-names.js';
import { raceReads } from './race.projection.js';

/** An SOS. Times in epoch ms. */
interface Alert {
  readonly alertId: number;
  readonly eventId: number;
  readonly invitationId: number;
  readonly raisedAt: number;
  /** Null if it is unknown. */
  readonly speedBeforeKph: number | null;
  readonly acknowledgedAt: number | null;
  readonly acknowledgedBy: number | null;
  readonly clearedAt: number | null;
  /** Null while it is open, and if the car cleared it. */
  readonly clearedBy: number | null;
}

const ALERTS = 'alerts';
const alerts = (views: EventViews) => views<Alert>(ALERTS);

export const alertsProjection = projection<FlagpostEvent>({
  name: 'alerts',
  version: 4,
  views: [ALERTS],
  indexes: {
    [ALERTS]: [
      { eventId: 1, raisedAt: -1, alertId: -1 },
      { eventId: 1, clearedAt: 1 },
    ],
  },
  on: {
    async SosRaised({ data: { alertId, eventId, invitationId, raisedAt, speedBeforeKph } }, views) {
      const open = { acknowledgedAt: null, acknowledgedBy: null, clearedAt: null, clearedBy: null };
      await alerts(views).put(alertId, { alertId, eventId, invitationId, raisedAt, speedBeforeKph, ...open });
    },
    async SosAcknowledged({ data: { alertId, acknowledgedAt, by } }, views) {
      await alerts(views).patch(alertId, { acknowledgedAt, acknowledgedBy: by });
    },
    async SosCleared({ data: { alertId, clearedAt, by } }, views) {
      const alert = await alerts(views).get(alertId);
      const isAnswer = by !== null && alert?.acknowledgedAt === null;
      const answer = isAnswer ? { acknowledgedAt: clearedAt, acknowledgedBy: by } : {};
      await alerts(views).patch(alertId, { clearedAt, clearedBy: by, ...answer });
    },
    async EventDeleted({ data: { eventId } }, views) {
      for (const { alertId } of await alerts(views).find({ eventId })) await alerts(views).delete(alertId);
    },
  },
});

export const anyAlert = async (readModels: ReadModels, eventId: number): Promise<boolean> =>
  (await readModels.view<Alert>(ALERTS).find({ eventId }, { limit: 1 })).length > 0;

/** As `carsToHelp` asks of the view. */
const needsHelp = ({ clearedAt, acknowledgedAt }: Alert): boolean =>
  clearedAt === null || acknowledgedAt === null;

/** The event of an alert; null if there is no such alert. */
export const eventOfAlert = async (readModels: ReadModels, alertId: number): Promise<number | null> =>
  (await readModels.view<Alert>(ALERTS).get(alertId))?.eventId ?? null;

/** The driver of the car that raised an alert, by user id; null if there is no such alert, or it needs no help any more. */
export const driverOfAlert = async (readModels: ReadModels, alertId: number): Promise<number | null> => {
  const alert = await readModels.view<Alert>(ALERTS).get(alertId);
  if (alert === null || !needsHelp(alert)) return null;
  const [car] = await raceReads(readModels).carsOf([alert.invitationId]);
  return car?.userId ?? null;
};

/** @throws {DomainError} sos.missing */
export const existingEventOfAlert = async (readModels: ReadModels, alertId: number): Promise<number> =>
  (await eventOfAlert(readModels, alertId)) ?? refuse('sos.missing', 'missing');

/** Cars of an event whose SOS is open, by invitation id. */
export const carsInSos = async (
  { readModels }: PersonLookup,
  eventId: number,
): Promise<ReadonlySet<number>> => {
  const open = await readModels.view<Alert>(ALERTS).find({ eventId, clearedAt: null });
  return new Set(open.map(({ invitationId }) => invitationId));
};

/** The newest open SOS of each car of an event, by invitation id. */
export const openSosOf = async (
  readModels: ReadModels,
  eventId: number,
): Promise<ReadonlyMap<number, { readonly since: number; readonly acknowledgedAt: number | null }>> => {
  const sort = { raisedAt: 1, alertId: 1 } as const;
  const open = await readModels.view<Alert>(ALERTS).find({ eventId, clearedAt: null }, { sort });
  return new Map(
    open.map(({ invitationId, raisedAt, acknowledgedAt }) => [
      invitationId,
      { since: raisedAt, acknowledgedAt },
    ]),
  );
};

/** Cars of an event with an SOS that is open, or that nobody has acknowledged, by invitation id. */
export const carsToHelp = async (
  { readModels }: PersonLookup,
  eventId: number,
): Promise<ReadonlySet<number>> => {
  const alerts = await readModels
    .view<Alert>(ALERTS)
    .find({ eventId, $or: [{ clearedAt: null }, { acknowledgedAt: null }] });
  return new Set(alerts.map(({ invitationId }) => invitationId));
};

const rowsOf = async (reading: PersonLookup, found: readonly Alert[]): Promise<AlertRow[]> => {
  const cars = await raceReads(reading.readModels).carsOf(found.map(({ invitationId }) => invitationId));
  const people = await peopleOf(reading, [
    ...cars.map(({ userId }) => userId),
    ...found.flatMap(({ acknowledgedBy, clearedBy }) => [acknowledgedBy, clearedBy]),
  ]);
  const carOf = new Map(cars.map((car) => [car.invitationId, car]));
  return found.map((alert) => {
    const car = carOf.get(alert.invitationId);
    return {
      AlertId: alert.alertId,
      AlertType: ALERT_TYPES.sos,
      InvitationId: alert.invitationId,
      CarNumber: car?.carNumber ?? '',
      Pilot: car === undefined ? '' : nameOf(people.get(car.userId)),
      RaisedAt: isoOf(alert.raisedAt),
      SpeedBefore: alert.speedBeforeKph,
      AcknowledgedAt: isoOrNull(alert.acknowledgedAt),
      AcknowledgedBy: personOrNull(people, alert.acknowledgedBy),
      ClearedAt: isoOrNull(alert.clearedAt),
      ClearedBy: personOrNull(people, alert.clearedBy),
    };
  });
};

/** Newest first. */
export const alertRows = async (reading: PersonLookup, filter: Filter): Promise<AlertRow[]> =>
  rowsOf(
    reading,
    await reading.readModels.view<Alert>(ALERTS).find(filter, { sort: { raisedAt: -1, alertId: -1 } }),
  );

/** Null if there is no such alert. */
export const alertRow = async (reading: PersonLookup, alertId: number): Promise<AlertRow | null> => {
  const found = await reading.readModels.view<Alert>(ALERTS).get(alertId);
  return found === null ? null : ((await rowsOf(reading, [found]))[0] ?? null);
};
