import { RACE, type PositionInput, type RaceFact, type SetupCar, type Signal } from '@flagpost/contracts';
import type { CarState } from './state.js';

/**
 * The race's own time of a signal: what the device says, where that can be meant (at most 60 s ahead of `receivedAt`,
 * at most an hour before it), else `receivedAt`. Nothing is ordered by it.
 */
const statedAt = (t: number, receivedAt: number): number => {
  const leadMs = t - receivedAt;
  return leadMs <= RACE.maxClockAheadMs && leadMs >= -RACE.maxSignalAgeMs ? Math.round(t) : receivedAt;
};

/** The later of two times; NaN is none. */
const later = (a: number, b: number): number => (b > a || Number.isNaN(a) ? b : a);

/** The newest press, which nothing has ended, is in force from now on. */
const raise = (car: CarState, facts: RaceFact[]): void => {
  const { eventId, invitationId, sosPressedAt } = car;
  car.sos = true;
  car.sosRaisedAt = sosPressedAt;
  car.changed = true;
  facts.push({
    type: 'sosRaised',
    id: `sos:${eventId}:${invitationId}:${sosPressedAt}`,
    eventId,
    invitationId,
    receivedAt: sosPressedAt,
    raisedAt: car.sosPressedT,
  });
};

/**
 * Inputs of a car come in order, the clocks of doors need not: a press that seems to be no newer than the press or the
 * clearing of this car before it counts as received 1 ms after that one. So all presses differ, and each does so in the
 * same way when it is read again.
 */
const press = (car: CarState, receivedAt: number, t: number, facts: RaceFact[]): void => {
  car.sosPressedAt = receivedAt <= car.sosPressedAt ? car.sosPressedAt + 1 : receivedAt;
  car.sosPressedT = statedAt(t, receivedAt);
  dropHeldClearing(car);
  // One that the api has recorded, and may have seen cleared, is read again after a restart: it is no new one.
  if (!car.sos && !(car.sosPressedAt <= car.sosRecordedAt)) raise(car, facts);
};

const dropHeldClearing = (car: CarState): void => {
  car.clearingDueAt = car.clearingHeldAt = car.clearingHeldT = NaN;
};

/**
 * A car states its own clearing at most once in `RACE.clearingsEveryMs`. One that follows sooner is held: a new press
 * cancels it, as the SOS that was stated is open still, else it is stated when it is due. So a device that sends both in
 * turn costs one SOS and one clearing in that time, no SOS waits, and the last state is always stated.
 */
const clear = (car: CarState, receivedAt: number, t: number, facts: RaceFact[]): void => {
  if (!car.sos || !Number.isNaN(car.clearingDueAt)) return;
  // A clock that went back must not hold it for longer.
  const dueAt = Math.min(car.clearingStatedAt, receivedAt) + RACE.clearingsEveryMs;
  if (!(receivedAt < dueAt)) {
    stateClearing(car, receivedAt, statedAt(t, receivedAt), facts);
    return;
  }
  car.clearingDueAt = dueAt;
  car.clearingHeldAt = receivedAt;
  car.clearingHeldT = statedAt(t, receivedAt);
};

/** States the clearing that is held, if there is one and it is due by `now`. */
export const stateDueClearing = (car: CarState, now: number, facts: RaceFact[]): void => {
  if (!(now >= car.clearingDueAt)) return;
  const { clearingDueAt, clearingHeldAt, clearingHeldT } = car;
  dropHeldClearing(car);
  stateClearing(car, clearingHeldAt, clearingHeldT, facts);
  car.clearingStatedAt = clearingDueAt;
};

const stateClearing = (car: CarState, receivedAt: number, ownTime: number, facts: RaceFact[]): void => {
  if (!car.sos) return;
  // An older clearing that is read again after a restart: this SOS, which only the api's record tells of, came later.
  if (!(car.sosPressedAt >= car.sosRaisedAt) && receivedAt < car.sosRaisedAt) return;
  // A director may have cleared before the newest press: the api knows, and takes it for new or not.
  if (car.sosPressedAt > car.sosRaisedAt) raise(car, facts);
  const { eventId, invitationId } = car;
  const clearedAt = later(later(receivedAt, car.sosRaisedAt), car.sosPressedAt);
  car.sos = false;
  car.sosClearedAt = later(car.sosClearedAt, clearedAt);
  car.sosPressedAt = car.clearingStatedAt = clearedAt;
  car.changed = true;
  facts.push({
    type: 'sosCleared',
    id: `sosCleared:${eventId}:${invitationId}:${clearedAt}`,
    eventId,
    invitationId,
    receivedAt: clearedAt,
    clearedAt: ownTime,
  });
};

/** Takes the signal of an input, whatever its fix is worth and whoever sent it. */
export const applySignal = (car: CarState, signal: Signal, input: PositionInput, facts: RaceFact[]): void => {
  const { receivedAt } = input;
  const t = signal.t ?? input.t ?? receivedAt;
  stateDueClearing(car, receivedAt, facts);
  switch (signal.type) {
    case 'sos':
      press(car, receivedAt, t, facts);
      return;
    case 'sosCleared':
      clear(car, receivedAt, t, facts);
      return;
    case 'flagConfirmed': {
      const { eventId, invitationId } = car;
      const flagId = signal.flagId ?? null;
      facts.push({
        type: 'flagConfirmed',
        id: `flagConfirmed:${eventId}:${invitationId}:${flagId ?? `at${receivedAt}`}`,
        eventId,
        invitationId,
        receivedAt,
        flagId,
        confirmedAt: statedAt(t, receivedAt),
      });
      return;
    }
    default:
      signal.type satisfies never;
  }
};

/**
 * Takes what the api recorded: a clearing at or after the raise ends it, an open raise that this state does not know of
 * begins it. Only a clearing that is new counts, and only one that was recorded after this raise: a director may clear an
 * SOS while the next press is on its way. If the car has pressed again since it was cleared, that press is stated now:
 * while the SOS was open, it stated nothing new.
 */
export const applyRecordedSos = (car: CarState, entry: SetupCar, facts: RaceFact[]): void => {
  const raisedAt = entry.sosRaisedAt ?? NaN;
  const clearedAt = entry.sosClearedAt ?? NaN;
  const before = car.sos;
  if (raisedAt > 0) car.sosRecordedAt = raisedAt;
  if (clearedAt > 0 && !(clearedAt <= car.sosClearedAt)) {
    car.sosClearedAt = clearedAt;
    if (car.sos && clearedAt >= car.sosRaisedAt && raisedAt >= car.sosRaisedAt) {
      if (car.sosPressedAt > clearedAt) raise(car, facts);
      else {
        car.sos = false;
        dropHeldClearing(car);
      }
    }
  }
  const isOpen = raisedAt > 0 && !(raisedAt <= clearedAt);
  if (isOpen && !(raisedAt <= car.sosRaisedAt)) {
    car.sos = true;
    car.sosRaisedAt = raisedAt;
  }
  if (car.sos !== before) car.changed = true;
};
