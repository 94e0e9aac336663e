import { useEffect, useMemo } from 'react';
import {
  MAP_DEFAULT,
  type CircuitRouteAnswer,
  type EventDetail,
  type MapPosition,
  type SectorRow,
} from '@flagpost/contracts';
import type { RacePoi, RaceRoute } from '@flagpost/map-layers';
import { raceLineOf, stretchesOf } from '../../../shared/sector-stretches.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { usePoisQuery } from '../api.js';
import { useRace } from '../race-context.js';
import { sectorFlagsOn } from '../sector-flags.js';
import { selectSectorFlagCodes } from '../state/flags.js';
import { useRaceSelector } from '../state/race-store.js';

/** Converts map data of the api into the format that the map draws. */

const NO_POIS: readonly RacePoi[] = [];

/** Comma decimals are accepted. */
const degrees = (text: string | null): number =>
  text === null ? Number.NaN : Number.parseFloat(text.replace(',', '.'));

/** The event's map position, else the place of its circuit, else the club's, else the product's. */
export const homeOf = (event: EventDetail, route: CircuitRouteAnswer | null): MapPosition => {
  if (route?.mapPosition != null) return route.mapPosition;
  const { zoom } = MAP_DEFAULT;
  if (event.cirLat !== null && event.cirLong !== null) return { lat: event.cirLat, lng: event.cirLong, zoom };
  const [lat, lng] = [degrees(event.cluLatitude), degrees(event.cluLongitude)];
  return Number.isFinite(lat) && Number.isFinite(lng) ? { lat, lng, zoom } : MAP_DEFAULT;
};

/** With the stretches of these sectors. */
export const routeOf = (
  event: EventDetail,
  route: CircuitRouteAnswer | null,
  sectors: readonly SectorRow[] = [],
): RaceRoute | null =>
  route === null
    ? null
    : {
        lines: route.track.pointsTrack.map(({ Positions }) => Positions),
        start: route.track.pointsMetaStart,
        finish: route.track.pointsMetaFinish,
        finishRadiusM: event.eveGeoRadius,
        boxes: route.track.pointsBoxes,
        stretches: stretchesOf(raceLineOf(route), sectors),
      };

/** The stretches of sectors with a flag are painted in its colour, and the chosen one stands out; all else is the same route. */
export const flaggedRoute = (
  drawn: RaceRoute | null,
  route: CircuitRouteAnswer | null,
  sectors: readonly SectorRow[],
  flags: ReturnType<typeof selectSectorFlagCodes>,
  chosenId: number | null = null,
): RaceRoute | null =>
  drawn === null || route === null || (flags.size === 0 && chosenId === null)
    ? drawn
    : { ...drawn, stretches: stretchesOf(raceLineOf(route), sectors, flags, chosenId) };

export const useFlaggedRoute = (
  drawn: RaceRoute | null,
  route: CircuitRouteAnswer | null,
  sectors: readonly SectorRow[],
  chosen: SectorRow | null = null,
): RaceRoute | null => {
  const chosenId = chosen?.secId ?? null;
  const flags = useRaceSelector(selectSectorFlagCodes);
  return useMemo(
    () => flaggedRoute(drawn, route, sectors, flags, chosenId),
    [drawn, route, sectors, flags, chosenId],
  );
};

/** Cars take the look of the flag of the sector in which they are. */
export const useSectorLooks = (route: CircuitRouteAnswer | null, sectors: readonly SectorRow[]): void => {
  const { cars } = useRace();
  const flags = useRaceSelector(selectSectorFlagCodes);
  useEffect(() => {
    const line = route === null ? null : raceLineOf(route);
    cars.showSectors(flags.size === 0 ? null : sectorFlagsOn(line, sectors, flags));
  }, [cars, route, sectors, flags]);
};

export const usePois = (eventId: number, isShown: boolean): readonly RacePoi[] => {
  const { data } = usePoisQuery(eventId, { skip: !isShown });
  return useMemo(
    () =>
      isShown && data !== undefined
        ? data.pois.map(({ Id, Lat, Long, Description, Icon }) => ({
            id: Id,
            position: { lat: Lat, lng: Long },
            description: Description,
            icon: Icon,
            kind: TEXTS.map.poiKinds[Icon],
          }))
        : NO_POIS,
    [data, isShown],
  );
};
