import type { MapSettings } from '@flagpost/contracts';
import type { Feature, FeatureCollection, LineString, MultiPolygon } from 'geojson';
import type { ExpressionSpecification } from 'maplibre-gl';
import { css } from './colours.js';
import type { Drawing } from './style-sync.js';
import type { MapPalette } from './types.js';

/** Opacity of imagery up to its native zoom, and after magnification to where only the drawing matters. */
const IMAGERY_FADES = [0.85, 0.25] as const;
const FADE_ZOOMS = 4;

export interface GroundOptions {
  readonly palette: MapPalette;
  readonly land: Feature<MultiPolygon> | null;
  /** The outlines of land are drawn, and everything outside them is sea. Before that everything counts as land. */
  readonly hasLand: boolean;
  readonly grid: FeatureCollection<LineString, { major: boolean }>;
  readonly settings: MapSettings | null;
  /** Opacity of the imagery, 0 to 1. */
  readonly imageryShare: number;
}

const EMPTY: FeatureCollection = { type: 'FeatureCollection', features: [] };

const imageryOf = ({ settings, imageryShare }: GroundOptions): Drawing => {
  if (settings === null || settings.tileUrl === '') return { sources: {}, layers: [] };
  const { tileUrl, nativeZoom, attribution } = settings;
  const opacity: ExpressionSpecification = [
    'interpolate',
    ['linear'],
    ['zoom'],
    nativeZoom,
    IMAGERY_FADES[0] * imageryShare,
    nativeZoom + FADE_ZOOMS,
    IMAGERY_FADES[1] * imageryShare,
  ];
  return {
    sources: {
      imagery: { type: 'raster', tiles: [tileUrl], tileSize: 256, maxzoom: nativeZoom, attribution },
    },
    layers: [
      {
        id: 'imagery',
        type: 'raster',
        source: 'imagery',
        paint: { 'raster-fade-duration': 0, 'raster-opacity': opacity },
      },
    ],
  };
};

/** The ground: a plain colour with land and a metric grid, below optional imagery. */
export const groundDrawing = (options: GroundOptions): Drawing => {
  const { palette, land, hasLand, grid } = options;
  const ground = hasLand ? palette.ground : palette.land;
  const imagery = imageryOf(options);
  return {
    sources: {
      land: { type: 'geojson', data: land ?? EMPTY },
      grid: { type: 'geojson', data: grid },
      ...imagery.sources,
    },
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': css(ground) } },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': css(palette.land) } },
      {
        id: 'grid',
        type: 'line',
        source: 'grid',
        paint: {
          'line-color': css(palette.grid),
          'line-width': ['case', ['get', 'major'], 2, 1],
        },
      },
      ...imagery.layers,
    ],
  };
};
