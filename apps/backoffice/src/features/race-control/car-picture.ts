import { RACE } from '@flagpost/contracts';
import { DEGREE_M, distanceM, lngNear } from '@flagpost/telemetry';
import type { CarValues } from './car-columns.js';

const PICTURE = {
  /** Frames come every 100 ms over a network that jitters: the picture waits this long for them. */
  slackS: 0.15,
  /** One fix interval, but no more than this. */
  maxDelayS: 2,
  /** A car silent for longer is placed where it is heard again, not slid there. */
  maxSilenceS: 5,
  /** Weight of the newest interval in a car's usual one. */
  smoothing: 0.25,
} as const;

export const pictureColumns = (size: number) => ({
  prevLat: new Float64Array(size).fill(NaN),
  prevLng: new Float64Array(size).fill(NaN),
  nextLat: new Float64Array(size).fill(NaN),
  nextLng: new Float64Array(size).fill(NaN),
  prevHeadingDeg: new Float32Array(size).fill(NaN),
  nextHeadingDeg: new Float32Array(size).fill(NaN),
  prevTimeS: new Float32Array(size),
  nextTimeS: new Float32Array(size),
  look: new Uint8Array(size),
  stopped: new Uint8Array(size),
  visible: new Uint8Array(size).fill(1),
});

type PictureColumns = ReturnType<typeof pictureColumns>;

/**
 * Where each car is drawn: on its way from one place to the next, by the times at which it leaves and arrives. A car that
 * crosses the antimeridian goes on beyond 180 degrees.
 */
export interface CarPicture {
  readonly columns: PictureColumns;
  /** Server's clock at picture time 0, epoch ms. */
  readonly originMs: number;
  /** Picture time after which no car moves. */
  readonly restsAtS: number;
  /** The time that is drawn when the server's clock says this. */
  timeS(serverNowMs: number): number;
  place(index: number, car: CarPlace, atS: number): void;
  /**
   * A new fix of a car: it slides there, or is placed there if it was silent for long or has jumped.
   *
   * @param before Its former fix.
   */
  move(index: number, before: FormerFix, after: CarPlace & { receivedAt: number }, pictureS: number): void;
}

type CarPlace = Pick<CarValues, 'lat' | 'lng' | 'headingDeg'>;
type FormerFix = Pick<CarValues, 'lat' | 'lng' | 'receivedAt'>;

/** The short way round from one heading to another, `share` of it done. Headings from 0 to below 360 degrees. */
export const turned = (fromDeg: number, toDeg: number, share: number): number => {
  if (Number.isNaN(fromDeg) || Number.isNaN(toDeg)) return toDeg;
  // Remainders of fractions are slow, and both are within a turn.
  let turn = toDeg - fromDeg;
  if (turn >= 180) turn -= 360;
  else if (turn < -180) turn += 360;
  const deg = fromDeg + turn * share;
  if (deg < 0) return deg + 360;
  return deg >= 360 ? deg - 360 : deg;
};

const placeAt = (columns: PictureColumns, index: number, { lat, lng, headingDeg }: CarPlace, atS: number) => {
  columns.prevLat[index] = columns.nextLat[index] = lat;
  columns.prevLng[index] = columns.nextLng[index] = lng;
  columns.prevHeadingDeg[index] = columns.nextHeadingDeg[index] = headingDeg;
  columns.prevTimeS[index] = columns.nextTimeS[index] = atS;
};

/** How far along its way a car is drawn at this picture time, 0 to 1. */
const shareAt = (columns: PictureColumns, index: number, timeS: number): number => {
  const from = columns.prevTimeS[index] ?? 0;
  const to = columns.nextTimeS[index] ?? 0;
  return to <= from ? 1 : Math.min(1, Math.max(0, (timeS - from) / (to - from)));
};

/** The way to a new fix begins where the picture has the car, so that no jitter shows as a leap. */
const slide = (columns: PictureColumns, index: number, car: CarPlace, fromS: number, toS: number): void => {
  const share = shareAt(columns, index, fromS);
  const between = (from = NaN, to = NaN): number => from + (to - from) * share;
  columns.prevLat[index] = between(columns.prevLat[index], columns.nextLat[index]);
  columns.prevLng[index] = between(columns.prevLng[index], columns.nextLng[index]);
  columns.prevHeadingDeg[index] = turned(
    columns.prevHeadingDeg[index] ?? NaN,
    columns.nextHeadingDeg[index] ?? NaN,
    share,
  );
  columns.nextLat[index] = car.lat;
  columns.nextLng[index] = lngNear(columns.prevLng[index] ?? NaN, car.lng);
  columns.nextHeadingDeg[index] = car.headingDeg;
  columns.prevTimeS[index] = fromS;
  columns.nextTimeS[index] = toS;
};

/** Whether a car moves or turns on its way to its new fix, so that it has to be drawn until it arrives. */
const isOnItsWay = (columns: PictureColumns, index: number): boolean =>
  columns.prevLat[index] !== columns.nextLat[index] ||
  columns.prevLng[index] !== columns.nextLng[index] ||
  !Object.is(columns.prevHeadingDeg[index], columns.nextHeadingDeg[index]);

const isJump = (before: FormerFix, after: CarPlace, silenceS: number): boolean => {
  const mostM = (RACE.maxSpeedKph / 3.6) * silenceS;
  // Almost always near enough to decide without trigonometry; an unknown position is near nothing.
  const degrees = Math.abs(after.lat - before.lat) + Math.abs(after.lng - before.lng);
  return !(
    degrees * DEGREE_M.most <= mostM || distanceM(before.lat, before.lng, after.lat, after.lng) <= mostM
  );
};

/** @param originMs Server's clock, epoch ms: the times of the picture begin there. */
export const createCarPicture = (size: number, originMs: number): CarPicture => {
  const columns = pictureColumns(size);
  /** Usual time between two fixes of each car. */
  const intervalS = new Float64Array(size);
  let restsAtS = 0;
  return {
    columns,
    originMs,
    get restsAtS() {
      return restsAtS;
    },
    timeS: (serverNowMs) => (serverNowMs - originMs) / 1_000 - PICTURE.slackS,
    place: (index, car, atS) => placeAt(columns, index, car, atS),
    move(index, before, after, pictureS) {
      const silenceS = (after.receivedAt - before.receivedAt) / 1_000;
      if (silenceS <= 0) return;
      if (!(silenceS <= PICTURE.maxSilenceS) || isJump(before, after, silenceS)) {
        placeAt(columns, index, after, pictureS);
        return;
      }
      const usualS = intervalS[index] ?? 0;
      const newUsualS = usualS + (silenceS - usualS) * (usualS === 0 ? 1 : PICTURE.smoothing);
      intervalS[index] = newUsualS;
      const arrivesS = (after.receivedAt - originMs) / 1_000 + Math.min(newUsualS, PICTURE.maxDelayS);
      if (arrivesS <= pictureS) {
        placeAt(columns, index, after, pictureS);
        return;
      }
      slide(columns, index, after, pictureS, arrivesS);
      if (isOnItsWay(columns, index)) restsAtS = Math.max(restsAtS, arrivesS);
    },
  };
};
