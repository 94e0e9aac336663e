import { describe, expect, it } from '@jest/globals';
import type { Decoded, DeviceRequest } from './decoded.js';
import { decodeOsmand } from './osmand.decoder.js';
import { decodeOwntracks } from './owntracks.decoder.js';
import { readPositions } from './positions.decoder.js';
import { decodeSignal } from './signals.decoder.js';

const none = { query: '', body: '' };
const query = (text: string): Decoded => decodeOsmand({ ...none, query: text });
const json = (value: unknown): DeviceRequest => ({ ...none, body: JSON.stringify(value) });

describe('the OsmAnd decoder', () => {
  it('reads a query: knots, bearing, per cent', () => {
    expect(query('timestamp=1377177267&lat=60.5&lon=-30.25&speed=40&bearing=7.5&accuracy=3&batt=87')).toEqual(
      {
        inputs: [
          {
            t: 1_377_177_267_000,
            lat: 60.5,
            lng: -30.25,
            speedKph: 74.08,
            headingDeg: 7.5,
            accuracyM: 3,
            battery: 87,
          },
        ],
        dropped: [],
      },
    );
  });

  it.each([
    ['2147483646', 2_147_483_646_000],
    ['2147483647', 2_147_483_647],
    ['1442068686579', 1_442_068_686_579],
    ['2016-01-27T18%3A55%3A47Z', Date.UTC(2016, 0, 27, 18, 55, 47)],
    ['2016-01-27T18%3A55%3A47%2B02:00', Date.UTC(2016, 0, 27, 16, 55, 47)],
    ['2014-06-04+09%3A10%3A11', Date.UTC(2014, 5, 4, 9, 10, 11)],
  ])('reads the time %s', (text, t) => {
    expect(query(`timestamp=${text}&lat=1&lon=2`).inputs[0]?.t).toBe(t);
  });

  it('leaves the time to the door where there is none', () => {
    expect(query('lat=1&lon=2').inputs[0]?.t).toBeUndefined();
  });

  it('reads a form where there is no query', () => {
    expect(decodeOsmand({ query: '', body: 'id=9&lat=1.5&lon=2.5' }).inputs).toMatchObject([
      { lat: 1.5, lng: 2.5 },
    ]);
  });

  it('reads JSON: m/s, battery from 0 to 1, -1 for unknown', () => {
    const coords = { latitude: 1, longitude: 2, speed: 10, heading: -1, accuracy: 5 };
    const location = { timestamp: '2025-06-15T13:45:12.862Z', coords, battery: { level: 0.79 } };
    expect(decodeOsmand(json({ location, device_id: '1' })).inputs).toEqual([
      { t: Date.UTC(2025, 5, 15, 13, 45, 12, 862), lat: 1, lng: 2, speedKph: 36, accuracyM: 5, battery: 79 },
    ]);
  });

  it('reads every location of a JSON batch', () => {
    const at = (latitude: number) => ({ coords: { latitude, longitude: 0 } });
    expect(decodeOsmand(json({ location: [at(1), at(2), {}] }))).toMatchObject({
      inputs: [{ lat: 1 }, { lat: 2 }],
      dropped: ['unsupported'],
    });
  });

  it.each([
    ['a query', query('lat=1&lon=2&timestamp=1377177267&alarm=sos')],
    [
      'JSON',
      decodeOsmand(
        json({
          location: {
            timestamp: 1377177267,
            coords: { latitude: 1, longitude: 2 },
            extras: { alarm: 'sos' },
          },
        }),
      ),
    ],
  ])('raises an SOS beside the fix, from %s', (_, decoded) => {
    expect(decoded.inputs).toMatchObject([{ lat: 1, lng: 2, signal: { type: 'sos', t: 1_377_177_267_000 } }]);
  });

  it.each([
    ['without a fix', 'alarm=sos', []],
    ['with coordinates that cannot be read', 'alarm=sos&lat=north&lon=2', ['undecodable']],
    ['with a time that cannot be read', 'alarm=sos&lat=1&lon=2&timestamp=soon', ['undecodable']],
  ])('raises an SOS %s', (_, text, dropped) => {
    expect(query(text)).toEqual({ inputs: [{ signal: { type: 'sos' } }], dropped });
  });

  it('passes coordinates out of range on: the engine judges them', () => {
    expect(query('lat=91&lon=181').inputs).toMatchObject([{ lat: 91, lng: 181 }]);
  });

  it.each([
    'lat=1',
    'lat=1&lon=',
    'lat=1&lon=x',
    'location=1',
    'lat=1&lon=2&timestamp=soon',
    'lat=1&lon=2&timestamp=1e300',
  ])('drops %s as undecodable', (text) =>
    expect(query(text)).toEqual({ inputs: [], dropped: ['undecodable'] }),
  );

  it('drops broken JSON as undecodable, and other JSON as unsupported', () => {
    expect(decodeOsmand({ ...none, body: '{"location":' }).dropped).toEqual(['undecodable']);
    expect(decodeOsmand(json({ hello: 'world' })).dropped).toEqual(['unsupported']);
    expect(decodeOsmand(json({ location: null })).dropped).toEqual(['unsupported']);
  });
});

describe('the OwnTracks decoder', () => {
  it('reads a location: km/h, seconds', () => {
    const message = {
      _type: 'location',
      cog: 271,
      lon: 2.29513,
      acc: 5,
      vel: 61,
      lat: 48.85833,
      tst: 1497349316,
      batt: 67,
    };
    expect(decodeOwntracks(json(message)).inputs).toEqual([
      {
        t: 1_497_349_316_000,
        lat: 48.85833,
        lng: 2.29513,
        speedKph: 61,
        headingDeg: 271,
        accuracyM: 5,
        battery: 67,
      },
    ]);
  });

  it.each([{ _type: 'lwt', tst: 1 }, { _type: 'transition', lat: 1, lon: 2 }, {}, [], null])(
    'counts %j as unsupported',
    (message) => expect(decodeOwntracks(json(message))).toEqual({ inputs: [], dropped: ['unsupported'] }),
  );
});

describe('the positions decoder', () => {
  it('takes a line for an input, and counts those it cannot read', async () => {
    const body = [
      '{"t":1,"lat":44.5,"lng":8.1,"speedKph":120,"headingDeg":90,"accuracyM":2,"battery":50}',
      '',
      'not json',
      '{"lat":44.5}',
      '{"lat":"44.5","lng":8.1}',
      '{"t":2}',
      '{"signal":{"type":"sos"}}\r',
      '{"t":3,"lat":95,"lng":8.1,"receivedAt":5}',
      '{"t":4,"lat":1,"lng":2,"speedKph":-1,"headingDeg":"north","battery":1e300}',
      '{"t":1e300,"lat":1,"lng":2}',
    ].join('\n');
    const message = readPositions({ query: '', body });
    expect(message).toMatchObject({ inputs: 9, mayHaveSignal: true });
    expect(await message?.decode()).toEqual({
      inputs: [
        { t: 1, lat: 44.5, lng: 8.1, speedKph: 120, headingDeg: 90, accuracyM: 2, battery: 50 },
        { signal: { type: 'sos' } },
        { t: 3, lat: 95, lng: 8.1 },
        { t: 4, lat: 1, lng: 2 },
      ],
      dropped: ['undecodable', 'undecodable', 'undecodable', 'undecodable', 'undecodable'],
    });
  });
});

describe('the signals decoder', () => {
  it('reads a signal', () => {
    const message = { type: 'flagConfirmed', t: 5, flagId: 7 };
    expect(decodeSignal(json(message))).toEqual({ inputs: [{ signal: message }], dropped: [] });
  });

  it.each(['{"type":"party"}', '{}', '', 'sos'])('drops %p as undecodable', (body) => {
    expect(decodeSignal({ query: '', body })).toEqual({ inputs: [], dropped: ['undecodable'] });
  });
});
