import fc from 'fast-check';
import { POI_ICONS, type LatLng, type PoiIcon } from '@flagpost/contracts';
import type { TrackFile } from '../index.js';

const place = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
});

/** As contracts let texts of one line be. */
const anyName = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .map((text) => text.replace(/[\p{Cc}\p{Cs}\p{Z}\u202a-\u202e\u2066-\u2069\ufffe\uffff]+/gu, ' ').trim())
  .filter((text) => text !== '');

const ring = fc
  .uniqueArray(place, {
    minLength: 3,
    maxLength: 8,
    selector: ({ lat, lng }) => `${lat.toFixed(7)} ${lng.toFixed(7)}`,
  })
  .map((points): LatLng[] => [...points, ...points.slice(0, 1)]);

/** Any track that the editor can save. */
export const anyTrack: fc.Arbitrary<TrackFile> = fc.record({
  name: anyName,
  lines: fc.array(fc.array(place, { minLength: 2, maxLength: 20 }), { maxLength: 4 }),
  start: fc.option(place),
  finish: fc.option(place),
  boxes: fc.option(ring),
  pois: fc.array(
    fc
      .tuple(place, anyName, fc.constantFrom(...(Object.keys(POI_ICONS) as PoiIcon[])))
      .map(([at, name, icon]) => ({ ...at, name, icon })),
    { maxLength: 6 },
  ),
});
