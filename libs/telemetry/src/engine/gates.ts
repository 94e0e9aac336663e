import { RACE } from '@flagpost/contracts';
import { east, nearestShare, north } from '../geodesy.js';
import { PASSAGE, STAY, type Fix, type Gate, type GateState } from './state.js';

/**
 * Moves a car to its next fix and returns the resulting event at the gate, one of `PASSAGE`; the times are in the state
 * until the next stay.
 *
 * @param settles whether a crossing is stated 10 s after entry even if the car is still inside. False at the start of a
 * stage, because a car waits there before it starts.
 */
export const moveAtGate = (gate: Gate, state: GateState, fix: Fix, settles: boolean): number => {
  const x = east(gate.plane, fix.lng);
  const y = north(gate.plane, fix.lat);
  const distance2 = x * x + y * y;
  const radius2 = gate.radiusM * gate.radiusM;
  const inside = distance2 <= radius2;
  const first = Number.isNaN(state.x);
  const path = !first && !Number.isNaN(fix.previousT);

  let share = 1;
  let nearestM2 = distance2;
  let at = fix.t;
  if (path) {
    share = nearestShare(state.x, state.y, x, y);
    // At its end exactly where a car stands that goes on standing there: rounding would date its crossing to a later fix.
    if (share < 1) {
      const nearestX = state.x + share * (x - state.x);
      const nearestY = state.y + share * (y - state.y);
      nearestM2 = nearestX * nearestX + nearestY * nearestY;
    }
    at = fix.previousT + share * (fix.t - fix.previousT);
  }
  state.x = x;
  state.y = y;

  if (state.stay === STAY.none) {
    if (nearestM2 <= radius2) {
      state.stay = state.armed && settles ? STAY.crossing : STAY.leaving;
      state.enteredReceivedAt = first ? -Infinity : fix.receivedAt;
      state.enteredT = fix.t;
      state.nearestM2 = nearestM2;
      state.nearestAt = at;
      state.approachedAt = at;
      if (state.armed) state.beyondSince = NaN;
      state.armed = false;
    } else if (first) state.armed = true;
  } else if (path || inside) {
    if (nearestM2 < state.nearestM2) {
      state.nearestM2 = nearestM2;
      state.nearestAt = at;
    }
    if (share > 0) state.approachedAt = at;
  }
  rearm(gate, state, distance2, fix.t);

  if (state.stay === STAY.none) return PASSAGE.none;
  if (!inside) {
    const kind = state.stay === STAY.crossing ? PASSAGE.passed : PASSAGE.left;
    state.stay = STAY.none;
    return kind;
  }
  if (state.stay === STAY.crossing && fix.t - state.enteredT >= RACE.crossingSettlesAfterMs) {
    state.stay = STAY.stated;
    return PASSAGE.settled;
  }
  return PASSAGE.none;
};

const rearm = (gate: Gate, state: GateState, distance2: number, t: number): void => {
  const beyond = gate.radiusM + RACE.rearmMarginM;
  if (distance2 <= beyond * beyond) state.beyondSince = NaN;
  else if (Number.isNaN(state.beyondSince)) state.beyondSince = t;
  else if (t - state.beyondSince >= RACE.rearmAfterMs) state.armed = true;
};

/** States a crossing that no fix ends by the fixes so far; false if there is none to state. */
export const settleAtGate = (state: GateState): boolean => {
  if (state.stay !== STAY.crossing) return false;
  state.stay = STAY.stated;
  return true;
};
