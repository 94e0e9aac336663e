import { expect, it } from '@jest/globals';
import { RACE } from '@flagpost/contracts';
import { watchSilence } from './silence.js';

const S = 1_000;

it('counts as long as the topics answer', () => {
  const silence = watchSilence();
  for (let now = 0; now < 60 * S; now += S) expect(silence.answered(now)).toBe(true);
});

it('means nothing after an outage, until who was refused has come again', () => {
  const silence = watchSilence();
  silence.answered(0);
  expect(silence.answered(20 * S)).toBe(false);
  for (let now = 21 * S; now < 20 * S + RACE.afterOutageMs; now += S) {
    expect(silence.answered(now)).toBe(false);
  }
  expect(silence.answered(20 * S + RACE.afterOutageMs)).toBe(true);
});

it('does not take a slow answer for an outage', () => {
  const silence = watchSilence();
  silence.answered(0);
  expect(silence.answered(5 * S)).toBe(true);
});
