import { expect, it } from '@jest/globals';
import { RACE } from '@flagpost/contracts';
import { packShown, type Shown } from '@flagpost/telemetry';
import { S, T0 } from '../../testing/past-race.js';
import { createShownStates } from './shown-states.js';

const NOTHING: Shown = { offline: false, sos: false, linked: false, track: null, driver: null, counter: 0 };
const row = (second: number, shown: number): number[] => [T0 + second * S, 0, 0, 44, 8, 100, 90, 0, shown];
const computed = Float64Array.from([...row(1, 0), ...row(2, 0)]);
const at = (second: number): number => T0 + second * S;

it('tells a state from the one before by when it came to be, and by silence', () => {
  const states = createShownStates();
  expect(states.show(4, computed, at(1))).toBe(true);
  expect(states.show(4, computed, at(1.5))).toBe(false);
  expect(states.show(4, computed, at(2))).toBe(true);
  expect(states.show(4, computed, at(2.5))).toBe(false);
  expect(states.show(4, computed, at(2) + RACE.offlineAfterMs + 1)).toBe(true);
});

it('has a car drawn once more that is out of date', () => {
  const states = createShownStates();
  states.show(4, computed, at(1));
  states.forget(4);
  expect(states.show(4, computed, at(1))).toBe(true);
  expect(states.show(4, computed, at(1))).toBe(false);
});

it('sees other flags or another link than those on the map', () => {
  const rows = Float64Array.from([
    ...row(1, packShown(NOTHING)),
    ...row(2, packShown({ ...NOTHING, counter: 1 })),
    ...row(3, packShown({ ...NOTHING, linked: true })),
  ]);
  const states = createShownStates();
  states.show(4, rows, at(1));
  expect(states.isOtherBeside(4, rows, at(2))).toBe(false);
  expect(states.isOtherBeside(4, rows, at(3))).toBe(true);
});
