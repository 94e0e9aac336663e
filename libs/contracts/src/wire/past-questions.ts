import type { LatLng } from '../geo.js';
import type { PastSource, Truth } from './history.js';

/** Questions to the past of a race, each answered as a table. Times in epoch ms, speeds in km/h. */

/** So much of a race is looked through for one answer. */
export const QUESTION_SPAN_MS = 43_200_000;
export const AREA_CORNERS = { min: 3, max: 50 } as const;
/** A car is in a stretch of the track, as a sector has one, within this distance of the line that is driven, metres. */
export const STRETCH_WITHIN_M = 25;
/** The fastest ones are answered. */
export const PASSES_ANSWERED = 2_000;
/** So long after a flag it is looked who slowed down, until it is cleared. */
export const FLAG_FOLLOWED_MS = 300_000;
/** A car has slowed down if it is slower by this share than when the flag was sent, for 5 s. */
export const SLOWER_PERCENT = { min: 5, max: 95, usual: 30 } as const;

interface PastAnswer {
  eventId: number;
  source: PastSource;
  truth: Truth;
}
interface NumberedCar {
  InvitationId: number;
  CarNumber: string;
}

/** Where a car was; null if it had no position yet. */
export interface PastPlace extends NumberedCar {
  lat: number | null;
  lng: number | null;
  speedKph: number | null;
  /** Time since the position on which it rests; 0 between two. */
  ageMs: number | null;
}

/** GET /api/history/{eventId}/distances?instant&truth&car&other: from one car to another, or to every other. */
export interface DistancesAnswer extends PastAnswer {
  instant: number;
  car: PastPlace;
  /** Nearest first; metres in a straight line, null if either has no place. */
  others: (PastPlace & { distanceM: number | null })[];
}

export interface PastPass extends NumberedCar {
  enteredAt: number;
  leftAt: number;
  maxKph: number;
  /** When it was fastest. */
  maxAt: number;
  minKph: number;
  /** Over time. */
  meanKph: number;
}

/**
 * Where passes are looked for: in an area by its corners, in the stretch of a sector, or between two points of the race line,
 * metres from its start. On a circuit `toM` may be smaller than `fromM`: the stretch then crosses the ends of the line.
 */
export type PastPart = { area: LatLng[] } | { sector: number } | { fromM: number; toM: number };

/** GET /api/history/{eventId}/passes?from&to&truth and a part of the track: each time that a car was there. */
export interface PassesAnswer extends PastAnswer {
  where: PastPart;
  from: number;
  to: number;
  /** All of them: more than are answered. */
  total: number;
  /** Fastest first. */
  passes: PastPass[];
}

export interface FlagResponseRow extends NumberedCar {
  /** When the flag was sent. */
  speedKph: number | null;
  shownAt: number | null;
  confirmedAt: number | null;
  slowedAt: number | null;
  /** While it was followed. */
  lowestKph: number | null;
  lowestAt: number | null;
}

/** GET /api/history/{eventId}/flags/{flagId}/response?truth&slower: how each car followed a flag. */
export interface FlagResponseAnswer extends PastAnswer {
  flagId: number;
  sentAt: number;
  /** Until then the cars were followed. */
  until: number;
  slowerPercent: number;
  /** By car number. */
  cars: FlagResponseRow[];
}
