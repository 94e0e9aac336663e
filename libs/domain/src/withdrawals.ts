/** A flag that was taken back from some of its receivers, or from all. */
export interface Withdrawal {
  /** In place of a flag's id in the confirmation of a car. */
  readonly withdrawalId: number;
  readonly flagId: number;
  /** Invitation ids. Empty: every authorised car, as the flag was for all. */
  readonly receivers: readonly number[];
  readonly withdrawnAt: number;
  /** When the flags were cleared after it, null while they are not. */
  readonly clearedAt: number | null;
  readonly shownBy: ReadonlySet<number>;
  readonly confirmedBy: ReadonlySet<number>;
}

const isFrom = ({ receivers }: Withdrawal, car: number): boolean =>
  receivers.length === 0 || receivers.includes(car);

/** When the flag was taken back from this car, null while it was not. */
export const withdrawnAt = (withdrawals: readonly Withdrawal[], flagId: number, car: number): number | null =>
  withdrawals.find((withdrawal) => withdrawal.flagId === flagId && isFrom(withdrawal, car))?.withdrawnAt ??
  null;

/**
 * The cars from which a flag is taken back by this order: those named that have it still, or all that have it.
 *
 * @param named empty: all
 * @returns null if none has it any more; empty if it is taken back from every car
 */
export const takenBackFrom = (
  flag: { readonly flagId: number; readonly receivers: readonly number[] },
  named: readonly number[],
  withdrawals: readonly Withdrawal[],
): readonly number[] | null => {
  const { flagId } = flag;
  const isEnded = withdrawals.some((one) => one.flagId === flagId && one.receivers.length === 0);
  if (isEnded) return null;
  const cars = named.length > 0 ? [...new Set(named)] : flag.receivers;
  if (cars.length === 0) return [];
  const left = cars.filter((car) => withdrawnAt(withdrawals, flagId, car) === null);
  return left.length === 0 ? null : left;
};
