import { lngNear } from '@flagpost/telemetry';
import type { LiveCarsBuffer, LiveCarsSource } from './types.js';

/** Length of a trail, seconds. */
export const TRAIL_S = 60;
/** Fixes closer together than this are skipped, seconds. */
const SPACING_S = 0.5;
/** The maximum number of fixes of a trail at that spacing. */
const CAPACITY = TRAIL_S / SPACING_S + 1;

/** A ring buffer of the newest fixes of all cars, stored slot by slot, as all cars drive at once. */
const ringsOf = (cars: number) => ({
  cars,
  lng: new Float64Array(CAPACITY * cars),
  lat: new Float64Array(CAPACITY * cars),
  /** Epoch seconds: picture time restarts with every snapshot. */
  timeS: new Float64Array(CAPACITY * cars),
  length: new Uint8Array(cars),
  /** Slot of the next fix. */
  next: new Uint8Array(cars),
  /** Of the newest fix. */
  newestS: new Float64Array(cars).fill(-Infinity),
});
type Rings = ReturnType<typeof ringsOf>;

/**
 * Segments of a trail: positions as [lng, lat], spans as [from s, to s] of picture time. The last ones are still in
 * progress.
 */
export interface TrailColumns {
  readonly length: number;
  readonly from: Float64Array;
  readonly to: Float64Array;
  readonly spans: Float32Array;
}

/** Trails that are drawn. */
export interface TrailSource {
  /** Where a car was longer ago is not drawn, seconds. */
  readonly lastsS: number;
  /** Of all cars that have one, as of now. */
  columns(): TrailColumns;
}

export interface Trails {
  /** Copies new fixes from the columns. Call after every change of them. */
  hear(): void;
  /** The trail of one car up to its drawn position; empty if the car is unknown or has not moved. */
  of(id: number): TrailColumns;
}

const push = (rings: Rings, i: number, lng: number, lat: number, timeS: number): void => {
  const slot = rings.next[i] ?? 0;
  const at = slot * rings.cars + i;
  rings.lng[at] = lng;
  rings.lat[at] = lat;
  rings.timeS[at] = timeS;
  rings.newestS[i] = timeS;
  rings.next[i] = slot + 1 === CAPACITY ? 0 : slot + 1;
  rings.length[i] = Math.min(CAPACITY, (rings.length[i] ?? 0) + 1);
};

/** The slots of a car's fixes, oldest first. */
const placesOf = (rings: Rings, i: number): number[] => {
  const [length = 0, next = 0] = [rings.length[i], rings.next[i]];
  return Array.from({ length }, (_, k) => ((next - length + k + CAPACITY) % CAPACITY) * rings.cars + i);
};

/** The last minute of every car, collected from its fixes. Bounded: 3 kB per car. */
export const createTrails = (source: Pick<LiveCarsSource, 'buffer'>): Trails => {
  let ids: Int32Array = new Int32Array();
  let rings = ringsOf(0);

  /** The cars or their order have changed: trails of remaining cars are kept. */
  const follow = (cars: LiveCarsBuffer): void => {
    const former = new Map(Array.from(ids, (id, i) => [id, i]));
    const before = rings;
    ids = cars.ids;
    rings = ringsOf(cars.count);
    for (let i = 0; i < cars.count; i++) {
      const was = former.get(ids[i] ?? 0);
      if (was === undefined) continue;
      for (const at of placesOf(before, was))
        push(rings, i, before.lng[at] ?? NaN, before.lat[at] ?? NaN, before.timeS[at] ?? NaN);
    }
  };

  const hearOne = (cars: LiveCarsBuffer, i: number, originS: number): void => {
    const nextS = cars.nextTimeS[i] ?? 0;
    const timeS = originS + nextS;
    const newestS = rings.newestS[i] ?? NaN;
    if (timeS <= newestS) return;
    // A car that was placed has not driven here: its trail restarts.
    const isPlaced = cars.prevTimeS[i] === nextS;
    if (!isPlaced && timeS < newestS + SPACING_S) return;
    const [lng, lat] = [cars.nextLng[i] ?? NaN, cars.nextLat[i] ?? NaN];
    if (Number.isNaN(lng) || Number.isNaN(lat)) return;
    if (isPlaced) rings.length[i] = 0;
    push(rings, i, lng, lat, timeS);
  };

  return {
    hear() {
      const cars = source.buffer;
      if (cars.ids !== ids) follow(cars);
      const originS = cars.originMs / 1000;
      for (let i = 0; i < cars.count; i++) hearOne(cars, i, originS);
    },

    of(id) {
      const cars = source.buffer;
      const index = ids.indexOf(id);
      const points: [lng: number, lat: number, timeS: number][] = [];
      if (index >= 0 && index < rings.cars) {
        const originS = cars.originMs / 1000;
        const [prevS, nextS] = [cars.prevTimeS[index] ?? 0, cars.nextTimeS[index] ?? 0];
        for (const at of placesOf(rings, index)) {
          const timeS = (rings.timeS[at] ?? 0) - originS;
          if (timeS < prevS && timeS > nextS - TRAIL_S)
            points.push([rings.lng[at] ?? 0, rings.lat[at] ?? 0, timeS]);
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
        to.set([lngNear(start[0], end[0]), end[1]], k * 2);
        spans.set([start[2], end[2]], k * 2);
      }
      return { length, from, to, spans };
    },
  };
};
