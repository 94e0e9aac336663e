import type { LiveCarsBuffer, LiveCarsSource } from './types.js';

/** A trail shows this much of the past, seconds. */
export const TRAIL_S = 60;
/** Fixes closer together than this are left out: the line does not need them. Seconds. */
const SPACING_S = 0.5;
/** As many fixes as a trail can hold at that spacing. */
const CAPACITY = TRAIL_S / SPACING_S + 1;

/** Newest fixes of one car, the oldest overwritten first. */
interface Ring {
  readonly lng: Float64Array;
  readonly lat: Float64Array;
  /** Epoch seconds: picture time is counted anew with every snapshot. */
  readonly timeS: Float64Array;
  length: number;
  next: number;
}

/** Stretches of a trail, positions as [lng, lat], spans as [from s, to s] of picture time: the last ones are still being driven. */
export interface TrailColumns {
  readonly length: number;
  readonly from: Float64Array;
  readonly to: Float64Array;
  readonly spans: Float32Array;
}

export interface Trails {
  /** Keeps what is new in the columns. To be called after every change of them. */
  hear(): void;
  /** The trail of one car up to where it is drawn; without stretches for a car that is unknown or has not moved. */
  of(id: number): TrailColumns;
}

const emptyRing = (): Ring => ({
  lng: new Float64Array(CAPACITY),
  lat: new Float64Array(CAPACITY),
  timeS: new Float64Array(CAPACITY),
  length: 0,
  next: 0,
});

const newestS = (ring: Ring): number =>
  ring.length === 0 ? -Infinity : (ring.timeS[(ring.next + CAPACITY - 1) % CAPACITY] ?? -Infinity);

const push = (ring: Ring, lng: number, lat: number, timeS: number): void => {
  ring.lng[ring.next] = lng;
  ring.lat[ring.next] = lat;
  ring.timeS[ring.next] = timeS;
  ring.next = (ring.next + 1) % CAPACITY;
  ring.length = Math.min(CAPACITY, ring.length + 1);
};

/** The last minute of every car, from the fixes that pass by. Bounded: 3 kB a car. */
export const createTrails = (source: Pick<LiveCarsSource, 'buffer'>): Trails => {
  const rings = new Map<number, Ring>();

  const hearOne = (cars: LiveCarsBuffer, i: number): void => {
    const [lng, lat] = [cars.nextLng[i] ?? NaN, cars.nextLat[i] ?? NaN];
    if (Number.isNaN(lng) || Number.isNaN(lat)) return;
    const id = cars.ids[i] ?? 0;
    let ring = rings.get(id);
    if (ring === undefined) rings.set(id, (ring = emptyRing()));
    const timeS = cars.originMs / 1000 + (cars.nextTimeS[i] ?? 0);
    const formerS = newestS(ring);
    // A car that was placed has not driven here: its trail begins anew.
    if (timeS > formerS && cars.prevTimeS[i] === cars.nextTimeS[i]) ring.length = 0;
    else if (timeS < formerS + SPACING_S) return;
    push(ring, lng, lat, timeS);
  };

  return {
    hear() {
      const cars = source.buffer;
      for (let i = 0; i < cars.count; i++) hearOne(cars, i);
      if (rings.size <= cars.count) return;
      const known = new Set(cars.ids.subarray(0, cars.count));
      for (const id of rings.keys()) if (!known.has(id)) rings.delete(id);
    },

    of(id) {
      const cars = source.buffer;
      const index = cars.ids.subarray(0, cars.count).indexOf(id);
      const ring = rings.get(id);
      const points: [lng: number, lat: number, timeS: number][] = [];
      if (index >= 0 && ring !== undefined) {
        const originS = cars.originMs / 1000;
        const [prevS, nextS] = [cars.prevTimeS[index] ?? 0, cars.nextTimeS[index] ?? 0];
        for (let k = 0; k < ring.length; k++) {
          const at = (ring.next - ring.length + k + CAPACITY) % CAPACITY;
          const timeS = (ring.timeS[at] ?? 0) - originS;
          if (timeS < prevS && timeS > nextS - TRAIL_S)
            points.push([ring.lng[at] ?? 0, ring.lat[at] ?? 0, timeS]);
        }
        if (nextS > prevS) points.push([cars.prevLng[index] ?? NaN, cars.prevLat[index] ?? NaN, prevS]);
        points.push([cars.nextLng[index] ?? NaN, cars.nextLat[index] ?? NaN, nextS]);
      }
      const length = Math.max(0, points.length - 1);
      const from = new Float64Array(length * 2);
      const to = new Float64Array(length * 2);
      const spans = new Float32Array(length * 2);
      for (let k = 0; k < length; k++) {
        const [start, end] = [points[k], points[k + 1]];
        if (start === undefined || end === undefined) continue;
        from.set([start[0], start[1]], k * 2);
        to.set([end[0], end[1]], k * 2);
        spans.set([start[2], end[2]], k * 2);
      }
      return { length, from, to, spans };
    },
  };
};
