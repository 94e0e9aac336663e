import { lookIndex, type CarLook } from '@flagpost/contracts';
import type { LiveCarsBuffer } from '../types.js';

/** Cars 1, 2, … with these looks, all on their way from the same fix at 10 s to the same one at 11 s. */
export const movingCars = (looks: readonly CarLook[]): LiveCarsBuffer => {
  const count = looks.length;
  return {
    count,
    originMs: 0,
    ids: Int32Array.from(looks, (_, i) => i + 1),
    carNumbers: looks.map((_, i) => String(i + 1)),
    prevLat: new Float64Array(count).fill(44),
    prevLng: new Float64Array(count).fill(8),
    nextLat: new Float64Array(count).fill(44.001),
    nextLng: new Float64Array(count).fill(8.002),
    prevHeadingDeg: new Float32Array(count).fill(350),
    nextHeadingDeg: new Float32Array(count).fill(10),
    prevTimeS: new Float32Array(count).fill(10),
    nextTimeS: new Float32Array(count).fill(11),
    look: Uint8Array.from(looks, lookIndex),
    stopped: new Uint8Array(count),
    visible: new Uint8Array(count).fill(1),
    restsAtS: 11,
  };
};
