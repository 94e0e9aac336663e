import { carFlagsOf, type CarFlags } from '@flagpost/contracts';
import { PAST, pastIndexAt, type PastRows } from './car-replay.js';

/** What was published of a car beside its position, speed and whether it stands. */
export interface Shown {
  readonly offline: boolean;
  readonly sos: boolean;
  /** A device of the car was connected to read its orders. */
  readonly linked: boolean;
  /** Codes of the flags in force for the car; null for none. */
  readonly track: number | null;
  readonly driver: number | null;
  /** Laps completed in the epoch. */
  readonly counter: number;
}

const [PUBLISHED, OFFLINE, SOS, LINKED] = [1, 2, 4, 8];
/** Codes and counters have their own digits above the bits; the whole number is below 2^53. */
const CODES = 2 ** 10;
const TRACK = 2 ** 4;
const DRIVER = TRACK * CODES;
const COUNTER = DRIVER * CODES;
const MOST_LAPS = 2 ** 24;

/** One whole number of a state (`PAST.shown`), never 0. */
export const packShown = ({ offline, sos, linked, track, driver, counter }: Shown): number =>
  PUBLISHED +
  (offline ? OFFLINE : 0) +
  (sos ? SOS : 0) +
  (linked ? LINKED : 0) +
  ((track ?? 0) % CODES) * TRACK +
  ((driver ?? 0) % CODES) * DRIVER +
  Math.min(counter, MOST_LAPS) * COUNTER;

const codeAt = (packed: number, place: number): number | null => Math.floor(packed / place) % CODES || null;

/** Null if the state is computed: nothing of it was published. */
export const readShown = (packed: number): Shown | null =>
  packed > 0
    ? {
        offline: (packed & OFFLINE) !== 0,
        sos: (packed & SOS) !== 0,
        linked: (packed & LINKED) !== 0,
        track: codeAt(packed, TRACK),
        driver: codeAt(packed, DRIVER),
        counter: Math.floor(packed / COUNTER),
      }
    : null;

/** The whole number of the state of a car in force at a time; 0 if it had none. */
export const shownAt = (rows: PastRows | undefined, instant: number): number =>
  rows?.[pastIndexAt(rows, instant) + PAST.shown] ?? 0;

/** The flags of a car: as they were published, and as they were ordered what was not. */
export const flagsAsShown = (ordered: CarFlags, published: Shown | null): CarFlags =>
  published === null ? ordered : carFlagsOf({ ...ordered, track: published.track, driver: published.driver });

/** A whole number that is the same while flags and link of the car are. 0 if the state is computed. */
export const besideIn = (packed: number): number => Math.floor(packed / LINKED) % (COUNTER / LINKED);
