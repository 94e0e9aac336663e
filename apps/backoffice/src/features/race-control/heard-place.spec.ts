import { expect, it } from '@jest/globals';
import { heardPlaceOf, otherTimeOf } from './heard-place.js';

const AT = Date.UTC(2026, 4, 1, 10);
const heard = { lat: 44.6, lng: 8.1, receivedAt: AT };

it('is where a car was heard last, with the time', () => {
  expect(heardPlaceOf(heard)).toEqual({ lat: 44.6, lng: 8.1, at: AT });
});

it('is unknown of a car that was never heard, or without a fix', () => {
  for (const car of [undefined, { lat: null, lng: null, receivedAt: null }, { ...heard, lat: null }])
    expect(heardPlaceOf(car)).toBeNull();
});

it('has a time of its own if the report was made before or after it', () => {
  const place = heardPlaceOf(heard);
  expect([AT, AT + 5_000, AT - 5_000].map((at) => otherTimeOf(place, at))).toEqual([null, null, null]);
  expect([AT + 40_000, AT - 60_000].map((at) => otherTimeOf(place, at))).toEqual([AT, AT]);
  expect(otherTimeOf(null, AT)).toBeNull();
});
