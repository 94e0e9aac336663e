import type { Feature, MultiPolygon, Polygon, Position } from 'geojson';
import type { Topology } from 'topojson-specification';
import { feature } from 'topojson-client';

/** Unwraps a ring's longitudes beyond ±180, so that it fills as on the globe. */
export const unwrapRing = (ring: readonly Position[]): Position[] => {
  let offset = 0;
  let former: number | null = null;
  return ring.map(([lng = 0, lat = 0]) => {
    if (former !== null) {
      if (lng - former > 180) offset -= 360;
      else if (lng - former < -180) offset += 360;
    }
    former = lng;
    return [lng + offset, lat];
  });
};

const polygons = (geometry: Polygon | MultiPolygon): Position[][][] =>
  geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;

/** The bundled outlines of land (Natural Earth, 1:50 million), for a map without a network. Loaded when first asked for. */
export const loadLand = async (): Promise<Feature<MultiPolygon>> => {
  const { default: atlas } = (await import('world-atlas/land-50m.json')) as unknown as { default: Topology };
  const land = atlas.objects.land;
  if (land === undefined) throw new Error('The bundled land has no outlines.');
  const collection = feature(atlas, land);
  const features = collection.type === 'FeatureCollection' ? collection.features : [collection];
  const coordinates = features.flatMap(({ geometry }) =>
    geometry.type === 'Polygon' || geometry.type === 'MultiPolygon'
      ? polygons(geometry).map((polygon) => polygon.map(unwrapRing))
      : [],
  );
  return { type: 'Feature', properties: {}, geometry: { type: 'MultiPolygon', coordinates } };
};
