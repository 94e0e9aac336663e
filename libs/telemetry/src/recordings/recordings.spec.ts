import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { sharedData, SHARED_DATA_MISSING } from '@flagpost/testing';
import { RecordingError, readGpx, readNdjson, readRecording, readVbo } from './index.js';

const failure = (read: () => unknown): string => {
  try {
    read();
  } catch (error) {
    if (error instanceof RecordingError) return error.message;
    throw error;
  }
  return 'no error';
};

describe('NDJSON', () => {
  it('gives many cars, one fix a line', () => {
    const text =
      '{"car":7,"t":1.7e12,"lat":44.5,"lng":8.1,"speedKph":90}\n\n{"car":" 8b ","t":1.6e12,"lat":-1,"lng":2,"headingDeg":5}\r\n';
    expect(readRecording(text).fixes).toEqual([
      { car: '7', t: 1.7e12, lat: 44.5, lng: 8.1, speedKph: 90 },
      { car: '8b', t: 1.6e12, lat: -1, lng: 2, headingDeg: 5 },
    ]);
  });

  it.each([
    ['{"car":"1","t":1e12,"lat":1,"lng":1}\nnonsense', 'Line 2: a JSON object is expected.'],
    ['[1]', 'Line 1: a JSON object is expected.'],
    ['{"t":"noon","lat":1,"lng":1}', "Line 1: 't' must be a number."],
    ['{"t":1e12,"lng":1}', "Line 1: 'lat' is missing."],
    [
      '\n{"t":1e12,"lat":91,"lng":1}',
      'Line 2: a latitude within 90 and a longitude within 180 degrees are expected.',
    ],
    ['{"car":[],"t":1,"lat":1,"lng":1}', "Line 1: 'car' must be a text or a number."],
    ['{"car":" ","t":1e12,"lat":1,"lng":1}', "Line 1: 'car' is empty: give every line a car, or none."],
    [
      `{"car":"${'7'.repeat(21)}","t":1e12,"lat":1,"lng":1}`,
      "Line 1: 'car' has 21 characters: a car's number has at most 20.",
    ],
    [
      '{"t":1714910400,"lat":1,"lng":1}',
      'Line 1: the time 1714910400 is of the year 1970: milliseconds since 1970 are expected (seconds times 1000, microseconds divided by 1000).',
    ],
    ['{"t":1e15,"lat":1,"lng":1}', /the time 1000000000000000 is of the year 33658: milliseconds/],
    ['{"t":1e18,"lat":1,"lng":1}', /is no date at all: milliseconds/],
    [
      '{"car":1,"t":1e12,"lat":1,"lng":1}\n{"car":2,"t":9e11,"lat":1,"lng":1}\n{"car":1,"t":999999999000,"lat":1,"lng":1}',
      'Line 3: the time is 1000 ms before that of the previous fix of car 1: sort the file by time.',
    ],
    ['\n', 'Line 2: the file ends without a fix.'],
  ])('%j cannot be read', (text, message) => {
    const said = failure(() => readNdjson(text));
    if (typeof message === 'string') expect(said).toBe(message);
    else expect(said).toMatch(message);
  });
});

describe('VBO', () => {
  const vbo = (rows: readonly string[], created = 'File created on 01/08/2025 @ 14:43:32') =>
    [
      created,
      '',
      '[header]',
      'satellites',
      '',
      '[laptiming]',
      'Start        +5279.378270 +2627.874410 +5279.378320 +2627.877020 ¬ Start / Finish',
      '',
      '[column names]',
      'sats time lat long velocity heading',
      '',
      '[data]',
      ...rows,
    ].join('\r\n');

  it('has minutes, west positive, and the start line longitude first', () => {
    const { fixes, startLine } = readRecording(vbo(['011 194352.080 +2627.80 -0060.00 248.400 164.859']));
    expect(fixes).toEqual([
      {
        t: Date.UTC(2025, 7, 1, 19, 43, 52, 80),
        lat: 2627.8 / 60,
        lng: 1,
        speedKph: 248.4,
        headingDeg: 164.859,
      },
    ]);
    expect(startLine?.lat).toBeCloseTo(43.7979, 4);
    expect(startLine?.lng).toBeCloseTo(-87.9896, 4);
  });

  it('takes the UTC day nearest to its own date, and goes on past midnight', () => {
    const row = (time: string) => `011 ${time} +2627.80 +5279.00 1 2`;
    const { fixes } = readVbo(
      vbo([row('235959.960'), row('000000.000')], 'File created on 31/12/2025 @ 19:00:00'),
    );
    expect(fixes.map(({ t }) => t)).toEqual([Date.UTC(2026, 0, 1) - 40, Date.UTC(2026, 0, 1)]);
    expect(readVbo(vbo([row('120000.000')], ''), Date.UTC(2024, 1, 2, 3)).fixes[0]?.t).toBe(
      Date.UTC(2024, 1, 2, 12),
    );
  });

  it('leaves out rows from before the first satellite fix', () => {
    const rows = ['000 194352.080 +0000.00 +0000.00 0 0', '011 194352.120 +2627.80 +5279.00 1 2'];
    expect(readVbo(vbo(rows)).fixes).toHaveLength(1);
  });

  it.each([
    [vbo(['011 1943 +2627.80 +5279.00 1 2']), "Line 13: a time as HHMMSS.ss is expected, not '1943'."],
    [
      vbo(['011 194352.080 north +5279.00 1 2']),
      'Line 13: a latitude within 90 and a longitude within 180 degrees are expected.',
    ],
    [
      vbo(['011 194352.080']),
      'Line 13: a latitude within 90 and a longitude within 180 degrees are expected.',
    ],
    [vbo(['000 194352.080 0 0 0 0']), 'Line 13: no row of [data] has a position.'],
    [
      vbo(['011 120001.00 +2627.80 +5279.00 1 2', '011 120000.00 +2627.80 +5279.00 1 2']),
      'Line 14: the time is 1000 ms before that of the previous fix: sort the file by time.',
    ],
    [vbo([]), 'Line 12: the file ends without a row in [data].'],
    [vbo(['011 194352.080 1 1 1 1'], ''), "Line 1: 'File created on' with a date is expected."],
    ['a letter\nto nobody', 'Line 2: the file ends without a row in [data].'],
    ['[data]\n1 2 3', 'Line 2: [column names] must list time, lat and long before [data].'],
  ])('file %# cannot be read', (text, message) => {
    expect(failure(() => readVbo(text))).toBe(message);
  });
});

describe('GPX', () => {
  it('gives track points with a time, with speeds in m/s, under any prefix', () => {
    const text = `\uFEFF<?xml version="1.0"?><gpx xmlns:x="x"><trk><trkseg/><trkseg>
      <trkpt lat="1.5" lon="2.5"><time><![CDATA[2025-08-01T10:00:00.250Z]]></time>
        <extensions><x:Thing><x:Speed>10</x:Speed><y:course>45</y:course></x:Thing></extensions></trkpt>
      <trkpt lat="1" lon="2"/></trkseg></trk></gpx>`;
    expect(readRecording(text).fixes).toEqual([
      { t: Date.UTC(2025, 7, 1, 10, 0, 0, 250), lat: 1.5, lng: 2.5, speedKph: 36, headingDeg: 45 },
    ]);
  });

  it.each([
    ['<gpx>\n<trk>', /^Line 2: this is not a complete GPX file \(.+\)\.$/],
    ['<gpx>\n<trkpt lat="1" lon="x"/></gpx>', /^Line 2: a latitude/],
    ['<gpx>\n\n<trkpt lat="1" lon="2"/></gpx>', /^Line 3: the track points have no time\.$/],
    ['<gpx><trkpt lat="1" lon="2"><time>noon</time></trkpt></gpx>', /^Line 1: 'noon' is not a time\.$/],
    [
      '<gpx><trkpt lat="1" lon="2"><time>1970-01-01T10:00:00Z</time></trkpt></gpx>',
      /^Line 1: the time 36000000 is of the year 1970/,
    ],
    [
      '<gpx><trkpt lat="1" lon="2"><time>2025-01-01T10:00:01Z</time></trkpt>\n<trkpt lat="1" lon="2"><time>2025-01-01T10:00:00Z</time></trkpt></gpx>',
      /^Line 2: the time is 1000 ms before that of the previous fix: sort the file by time\.$/,
    ],
    ['<gpx/>', /^Line 1: the file ends without a track point\.$/],
  ])('%j cannot be read', (text, message) => {
    expect(failure(() => readGpx(text))).toMatch(message);
  });

  const folder = sharedData('geo_fixtures/');
  (folder === null ? it.skip : it)(
    `survives hostile files${folder === null ? ` (${SHARED_DATA_MISSING})` : ''}`,
    () => {
      const outcomes = readdirSync(folder ?? '')
        .filter((name) => name.endsWith('.gpx'))
        .map((name) => {
          const text = readFileSync(`${folder}${name}`, 'utf8');
          return [name, failure(() => readGpx(text))] as const;
        });
      expect(outcomes.length).toBeGreaterThan(0);
      for (const [, outcome] of outcomes) expect(outcome).toMatch(/^(no error|Line \d+: [^\n]+\.)$/);
      expect(Object.fromEntries(outcomes)).toMatchObject({
        'gpxpy_track_with_speed.gpx': 'no error',
        'gpxpy_track-with-less-sec-time.gpx': 'no error',
        'placemark_bad.gpx': expect.stringMatching(/^Line 5: a latitude/),
      });
    },
  );
});
