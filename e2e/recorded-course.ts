import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { LatLng } from '@flagpost/contracts';
import type { Course } from '@flagpost/race-testing/made-event';
import { readRecording } from '@flagpost/telemetry/recordings';
import { passages, pointAt } from '@flagpost/track-geometry';

/** The first run of Road America in which a whole lap was driven; it stands beside a checkout, or does not. */
export const ROAD_AMERICA = fileURLToPath(
  new URL('../../shared/data/vbo_road_america/25IR05_RdAm_FP1_Run04_KO.vbo.gz', import.meta.url),
);
export const hasRoadAmerica = existsSync(ROAD_AMERICA);

/** So near to the line, metres, a car is on the main straight and not in the pit lane's turn. */
const AT_THE_LINE_M = 60;
const DRAWN_PIECES = 200;

/** The first whole lap of a recording as a course, measured from its line. */
export const recordedCourse = (path: string): Course => {
  const { fixes, startLine } = readRecording(gunzipSync(readFileSync(path)).toString('latin1'), 0);
  if (startLine === null) throw new Error(`${path} has no start line.`);
  const [begins, ends] = passages(fixes, startLine, AT_THE_LINE_M);
  if (begins === undefined || ends === undefined) throw new Error(`${path} has no whole lap.`);
  const lengthM = ends.alongM - begins.alongM;
  const placeAt = (metres: number): LatLng =>
    pointAt(fixes, begins.alongM + (((metres % lengthM) + lengthM) % lengthM)) ?? begins.at;
  return {
    lengthM,
    line: begins.at,
    placeAt,
    drawn: Array.from({ length: DRAWN_PIECES + 1 }, (_, i) =>
      placeAt((i % DRAWN_PIECES) * (lengthM / DRAWN_PIECES)),
    ),
  };
};
