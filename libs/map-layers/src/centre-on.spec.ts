import { expect, it } from '@jest/globals';
import { centreOn } from './centre-on.js';
import type { LiveCarsSource } from './types.js';

/** Car 7 slides from 44 N to 45 N; car 8 has never been heard; car 9 is hidden by the filter. */
const cars: LiveCarsSource = {
  version: 0,
  newestReceivedAt: null,
  subscribe: () => () => undefined,
  pictureTimeS: () => 0.5,
  buffer: {
    count: 3,
    originMs: 0,
    ids: Int32Array.of(7, 8, 9),
    carNumbers: ['7', '8', '9'],
    prevLat: Float64Array.of(44, NaN, 44),
    prevLng: Float64Array.of(8, NaN, 8),
    nextLat: Float64Array.of(45, NaN, 45),
    nextLng: Float64Array.of(8, NaN, 8),
    prevHeadingDeg: new Float32Array(3),
    nextHeadingDeg: new Float32Array(3),
    prevTimeS: Float32Array.of(0, 0, 0),
    nextTimeS: Float32Array.of(1, 1, 1),
    look: new Uint8Array(3),
    stopped: new Uint8Array(1),
    visible: Uint8Array.of(1, 1, 0),
    restsAtS: 1,
  },
};
const on = (invitationId: number, zoom: number, stepped = false) =>
  centreOn({ cars, centre: { invitationId }, stepped }, zoom);

it('finds a car where it is drawn, between two fixes or at the last one', () => {
  expect(on(7, 10)?.lngLat).toEqual([8, 44.5]);
  expect(on(7, 10, true)?.lngLat).toEqual([8, 44]);
});

it('comes near enough to see the track around the car, and goes no farther away', () => {
  expect(on(7, 10)?.zoom).toBe(15);
  expect(on(7, 17)?.zoom).toBe(17);
});

it('leaves the view for a car that was never heard, is hidden or is not in the race', () => {
  expect([8, 9, 10].map((id) => on(id, 10))).toEqual([null, null, null]);
});
