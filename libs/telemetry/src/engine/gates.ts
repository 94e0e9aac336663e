import { RACE } from '@flagpost/contracts';
import { east, nearestShare, north } from '../geodesy.js';
import { PASSAGE, STAY, type Gate, type GateState } from './state.js';

/** Begins a stay inside the circle. */
const enter = (
  state: GateState,
  stay: number,
  rx: number,
  t: number,
  nearestM2: number,
  at: number,
): void => {
  state.stay = stay;
  state.enteredRx = rx;
  state.enteredT = t;
  state.nearestM2 = nearestM2;
  state.nearestAt = at;
  state.approachedAt = at;
};

/**
 * Moves a car to its next fix and tells what that states about the gate, as one of `PASSAGE`; the times stand in the
 * state until the next stay. `previousT` is NaN where no path leads here: at the first fix and after a gap.
 *
 * @param settles whether a crossing is stated 10 s after entry though the car is still inside; at the start of a stage it
 *   is not, because a car stands there before it goes.
 */
export const moveAtGate = (
  gate: Gate,
  state: GateState,
  lat: number,
  lng: number,
  previousT: number,
  t: number,
  rx: number,
  settles: boolean,
): number => {
  const x = east(gate.plane, lng);
  const y = north(gate.plane, lat);
  const distance2 = x * x + y * y;
  const radius2 = gate.radiusM * gate.radiusM;
  const inside = distance2 <= radius2;
  const first = Number.isNaN(state.x);
  const path = !first && !Number.isNaN(previousT);

  let share = 1;
  let nearestM2 = distance2;
  if (path) {
    share = nearestShare(state.x, state.y, x, y);
    const nx = state.x + share * (x - state.x);
    const ny = state.y + share * (y - state.y);
    nearestM2 = nx * nx + ny * ny;
  }
  const at = path ? previousT + share * (t - previousT) : t;
  state.x = x;
  state.y = y;

  if (state.stay === STAY.none) {
    if (first) {
      if (inside) enter(state, STAY.leaving, -Infinity, t, distance2, t);
      else state.armed = true;
    } else if (nearestM2 <= radius2) {
      enter(state, state.armed && settles ? STAY.crossing : STAY.leaving, rx, t, nearestM2, at);
      if (state.armed) state.beyondSince = NaN;
      state.armed = false;
    }
  } else if (path || inside) {
    if (nearestM2 < state.nearestM2) {
      state.nearestM2 = nearestM2;
      state.nearestAt = at;
    }
    if (share > 0) state.approachedAt = at;
  }

  rearm(gate, state, distance2, t);

  if (state.stay === STAY.none) return PASSAGE.none;
  if (!inside) {
    const kind = state.stay === STAY.crossing ? PASSAGE.passed : PASSAGE.left;
    state.stay = STAY.none;
    return kind;
  }
  if (state.stay === STAY.crossing && t - state.enteredT >= RACE.crossingSettlesAfterMs) {
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

/** States a crossing of a car that has fallen silent inside; false where there is none to state. */
export const settleAtGate = (state: GateState): boolean => {
  if (state.stay !== STAY.crossing) return false;
  state.stay = STAY.stated;
  return true;
};
