import type { LatLng } from '@flagpost/contracts';
import { featuresOf, rounded, type Feature, type TrackFile } from './track-file.js';

const position = ({ lat, lng }: LatLng): number[] => [rounded(lng), rounded(lat)];

const GEOMETRIES: Readonly<Record<Feature['geometry'], (positions: number[][]) => object>> = {
  point: ([at]) => ({ type: 'Point', coordinates: at }),
  line: (positions) => ({ type: 'LineString', coordinates: positions }),
  area: (positions) => ({ type: 'Polygon', coordinates: [counterclockwise(positions)] }),
};

/** Twice the area within a ring in square degrees; negative if it is drawn clockwise. */
const signedArea = (ring: readonly number[][]): number =>
  ring.reduce((sum, [x = 0, y = 0], index) => {
    const [nextX = 0, nextY = 0] = ring[(index + 1) % ring.length] ?? [];
    return sum + x * nextY - nextX * y;
  }, 0);

/** As RFC 7946 asks of the outer ring. */
const counterclockwise = (ring: number[][]): number[][] => (signedArea(ring) < 0 ? ring.toReversed() : ring);

/** GeoJSON (RFC 7946), a feature a line. */
export const writeGeoJson = (file: TrackFile): Uint8Array => {
  const features = featuresOf(file).map(({ name, kind, geometry, points }) =>
    JSON.stringify({
      type: 'Feature',
      properties: { name, kind },
      geometry: GEOMETRIES[geometry](points.map(position)),
    }),
  );
  return new TextEncoder().encode(
    `{"type":"FeatureCollection","name":${JSON.stringify(file.name)},"features":[\n${features.join(',\n')}\n]}\n`,
  );
};
