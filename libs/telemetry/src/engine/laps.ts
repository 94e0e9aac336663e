import type { LapEpoch, RaceFact, RaceRules } from '@flagpost/contracts';
import { RACE } from '@flagpost/contracts';
import { moveAtGate, settleAtGate } from './gates.js';
import {
  PASSAGE,
  REMEMBERED_PASSAGES,
  STAY,
  createPassage,
  getPassage,
  setPassage,
  type CarState,
  type Fix,
  type GateState,
  type LapState,
  type Passage,
} from './state.js';

/** The epoch in force at this `receivedAt`; the first one began with the event. */
export const epochAt = (epochs: readonly LapEpoch[], receivedAt: number): LapEpoch => {
  let inForce = epochs[0] ?? { epoch: 0, beganAt: -Infinity };
  for (const epoch of epochs) if (epoch.beganAt <= receivedAt) inForce = epoch;
  return inForce;
};

const beginEpoch = (laps: LapState, epoch: number): void => {
  laps.epoch = epoch;
  laps.counter = 0;
  laps.opened = false;
  laps.from = NaN;
  laps.lastLapMs = NaN;
  laps.bestLapMs = NaN;
  laps.recordedAt = NaN;
};

/** Continues from the api's record, for a car without saved state. `crossedAt` is device time. */
export const continueLaps = (car: CarState, epoch: number, lap: number, crossedAt: number | null): void => {
  beginEpoch(car.laps, epoch);
  car.laps.counter = lap;
  car.laps.opened = lap > 0;
  if (crossedAt === null) return;
  car.laps.recordedAt = crossedAt;
  if (car.race.start === null) car.laps.from = crossedAt;
};

/**
 * Called at a car's first fix. If it was received before the newest epoch began it belongs to an older one, which has
 * no record here; everything after it is still to come, so laps count from zero.
 */
export const openLaps = (car: CarState, receivedAt: number): void => {
  const { epoch } = epochAt(car.race.setup?.lapEpochs ?? [], receivedAt);
  if (epoch < car.laps.epoch) beginEpoch(car.laps, epoch);
};

const completeLap = (car: CarState, at: number, receivedAt: number, facts: RaceFact[]): void => {
  const { laps, eventId, invitationId } = car;
  const lapTimeMs = at > laps.from ? at - laps.from : null;
  laps.counter += 1;
  laps.lastLapMs = lapTimeMs ?? NaN;
  if (lapTimeMs !== null && !(lapTimeMs >= laps.bestLapMs)) laps.bestLapMs = lapTimeMs;
  car.changed = true;
  facts.push({
    type: 'lapCompleted',
    id: `lap:${eventId}:${invitationId}:${laps.epoch}:${laps.counter}`,
    eventId,
    invitationId,
    receivedAt,
    lapEpoch: laps.epoch,
    lap: laps.counter,
    lapTimeMs,
    crossedAt: at,
  });
};

/** Applies a passage to the epoch in force at the `receivedAt` of the input that stated it. */
const fold = (car: CarState, passage: Passage, facts: RaceFact[]): void => {
  const { laps, race } = car;
  const epoch = epochAt(race.setup?.lapEpochs ?? [], passage.receivedAt);
  if (epoch.epoch < laps.epoch) return;
  if (epoch.epoch > laps.epoch) beginEpoch(laps, epoch.epoch);

  if (passage.kind === PASSAGE.clock) {
    laps.from = NaN;
    return;
  }
  const left = Math.round(passage.approachedAt);
  if (passage.atStart) {
    laps.from = left;
    return;
  }
  const wasInside = passage.enteredReceivedAt < epoch.beganAt;
  if (wasInside) {
    if (race.start !== null || laps.opened || passage.kind === PASSAGE.settled) return;
    laps.opened = true;
    laps.from = left;
    return;
  }
  if (passage.kind === PASSAGE.left) return;
  const at = Math.round(passage.nearestAt);
  const isStage = race.start !== null;
  const isRecorded = at <= laps.recordedAt + RACE.rearmAfterMs;
  if (!isRecorded && (isStage || laps.opened)) completeLap(car, at, passage.receivedAt, facts);
  laps.opened = true;
  if (isStage) laps.from = NaN;
  else if (!isRecorded) laps.from = at;
};

/** The passage being applied. */
const passage = createPassage();

const record = (
  car: CarState,
  gate: GateState,
  kind: number,
  atStart: boolean,
  receivedAt: number,
  facts: RaceFact[],
): void => {
  if (kind === PASSAGE.left && !atStart && gate.enteredReceivedAt === receivedAt) return;
  passage.kind = kind;
  passage.atStart = atStart;
  passage.enteredReceivedAt = gate.enteredReceivedAt;
  passage.receivedAt = receivedAt;
  passage.nearestAt = gate.nearestAt;
  passage.approachedAt = gate.approachedAt;
  setPassage(car, car.passageCount, passage);
  car.passageCount += 1;
  fold(car, passage, facts);
};

/** Moves a car past the gates of its race to its next fix. */
export const moveAtGates = (car: CarState, fix: Fix, rules: RaceRules, facts: RaceFact[]): void => {
  const { start, finish } = car.race;
  if (Number.isNaN(fix.previousT) && rules !== 'circle-1') settleLap(car, facts);
  const receivedAt = fix.receivedAt;
  const atStart = start === null ? PASSAGE.none : moveAtGate(start, car.start, fix, false);
  const atFinish = finish === null ? PASSAGE.none : moveAtGate(finish, car.finish, fix, true);
  const startFirst = !(car.finish.nearestAt < car.start.approachedAt);
  if (atStart !== PASSAGE.none && startFirst) record(car, car.start, atStart, true, receivedAt, facts);
  if (atFinish !== PASSAGE.none) record(car, car.finish, atFinish, false, receivedAt, facts);
  if (atStart !== PASSAGE.none && !startFirst) record(car, car.start, atStart, true, receivedAt, facts);
};

/** A car inside the finish circle whose path ends there has crossed: stated by its last fix. */
export const settleLap = (car: CarState, facts: RaceFact[]): void => {
  if (settleAtGate(car.finish)) record(car, car.finish, PASSAGE.settled, false, car.receivedAt, facts);
};

/** Whether nobody waits longer for a fix that ends the car's crossing. */
export const isCrossingOver = (car: CarState, finishesAt: number, now: number): boolean =>
  car.finish.stay === STAY.crossing &&
  (now > finishesAt || now - car.receivedAt > RACE.crossingWaitsForFixMs);

/** The device's clock changed: the lap in progress has no time. */
export const forgetLapStart = (car: CarState, receivedAt: number, facts: RaceFact[]): void =>
  record(car, car.finish, PASSAGE.clock, false, receivedAt, facts);

/**
 * Assigns the passages of inputs received after a reset to its epoch, if the reset is read after them. What they added
 * to the former epoch is void: the api knows the reset.
 *
 * @returns whether there was one
 */
export const applyLateReset = (car: CarState, epochs: readonly LapEpoch[], facts: RaceFact[]): boolean => {
  const late = epochs.find(({ epoch, beganAt }) => epoch > car.laps.epoch && beganAt <= car.receivedAt);
  if (late === undefined) return false;
  beginEpoch(car.laps, late.epoch);
  car.changed = true;
  const oldest = Math.max(0, car.passageCount - REMEMBERED_PASSAGES);
  for (let i = oldest; i < car.passageCount; i += 1) {
    if (getPassage(car, i, passage).receivedAt >= late.beganAt) fold(car, passage, facts);
  }
  return true;
};
