import { useCallback } from 'react';
import type { CircuitRouteAnswer, EventDetail } from '@flagpost/contracts';
import type { Line, StretchGates } from '@flagpost/track-geometry';
import { sectorLabel, stretchOn } from '../../shared/sector-stretches.js';
import { useAppDispatch } from '../../shared/store.js';
import { TEXTS as RACE } from '../../shared/texts/race.js';
import { routeOf } from '../race-control/ui/map-data.js';
import { usePalette } from '../race-control/ui/palette.js';
import { sectorsApi } from './api.js';

/** The track of an event, and its race line. */
export interface Track {
  readonly event: EventDetail;
  readonly route: CircuitRouteAnswer;
  readonly line: Line;
}

/** Stores pictures of sectors; each answers the path that the sector is to have. */
export const useSectorPictures = ({ event, route, line }: Track) => {
  const dispatch = useAppDispatch();
  const palette = usePalette();
  const upload = useCallback(
    async (file: Blob): Promise<string> =>
      (await dispatch(sectorsApi.endpoints.uploadSectorPicture.initiate(file)).unwrap()).fileName,
    [dispatch],
  );
  /** Of the stretch between two gates, or of the whole line. */
  const draw = async (number: number, gates: StretchGates | null): Promise<string> => {
    const drawn = routeOf(event, route);
    if (drawn === null) throw new Error('A picture of a sector needs a track.');
    const { drawStretchPicture } = await import('@flagpost/map-layers');
    const points = stretchOn(line, gates)?.points ?? line;
    const stretch = { points, label: sectorLabel(number), colour: number - 1 };
    return upload(await drawStretchPicture({ route: drawn, stretch, palette, texts: RACE.map }));
  };
  return { upload, draw };
};
