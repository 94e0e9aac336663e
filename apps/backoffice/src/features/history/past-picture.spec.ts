import { expect, it } from '@jest/globals';
import type { Truth } from '@flagpost/contracts';
import { fixRows, replayCar } from '@flagpost/telemetry';
import { aPastFix, S, seconds, T0 } from '../../testing/past-race.js';
import { createPastPictures } from './past-picture.js';

const ROWS = replayCar(
  fixRows(seconds(0, 20).map((second) => aPastFix(second))),
  'happened',
  T0,
  T0 + 60 * S,
);

/** Where car 4 is drawn, and when it leaves and arrives: seconds of the race. */
const drawn = (truth: Truth, second: number) => {
  const picture = createPastPictures({
    ids: [9, 4],
    spans: { rows: (_truth, id) => (id === 4 ? ROWS : undefined) },
    moment: () => ({ instant: T0 + second * S, truth }),
    isPlaying: () => true,
  })(2, T0);
  const nowhere = { lat: NaN, lng: NaN, headingDeg: NaN };
  picture.place(0, nowhere, 0);
  picture.place(1, nowhere, 0);
  const { prevLat, nextLat, prevTimeS, nextTimeS } = picture.columns;
  const secondOf = (lat = NaN): number => Math.round((lat - 44) / 0.0003);
  expect([prevLat[0], nextLat[0]]).toEqual([NaN, NaN]);
  return {
    places: [secondOf(prevLat[1]), secondOf(nextLat[1])],
    times: [prevTimeS[1], nextTimeS[1]],
  };
};

it('slides a car to its next position by what happened, and to its last one by what was seen', () => {
  expect(drawn('happened', 10.5)).toEqual({ places: [10, 11], times: [10, 11] });
  expect(drawn('seen', 10.5)).toEqual({ places: [9, 10], times: [10, 11] });
});

it('places a car where no position follows', () => {
  expect(drawn('happened', 30)).toEqual({ places: [19, 19], times: [30, 30] });
});

it('rests while the race does not play, and draws nothing before the first instant', () => {
  const picture = createPastPictures({
    ids: [4],
    spans: { rows: () => ROWS },
    moment: () => null,
    isPlaying: () => false,
  })(1, T0);
  picture.place(0, { lat: 1, lng: 1, headingDeg: 1 }, 0);
  expect(picture.columns.nextLat[0]).toBeNaN();
  expect(picture.restsAtS).toBe(-Infinity);
});
