import {
  isDriverFlag,
  isTrackFlag,
  sectorOfFlag,
  withSectorFlag,
  type CarFlags,
  type DriverFlagCode,
  type FlagCode,
  type TrackFlagCode,
} from '@flagpost/contracts';

/** A flag in force, by its code and by the order that sent it. */
export interface FlagInForce<Code = TrackFlagCode | DriverFlagCode> {
  readonly code: Code;
  readonly flagId: number;
}

/** `CarFlags`, each with its order. */
export interface FlagsInForce {
  readonly track: FlagInForce<TrackFlagCode> | null;
  readonly driver: FlagInForce<DriverFlagCode> | null;
  readonly last: FlagInForce | null;
}

/** A flag as the board sees it. Empty receivers: all cars. */
interface Sent {
  readonly flagId: number;
  readonly code: FlagCode;
  readonly receivers: readonly number[];
  readonly sectorId: number | null;
}

/** A flag that went to all. */
interface SentToAll extends Sent {
  /** The cars from which it was taken back since. */
  readonly withdrawnFrom: readonly number[];
}

/**
 * The flags in force of one event, as plain JSON: both a decider's state and a view document. A flag to all also applies
 * to cars authorised later, so flags to all are kept beside the cars that have received more.
 */
export interface FlagBoard {
  /** Flags that went to all since the last clearing and were not taken back from all; oldest first, `KEPT` at most. */
  readonly sentToAll: readonly SentToAll[];
  /** What `sentToAll` leaves in force. */
  readonly forAll: FlagsInForce;
  /** By sector, as `forAll`. */
  readonly sectors: Readonly<Record<number, FlagInForce<TrackFlagCode>>>;
  readonly perCar: Readonly<Record<number, FlagsInForce>>;
}

const KEPT = 200;
const NOTHING: FlagsInForce = { track: null, driver: null, last: null };
export const EMPTY_BOARD: FlagBoard = { sentToAll: [], forAll: NOTHING, sectors: {}, perCar: {} };

/** The codes of flags in force. */
export const codesOf = ({ track, driver, last }: FlagsInForce): CarFlags => ({
  track: track?.code ?? null,
  driver: driver?.code ?? null,
  last: last?.code ?? null,
});

/** The codes of the flags in force for a car; those for all if it has received none of its own. */
export const flagsOf = ({ forAll, perCar }: FlagBoard, invitationId: number): CarFlags =>
  codesOf(perCar[invitationId] ?? forAll);

/**
 * The orders whose flags are in force for all, for a sector or for a car, and those for all to which the withdrawal of another leads
 * back.
 */
export const flagIdsInForce = ({ sentToAll, forAll, sectors, perCar }: FlagBoard): ReadonlySet<number> => {
  const toFallBackTo = sentToAll.filter((sent) => isTrackFlag(sent.code) && sectorOfFlag(sent) === null);
  const ofCars = [forAll, ...Object.values(perCar)].flatMap(({ track, driver }) => [track, driver]);
  const all = [...toFallBackTo, ...ofCars, ...Object.values(sectors)];
  return new Set(all.flatMap((flag) => flag?.flagId ?? []));
};

const reached = (flags: FlagsInForce, sent: Sent): FlagsInForce => {
  const { flagId, code } = sent;
  if (isTrackFlag(code)) {
    const flag = { code, flagId };
    return sectorOfFlag(sent) === null ? { ...flags, track: flag, last: flag } : { ...flags, last: flag };
  }
  if (isDriverFlag(code)) return { ...flags, driver: { code, flagId }, last: { code, flagId } };
  return flags;
};

const toAll = (board: Pick<FlagBoard, 'forAll' | 'sectors'>, sent: Sent) => {
  const { code, flagId } = sent;
  return {
    forAll: reached(board.forAll, sent),
    sectors: isTrackFlag(code) ? withSectorFlag(board.sectors, sent, { code, flagId }) : board.sectors,
  };
};

const changed = (
  { forAll, perCar }: FlagBoard,
  cars: readonly number[],
  change: (flags: FlagsInForce, car: number) => FlagsInForce,
): FlagBoard['perCar'] => {
  const after: Record<number, FlagsInForce> = { ...perCar };
  for (const car of cars) after[car] = change(perCar[car] ?? forAll, car);
  return after;
};

/** The cars whose flags a board keeps one by one, if an order is for all. */
const carsOf = ({ perCar }: FlagBoard, receivers: readonly number[]): readonly number[] =>
  receivers.length > 0 ? receivers : Object.keys(perCar).map(Number);

/** The state after a flag has reached its receivers. */
export const afterFlag = (board: FlagBoard, sent: Sent): FlagBoard => {
  const { flagId, code, receivers, sectorId } = sent;
  const perCar = changed(board, carsOf(board, receivers), (flags) => reached(flags, sent));
  if (receivers.length > 0) return { ...board, perCar };
  const toKeep = { flagId, code, receivers, sectorId, withdrawnFrom: [] };
  const sentToAll = [...board.sentToAll, toKeep].slice(-KEPT);
  return { ...toAll(board, sent), sentToAll, perCar };
};

/** What these flags to all leave in force. */
const leftBy = (sentToAll: readonly SentToAll[]) => sentToAll.reduce(toAll, { forAll: NOTHING, sectors: {} });

/**
 * The state after a flag was taken back from these cars; empty: from all, as if it had not been sent to all. A car that
 * was under it falls back to the newest track flag for all that was not taken back from it. Nothing else ends.
 */
export const afterWithdrawal = (
  board: FlagBoard,
  { flagId, receivers }: Pick<Sent, 'flagId' | 'receivers'>,
): FlagBoard => {
  const isIt = (flag: { readonly flagId: number } | null): boolean => flag?.flagId === flagId;
  const isFromAll = receivers.length === 0;
  const sentToAll = isFromAll
    ? board.sentToAll.filter((sent) => !isIt(sent))
    : board.sentToAll.map((sent) =>
        isIt(sent) ? { ...sent, withdrawnFrom: [...sent.withdrawnFrom, ...receivers] } : sent,
      );
  const trackLeftTo = (car: number): FlagInForce<TrackFlagCode> | null =>
    leftBy(sentToAll.filter(({ withdrawnFrom }) => !withdrawnFrom.includes(car))).forAll.track;
  const without = (flags: FlagsInForce, car: number): FlagsInForce => {
    const track = isIt(flags.track) ? trackLeftTo(car) : flags.track;
    const driver = isIt(flags.driver) ? null : flags.driver;
    return { track, driver, last: isIt(flags.last) ? (driver ?? track) : flags.last };
  };
  const perCar = changed(board, carsOf(board, receivers), without);
  return isFromAll ? { ...leftBy(sentToAll), sentToAll, perCar } : { ...board, sentToAll, perCar };
};
