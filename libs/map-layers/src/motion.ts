import type { LiveCarsBuffer } from './types.js';

/** How far a car has moved between its two fixes: 0 at the first, 1 at the second and afterwards. */
export const progress = (timeS: number, fromS: number, toS: number): number =>
  toS <= fromS ? 1 : Math.min(1, Math.max(0, (timeS - fromS) / (toS - fromS)));

/** Interpolates two headings the short way round, degrees clockwise from north, 0 to 360. */
export const turn = (fromDeg: number, toDeg: number, share: number): number => {
  const difference = ((((toDeg - fromDeg) % 360) + 540) % 360) - 180;
  return (((fromDeg + difference * share) % 360) + 360) % 360;
};

/**
 * The drawn position of car `i` at this picture time, as the shader of `MotionExtension` computes it, for picking and
 * labels. `stepped`: it stays at its former fix until it has reached the next one.
 */
export const lngLatAt = (
  cars: LiveCarsBuffer,
  i: number,
  timeS: number,
  stepped = false,
): [lng: number, lat: number] => {
  const reached = progress(timeS, cars.prevTimeS[i] ?? 0, cars.nextTimeS[i] ?? 0);
  const share = stepped ? Math.floor(reached) : reached;
  const between = (from: Float64Array, to: Float64Array): number => {
    const start = from[i] ?? NaN;
    return start + ((to[i] ?? NaN) - start) * share;
  };
  return [between(cars.prevLng, cars.nextLng), between(cars.prevLat, cars.nextLat)];
};
