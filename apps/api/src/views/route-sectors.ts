import { kilometres, raceLine, stretch } from '@flagpost/track-geometry';
import type { RouteState, Sector } from '@flagpost/domain';
import type { EventViews } from '@flagpost/read-models';

export const SECTORS_VIEW = 'sectors';

/** A sector as it lies on the race line of its event. */
export interface SectorDocument extends Sector {
  readonly eventId: number;
  /** Of its stretch, if it has one and the event has a race line. */
  readonly kilometres: number;
  /** Distance of the farther gate from the race line, metres; null without a stretch or a line. */
  readonly offM: number | null;
}

type OnMap = Pick<RouteState, 'tracks' | 'finish' | 'sectors'>;

/** The sectors of an event, by number, measured on its race line as it is now. */
export const measuredSectors = (
  eventId: number,
  { tracks, finish, sectors }: OnMap,
): readonly SectorDocument[] => {
  const line = tracks[raceLine(tracks, finish) ?? -1];
  return sectors.map((sector) => {
    const { stretch: gates } = sector;
    const drawn = line === undefined || gates === null ? null : stretch(line, gates.from, gates.to);
    return {
      ...sector,
      eventId,
      kilometres: drawn === null ? sector.kilometres : kilometres([drawn.points]),
      offM: drawn === null ? null : Math.round(drawn.offM),
    };
  });
};

/** Brings the view of sectors in line with a route that changes. */
export const indexSectors = async (
  views: EventViews,
  eventId: number,
  former: OnMap,
  changed: OnMap,
): Promise<void> => {
  const { tracks, finish, sectors } = former;
  if (changed.tracks === tracks && changed.finish === finish && changed.sectors === sectors) return;
  const view = views<SectorDocument>(SECTORS_VIEW);
  const left = new Set(changed.sectors.map(({ sectorId }) => sectorId));
  for (const { sectorId } of sectors) if (!left.has(sectorId)) await view.delete(sectorId);
  for (const sector of measuredSectors(eventId, changed)) await view.put(sector.sectorId, sector);
};
