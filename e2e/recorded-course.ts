import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { LatLng } from '@flagpost/contracts';
import type { Course } from '@flagpost/race-testing/made-event';
import { localPlane } from '@flagpost/telemetry';
import { readRecording } from '@flagpost/telemetry/recordings';

/** The first run of Road America in which a whole lap was driven; it stands beside a checkout, or does not. */
export const ROAD_AMERICA = fileURLToPath(
  new URL('../../shared/data/vbo_road_america/25IR05_RdAm_FP1_Run04_KO.vbo.gz', import.meta.url),
);
export const hasRoadAmerica = existsSync(ROAD_AMERICA);

/** So near to the line, metres, a car is on the main straight and not in the pit lane's turn. */
const AT_THE_LINE_M = 60;
/** Recorded positions from one that is drawn to the next one. */
const DRAWN_EVERY = 10;

/** Indexes at which a car is nearest to the line, pass by pass. */
const passes = (distances: readonly number[]): number[] => {
  const found: number[] = [];
  let nearest: number | null = null;
  distances.forEach((distance, i) => {
    if (distance > AT_THE_LINE_M) {
      if (nearest !== null) found.push(nearest);
      nearest = null;
    } else if (nearest === null || distance < (distances[nearest] ?? Infinity)) nearest = i;
  });
  return found;
};

/** The first whole lap of a recording as a course, measured from its line. */
export const recordedCourse = (path: string): Course => {
  const { fixes, startLine } = readRecording(gunzipSync(readFileSync(path)).toString('latin1'), 0);
  if (startLine === null) throw new Error(`${path} has no start line.`);
  const plane = localPlane(startLine.lat, startLine.lng);
  const metresBetween = (one: LatLng, other: LatLng): number =>
    Math.hypot((one.lat - other.lat) * plane.metresPerLat, (one.lng - other.lng) * plane.metresPerLng);
  const [from, to] = passes(fixes.map((fix) => metresBetween(fix, startLine)));
  if (from === undefined || to === undefined) throw new Error(`${path} has no whole lap.`);
  const lap = [...fixes.slice(from, to), fixes[from]].flatMap((fix) =>
    fix === undefined ? [] : [{ lat: fix.lat, lng: fix.lng }],
  );
  const along = [0];
  for (let i = 1; i < lap.length; i += 1)
    along.push((along[i - 1] ?? 0) + metresBetween(lap[i] ?? startLine, lap[i - 1] ?? startLine));
  const lengthM = along.at(-1) ?? 0;
  return {
    lengthM,
    line: lap[0] ?? startLine,
    placeAt(metres) {
      const m = ((metres % lengthM) + lengthM) % lengthM;
      const next = along.findIndex((each) => each > m);
      const [a = startLine, b = startLine] = [lap[next - 1], lap[next]];
      const [begins = 0, ends = 1] = [along[next - 1], along[next]];
      const part = (m - begins) / (ends - begins);
      return { lat: a.lat + (b.lat - a.lat) * part, lng: a.lng + (b.lng - a.lng) * part };
    },
    drawn: lap.filter((_, i) => i % DRAWN_EVERY === 0 || i === lap.length - 1),
  };
};
