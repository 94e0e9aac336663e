import { RACE, type PositionInput, type RaceFact, type SetupCar, type Signal } from '@flagpost/contracts';
import { recentSpeedKph } from './recent-speed.js';
import { statedAt } from './stated-at.js';
import type { CarState } from './state.js';
import { noteOk, stateMissedAnswer, stateQuestion } from './stops.js';

/** The later of two times; NaN is none. */
const later = (a: number, b: number): number => (b > a || Number.isNaN(a) ? b : a);

/** Raises an SOS for the newest press, which nothing has cleared. */
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
    speedBeforeKph: Number.isNaN(car.sosPressedSpeedKph) ? null : car.sosPressedSpeedKph,
  });
};

/**
 * Inputs of a car come in order, but the clocks of doors may differ: a press that seems no newer than the car's
 * previous press or clearing counts as received 1 ms after it. So all presses differ, and a repeated read gives the
 * same result.
 */
const press = (car: CarState, receivedAt: number, t: number, facts: RaceFact[]): void => {
  car.sosPressedAt = receivedAt <= car.sosPressedAt ? car.sosPressedAt + 1 : receivedAt;
  car.sosPressedT = statedAt(t, receivedAt);
  car.sosPressedSpeedKph = recentSpeedKph(car);
  dropHeldClearing(car);
  // Read again after a restart: the api has recorded this SOS, and may have seen it cleared, so it is not new.
  if (!car.sos && !(car.sosPressedAt <= car.sosRecordedAt)) raise(car, facts);
};

const dropHeldClearing = (car: CarState): void => {
  car.clearingDueAt = car.clearingHeldAt = car.clearingHeldT = NaN;
};

/**
 * A car states its own clearing at most once in `RACE.clearingsEveryMs`. An earlier one is delayed until it is due, and
 * a new press cancels it, as the SOS is still open. So a device that alternates both costs one SOS and one clearing in
 * that time, no SOS is delayed, and the last state is always stated.
 */
const clear = (car: CarState, receivedAt: number, t: number, facts: RaceFact[]): void => {
  if (!car.sos || !Number.isNaN(car.clearingDueAt)) return;
  // A clock that was set back must not delay it further.
  const dueAt = Math.min(car.clearingStatedAt, receivedAt) + RACE.clearingsEveryMs;
  if (!(receivedAt < dueAt)) {
    stateClearing(car, receivedAt, statedAt(t, receivedAt), facts);
    return;
  }
  car.clearingDueAt = dueAt;
  car.clearingHeldAt = receivedAt;
  car.clearingHeldT = statedAt(t, receivedAt);
};

/** States the delayed clearing, if there is one and it is due by `now`. */
export const stateDueClearing = (car: CarState, now: number, facts: RaceFact[]): void => {
  if (!(now >= car.clearingDueAt)) return;
  const { clearingDueAt, clearingHeldAt, clearingHeldT } = car;
  dropHeldClearing(car);
  stateClearing(car, clearingHeldAt, clearingHeldT, facts);
  car.clearingStatedAt = clearingDueAt;
};

const stateClearing = (car: CarState, receivedAt: number, ownTime: number, facts: RaceFact[]): void => {
  if (!car.sos) return;
  // An older clearing read again after a restart: this SOS, which is known only from the api's record, came later.
  if (!(car.sosPressedAt >= car.sosRaisedAt) && receivedAt < car.sosRaisedAt) return;
  // A director may have cleared before the newest press: the api decides whether it is new.
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

/** A report is known by its own time: a device that got no answer sends it again with the same one. */
const reported = (
  { eventId, invitationId }: CarState,
  type: 'okReported' | 'hazardReported',
  receivedAt: number,
  reportedAt: number,
) => ({
  id: `${type}:${eventId}:${invitationId}:${reportedAt}`,
  eventId,
  invitationId,
  receivedAt,
  reportedAt,
});

/** Applies the signal of an input, even if its fix is invalid. */
export const applySignal = (car: CarState, signal: Signal, input: PositionInput, facts: RaceFact[]): void => {
  const { receivedAt } = input;
  const t = signal.t ?? input.t ?? receivedAt;
  stateDueClearing(car, receivedAt, facts);
  stateMissedAnswer(car, receivedAt, facts);
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
    case 'flagShown': {
      if (signal.flagId === undefined) return;
      const { eventId, invitationId } = car;
      const { flagId } = signal;
      facts.push({
        type: 'flagShown',
        id: `flagShown:${eventId}:${invitationId}:${flagId}`,
        eventId,
        invitationId,
        receivedAt,
        flagId,
        shownAt: statedAt(t, receivedAt),
      });
      return;
    }
    case 'ok': {
      const okAt = statedAt(t, receivedAt);
      const stoppedAt = noteOk(car, okAt, signal.since);
      facts.push({ type: 'okReported', ...reported(car, 'okReported', receivedAt, okAt), stoppedAt });
      return;
    }
    case 'hazard': {
      const at = statedAt(t, receivedAt);
      facts.push({ type: 'hazardReported', ...reported(car, 'hazardReported', receivedAt, at) });
      return;
    }
    case 'questionShown':
      stateQuestion(car, signal, receivedAt, t, facts);
      return;
    default:
      signal.type satisfies never;
  }
};

/**
 * Applies the api's record: a clearing at or after the raise ends it, and an open raise unknown to this state begins
 * it. A clearing counts only if it is new and was recorded after this raise: a director may clear an SOS while the next
 * press is in flight. If the car has pressed again since the clearing, that press is stated now: while the SOS was
 * open, it stated nothing new.
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
