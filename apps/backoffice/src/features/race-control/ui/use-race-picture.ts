import { useMemo } from 'react';
import type { EventDetail } from '@flagpost/contracts';
import type { TrailSource } from '@flagpost/map-layers';
import { dayTimeText, zoneName } from '../../../shared/format.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { useShownTheme } from '../../../shared/theme/use-theme.js';
import { usePoisQuery, useRouteQuery } from '../api.js';
import { useRace } from '../race-context.js';
import { snapshotCells } from '../snapshot-list.js';
import { composeSnapshot, type SnapshotList } from '../snapshot-picture.js';
import { selectSectorFlagCodes } from '../state/flags.js';
import { useRaceStore } from '../state/race-store.js';
import { selectShownCars } from '../state/view.js';
import { flaggedRoute, routeOf, usePois } from './map-data.js';
import { readPalette } from './palette.js';
import { useSectors } from './sector-choice.js';

const inkOf = (canvas: HTMLCanvasElement) => {
  const style = window.getComputedStyle(canvas);
  const token = (name: string): string => style.getPropertyValue(name);
  return {
    ground: token('--surface-card'),
    text: token('--text'),
    muted: token('--text-muted'),
    line: token('--border'),
    font: style.fontFamily,
  };
};

export const pngOf = (canvas: HTMLCanvasElement | null): Promise<Blob> =>
  new Promise((resolve, reject) => {
    const done = (file: Blob | null): void =>
      file === null ? reject(new Error('No picture.')) : resolve(file);
    if (canvas === null) done(null);
    else canvas.toBlob(done, 'image/png');
  });

/** Draws the race as it is shown when it is drawn: the map, and beside it the cars and the moment. */
export interface RacePicture {
  /** What it needs is still being read. */
  readonly isLoading: boolean;
  /**
   * Onto a canvas of the page, in the colours that hold there: those of paper if it is of the class `on-paper`. False if it is
   * gone or not wanted any more.
   */
  draw(canvas: () => HTMLCanvasElement | null): Promise<boolean>;
}

export const useRacePicture = (event: EventDetail, trail: TrailSource | null = null): RacePicture => {
  const { eventId, cars, gmtHoursAt } = useRace();
  const store = useRaceStore();
  const { data: route } = useRouteQuery(eventId);
  const { sectors } = useSectors();
  const drawn = useMemo(() => routeOf(event, route ?? null, sectors), [event, route, sectors]);
  const pois = usePois(eventId, true);
  const { isLoading } = usePoisQuery(eventId);
  const theme = useShownTheme();

  const listAt = (nowMs: number): SnapshotList => {
    const at = cars.serverNowMs(nowMs) ?? Date.now();
    const gmtHours = gmtHoursAt(at);
    return {
      title: event.eveName,
      moment: `${dayTimeText(at, gmtHours)} ${zoneName(gmtHours)}`,
      heads: TEXTS.snapshot.heads,
      cars: selectShownCars(store.getState()).flatMap((car) => {
        const row = cars.row(car.invitationId);
        return row === undefined ? [] : [snapshotCells(car, row)];
      }),
    };
  };

  return {
    isLoading,
    async draw(canvasOf) {
      const { drawSnapshot } = await import('@flagpost/map-layers');
      const ground = canvasOf();
      if (ground === null) return false;
      const nowMs = performance.now();
      const list = listAt(nowMs);
      const race = await drawSnapshot({
        route: flaggedRoute(drawn, route ?? null, sectors, selectSectorFlagCodes(store.getState())),
        pois,
        cars: cars.buffer,
        timeS: cars.pictureTimeS(nowMs),
        palette: readPalette(ground),
        doubledCasings: theme === 'daylight' && !ground.matches('.on-paper'),
        trail,
        texts: TEXTS.map,
      });
      const canvas = canvasOf();
      if (canvas === null) return false;
      composeSnapshot(canvas, race, list, inkOf(canvas));
      return true;
    },
  };
};
