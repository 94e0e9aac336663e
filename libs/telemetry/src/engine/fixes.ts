import { RACE, type DropReason, type PositionInput, type RaceFact } from '@flagpost/contracts';
import { distanceM, headingDeg } from '../geodesy.js';
import { moveAtGates, openLaps, settleLap } from './laps.js';
import { resetGateState, type CarState } from './state.js';

const METRES_PER_MS = RACE.maxSpeedKph / 3_600;
/** A heading is computed over at least this far: nearer, noise decides. */
const HEADING_OVER_M = 5;

const inRange = (lat: number | undefined, lng: number | undefined): boolean =>
  lat !== undefined && lng !== undefined && lat >= -90 && lat <= 90 && lng >= -180 && lng <= 180;

/**
 * Judges a fix and, where it is accepted, moves the car: position, speed, heading, stopped, laps.
 *
 * @returns why the fix changed nothing, or null where it was accepted
 */
export const applyFix = (car: CarState, input: PositionInput, facts: RaceFact[]): DropReason | null => {
  const { lat, lng, receivedAt } = input;
  if (!inRange(lat, lng) || lat === undefined || lng === undefined) return 'invalidCoordinates';
  const t = input.t ?? receivedAt;
  const leadMs = t - receivedAt;
  const reason = suspicion(car, lat, lng, t, leadMs);
  if (reason === 'repeated' || reason === 'late') {
    // A clock that was wrong and is right again looks late until it has caught up.
    if (car.clockLeadMs === 0 || leadMs > RACE.maxClockAheadMs) return reason;
  }
  if (reason === null) {
    const path = t - car.t <= RACE.maxPathGapMs;
    accept(car, input, lat, lng, t, path ? car.t : NaN, facts);
    return null;
  }
  if (!isNewTruth(car, lat, lng, t, leadMs)) return reason;
  if (reason !== 'jump') changeClock(car, leadMs, facts);
  accept(car, input, lat, lng, t, NaN, facts);
  return null;
};

const suspicion = (car: CarState, lat: number, lng: number, t: number, leadMs: number): DropReason | null => {
  if (leadMs > RACE.maxClockAheadMs + car.clockLeadMs) return 'clockAhead';
  if (t === car.t) return 'repeated';
  if (t < car.t) return 'late';
  if (distanceM(car.lat, car.lng, lat, lng) > METRES_PER_MS * (t - car.t)) return 'jump';
  return null;
};

/**
 * Remembers a fix that is to be dropped; true where it is the third in a row and they agree. Then the one before counts
 * as the car's last fix, so that speed and heading are those of the new truth; no path leads from there.
 */
const isNewTruth = (car: CarState, lat: number, lng: number, t: number, leadMs: number): boolean => {
  const agrees =
    car.suspects > 0 &&
    t > car.suspectT &&
    Math.abs(leadMs - car.suspectLeadMs) <= RACE.maxClockAheadMs &&
    distanceM(car.suspectLat, car.suspectLng, lat, lng) <= METRES_PER_MS * (t - car.suspectT);
  car.suspects = agrees ? car.suspects + 1 : 1;
  const isTruth = car.suspects >= RACE.agreeingFixes;
  if (isTruth) {
    car.t = car.suspectT;
    car.lat = car.headingLat = car.suspectLat;
    car.lng = car.headingLng = car.suspectLng;
  }
  car.suspectT = t;
  car.suspectLat = lat;
  car.suspectLng = lng;
  car.suspectLeadMs = leadMs;
  return isTruth;
};

/** Device times before and after a change of clock cannot be compared: a lap under way loses its time. */
const changeClock = (car: CarState, leadMs: number, facts: RaceFact[]): void => {
  settleLap(car, facts);
  car.clockLeadMs = leadMs > RACE.maxClockAheadMs ? leadMs : 0;
  car.laps.from = NaN;
  resetGateState(car.finish);
  resetGateState(car.start);
  car.anchorLat = NaN;
};

const accept = (
  car: CarState,
  input: PositionInput,
  lat: number,
  lng: number,
  t: number,
  previousT: number,
  facts: RaceFact[],
): void => {
  car.suspects = 0;
  if (Number.isNaN(car.receivedAt)) openLaps(car, input.receivedAt);
  moveAtGates(car, lat, lng, previousT, t, input.receivedAt, facts);
  const { speedKph = NaN } = input;
  const isSpeed = speedKph >= 0 && speedKph <= RACE.maxSpeedKph;
  car.speedKph = isSpeed ? speedKph : computedSpeedKph(car, lat, lng, t);
  turn(car, lat, lng, input.headingDeg);
  rest(car, lat, lng, t);
  car.lat = lat;
  car.lng = lng;
  car.t = t;
  car.receivedAt = input.receivedAt;
  if (input.battery !== undefined) car.battery = input.battery;
  car.changed = true;
};

const computedSpeedKph = (car: CarState, lat: number, lng: number, t: number): number =>
  t > car.t ? (distanceM(car.lat, car.lng, lat, lng) / (t - car.t)) * 3_600 : 0;

const turn = (car: CarState, lat: number, lng: number, given: number | undefined): void => {
  if (given !== undefined) car.headingDeg = ((given % 360) + 360) % 360;
  else if (distanceM(car.headingLat, car.headingLng, lat, lng) >= HEADING_OVER_M) {
    car.headingDeg = headingDeg(car.headingLat, car.headingLng, lat, lng);
  } else if (!Number.isNaN(car.headingLat)) return;
  car.headingLat = lat;
  car.headingLng = lng;
};

const rest = (car: CarState, lat: number, lng: number, t: number): void => {
  if (distanceM(car.anchorLat, car.anchorLng, lat, lng) <= RACE.stoppedWithinM) {
    car.stopped = t - car.anchorT >= RACE.stoppedAfterMs;
    return;
  }
  car.anchorLat = lat;
  car.anchorLng = lng;
  car.anchorT = t;
  car.stopped = false;
};
