import type { LiveCar, SnapshotCar } from '@flagpost/contracts';
import { MAP_COLOURS, RaceMap, type MapPalette } from '@flagpost/map-layers';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { createLiveCars } from '@flagpost/backoffice/live-cars';
import type { Draw } from './main.js';

const home = { lat: 44.6, lng: 8.157, zoom: 11 };
const palette = Object.fromEntries(
  MAP_COLOURS.map((name) => [name, [40, 90, 60, 255]]),
) as unknown as MapPalette;
const texts = {
  map: 'Map',
  start: 'Start',
  finish: 'Finish',
  boxes: 'Boxes',
  zoomIn: 'Nearer',
  zoomOut: 'Farther',
  fit: 'All',
  close: 'Close',
};

const snapshotCar = (live: LiveCar, index: number): SnapshotCar => ({
  live,
  CarNumber: String(index + 1),
  Name: 'Ada',
  Surname: 'Rossi',
  UserId: index + 1,
  CategoryId: 1,
  Category: 'Rally2',
  TrackFlag: null,
  DriverFlag: null,
  LastFlagStatus: null,
});

/** As the live map takes and draws them: columns, marks that slide from fix to fix, and numbers if there is room. */
export const drawOurs: Draw = async (host, field) => {
  const cars = createLiveCars();
  const serverTime = field[0]?.receivedAt ?? 0;
  const snapshot = { streamId: 'bench', serverTime, cars: field.map(snapshotCar), takenOff: [] };
  cars.begin(snapshot, performance.now());
  createRoot(host).render(
    createElement(RaceMap, {
      cars,
      route: null,
      pois: [],
      home,
      settings: null,
      palette,
      live: true,
      selected: new Set<number>(),
      onPick: () => undefined,
      texts,
    }),
  );
  while (host.querySelector('canvas#deck-canvas, .deck-widget-container, canvas:nth-of-type(1)') === null)
    await new Promise((resolve) => window.setTimeout(resolve, 50));
  return (packed) => void cars.apply(packed, performance.now());
};
