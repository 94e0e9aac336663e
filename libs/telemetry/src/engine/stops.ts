import { RACE, type RaceFact, type SetupCar, type Signal } from '@flagpost/contracts';
import { isWithin } from '../areas.js';
import { distanceM } from '../geodesy.js';
import { statedAt } from './stated-at.js';
import type { CarState, Fix } from './state.js';

/**
 * Stops outside the boxes, and the question to the driver. The device says when it has asked. An answer is awaited by the clock of
 * `receivedAt`, so that no clock of a device shortens or lengthens the wait.
 */

const saysOkOf = (okAt: number, stoppedAt: number): boolean => stoppedAt - okAt < RACE.okBeforeStopMs;

const standsOutside = ({ race: { setup } }: CarState, { lat, lng }: Fix): boolean => {
  const boxes = setup?.boxes ?? null;
  return boxes === null || !isWithin({ lat, lng }, boxes);
};

const endStop = (car: CarState): void => {
  car.stoppedAt = car.stopLat = car.stopLng = car.answerDueAt = NaN;
  car.isAsked = car.isAnswered = false;
};

const stateStop = (car: CarState, fix: Fix, facts: RaceFact[]): void => {
  if (!standsOutside(car, fix)) return;
  const { eventId, invitationId, okAt } = car;
  const { receivedAt } = fix;
  const stoppedAt = statedAt(fix.t, receivedAt);
  car.stoppedAt = stoppedAt;
  car.stopLat = car.anchorLat;
  car.stopLng = car.anchorLng;
  car.isAnswered = saysOkOf(okAt, stoppedAt);
  const saidOkAt = car.isAnswered ? okAt : null;
  const id = `carStopped:${eventId}:${invitationId}:${stoppedAt}`;
  facts.push({ type: 'carStopped', id, eventId, invitationId, receivedAt, stoppedAt, saidOkAt });
};

/** The car has left the place where it stood, by this fix. */
const stateDriveOn = (car: CarState, fix: Fix, facts: RaceFact[]): void => {
  const { eventId, invitationId, stoppedAt } = car;
  const { receivedAt } = fix;
  stateMissedAnswer(car, receivedAt, facts);
  endStop(car);
  const id = `carDroveOn:${eventId}:${invitationId}:${stoppedAt}`;
  const droveOnAt = statedAt(fix.t, receivedAt);
  facts.push({ type: 'carDroveOn', id, eventId, invitationId, receivedAt, stoppedAt, droveOnAt });
};

/**
 * To be called with each fix that finds the car stopped, and each that does not while a stop is open: the car may not have moved, as
 * the clock of its device was corrected, or as the stop is known from the api alone, without its place.
 */
export const followStop = (car: CarState, fix: Fix, facts: RaceFact[]): void => {
  if (Number.isNaN(car.stoppedAt)) stateStop(car, fix, facts);
  else if (Number.isNaN(car.stopLat)) {
    car.stopLat = fix.lat;
    car.stopLng = fix.lng;
  } else if (distanceM(car.stopLat, car.stopLng, fix.lat, fix.lng) > RACE.droveOnBeyondM)
    stateDriveOn(car, fix, facts);
};

/** A state that has not heard the car goes on with the stop that the api has recorded. */
export const continueStop = (car: CarState, entry: SetupCar | undefined): void => {
  car.stoppedAt = entry?.stoppedAt ?? NaN;
};

/** The device has put the question of the open stop in front of its driver. */
export const stateQuestion = (
  car: CarState,
  { since }: Signal,
  receivedAt: number,
  t: number,
  facts: RaceFact[],
): void => {
  const { eventId, invitationId, stoppedAt } = car;
  const isOfStop = !Number.isNaN(stoppedAt) && (since === undefined || since === stoppedAt);
  if (!isOfStop || car.isAsked || car.isAnswered) return;
  car.isAsked = true;
  car.answerDueAt = receivedAt + RACE.answerWithinMs;
  const id = `driverAsked:${eventId}:${invitationId}:${stoppedAt}`;
  const askedAt = statedAt(t, receivedAt);
  facts.push({ type: 'driverAsked', id, eventId, invitationId, receivedAt, stoppedAt, askedAt });
};

/**
 * The driver says OK, by this own time. A device that names the question answers it whatever its clock says.
 *
 * @returns the stop that it is said of; null for none
 */
export const noteOk = (car: CarState, okAt: number, since: number | undefined): number | null => {
  if (!(okAt <= car.okAt)) car.okAt = okAt;
  const { stoppedAt } = car;
  if (since === undefined ? !saysOkOf(okAt, stoppedAt) : since !== stoppedAt) return null;
  car.answerDueAt = NaN;
  car.isAnswered = true;
  return stoppedAt;
};

/** States that no answer came, if one is due by `now`. A car that was taken off is nobody's to ask. */
export const stateMissedAnswer = (car: CarState, now: number, facts: RaceFact[]): void => {
  if (!(now >= car.answerDueAt)) return;
  const { eventId, invitationId, stoppedAt, answerDueAt: missedAt } = car;
  car.answerDueAt = NaN;
  if (!car.authorized) return;
  const id = `answerMissed:${eventId}:${invitationId}:${stoppedAt}`;
  facts.push({ type: 'answerMissed', id, eventId, invitationId, receivedAt: missedAt, stoppedAt, missedAt });
};
