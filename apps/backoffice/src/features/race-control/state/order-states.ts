import { ALARMS, FLAGS, type FlagRow } from '@flagpost/contracts';
import { isOutOfReach, type ReachByCar } from './reach.js';

/** How many receivers of a flag have confirmed it, have not yet, and cannot be reached. */
export interface Tally {
  confirmed: number;
  notYet: number;
  notReachable: number;
}

interface WithId {
  invitationId: number;
}

const shownAt = ({ Shown }: Pick<FlagRow, 'Shown'>, { invitationId }: WithId): string | undefined =>
  Shown.find(({ InvitationId }) => InvitationId === invitationId)?.ShownAt;

/** A car that has shown the flag was reached, even if it is not connected any more. */
const isUnreached = (flag: Pick<FlagRow, 'Shown'>, car: WithId, reach: ReachByCar): boolean =>
  isOutOfReach(reach, car.invitationId) && shownAt(flag, car) === undefined;

/** @param missing those of its receivers that have not confirmed it */
export const tallyOf = (
  flag: Pick<FlagRow, 'Shown'>,
  receivers: number,
  missing: readonly WithId[],
  reach: ReachByCar,
): Tally => {
  const notReachable = missing.filter((car) => isUnreached(flag, car, reach)).length;
  return { confirmed: receivers - missing.length, notYet: missing.length - notReachable, notReachable };
};

/**
 * How far a flag is with a car that has not confirmed it. `at`: when it was shown, or since when the car cannot be reached,
 * epoch ms; of a car that was never connected null.
 */
export type OrderState =
  | { kind: 'delivered'; at: number }
  | { kind: 'queued'; at: number }
  | { kind: 'notReachable'; at: number | null };

export const orderStateOf = (
  flag: Pick<FlagRow, 'SentAt' | 'Shown'>,
  car: WithId,
  reach: ReachByCar,
): OrderState => {
  const shown = shownAt(flag, car);
  if (shown !== undefined) return { kind: 'delivered', at: Date.parse(shown) };
  if (isUnreached(flag, car, reach))
    return { kind: 'notReachable', at: reach?.[car.invitationId]?.since ?? null };
  return { kind: 'queued', at: Date.parse(flag.SentAt) };
};

/** Flags whose confirmation is awaited: red, and black, which takes a driver off the track. */
export const isAwaited = ({ StateId }: Pick<FlagRow, 'StateId'>): boolean =>
  StateId === FLAGS.red || StateId === FLAGS.black;

/** From when on it is overdue with each car that has not confirmed it, epoch ms; null: never. */
export const overdueFrom = (flag: Pick<FlagRow, 'StateId' | 'SentAt'>): number | null =>
  isAwaited(flag) ? Date.parse(flag.SentAt) + ALARMS.unconfirmedAfterMs : null;

/** @param now by the server's clock, epoch ms */
export const isOverdue = (flag: Pick<FlagRow, 'StateId' | 'SentAt'>, now: number): boolean => {
  const from = overdueFrom(flag);
  return from !== null && now >= from;
};

/** The cars that have confirmed a flag, each with its time, epoch ms; oldest first. */
export const confirmedBy = <Car extends WithId>(
  { Confirmed }: Pick<FlagRow, 'Confirmed'>,
  cars: readonly Car[],
): readonly { readonly car: Car; readonly at: number }[] => {
  const times = new Map(Confirmed.map(({ InvitationId, ConfirmedAt }) => [InvitationId, ConfirmedAt]));
  return cars
    .flatMap((car) => {
      const time = times.get(car.invitationId);
      return time === undefined ? [] : [{ car, at: Date.parse(time) }];
    })
    .sort((one, other) => one.at - other.at);
};
