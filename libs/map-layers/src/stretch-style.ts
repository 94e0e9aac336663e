import type { FeatureCollection, LineString, Point } from 'geojson';
import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import { css } from './colours.js';
import { nameImage } from './ground-images.js';
import { points } from './route-geometry.js';
import type { SnapshotFrame } from './snapshot-frame.js';
import { STRETCH_COLOURS, type MapPalette, type RaceRoute, type RaceStretch, type Rgba } from './types.js';

/** Sectors of the race line: a thin coloured line within the band of the track, with their numbers beside it. */

const SECTOR_NAMES = [...STRETCH_COLOURS, 'red', 'yellow', 'green', 'white', 'black'] as const;
type ColourName = (typeof SECTOR_NAMES)[number];

/** The colour of its flag, or else its own. */
const colourOf = ({ colour, flag }: Pick<RaceStretch, 'colour' | 'flag'>): ColourName =>
  flag ?? STRETCH_COLOURS[colour % STRETCH_COLOURS.length] ?? 'stretch1';

export const stretchColour = (palette: MapPalette, colour: number): Rgba => palette[colourOf({ colour })];

/** By zoom, widths in px of a sector, and of one with a flag. */
const WIDTHS = [
  [9, 1.5, 5],
  [14, 3, 8],
  [18, 6, 14],
] as const;
const [, [, PLAIN_PX, FLAGGED_PX]] = WIDTHS;

/** The point of a stretch in the middle of its points. */
const middleOf = ({ points: all }: RaceStretch) => all[Math.floor(all.length / 2)];

export const stretchLines = ({ stretches = [] }: RaceRoute): FeatureCollection<LineString> => ({
  type: 'FeatureCollection',
  features: stretches.map((stretch) => ({
    type: 'Feature',
    properties: { colour: colourOf(stretch), isFlagged: stretch.flag !== undefined },
    geometry: { type: 'LineString', coordinates: stretch.points.map(({ lat, lng }) => [lng, lat]) },
  })),
});

export const stretchNames = ({ stretches = [] }: RaceRoute): FeatureCollection<Point> =>
  points(
    stretches.flatMap((stretch) => {
      const at = middleOf(stretch);
      return at === undefined ? [] : [{ at, properties: { image: nameImage(stretch.label) } }];
    }),
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
      ...WIDTHS.flatMap(([zoom, plain, flagged]) => [zoom, ['case', ['get', 'isFlagged'], flagged, plain]]),
    ] as unknown as ExpressionSpecification,
  },
});

/** Left out where a more important name lies. */
export const stretchNameMarks: LayerSpecification = {
  id: 'stretch-names',
  type: 'symbol',
  source: 'stretch-names',
  layout: { 'icon-image': ['get', 'image'], 'icon-anchor': 'bottom', 'icon-offset': [0, -6] },
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
    ctx.lineWidth = stretch.flag === undefined ? PLAIN_PX : FLAGGED_PX;
    ctx.strokeStyle = css(palette[colourOf(stretch)]);
    ctx.stroke();
  }
};

export const paintStretchNames = (
  frame: SnapshotFrame,
  { stretches = [] }: RaceRoute,
  paint: (words: string, x: number, y: number) => void,
): void => {
  for (const stretch of stretches) {
    const at = middleOf(stretch);
    if (at === undefined) continue;
    const [x, y] = frame.toPx(at);
    paint(stretch.label, x, y - 16);
  }
};
