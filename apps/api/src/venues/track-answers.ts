import { isPast, isSameName, type TrackRow } from '@flagpost/contracts';
import { clubReads } from '../views/clubs.projection.js';
import type { ApiDependencies } from '../dependencies.js';
import { circuitReads } from '../views/circuits.projection.js';
import { trackName, type TrackDocument } from '../views/tracks.projection.js';

/** Tracks as the wire names them, in order of name. */
export const trackRows = async (
  { readModels, clock }: Pick<ApiDependencies, 'readModels' | 'clock'>,
  tracks: readonly TrackDocument[],
): Promise<TrackRow[]> => {
  const clubIds = [...new Set(tracks.map(({ clubId }) => clubId))];
  const clubs = await clubReads(readModels).getMany(clubIds);
  const names = new Map(clubs.map(({ clubId, name }) => [clubId, name]));
  const circuits = (
    await Promise.all(clubIds.map((clubId) => circuitReads(readModels).ofClub(clubId)))
  ).flat();
  const now = clock.now();
  return tracks
    .map((track): TrackRow => {
      const circuit = circuits.find(
        ({ clubId, name }) => clubId === track.clubId && isSameName(name, track.circuitName),
      );
      return {
        traId: track.eventId,
        Id: track.eventId,
        EventId: track.eventId,
        Name: trackName(track),
        CircuitId: circuit?.circuitId ?? null,
        Zoom: track.mapPosition?.zoom ?? null,
        Lat: track.mapPosition?.lat ?? null,
        Lng: track.mapPosition?.lng ?? null,
        EventName: track.eventName,
        cluId: track.clubId,
        cluName: names.get(track.clubId) ?? '',
        past: isPast(track, now),
      };
    })
    .sort((one, other) => one.Name.localeCompare(other.Name, 'en'));
};
