import { expect, it } from '@jest/globals';
import type { ComparedRoute } from '@flagpost/track-geometry';
import { raceEffects } from './race-effects.js';
import { TEXTS } from './texts/race-change.js';

const { effects: TEXT } = TEXTS.raceChange;
/** About 11 m a step of latitude. */
const at = (steps: number): { lat: number; lng: number } => ({ lat: 44 + steps * 1e-4, lng: 8 });
const ROUTE: ComparedRoute = {
  lines: [[at(0), at(100), at(0)]],
  start: at(1),
  finish: at(0),
  boxes: [at(2), at(3), { lat: 44, lng: 8.01 }, at(2)],
};
const effectsOf = (more: Partial<ComparedRoute>, before: ComparedRoute = ROUTE) =>
  raceEffects(before, { ...before, ...more }, 30);

it('says nothing if the race does not notice the change', () => {
  expect(effectsOf({})).toEqual({ changes: [], effects: [] });
});

it('says what each change means for laps, with before and after', () => {
  expect(effectsOf({ finish: at(4), lines: [[at(0), at(90), at(0)]], boxes: null })).toEqual({
    changes: ['finish moved by 44 m', 'line 2.22 km → 2.00 km', 'boxes removed'],
    effects: [TEXT.atOnce, TEXT.finishMoved, TEXT.line, TEXT.boxesRemoved],
  });
  expect(effectsOf({ finish: null, lines: [], boxes: ROUTE.boxes!.slice(1) })).toEqual({
    changes: ['finish removed', 'line of 2.22 km removed', 'boxes changed'],
    effects: [TEXT.atOnce, TEXT.finishRemoved, TEXT.line, TEXT.boxes],
  });
  const bare: ComparedRoute = { lines: [], start: null, finish: null, boxes: null };
  expect(raceEffects(bare, ROUTE, 30)).toEqual({
    changes: ['finish placed', 'start placed', 'line of 2.22 km drawn', 'boxes drawn'],
    effects: [TEXT.atOnce, TEXT.finishPlaced, TEXT.startIgnored, TEXT.line, TEXT.boxes],
  });
  expect(effectsOf({ lines: [[at(0), at(50), at(100), at(0)]] }).changes).toEqual([
    'line drawn anew, 2.22 km as before',
  ]);
});

it('says from where laps are timed', () => {
  const stage: ComparedRoute = { ...ROUTE, start: at(50) };
  expect(effectsOf({ start: at(2) })).toMatchObject({ effects: [TEXT.atOnce, TEXT.startIgnored] });
  expect(effectsOf({ start: at(50) })).toMatchObject({ effects: [TEXT.atOnce, TEXT.timedFromStart] });
  expect(effectsOf({ start: at(40) }, stage)).toMatchObject({ effects: [TEXT.atOnce, TEXT.startTimed] });
  expect(effectsOf({ start: at(2), finish: null })).toMatchObject({
    effects: [TEXT.atOnce, TEXT.finishRemoved],
  });
  expect(effectsOf({ start: null }, stage)).toEqual({
    changes: ['start removed', 'laps run from finish to finish now'],
    effects: [TEXT.atOnce, TEXT.timedFromFinish],
  });
});
