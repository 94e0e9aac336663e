import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { LatLng } from '@flagpost/contracts';
import { apartM, localPlane } from '@flagpost/telemetry';
import { readVbo, type RecordedFix } from '@flagpost/telemetry/recordings';
import { sharedData } from '@flagpost/testing';
import { seededRandom } from '@flagpost/testing/simulation';
import type { DriveFix } from '../drive/path.js';
import { between, lengthM, offLineM, placeAt, type Line } from '../line.js';
import { thinned } from '../thin.js';

/** Places at equal distances along a line, its ends included. */
export const along = (line: Line, stepM: number): LatLng[] => {
  const places: LatLng[] = [];
  let leftM = 0;
  line.forEach((from, i) => {
    const to = line[i + 1];
    if (to === undefined) return;
    const segmentM = apartM(from, to);
    for (; leftM < segmentM; leftM += stepM) places.push(between(from, to, leftM / segmentM));
    leftM -= segmentM;
  });
  return [...places, ...line.slice(-1)];
};

/** Mean and largest distance of a line from another, measured every 20 m, metres. */
export const apartFrom = (line: Line, other: Line): { meanM: number; mostM: number } => {
  const { points } = thinned(other, other.length, { toleranceM: 0.1 });
  const offs = along(line, 20).map((at) => offLineM(points, at));
  return { meanM: offs.reduce((sum, off) => sum + off, 0) / offs.length, mostM: Math.max(...offs) };
};

export interface DriveOf {
  readonly laps: number;
  readonly mps: number;
  /** Standard deviation of each coordinate. */
  readonly noiseM: number;
  readonly seed: number;
  /** Where on the line the drive begins. */
  readonly fromM?: number;
  readonly t?: number;
}

/** A car that drives along a line at one speed, a fix every second. */
export const driveAlong = (
  line: Line,
  { laps, mps, noiseM, seed, fromM = 0, t = 0 }: DriveOf,
): DriveFix[] => {
  const random = seededRandom(seed);
  const gaussian = (): number =>
    Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
  const ends: number[] = [];
  let sumM = 0;
  line.forEach((to, i) => {
    sumM += apartM(line[i - 1] ?? to, to);
    ends.push(sumM);
  });
  const wholeM = lengthM(line);
  const fixes: DriveFix[] = [];
  for (let second = 0; second * mps <= laps * wholeM; second += 1) {
    const alongM = (fromM + second * mps) % wholeM;
    const to = ends.findIndex((endM) => endM > alongM);
    const [begin, end] = [line[to - 1], line[to]];
    if (begin === undefined || end === undefined) continue;
    const beganM = ends[to - 1] ?? 0;
    const at = between(begin, end, (alongM - beganM) / ((ends[to] ?? 0) - beganM));
    const plane = localPlane(at.lat, at.lng);
    fixes.push({ ...placeAt(plane, noiseM * gaussian(), noiseM * gaussian()), t: t + second * 1_000 });
  }
  return fixes;
};

/** The circuits of the recordings: name and closed centre line. */
export const circuits = (): readonly (readonly [name: string, line: Line])[] => {
  const path = sharedData('circuits/f1-circuits.geojson');
  if (path === null) return [];
  const { features } = JSON.parse(readFileSync(path, 'utf8')) as {
    features: { properties: { id: string }; geometry: { coordinates: [number, number][] } }[];
  };
  return features.map(({ properties, geometry }) => [
    properties.id,
    geometry.coordinates.map(([lng, lat]) => ({ lat, lng })),
  ]);
};

/** A run at Road America, 25 fixes a second; empty without the recordings. */
export const roadAmerica = (run: 'Run01_KO' | 'Run04_KO' | 'Run05_TL'): readonly RecordedFix[] => {
  const path = sharedData(`vbo_road_america/25IR05_RdAm_FP1_${run}.vbo.gz`);
  return path === null ? [] : readVbo(gunzipSync(readFileSync(path)).toString('utf8')).fixes;
};
