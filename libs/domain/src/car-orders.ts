import { endsSectorFlags, FLAGS, isTrackFlag, sectorOfFlag, type FlagCode } from '@flagpost/contracts';

/** A flag that was sent and not cleared. `order` is its place among the flags and withdrawals of its event. */
export interface SentOrder {
  readonly flagId: number;
  readonly code: FlagCode;
  /** Invitation ids. Empty: every authorised car. */
  readonly receivers: readonly number[];
  readonly message: string | null;
  readonly sectorId: number | null;
  readonly sentAt: number;
  readonly order: number;
  readonly confirmedBy: ReadonlySet<number>;
}

/** One of these flags was taken back. */
export interface OrderTakenBack {
  readonly withdrawalId: number;
  readonly flagId: number;
  /** Invitation ids. Empty: every car. */
  readonly receivers: readonly number[];
  readonly withdrawnAt: number;
  readonly order: number;
  readonly confirmedBy: ReadonlySet<number>;
}

/** What a car has to show until it confirms it, by the id that its confirmation names. Times in epoch ms. */
export interface UnconfirmedOrder {
  readonly id: number;
  readonly type: 'flag' | 'withdrawal';
  readonly code: FlagCode;
  readonly message: string | null;
  readonly sectorId: number | null;
  readonly sentAt: number;
}

const isFor = ({ receivers }: Pick<SentOrder, 'receivers'>, car: number): boolean =>
  receivers.length === 0 || receivers.includes(car);

/** Whether a later flag to the same car stands in its place. Red stays until it is confirmed, and so does what is no track flag. */
const isReplaced = (flag: SentOrder, later: readonly SentOrder[]): boolean => {
  if (!isTrackFlag(flag.code) || flag.code === FLAGS.red) return false;
  const sector = sectorOfFlag(flag);
  return later.some(
    (other) =>
      isTrackFlag(other.code) &&
      (sectorOfFlag(other) === sector || (sector !== null && endsSectorFlags(other))),
  );
};

/**
 * The orders that a car has not confirmed and that still stand, oldest first: neither taken back from it nor replaced by
 * a later flag. What was taken back is an order of its own.
 *
 * @param flags of one event, oldest first
 * @param withdrawals of these flags, oldest first
 */
export const unconfirmedOrders = (
  flags: readonly SentOrder[],
  withdrawals: readonly OrderTakenBack[],
  car: number,
): readonly UnconfirmedOrder[] => {
  const taken = withdrawals.filter((withdrawal) => isFor(withdrawal, car));
  const takenIds = new Set(taken.map(({ flagId }) => flagId));
  const ofCar = flags.filter((flag) => isFor(flag, car));
  const standing = ofCar.filter(({ flagId }) => !takenIds.has(flagId));
  const open = standing
    .filter((flag, index) => !flag.confirmedBy.has(car) && !isReplaced(flag, standing.slice(index + 1)))
    .map((flag) => ({ ...flag, id: flag.flagId, type: 'flag' as const }));
  const takenBack = taken
    .filter(({ confirmedBy }) => !confirmedBy.has(car))
    .flatMap(({ flagId, withdrawalId, withdrawnAt, order }) => {
      const flag = ofCar.find((sent) => sent.flagId === flagId);
      return flag === undefined
        ? []
        : [{ ...flag, id: withdrawalId, type: 'withdrawal' as const, sentAt: withdrawnAt, order }];
    });
  return [...open, ...takenBack]
    .toSorted((one, other) => one.order - other.order)
    .map(({ id, type, code, message, sectorId, sentAt }) => ({ id, type, code, message, sectorId, sentAt }));
};
