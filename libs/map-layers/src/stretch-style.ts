import type { LatLng } from '@flagpost/contracts';
import { localPlane } from '@flagpost/telemetry';
import type { FeatureCollection, LineString, Point } from 'geojson';
import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import { css } from './colours.js';
import { nameImage } from './ground-images.js';
import { points } from './route-geometry.js';
import type { SnapshotFrame } from './snapshot-frame.js';
import { STRETCH_COLOURS, type MapPalette, type RaceRoute, type RaceStretch, type Rgba } from './types.js';

/** Sectors of the race line: a thin coloured line within the band of the track, with their numbers beside it. */

const SECTOR_NAMES = [...STRETCH_COLOURS, 'selection', 'red', 'yellow', 'green', 'white', 'black'] as const;
type ColourName = (typeof SECTOR_NAMES)[number];

/** The colour of its flag, of a selection if it is chosen, or else its own. */
const colourOf = ({
  colour,
  flag,
  isChosen,
}: Pick<RaceStretch, 'colour' | 'flag' | 'isChosen'>): ColourName =>
  flag ??
  (isChosen === true ? 'selection' : (STRETCH_COLOURS[colour % STRETCH_COLOURS.length] ?? 'stretch1'));

const isBroad = ({ flag, isChosen }: RaceStretch): boolean => flag !== undefined || isChosen === true;

export const stretchColour = (palette: MapPalette, colour: number): Rgba => palette[colourOf({ colour })];

/** By zoom, widths in px of a sector, and of one that has a flag or is chosen. */
const WIDTHS = [
  [9, 1.5, 5],
  [14, 3, 8],
  [18, 6, 14],
] as const;
const [, [, PLAIN_PX, BROAD_PX]] = WIDTHS;

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Leaves room for a car and its ring between the track and a name. */
const BESIDE_TRACK_PX = 20;
/** Half of a short name, about. */
const HALF_WIDTH_PX = 10;
const HALF_HEIGHT_PX = 7;

export interface StretchName {
  readonly label: string;
  /** The point of the stretch in the middle of its points. */
  readonly at: LatLng;
  /** From there to the middle of the name, across the track and away from the middle of the stretches, pixels. */
  readonly offset: [dx: number, dy: number];
}

/** Beside the track, so that no car lies over them. */
export const stretchNames = ({ stretches = [] }: Pick<RaceRoute, 'stretches'>): StretchName[] => {
  const all = stretches.flatMap((stretch) => stretch.points);
  const [lat, lng] = [mean(all.map((point) => point.lat)), mean(all.map((point) => point.lng))];
  return stretches.flatMap(({ label, points: along }) => {
    const middle = Math.floor(along.length / 2);
    const at = along[middle];
    const [from, to] = [along[middle - 1] ?? at, along[middle + 1] ?? at];
    if (at === undefined || from === undefined || to === undefined) return [];
    const { metresPerLat, metresPerLng } = localPlane(at.lat, at.lng);
    const [eastM, northM] = [(to.lng - from.lng) * metresPerLng, (to.lat - from.lat) * metresPerLat];
    const lengthM = Math.hypot(eastM, northM);
    // A stretch of one point has no direction: its name stands above.
    const [east, north] = lengthM === 0 ? [0, 1] : [northM / lengthM, -eastM / lengthM];
    const isInward = east * (at.lng - lng) * metresPerLng + north * (at.lat - lat) * metresPerLat < 0;
    const away = isInward ? -1 : 1;
    const reachPx = BESIDE_TRACK_PX + Math.abs(east) * HALF_WIDTH_PX + Math.abs(north) * HALF_HEIGHT_PX;
    return [{ label, at, offset: [away * east * reachPx, -away * north * reachPx] }];
  });
};

export const stretchLines = ({ stretches = [] }: RaceRoute): FeatureCollection<LineString> => ({
  type: 'FeatureCollection',
  features: stretches.map((stretch) => ({
    type: 'Feature',
    properties: { colour: colourOf(stretch), isBroad: isBroad(stretch) },
    geometry: { type: 'LineString', coordinates: stretch.points.map(({ lat, lng }) => [lng, lat]) },
  })),
});

export const stretchNamePoints = (route: RaceRoute): FeatureCollection<Point> =>
  points(
    stretchNames(route).map(({ label, at, offset }) => ({
      at,
      properties: { image: nameImage(label), offset },
    })),
  );

/** Above the band of the track, and below its arrows and all marks. */
export const stretchBand = (palette: MapPalette): LayerSpecification => ({
  id: 'stretches',
  type: 'line',
  source: 'stretches',
  layout: { 'line-cap': 'butt', 'line-join': 'round' },
  paint: {
    'line-color': [
      'match',
      ['get', 'colour'],
      ...SECTOR_NAMES.flatMap((name) => [name, css(palette[name])] as const),
      css(palette.stretch1),
    ] as unknown as ExpressionSpecification,
    'line-width': [
      'interpolate',
      ['linear'],
      ['zoom'],
      ...WIDTHS.flatMap(([zoom, plain, broad]) => [zoom, ['case', ['get', 'isBroad'], broad, plain]]),
    ] as unknown as ExpressionSpecification,
  },
});

/** Left out where a more important name lies. */
export const stretchNameMarks: LayerSpecification = {
  id: 'stretch-names',
  type: 'symbol',
  source: 'stretch-names',
  layout: { 'icon-image': ['get', 'image'], 'icon-offset': ['array', 'number', 2, ['get', 'offset']] },
};

/** The same on a 2D canvas. */
export const paintStretches = (
  ctx: CanvasRenderingContext2D,
  frame: SnapshotFrame,
  { stretches = [] }: RaceRoute,
  palette: MapPalette,
): void => {
  for (const stretch of stretches) {
    ctx.beginPath();
    for (const at of stretch.points) ctx.lineTo(...frame.toPx(at));
    ctx.lineWidth = isBroad(stretch) ? BROAD_PX : PLAIN_PX;
    ctx.strokeStyle = css(palette[colourOf(stretch)]);
    ctx.stroke();
  }
};

export const paintStretchNames = (
  frame: SnapshotFrame,
  route: RaceRoute,
  paint: (words: string, x: number, y: number) => void,
): void => {
  for (const { label, at, offset } of stretchNames(route)) {
    const [x, y] = frame.toPx(at);
    paint(label, x + offset[0], y + offset[1]);
  }
};
