import type { RaceFact, SetupCar, Signal } from '@flagpost/contracts';
import type { CarState } from './state.js';

/** Takes a signal, whatever its fix is worth and whoever sent it. Times are the `receivedAt` clock. */
export const applySignal = (car: CarState, signal: Signal, receivedAt: number, facts: RaceFact[]): void => {
  const { eventId, invitationId } = car;
  const base = { eventId, invitationId, receivedAt };
  switch (signal.type) {
    case 'sos':
      // A raise that the api has recorded and seen cleared is read again after a restart: it is no new one.
      if (car.sos || receivedAt <= car.sosRecordedAt) return;
      car.sos = true;
      car.sosRaisedAt = receivedAt;
      car.changed = true;
      facts.push({
        type: 'sosRaised',
        id: `sos:${eventId}:${invitationId}:${receivedAt}`,
        ...base,
        raisedAt: receivedAt,
      });
      return;
    case 'sosCleared':
      if (!car.sos) return;
      car.sos = false;
      car.sosClearedAt = receivedAt;
      car.changed = true;
      facts.push({
        type: 'sosCleared',
        id: `sosCleared:${eventId}:${invitationId}:${receivedAt}`,
        ...base,
        clearedAt: receivedAt,
      });
      return;
    case 'flagConfirmed': {
      const flagId = signal.flagId ?? null;
      facts.push({
        type: 'flagConfirmed',
        id: `flagConfirmed:${eventId}:${invitationId}:${flagId ?? `at${receivedAt}`}`,
        ...base,
        flagId,
        confirmedAt: receivedAt,
      });
      return;
    }
    default:
      signal.type satisfies never;
  }
};

/**
 * Takes what the api recorded: a clearing at or after the raise ends it, a raise that this state does not know of begins
 * it. Only a clearing that is new counts: one that was there before the raise says nothing of it.
 */
export const applyRecordedSos = (car: CarState, entry: SetupCar): void => {
  const raisedAt = entry.sosRaisedAt ?? NaN;
  const clearedAt = entry.sosClearedAt ?? NaN;
  const before = car.sos;
  if (raisedAt > 0) car.sosRecordedAt = raisedAt;
  if (!car.sos && !(raisedAt <= car.sosRaisedAt) && !(raisedAt <= car.sosClearedAt) && raisedAt > 0) {
    car.sos = true;
    car.sosRaisedAt = raisedAt;
  }
  if (clearedAt > 0 && !(clearedAt <= car.sosClearedAt)) {
    car.sosClearedAt = clearedAt;
    if (clearedAt >= car.sosRaisedAt) car.sos = false;
  }
  if (car.sos !== before) car.changed = true;
};
