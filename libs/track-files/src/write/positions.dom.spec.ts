import { describe, expect, it } from '@jest/globals';
import { check } from '@placemarkio/check-geojson';
import { gpx } from '@tmcw/togeojson';
import { readGpx } from '@flagpost/telemetry/recordings';
import { writePositionsGeoJson, writePositionsGpx, type DrivenCar, type DrivenPosition } from '../index.js';

const T0 = Date.UTC(2026, 5, 6, 12);
const S = 1_000;
const iso = (second: number): string => new Date(T0 + second * S).toISOString();
const position = (second: number, changes: Partial<DrivenPosition> = {}): DrivenPosition => ({
  drivenAt: T0 + second * S,
  receivedAt: T0 + second * S + 250,
  lat: Number((44.6 + second / 10_000).toFixed(6)),
  lng: -8.16,
  speedKph: 90,
  headingDeg: 270,
  isStopped: false,
  ...changes,
});

async function* inPieces<T>(...pieces: readonly T[]): AsyncGenerator<T> {
  yield* pieces;
}
const car = (carNumber: string, ...pieces: readonly (readonly DrivenPosition[])[]): DrivenCar => ({
  carNumber,
  positions: inPieces(...pieces),
});
const textOf = async (pieces: AsyncIterable<string>): Promise<string> => {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
};
const xml = (text: string): Document => {
  const document = new DOMParser().parseFromString(text, 'text/xml');
  expect(document.getElementsByTagName('parsererror')).toHaveLength(0);
  return document;
};

/** Car 23 is silent for 20 s between two pieces; a number can be any text. */
const cars = () =>
  inPieces(
    car('23', [position(0), position(1)], [position(2), position(22), position(23)]),
    car('<&"7"', [position(5, { headingDeg: null, isStopped: true })]),
    car('8'),
  );

describe('GPX of positions', () => {
  it('opens in another reader, with the time and the speed of each position', async () => {
    const { features } = gpx(xml(await textOf(writePositionsGpx('Rally & <Alba>', cars()))));
    expect(features).toHaveLength(1);
    const [drive] = features;
    expect(drive?.properties).toMatchObject({
      name: '23',
      coordinateProperties: {
        times: [
          [iso(0), iso(1), iso(2)],
          [iso(22), iso(23)],
        ],
      },
    });
    expect(drive?.geometry).toEqual({
      type: 'MultiLineString',
      coordinates: [
        [0, 1, 2].map((second) => [-8.16, position(second).lat]),
        [22, 23].map((second) => [-8.16, position(second).lat]),
      ],
    });
  });

  it('opens in our own reader too, every position of it', async () => {
    const recording = readGpx(
      await textOf(writePositionsGpx('Alba', inPieces(car('23', [position(0), position(20)])))),
    );
    expect(recording.fixes).toEqual([
      { t: T0, lat: 44.6, lng: -8.16, speedKph: 90, headingDeg: 270 },
      { t: T0 + 20 * S, lat: 44.602, lng: -8.16, speedKph: 90, headingDeg: 270 },
    ]);
  });

  it('names each car as it is, and a car without positions', async () => {
    const document = xml(await textOf(writePositionsGpx('Rally & <Alba>', cars())));
    expect(document.querySelector('metadata > name')?.textContent).toBe('Rally & <Alba>');
    const names = [...document.querySelectorAll('trk > name')].map(({ textContent }) => textContent);
    expect(names).toEqual(['23', '<&"7"', '8']);
    expect(document.querySelectorAll('trkpt')).toHaveLength(6);
  });

  it('is one document without a car', async () => {
    expect(xml(await textOf(writePositionsGpx('Alba', inPieces()))).querySelectorAll('trk')).toHaveLength(0);
  });
});

describe('GeoJSON of positions', () => {
  it('is valid for another reader, a point for each position', async () => {
    const document = check(await textOf(writePositionsGeoJson('Rally "Alba"', cars())));
    if (document.type !== 'FeatureCollection') throw new Error('No collection.');
    expect(document.features).toHaveLength(6);
    expect(document.features[0]).toEqual({
      type: 'Feature',
      properties: {
        car: '23',
        time: iso(0),
        received: new Date(T0 + 250).toISOString(),
        speedKph: 90,
        headingDeg: 270,
        stopped: false,
      },
      geometry: { type: 'Point', coordinates: [-8.16, 44.6] },
    });
    expect(document.features[5]?.properties).toMatchObject({ car: '<&"7"', headingDeg: null, stopped: true });
  });

  it('is one document without a car', async () => {
    expect(JSON.parse(await textOf(writePositionsGeoJson('Alba', inPieces())))).toEqual({
      type: 'FeatureCollection',
      name: 'Alba',
      features: [],
    });
  });
});
