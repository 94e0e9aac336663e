import type { LatLng } from '@flagpost/contracts';
import { distanceM } from '@flagpost/telemetry';
import { kilometres } from '@flagpost/track-geometry';
import { samePart } from './diff.js';
import type { TrackDocument } from './document.js';
import { raceLineId } from './scene.js';

/** What a drawing changes for the laps of a race that runs. Metres and kilometres. */
export type LapChange =
  | { readonly what: 'line'; readonly beforeKm: number | null; readonly afterKm: number | null }
  | { readonly what: 'start' | 'finish'; readonly change: 'new' | 'gone' }
  | { readonly what: 'start' | 'finish'; readonly change: 'moved'; readonly byM: number }
  | { readonly what: 'boxes' };

const raceLineOf = (document: TrackDocument): readonly LatLng[] | null => {
  const lineId = raceLineId(document);
  return document.lines.find(({ id }) => id === lineId)?.points ?? null;
};

const isSameLine = (one: readonly LatLng[] | null, other: readonly LatLng[] | null): boolean =>
  one === other ||
  (one?.length === other?.length &&
    one?.every(({ lat, lng }, at) => lat === other?.[at]?.lat && lng === other[at].lng) === true);

const lineChange = (before: TrackDocument, after: TrackDocument): LapChange[] => {
  const [one, other] = [raceLineOf(before), raceLineOf(after)];
  if (isSameLine(one, other)) return [];
  return [
    {
      what: 'line',
      beforeKm: one && kilometres([one]),
      afterKm: other && kilometres([other]),
    },
  ];
};

const placeChange = (what: 'start' | 'finish', before: LatLng | null, after: LatLng | null): LapChange[] => {
  if (before === null) return after === null ? [] : [{ what, change: 'new' }];
  if (after === null) return [{ what, change: 'gone' }];
  if (before.lat === after.lat && before.lng === after.lng) return [];
  return [{ what, change: 'moved', byM: distanceM(before.lat, before.lng, after.lat, after.lng) }];
};

/** In the order of a lap; empty if laps are not concerned. */
export const lapChanges = (before: TrackDocument, after: TrackDocument): readonly LapChange[] => [
  ...lineChange(before, after),
  ...placeChange('start', before.start, after.start),
  ...placeChange('finish', before.finish, after.finish),
  ...(samePart('boxes', before, after) ? [] : [{ what: 'boxes' } as const]),
];
