import type { LatLng } from '@flagpost/contracts';
import { escapeXml } from '@flagpost/file-formats/xml-text';
import { featuresOf, rounded, type Feature, type TrackFile } from './track-file.js';

const coordinates = (points: readonly LatLng[]): string =>
  `<coordinates>${points.map(({ lat, lng }) => `${rounded(lng)},${rounded(lat)}`).join(' ')}</coordinates>`;

const GEOMETRIES: Readonly<Record<Feature['geometry'], (points: readonly LatLng[]) => string>> = {
  point: (points) => `<Point>${coordinates(points)}</Point>`,
  line: (points) => `<LineString><tessellate>1</tessellate>${coordinates(points)}</LineString>`,
  area: (points) =>
    `<Polygon><outerBoundaryIs><LinearRing>${coordinates(points)}</LinearRing></outerBoundaryIs></Polygon>`,
};

const placemark = ({ name, kind, geometry, points }: Feature): string =>
  `<Placemark><name>${escapeXml(name)}</name><ExtendedData><Data name="kind"><value>${kind}</value></Data></ExtendedData>${GEOMETRIES[geometry](points)}</Placemark>`;

/** KML 2.2 (OGC 07-147r2), in UTF-8. */
export const writeKml = (file: TrackFile): Uint8Array =>
  new TextEncoder().encode(
    `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>${escapeXml(file.name)}</name>\n${featuresOf(file).map(placemark).join('\n')}\n</Document></kml>\n`,
  );
