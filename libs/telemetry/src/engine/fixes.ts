import {
  RACE,
  type DropReason,
  type PositionInput,
  type RaceFact,
  type RaceRules,
} from '@flagpost/contracts';
import { distanceM, headingDeg } from '../geodesy.js';
import { forgetLapStart, moveAtGates, openLaps, settleLap } from './laps.js';
import { noteSpeed } from './recent-speed.js';
import { resetGateState, type CarState, type Fix } from './state.js';
import { followStop } from './stops.js';

const METRES_PER_MS = RACE.maxSpeedKph / 3_600;
/** A heading is computed over at least this distance: below it, noise dominates. */
const HEADING_OVER_M = 5;

/**
 * Validates a fix and, if it is accepted, updates the car: position, speed, heading, stopped, laps.
 *
 * @param fix overwritten: one object serves all inputs
 * @returns why the fix was rejected, or null if it was accepted
 */
export const applyFix = (
  car: CarState,
  input: PositionInput,
  fix: Fix,
  rules: RaceRules,
  facts: RaceFact[],
): DropReason | null => {
  fix.lat = input.lat ?? NaN;
  fix.lng = input.lng ?? NaN;
  fix.receivedAt = input.receivedAt;
  fix.t = input.t ?? input.receivedAt;
  fix.speedKph = input.speedKph ?? NaN;
  fix.headingDeg = input.headingDeg ?? NaN;
  fix.battery = input.battery ?? NaN;
  fix.clockSkewMs = fix.t - fix.receivedAt;
  fix.previousT = NaN;
  if (!(fix.lat >= -90 && fix.lat <= 90 && fix.lng >= -180 && fix.lng <= 180)) return 'invalidCoordinates';

  const reason = rejectionReason(car, fix);
  if (reason === null) {
    if (fix.t - car.t <= RACE.maxPathGapMs) fix.previousT = car.t;
    accept(car, fix, rules, facts);
    return null;
  }
  if (reason === 'repeated' || reason === 'late') {
    // After a wrong clock is corrected, fixes look late until device time has caught up.
    if (car.acceptedSkewMs === 0 || fix.clockSkewMs > RACE.maxClockAheadMs) return reason;
  }
  if (!isReacquired(car, fix)) return reason;
  if (reason !== 'jump') changeClock(car, fix, facts);
  accept(car, fix, rules, facts);
  return null;
};

const rejectionReason = (car: CarState, fix: Fix): DropReason | null => {
  if (fix.clockSkewMs > RACE.maxClockAheadMs + car.acceptedSkewMs) return 'clockAhead';
  if (fix.t === car.t) return 'repeated';
  if (fix.t < car.t) return 'late';
  const farthestM = METRES_PER_MS * (fix.t - car.t);
  return distanceM(car.lat, car.lng, fix.lat, fix.lng) > farthestM ? 'jump' : null;
};

/**
 * Remembers a rejected fix; true if it is the third in a row and they agree. The fix before it then becomes the car's
 * last fix, so that speed and heading are computed from the reacquired position; no path leads there.
 */
const isReacquired = (car: CarState, fix: Fix): boolean => {
  const agrees =
    car.suspects > 0 &&
    fix.t > car.suspectT &&
    Math.abs(fix.clockSkewMs - car.suspectSkewMs) <= RACE.maxClockAheadMs &&
    distanceM(car.suspectLat, car.suspectLng, fix.lat, fix.lng) <= METRES_PER_MS * (fix.t - car.suspectT);
  car.suspects = agrees ? car.suspects + 1 : 1;
  const reacquired = car.suspects >= RACE.agreeingFixes;
  if (reacquired) {
    car.t = car.suspectT;
    car.lat = car.headingLat = car.suspectLat;
    car.lng = car.headingLng = car.suspectLng;
  }
  car.suspectT = fix.t;
  car.suspectLat = fix.lat;
  car.suspectLng = fix.lng;
  car.suspectSkewMs = fix.clockSkewMs;
  return reacquired;
};

/** Device times before and after a clock change cannot be compared: a lap in progress loses its time. */
const changeClock = (car: CarState, fix: Fix, facts: RaceFact[]): void => {
  settleLap(car, facts);
  car.acceptedSkewMs = fix.clockSkewMs > RACE.maxClockAheadMs ? fix.clockSkewMs : 0;
  resetGateState(car.finish);
  resetGateState(car.start);
  forgetLapStart(car, fix.receivedAt, facts);
  car.anchorLat = NaN;
};

const accept = (car: CarState, fix: Fix, rules: RaceRules, facts: RaceFact[]): void => {
  car.suspects = 0;
  if (Number.isNaN(car.receivedAt)) openLaps(car, fix.receivedAt);
  moveAtGates(car, fix, rules, facts);
  const isSpeed = fix.speedKph >= 0 && fix.speedKph <= RACE.maxSpeedKph;
  car.speedKph = isSpeed ? fix.speedKph : computedSpeedKph(car, fix);
  noteSpeed(car, fix.t, car.speedKph);
  updateHeading(car, fix);
  const wasStopped = car.stopped;
  updateStopped(car, fix);
  if (car.stopped ? !wasStopped : !Number.isNaN(car.stoppedAt)) followStop(car, fix, facts);
  car.lat = fix.lat;
  car.lng = fix.lng;
  car.t = fix.t;
  car.receivedAt = fix.receivedAt;
  if (!Number.isNaN(fix.battery)) car.battery = fix.battery;
  car.changed = true;
};

const computedSpeedKph = (car: CarState, fix: Fix): number =>
  fix.t > car.t ? (distanceM(car.lat, car.lng, fix.lat, fix.lng) / (fix.t - car.t)) * 3_600 : 0;

const updateHeading = (car: CarState, fix: Fix): void => {
  if (!Number.isNaN(fix.headingDeg)) car.headingDeg = ((fix.headingDeg % 360) + 360) % 360;
  else if (distanceM(car.headingLat, car.headingLng, fix.lat, fix.lng) >= HEADING_OVER_M) {
    car.headingDeg = headingDeg(car.headingLat, car.headingLng, fix.lat, fix.lng);
  } else if (!Number.isNaN(car.headingLat)) return;
  car.headingLat = fix.lat;
  car.headingLng = fix.lng;
};

const updateStopped = (car: CarState, fix: Fix): void => {
  if (distanceM(car.anchorLat, car.anchorLng, fix.lat, fix.lng) <= RACE.stoppedWithinM) {
    car.stopped = fix.t - car.anchorT >= RACE.stoppedAfterMs;
    return;
  }
  car.anchorLat = fix.lat;
  car.anchorLng = fix.lng;
  car.anchorT = fix.t;
  car.stopped = false;
};
