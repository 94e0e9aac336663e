import { describe, expect, test } from '@jest/globals';
import { check } from '@placemarkio/check-geojson';
import { gpx, kml } from '@tmcw/togeojson';
import fc from 'fast-check';
import { TextEncoder } from 'node:util';
import { POI_ICONS, type LatLng } from '@flagpost/contracts';
import { anyTrack } from '../testing/any-track.js';
import { writeGeoJson, writeGpx, writeKml, type TrackFile } from '../index.js';

// jsdom has none of its own.
globalThis.TextEncoder = TextEncoder;

const isIcon = (kind: unknown): boolean => typeof kind === 'string' && Object.hasOwn(POI_ICONS, kind);
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');
const xml = (bytes: Uint8Array): Document => {
  const document = new DOMParser().parseFromString(text(bytes), 'text/xml');
  expect(document.getElementsByTagName('parsererror')).toHaveLength(0);
  return document;
};

interface Features {
  readonly features: readonly {
    readonly properties: Readonly<Record<string, unknown>> | null;
    readonly geometry: { readonly type: string; readonly coordinates?: unknown } | null;
  }[];
}

/** Each feature as [name, kind, type, coordinates]. */
const listed = ({ features }: Features, kind: string) =>
  features.map(({ properties, geometry }) => [
    properties?.['name'],
    properties?.[kind],
    geometry?.type,
    geometry?.coordinates,
  ]);

/** As other libraries read them: the document's name, and its features. */
const readKml = (bytes: Uint8Array) => ({
  name: xml(bytes).querySelector('Document > name')?.textContent,
  features: listed(kml(xml(bytes)), 'kind'),
});
const readGpx = (bytes: Uint8Array) => ({
  name: xml(bytes).querySelector('metadata > name')?.textContent,
  features: listed(gpx(xml(bytes)), 'type'),
});
const readGeoJson = (bytes: Uint8Array) => {
  const document = check(text(bytes)) as unknown as Features & { readonly name: string };
  return { name: document.name, features: listed(document, 'kind') };
};

const AT = { lat: 44.5, lng: 8.25 };
const NOTHING: TrackFile = { name: 'Langhe', lines: [], start: null, finish: null, boxes: null, pois: [] };
const LINE = [AT, { lat: 44.6, lng: 8.3 }];
const BOXES = [AT, { lat: 44.5, lng: 8.26 }, { lat: 44.51, lng: 8.26 }, AT];
const LANGHE: TrackFile = {
  name: 'Langhe & Roero <1>',
  lines: [LINE],
  start: AT,
  finish: { lat: -33.1234567, lng: -70 },
  boxes: BOXES,
  pois: [
    { ...AT, name: 'Ambulanza "Nord"', icon: 'ambulancia' },
    { ...AT, name: '', icon: 'rescate' },
  ],
};
const positions = (points: readonly LatLng[]) => points.map(({ lat, lng }) => [lng, lat]);
const LINES = [['Langhe & Roero <1>', 'track', 'LineString', positions(LINE)]];
const GATES = [
  ['Start', 'start', 'Point', [8.25, 44.5]],
  ['Finish', 'finish', 'Point', [-70, -33.1234567]],
];
const AREA = [['Boxes', 'boxes', 'Polygon', [positions(BOXES)]]];
const POIS = [
  ['Ambulanza "Nord"', 'ambulancia', 'Point', [8.25, 44.5]],
  ['rescue', 'rescate', 'Point', [8.25, 44.5]],
];

describe.each([
  ['KML', writeKml, readKml, [...LINES, ...GATES, ...AREA, ...POIS]],
  [
    'GPX',
    writeGpx,
    readGpx,
    // Waypoints after tracks, as the library reads them; GPX has no areas.
    [...LINES, ['Boxes', 'boxes', 'LineString', positions(BOXES)], ...GATES, ...POIS],
  ],
  ['GeoJSON', writeGeoJson, readGeoJson, [...LINES, ...GATES, ...AREA, ...POIS]],
])('a track as %s, read by another library', (_, write, read, features) => {
  test('has lines, start, finish, boxes and points of interest with their names and kinds', () => {
    expect(read(write(LANGHE))).toEqual({ name: 'Langhe & Roero <1>', features });
  });

  test('has nothing that the track has not', () => {
    expect(read(write(NOTHING)).features).toEqual([]);
  });

  test('keeps any place within 0.1 m, and any name', () => {
    fc.assert(
      fc.property(anyTrack, (track) => {
        const { features: found } = read(write(track));
        const near = (to: unknown, { lat, lng }: LatLng): boolean => {
          const [lngRead = NaN, latRead = NaN] = to as number[];
          return Math.abs(latRead - lat) < 1e-6 && Math.abs(lngRead - lng) < 1e-6;
        };
        for (const [index, line] of track.lines.entries()) {
          const [name, kind, , coordinates] = found.filter((feature) => feature[1] === 'track')[index] ?? [];
          expect([name, kind]).toEqual([track.name, 'track']);
          expect(line.every((at, k) => near((coordinates as unknown[])[k], at))).toBe(true);
        }
        const pois = found.filter((feature) => isIcon(feature[1]));
        expect(pois.map(([name, kind]) => [name, kind])).toEqual(
          track.pois.map(({ name, icon }) => [name, icon]),
        );
        expect(track.pois.every((at, index) => near(pois[index]?.[3], at))).toBe(true);
      }),
    );
  });
});

test('boxes that were drawn clockwise are counterclockwise in GeoJSON', () => {
  const { features } = readGeoJson(writeGeoJson({ ...NOTHING, boxes: BOXES.toReversed() }));
  expect(features).toEqual(AREA);
});
