import type { PastCar } from '@flagpost/contracts';
import { packShown, type HistoryFix } from '@flagpost/telemetry';

/** A race of the past that specs replay. */

/** When it began, epoch ms. */
export const T0 = Date.UTC(2026, 5, 6, 12);
export const S = 1_000;

/** A car that drives north; seconds since `T0`. */
export const aPastFix = (second: number, receivedSecond = second): HistoryFix => ({
  receivedAt: T0 + receivedSecond * S,
  t: T0 + second * S,
  lat: 44 + second * 0.0003,
  lng: 8,
  speedKph: 120,
  headingDeg: 0,
});

export const seconds = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, i) => from + i);

export const aPastCar = (InvitationId: number, CarNumber: string, Category = 'GT'): PastCar => ({
  InvitationId,
  CarNumber,
  Name: 'Ada',
  Surname: 'Rossi',
  UserId: InvitationId,
  CategoryId: 1,
  Category,
});

/** What was published beside a car whose device was connected, without anything else. */
export const LINKED_ALONE: number = packShown({
  offline: false,
  sos: false,
  linked: true,
  track: null,
  driver: null,
  counter: 0,
});
