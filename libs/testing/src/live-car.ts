import type { LiveCar } from '@flagpost/contracts';

/** A car that drives, in its first lap. */
export const liveCar = (invitationId: number, changes: Partial<LiveCar> = {}): LiveCar => ({
  invitationId,
  receivedAt: 1_000,
  t: 1_000,
  lat: 44.6,
  lng: 8.16,
  speedKph: 120,
  headingDeg: 90,
  battery: null,
  lapEpoch: 0,
  counter: 0,
  lastLapMs: null,
  bestLapMs: null,
  offline: false,
  stopped: false,
  sos: false,
  ...changes,
});
