import { isDriverFlag, type CarLook } from '@flagpost/contracts';
import { byCarNumber } from '../../shared/format.js';

/** Columns of the cars box. */
export const CAR_COLUMNS = [
  'state',
  'carNumber',
  'driver',
  'category',
  'lap',
  'lastLap',
  'best',
  'speed',
  'unconfirmed',
] as const;
export type CarColumn = (typeof CAR_COLUMNS)[number];

export interface CarSort {
  readonly by: CarColumn;
  readonly isDescending: boolean;
}

/** What the cars box knows of a car. Times in milliseconds, null while there is none. */
export interface ListedCar {
  readonly invitationId: number;
  readonly carNumber: string;
  readonly pilot: string;
  readonly category: string;
  readonly look: CarLook;
  readonly counter: number;
  readonly lastLapMs: number | null;
  readonly bestLapMs: number | null;
  /** Null while it is offline. */
  readonly speedKph: number | null;
  /** Flags and messages that it has not confirmed. */
  readonly unconfirmed: number;
}

/** How urgent a look is, the most urgent first: SOS, stopped, silent, a flag of its own, a flag of the track, none. */
const URGENCY = { sos: 0, stopped: 1, offline: 2, default: 5 } as const;
const urgency = (look: CarLook): number => {
  if (typeof look === 'string') return URGENCY[look];
  return isDriverFlag(look) ? 3 : 4;
};

/** The lower the better; unknown times come last, whichever way the list is sorted. */
const byTime = (a: number | null, b: number | null, sign: number): number => {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return (a - b) * sign;
};

const compare = (a: ListedCar, b: ListedCar, { by, isDescending }: CarSort): number => {
  const sign = isDescending ? -1 : 1;
  switch (by) {
    case 'state':
      return (urgency(a.look) - urgency(b.look)) * sign;
    case 'carNumber':
      return byCarNumber(a.carNumber, b.carNumber) * sign;
    case 'driver':
      return a.pilot.localeCompare(b.pilot) * sign;
    case 'category':
      return a.category.localeCompare(b.category) * sign;
    case 'lap':
      return (a.counter - b.counter) * sign;
    case 'lastLap':
      return byTime(a.lastLapMs, b.lastLapMs, sign);
    case 'best':
      return byTime(a.bestLapMs, b.bestLapMs, sign);
    case 'speed':
      return byTime(a.speedKph, b.speedKph, sign);
    case 'unconfirmed':
      return (a.unconfirmed - b.unconfirmed) * sign;
    default:
      return by satisfies never;
  }
};

/** Invitation ids in this order; equal ones by their numbers. */
export const sortedIds = (cars: readonly ListedCar[], sort: CarSort): number[] =>
  [...cars]
    .sort(
      (a, b) =>
        compare(a, b, sort) || byCarNumber(a.carNumber, b.carNumber) || a.invitationId - b.invitationId,
    )
    .map(({ invitationId }) => invitationId);

/** Tiles: the most urgent first, then by number. */
export const URGENT_FIRST: CarSort = { by: 'state', isDescending: false };

/** The first press on the head of a column: laps, speeds and unconfirmed orders descend, all others ascend. */
export const firstSortOf = (by: CarColumn): CarSort => ({
  by,
  isDescending: by === 'lap' || by === 'speed' || by === 'unconfirmed',
});

/** These at the head, each part in the order that it has. */
export const withFirst = (ids: readonly number[], first: ReadonlySet<number>): readonly number[] =>
  first.size === 0 ? ids : [...ids.filter((id) => first.has(id)), ...ids.filter((id) => !first.has(id))];

/** A list that is not sorted again now: what it held stays where it was, newcomers come last. */
export const keptOrder = (former: readonly number[], wanted: readonly number[]): number[] => {
  const left = new Set(wanted);
  const stays = former.filter((id) => left.has(id));
  const known = new Set(stays);
  return [...stays, ...wanted.filter((id) => !known.has(id))];
};
