import { expect, it } from '@jest/globals';
import { RACE } from '@flagpost/contracts';
import { createOfflineGrace } from './offline-grace.js';

const S = 1_000;

it('is over as long as the topics answer', () => {
  const grace = createOfflineGrace();
  for (let now = 0; now < 60 * S; now += S) expect(grace.isOver(now)).toBe(true);
});

it('lasts after an outage until refused devices have sent again', () => {
  const grace = createOfflineGrace();
  grace.isOver(0);
  expect(grace.isOver(20 * S)).toBe(false);
  for (let now = 21 * S; now < 20 * S + RACE.afterOutageMs; now += S) {
    expect(grace.isOver(now)).toBe(false);
  }
  expect(grace.isOver(20 * S + RACE.afterOutageMs)).toBe(true);
});

it('does not take a slow answer for an outage', () => {
  const grace = createOfflineGrace();
  grace.isOver(0);
  expect(grace.isOver(5 * S)).toBe(true);
});
