import { carKey, FINISH_RADIUS_M, type LatLng } from '@flagpost/contracts';
import { createEngine, distanceM } from '@flagpost/telemetry';
import type { RecordedFix } from '@flagpost/telemetry/recordings';
import { ownPassagesOf, passagesOf } from './passages.js';
import { setupOf } from './setup.js';

/** Laps that the live race counts for these fixes. */
const lapsWith = (fixes: readonly RecordedFix[], finish: LatLng, radiusM: number): number => {
  const engine = createEngine();
  const [eventId, invitationId] = [1, 1];
  engine.setup(eventId, setupOf({ eventId, finish, radiusM, invitationIds: [invitationId] }));
  let laps = 0;
  for (const { t, lat, lng } of fixes) {
    engine.apply(carKey(eventId, invitationId), { receivedAt: t, t, lat, lng });
    laps += engine.takeFacts().filter(({ type }) => type === 'lapCompleted').length;
  }
  return laps;
};

const farM = (metres: number): string =>
  metres < 10_000 ? `${Math.round(metres)} m` : `${Math.round(metres / 1_000)} km`;

/** A circle ends well before the track beside it: receivers err, and lines differ. */
const CLEAR_OF = 0.8;
const RADII_M = [500, 200, 150, 100, 80, 60, 50, 40, FINISH_RADIUS_M.default, 25, 20, 15, 10];

/**
 * Sentences about a finish circle that does not fit a circuit: that counts more laps than the car drove, because the track
 * comes near its finish a second time, or none. Empty if it fits.
 */
export const radiusWarnings = (
  fixes: readonly RecordedFix[],
  finish: LatLng,
  radiusM: number,
): readonly string[] => {
  const counted = lapsWith(fixes, finish, radiusM);
  const nearestM = fixes.reduce(
    (nearest, { lat, lng }) => Math.min(nearest, distanceM(lat, lng, finish.lat, finish.lng)),
    Infinity,
  );
  const passages = passagesOf(fixes, finish);
  if (counted === 0 && nearestM > radiusM && passages.every((passage) => passage.distanceM > radiusM)) {
    return [
      `No lap will be counted: the cars stay ${farM(nearestM)} or more from the finish, whose radius is ${radiusM} m. Say another --finish, or a larger --radius.`,
    ];
  }
  const own = ownPassagesOf(passages);
  const driven = own.length - 1;
  if (driven < 1 || counted <= driven) return [];
  const others = passages.filter((passage) => !own.includes(passage)).map((passage) => passage.distanceM);
  const besideM = Math.min(...others);
  const largestM = Math.min(radiusM, besideM * CLEAR_OF);
  const fitting = RADII_M.find((radius) => radius < largestM && lapsWith(fixes, finish, radius) === driven);
  const again = others.length === 0 ? '' : `, ${Math.round(besideM)} m from the finish`;
  if (fitting === undefined && counted < 2 * driven) return [];
  return [
    `A radius of ${radiusM} m counts ${counted} laps where the car drove ${driven}: the track passes within it a second time${again}. ` +
      (fitting === undefined
        ? 'Say another --finish.'
        : `--radius ${fitting} counts ${driven === 1 ? 'one' : driven}.`),
  ];
};
