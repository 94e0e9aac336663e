import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { PositionInput } from '@flagpost/contracts';
import { readVbo, type RecordedFix } from '@flagpost/telemetry/recordings';
import { inputsOf } from './race-load.ts';

/** Recordings of real cars lie beside a checkout, as `sharedData` of libs/testing has it, and are no part of it. */
const FOLDER = new URL('../../../shared/data/', import.meta.url);

const unzipped = (path: string): string => gunzipSync(readFileSync(new URL(path, FOLDER))).toString('utf8');

/** Fixes of one car in order, as a door would have taken them. */
export type Car = readonly (PositionInput & { readonly t: number })[];

/** The way from a phone to the door, ms: mostly short, seldom long, the same in every run. */
const createDelay = (seed: number): (() => number) => {
  let state = seed + 1;
  return () => {
    state = Math.imul(state, 48_271) >>> 0;
    return Math.round(80 - 60 * Math.log((state + 1) / 2 ** 32));
  };
};

const received = (fixes: readonly RecordedFix[], seed: number): Car => {
  const delay = createDelay(seed);
  let receivedAt = 0;
  return fixes.map(({ t, lat, lng, speedKph, headingDeg }) => {
    const wayMs = delay();
    receivedAt = Math.round(Math.max(receivedAt, t + wayMs));
    return {
      receivedAt,
      t,
      lat,
      lng,
      ...(speedKph === undefined ? {} : { speedKph }),
      ...(headingDeg === undefined ? {} : { headingDeg }),
      // No recording has them. As phones say them: the accuracy moves with the sky, the battery by the hour.
      accuracyM: 3 + (wayMs % 16) / 10,
      battery: 80,
    };
  });
};

/** From one recording as many cars as it has phases: each takes every so-many-th fix, beginning with another one. */
const thinned = (fixes: readonly RecordedFix[], every: number, seed: number): Car[] =>
  Array.from({ length: every }, (_, phase) =>
    received(
      fixes.filter((_fix, index) => index % every === phase),
      seed * 100 + phase,
    ),
  );

const roadAmerica = (): Car[] =>
  ['Run01_KO', 'Run04_KO', 'Run05_TL'].flatMap((run, index) =>
    thinned(readVbo(unzipped(`vbo_road_america/25IR05_RdAm_FP1_${run}.vbo.gz`)).fixes, 25, index),
  );

/** Newest first in the file, with one row that has no time. */
const onBoard = (driver: string): RecordedFix[] => {
  const text = unzipped(`wrc_finland_2021/df_telemetrymergeddata_SS7_${driver}.csv.gz`);
  const [header = '', ...rows] = text.trim().split('\n');
  const names = header.split(',');
  const fixes = rows.map((row) => {
    const cells = row.split(',').map(Number);
    const cell = (name: string): number => cells[names.indexOf(name)] ?? NaN;
    return {
      t: cell('utx'),
      lat: cell('lat'),
      lng: cell('lon'),
      speedKph: cell('speed'),
      headingDeg: cell('heading'),
    };
  });
  return fixes.filter(({ t }) => t > 0).sort((one, other) => one.t - other.t);
};

const finland = (every: number): Car[] =>
  ['Breen', 'Evans', 'Ogier'].flatMap((driver, index) => thinned(onBoard(driver), every, index));

/** Cars round a circle, used if there is no recording. */
const simulated = (): Car[] => {
  const cars = new Map<string, RecordedFix[]>();
  for (const { key, input } of inputsOf({
    events: 1,
    cars: 20,
    seconds: 300,
    startsAt: Date.UTC(2026, 5, 1, 8),
  })) {
    const { t = 0, lat = 0, lng = 0, speedKph = 0, headingDeg = 0 } = input;
    cars.set(key, [...(cars.get(key) ?? []), { t, lat, lng, speedKph, headingDeg }]);
  }
  return [...cars.values()].map((fixes, index) =>
    received(
      fixes.sort((one, other) => one.t - other.t),
      index,
    ),
  );
};

/** Recorded cars by kind. `missing` reports absent recordings, which simulated cars replace. */
export const recordedCars = (): {
  cars: Readonly<Record<string, readonly Car[]>>;
  missing: string | null;
} => {
  const there = existsSync(FOLDER);
  if (!there)
    return {
      cars: { 'SIMULATED circle at 1 Hz': simulated() },
      missing: 'no recordings beside this checkout (../shared/data): simulated cars stand in for them',
    };
  return {
    cars: {
      'Road America at 1 Hz': roadAmerica(),
      'Rally Finland at 1 Hz': finland(10),
      'Rally Finland at 10 Hz': finland(1),
    },
    missing: null,
  };
};
