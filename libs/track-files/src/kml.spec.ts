/** @jest-environment jsdom */
import { describe, expect, test } from '@jest/globals';
import { kml } from '@tmcw/togeojson';
import fc from 'fast-check';
import { TextEncoder } from 'node:util';
import { POI_ICONS, type PoiIcon } from '@flagpost/contracts';
import { writeKml, type TrackFile } from './kml.js';

// jsdom has none of its own.
globalThis.TextEncoder = TextEncoder;

/** As another library reads it: the document's name, and each placemark as [name, kind, type, coordinates]. */
const read = (bytes: Uint8Array) => {
  const document = new DOMParser().parseFromString(Buffer.from(bytes).toString('utf8'), 'text/xml');
  expect(document.getElementsByTagName('parsererror')).toHaveLength(0);
  return {
    name: document.querySelector('Document > name')?.textContent,
    features: kml(document).features.map(({ properties, geometry }) => [
      properties?.['name'] as unknown,
      properties?.['kind'] as unknown,
      geometry?.type,
      geometry !== null && 'coordinates' in geometry ? (geometry.coordinates as unknown) : null,
    ]),
  };
};

const AT = { lat: 44.5, lng: 8.25 };
const NOTHING: TrackFile = { name: 'Langhe', lines: [], start: null, finish: null, boxes: null, pois: [] };

describe('a track as KML', () => {
  test('has lines, start, finish, boxes and points of interest with their names and kinds', () => {
    const line = [AT, { lat: 44.6, lng: 8.3 }];
    const boxes = [AT, { lat: 44.51, lng: 8.25 }, { lat: 44.51, lng: 8.26 }, AT];
    const file = writeKml({
      name: 'Langhe & Roero <1>',
      lines: [line],
      start: AT,
      finish: { lat: -33.1234567, lng: -70 },
      boxes,
      pois: [
        { ...AT, name: 'Ambulanza "Nord"', icon: 'ambulancia' },
        { ...AT, name: '', icon: 'rescate' },
      ],
    });
    expect(read(file)).toEqual({
      name: 'Langhe & Roero <1>',
      features: [
        ['Langhe & Roero <1>', 'track', 'LineString', line.map(({ lat, lng }) => [lng, lat])],
        ['Start', 'start', 'Point', [8.25, 44.5]],
        ['Finish', 'finish', 'Point', [-70, -33.1234567]],
        ['Boxes', 'boxes', 'Polygon', [boxes.map(({ lat, lng }) => [lng, lat])]],
        ['Ambulanza "Nord"', 'ambulancia', 'Point', [8.25, 44.5]],
        ['rescue', 'rescate', 'Point', [8.25, 44.5]],
      ],
    });
  });

  test('has nothing that the track has not', () => {
    expect(read(writeKml(NOTHING)).features).toEqual([]);
  });

  test('keeps any place within 0.1 m, and any name', () => {
    const place = fc.record({
      lat: fc.double({ min: -90, max: 90, noNaN: true }),
      lng: fc.double({ min: -180, max: 180, noNaN: true }),
    });
    const icon = fc.constantFrom(...(Object.keys(POI_ICONS) as PoiIcon[]));
    const name = fc.string({ unit: 'grapheme', minLength: 1 }).map((text) => `.${text}.`);
    fc.assert(
      fc.property(fc.array(place, { minLength: 2 }), name, icon, (points, text, kind) => {
        const pois = points.map((at) => ({ ...at, name: text, icon: kind }));
        const { features } = read(writeKml({ ...NOTHING, lines: [points], pois }));
        const [[, , , line] = [], ...found] = features;
        points.forEach(({ lat, lng }, index) => {
          for (const [lngRead, latRead] of [
            (line as number[][])[index] ?? [],
            found[index]?.[3] as number[],
          ] as [number, number][]) {
            expect(Math.abs(latRead - lat)).toBeLessThan(1e-6);
            expect(Math.abs(lngRead - lng)).toBeLessThan(1e-6);
          }
        });
        for (const [nameRead, kindRead] of found) expect([nameRead, kindRead]).toEqual([text, kind]);
      }),
    );
  });
});
