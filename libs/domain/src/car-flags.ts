import { NO_FLAGS, withFlag, type CarFlags, type FlagCode } from '@flagpost/contracts';

/**
 * Every car's flags in one event, as plain JSON: both a decider's state and a view document. A flag to all also applies
 * to cars authorised later, so flags to all are kept beside the cars that have received more.
 */
export interface FlagBoard {
  readonly forAll: CarFlags;
  readonly perCar: Readonly<Record<number, CarFlags>>;
}

export const EMPTY_BOARD: FlagBoard = { forAll: NO_FLAGS, perCar: {} };

export const flagsOf = ({ forAll, perCar }: FlagBoard, invitationId: number): CarFlags =>
  perCar[invitationId] ?? forAll;

/** The state after a flag has reached its receivers; empty: all cars. */
export const afterFlag = (board: FlagBoard, code: FlagCode, receivers: readonly number[]): FlagBoard => {
  const cars = receivers.length > 0 ? receivers : Object.keys(board.perCar).map(Number);
  const perCar: Record<number, CarFlags> = { ...board.perCar };
  for (const car of cars) perCar[car] = withFlag(flagsOf(board, car), code);
  return { forAll: receivers.length > 0 ? board.forAll : withFlag(board.forAll, code), perCar };
};
