import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import { css } from './colours.js';
import { kilometreImage, nameImage } from './ground-images.js';
import { boxesArea, finishCircle, kilometreMarks, points, startLine, trackLines } from './route-geometry.js';
import { casingPxOf } from './line-widths.js';
import { placeNames } from './place-names.js';
import { stretchBand, stretchLines, stretchNameMarks, stretchNamePoints } from './stretch-style.js';
import type { Drawing } from './style-sync.js';
import type { MapPalette, RaceMapTexts, RaceRoute } from './types.js';

const ROUND = { 'line-cap': 'round', 'line-join': 'round' } as const;

/** Line widths at zooms, with so many pixels of casing on either side. */
const trackWidths = (casingPx: number): readonly [zoom: number, px: number][] => [
  [9, 2 + casingPx],
  [14, 6 + casingPx * 2],
  [18, 14 + casingPx * 2],
];

const trackWidth = (casingPx: number): ExpressionSpecification => [
  'interpolate',
  ['linear'],
  ['zoom'],
  ...trackWidths(casingPx).flat(),
];

/** Width of the track with its casings at this zoom, pixels. */
export const trackPx = (zoom: number, doubledCasings: boolean): number => {
  const widths = trackWidths(casingPxOf(doubledCasings));
  const next = widths.findIndex(([at]) => at > zoom);
  const [toZoom, toPx] = widths.at(next) ?? [zoom, 0];
  if (next <= 0) return toPx;
  const [fromZoom, fromPx] = widths[next - 1] ?? [zoom, 0];
  return fromPx + ((toPx - fromPx) * (zoom - fromZoom)) / (toZoom - fromZoom);
};

/** Geometry only: computed once for a route and its texts, in any palette. */
export const routeSources = (route: RaceRoute, texts: RaceMapTexts): Drawing['sources'] => ({
  boxes: { type: 'geojson', data: boxesArea(route) },
  track: { type: 'geojson', data: trackLines(route) },
  stretches: { type: 'geojson', data: stretchLines(route) },
  'stretch-names': { type: 'geojson', data: stretchNamePoints(route) },
  finish: { type: 'geojson', data: finishCircle(route) },
  start: { type: 'geojson', data: startLine(route) },
  kilometres: {
    type: 'geojson',
    data: points(
      kilometreMarks(route).map(({ km, at }) => ({
        at,
        // If there is no space for all, multiples of ten and five have precedence.
        properties: { image: kilometreImage(km), rank: km % 10 === 0 ? 0 : km % 5 === 0 ? 1 : 2 },
      })),
    ),
  },
  names: {
    type: 'geojson',
    data: points(
      placeNames(route).map(({ of, at, anchor, offset }) => ({
        at,
        properties: { image: nameImage(of.map((name) => texts[name]).join(' / ')), anchor, offset },
      })),
    ),
  },
});

/** The track as a cased band with arrows along it, the finish to scale, the boxes hatched, and their names. */
export const routeLayers = (palette: MapPalette, doubledCasings: boolean): LayerSpecification[] => {
  const casingPx = casingPxOf(doubledCasings);
  return [
    { id: 'boxes-fill', type: 'fill', source: 'boxes', paint: { 'fill-pattern': 'hatch' } },
    {
      id: 'boxes-line',
      type: 'line',
      source: 'boxes',
      paint: { 'line-color': css(palette.boxes), 'line-width': casingPx - 0.5 },
    },
    {
      id: 'track-casing',
      type: 'line',
      source: 'track',
      layout: ROUND,
      paint: { 'line-color': css(palette.trackCasing), 'line-width': trackWidth(casingPx) },
    },
    {
      id: 'track-band',
      type: 'line',
      source: 'track',
      layout: ROUND,
      paint: { 'line-color': css(palette.track), 'line-width': trackWidth(0) },
    },
    stretchBand(palette),
    {
      id: 'finish-fill',
      type: 'fill',
      source: 'finish',
      paint: { 'fill-pattern': 'chequer', 'fill-opacity': 0.55 },
    },
    {
      id: 'finish-line',
      type: 'line',
      source: 'finish',
      paint: { 'line-color': css(palette.text), 'line-width': casingPx - 0.5 },
    },
    {
      id: 'start-casing',
      type: 'line',
      source: 'start',
      paint: { 'line-color': css(palette.black), 'line-width': 4 + casingPx },
    },
    {
      id: 'start-line',
      type: 'line',
      source: 'start',
      paint: { 'line-color': css(palette.white), 'line-width': 4 },
    },
    {
      id: 'track-arrows',
      type: 'symbol',
      source: 'track',
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 120,
        'icon-image': 'arrow',
        'icon-size': ['interpolate', ['linear'], ['zoom'], 10, 0.4, 14, 0.6, 18, 1],
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
      },
    },
    {
      id: 'kilometres',
      type: 'symbol',
      source: 'kilometres',
      layout: { 'icon-image': ['get', 'image'], 'icon-padding': 6, 'symbol-sort-key': ['get', 'rank'] },
    },
    stretchNameMarks,
    {
      id: 'names',
      type: 'symbol',
      source: 'names',
      layout: {
        'icon-image': ['get', 'image'],
        'icon-anchor': ['get', 'anchor'],
        'icon-offset': ['array', 'number', 2, ['get', 'offset']],
        'icon-allow-overlap': true,
      },
    },
  ];
};
