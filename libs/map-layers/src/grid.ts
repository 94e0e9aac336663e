import type { LatLng } from '@flagpost/contracts';
import { localPlane } from '@flagpost/telemetry';
import type { Feature, FeatureCollection, LineString } from 'geojson';

/** For a wider view the earth's curvature would bend the lines. */
const STEPS_M = [10, 50, 100, 500, 1000, 5000, 10_000, 50_000];
const NARROWEST_PX = 64;
/** Every tenth line is emphasized. */
const MAJOR_EVERY = 10;
const EQUATOR_M = 40_075_016.686;
const TILE_PX = 512;

/** Metres on the ground under one pixel of a Mercator map. */
export const metresPerPixel = (lat: number, zoom: number): number =>
  (EQUATOR_M * Math.cos((lat * Math.PI) / 180)) / (TILE_PX * 2 ** zoom);

/** The zoom at which a Mercator map shows so many metres per pixel. */
export const zoomOf = (lat: number, metresPerPx: number): number =>
  Math.log2(metresPerPixel(lat, 0) / metresPerPx);

/** A comfortable spacing of lines on the screen, metres; null if the map is too wide for a plane grid. */
export const gridStepM = (metresPerPx: number): number | null =>
  STEPS_M.find((stepM) => stepM / metresPerPx >= NARROWEST_PX) ?? null;

export interface Bounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** A grid over some ground, as line numbers east and north of its anchor. */
export interface GridFrame {
  readonly stepM: number;
  readonly columns: readonly [first: number, last: number];
  readonly rows: readonly [first: number, last: number];
}

/** The grid of a view, extended by one view on every side for drags. */
export const gridFrame = (anchor: LatLng, view: Bounds, zoom: number): GridFrame | null => {
  const stepM = gridStepM(metresPerPixel(anchor.lat, zoom));
  if (stepM === null) return null;
  const plane = localPlane(anchor.lat, anchor.lng);
  const span = (from: number, to: number, origin: number, metresPerDeg: number): [number, number] => {
    const spare = to - from;
    const line = (deg: number): number => ((deg - origin) * metresPerDeg) / stepM;
    return [Math.floor(line(from - spare)), Math.ceil(line(to + spare))];
  };
  return {
    stepM,
    columns: span(view.west, view.east, anchor.lng, plane.metresPerLng),
    rows: span(view.south, view.north, anchor.lat, plane.metresPerLat),
  };
};

/** Whether a grid has the same spacing as another and covers the other's view. */
export const covers = (frame: GridFrame | null, anchor: LatLng, view: Bounds, zoom: number): boolean => {
  const stepM = gridStepM(metresPerPixel(anchor.lat, zoom));
  if (frame === null || stepM === null) return frame === null && stepM === null;
  if (frame.stepM !== stepM) return false;
  const plane = localPlane(anchor.lat, anchor.lng);
  const column = (lng: number): number => ((lng - anchor.lng) * plane.metresPerLng) / stepM;
  const row = (lat: number): number => ((lat - anchor.lat) * plane.metresPerLat) / stepM;
  return (
    column(view.west) >= frame.columns[0] &&
    column(view.east) <= frame.columns[1] &&
    row(view.south) >= frame.rows[0] &&
    row(view.north) <= frame.rows[1]
  );
};

/** Lines at full steps east and north of the anchor, in metres on the ground there. */
export const gridLines = (
  anchor: LatLng,
  frame: GridFrame | null,
): FeatureCollection<LineString, { major: boolean }> => {
  if (frame === null) return { type: 'FeatureCollection', features: [] };
  const { stepM, columns, rows } = frame;
  const plane = localPlane(anchor.lat, anchor.lng);
  const lngOf = (column: number): number => anchor.lng + (column * stepM) / plane.metresPerLng;
  const latOf = (row: number): number => anchor.lat + (row * stepM) / plane.metresPerLat;
  const line = (number: number, coordinates: number[][]): Feature<LineString, { major: boolean }> => ({
    type: 'Feature',
    properties: { major: number % MAJOR_EVERY === 0 },
    geometry: { type: 'LineString', coordinates },
  });
  const numbers = ([first, last]: readonly [number, number]): number[] =>
    Array.from({ length: last - first + 1 }, (_, i) => first + i);
  return {
    type: 'FeatureCollection',
    features: [
      ...numbers(columns).map((column) =>
        line(column, [
          [lngOf(column), latOf(rows[0])],
          [lngOf(column), latOf(rows[1])],
        ]),
      ),
      ...numbers(rows).map((row) =>
        line(row, [
          [lngOf(columns[0]), latOf(row)],
          [lngOf(columns[1]), latOf(row)],
        ]),
      ),
    ],
  };
};
