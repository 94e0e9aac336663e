import type { MapSettings } from '@flagpost/contracts';
import type { Feature, MultiPolygon } from 'geojson';
import type { StyleSpecification } from 'maplibre-gl';
import { css } from './car-atlas.js';
import type { MapPalette } from './types.js';

/** How far imagery may be enlarged beyond its own detail before the drawing stands on its own. */
const IMAGERY_FADES = [0.85, 0.25] as const;

/** The ground: a quiet tone with land, and imagery over it where there is some. No text: glyphs would need a network. */
export const groundStyle = (
  palette: MapPalette,
  land: Feature<MultiPolygon> | null,
  settings: MapSettings | null,
): StyleSpecification => {
  const imagery = settings !== null && settings.tileUrl !== '' ? settings : null;
  return {
    version: 8,
    sources: {
      land: { type: 'geojson', data: land ?? { type: 'FeatureCollection', features: [] } },
      ...(imagery === null
        ? {}
        : {
            imagery: {
              type: 'raster' as const,
              tiles: [imagery.tileUrl],
              tileSize: 256,
              maxzoom: imagery.nativeZoom,
              attribution: imagery.attribution,
            },
          }),
    },
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': css(palette.ground) } },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': css(palette.land) } },
      ...(imagery === null
        ? []
        : [
            {
              id: 'imagery',
              type: 'raster' as const,
              source: 'imagery',
              paint: {
                'raster-fade-duration': 0,
                'raster-opacity': [
                  'interpolate',
                  ['linear'],
                  ['zoom'],
                  imagery.nativeZoom,
                  IMAGERY_FADES[0],
                  imagery.nativeZoom + 4,
                  IMAGERY_FADES[1],
                ] as unknown as number,
              },
            },
          ]),
    ],
  };
};
