import type { Fix } from '@flagpost/telemetry/phone/upload-queue';

/** The receiver of the phone, at 1 Hz. */

/** Fixes closer than this are one: some phones give several a second. An older one is of a clock that was set back. */
const EVERY_MS = 900;
/** A receiver that says nothing because the phone stands still is asked. */
const ASK_AFTER_MS = 5_000;
const LONGEST_MS = 20_000;
/** A clock of the receiver further from the phone's than this is wrong. */
const CLOCK_MS = 60_000;
const KPH_OF_MPS = 3.6;

export type ReceiverState = 'waiting' | 'good' | 'denied' | 'unavailable';

export interface PositionListener {
  readonly onFix: (fix: Fix) => void;
  readonly onState: (state: ReceiverState) => void;
}

interface BatteryLike {
  readonly level: number;
}
type WithBattery = Navigator & { getBattery?: () => Promise<BatteryLike> };

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

export const fixOf = (
  { coords, timestamp }: GeolocationPosition,
  now: number,
  battery: number | null,
): Fix => ({
  t: Math.round(Math.abs(timestamp - now) > CLOCK_MS ? now : timestamp),
  lat: rounded(coords.latitude, 7),
  lng: rounded(coords.longitude, 7),
  ...(coords.speed !== null && Number.isFinite(coords.speed)
    ? { speedKph: rounded(coords.speed * KPH_OF_MPS, 1) }
    : {}),
  ...(coords.heading !== null && Number.isFinite(coords.heading)
    ? { headingDeg: rounded(coords.heading, 1) }
    : {}),
  accuracyM: rounded(coords.accuracy, 1),
  ...(battery === null ? {} : { battery }),
});

/** Asks for the permission, and calls back with every fix until it is stopped. */
export const watchPositions = ({ onFix, onState }: PositionListener): (() => void) => {
  const { geolocation } = navigator as Partial<Navigator>;
  if (geolocation === undefined) {
    onState('unavailable');
    return () => undefined;
  }
  let lastT = 0;
  let isHeard = false;
  let battery: BatteryLike | null = null;
  void (navigator as WithBattery).getBattery?.().then(
    (found) => (battery = found),
    () => undefined,
  );
  const take = (position: GeolocationPosition): void => {
    isHeard = true;
    const percent = battery === null ? null : Math.round(battery.level * 100);
    const fix = fixOf(position, Date.now(), percent);
    onState('good');
    if (Math.abs(fix.t - lastT) < EVERY_MS) return;
    lastT = fix.t;
    onFix(fix);
  };
  const fail = ({ code, PERMISSION_DENIED }: GeolocationPositionError): void =>
    onState(code === PERMISSION_DENIED ? 'denied' : 'unavailable');
  const options = { enableHighAccuracy: true, maximumAge: 0, timeout: LONGEST_MS };
  onState('waiting');
  const watch = geolocation.watchPosition(take, fail, options);
  const asking = setInterval(() => {
    if (!isHeard) geolocation.getCurrentPosition(take, fail, options);
    isHeard = false;
  }, ASK_AFTER_MS);
  return () => {
    geolocation.clearWatch(watch);
    clearInterval(asking);
  };
};
