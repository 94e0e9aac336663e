import type { LiveCarsBuffer } from './types.js';

/** How far a car has come between its two fixes: 0 at the former, 1 at the latter and ever after. */
export const progress = (timeS: number, fromS: number, toS: number): number =>
  toS <= fromS ? 1 : Math.min(1, Math.max(0, (timeS - fromS) / (toS - fromS)));

/** From one heading to another the short way round, degrees clockwise from north, 0 to 360. */
export const turn = (fromDeg: number, toDeg: number, share: number): number => {
  const difference = ((((toDeg - fromDeg) % 360) + 540) % 360) - 180;
  return (((fromDeg + difference * share) % 360) + 360) % 360;
};

/**
 * Where car `i` is drawn at this picture time: what the shader of `MotionExtension` computes, for picking and labels.
 * `stepped`: it stands at its former fix until it has reached the next one.
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
