import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { strToU8, zipSync } from 'fflate';
import {
  FIELD_TEXTS,
  LANGUAGE_HEADER,
  LANGUAGES,
  REFUSALS,
  TRACK_FILE_LIMITS,
  TRACK_LIMITS,
  type LatLng,
  type PolylinesAnswer,
} from '@flagpost/contracts';
import { TEXTS_IN } from '@flagpost/contracts/texts/server';
import { writeGeoJson, writeGpx, writeKml, type TrackFile } from '@flagpost/track-files';
import { project } from '@flagpost/track-geometry';
import { startHarness, type Harness, type Requests } from '../testing/harness.js';
import { aRace, type Race } from '../testing/race-fixture.js';
import { openWire } from '../testing/wire.js';

let harness: Harness;
let race: Race;

beforeEach(async () => {
  harness = await startHarness();
  race = await aRace(harness);
});
afterEach(() => harness.stop());

interface Sent {
  readonly name?: string;
  readonly as?: Requests;
  readonly language?: string;
  readonly eventId?: string;
}

const upload = (
  bytes: Uint8Array | string,
  { name = 'track.kml', as = race.as('planner'), language, eventId = String(race.eventId) }: Sent = {},
) => {
  const request = as.upload('/commonServices/uploadPolylines').field('EventId', eventId);
  if (language !== undefined) void request.set(LANGUAGE_HEADER, language);
  return request.attach('file', Buffer.from(bytes as Uint8Array), name);
};
const read = async (bytes: Uint8Array | string, name?: string): Promise<PolylinesAnswer> => {
  const { status, body } = await upload(bytes, name === undefined ? {} : { name });
  expect(status).toBe(200);
  return body as PolylinesAnswer;
};
const head = () => harness.dependencies.store.head();

const AT = { lat: 44.5, lng: 8.25 };
const LINE = [AT, { lat: 44.6, lng: 8.25 }, { lat: 44.6, lng: 8.35 }];
const BOXES = [AT, { lat: 44.501, lng: 8.25 }, { lat: 44.501, lng: 8.251 }, AT];
const LANGHE: TrackFile = {
  name: 'Langhe',
  lines: [LINE],
  start: AT,
  finish: { lat: 44.6, lng: 8.35 },
  boxes: BOXES,
  pois: [{ ...AT, name: 'Ambulanza Nord', icon: 'ambulancia' }],
};
const ordered = (points: readonly LatLng[] | null) => points?.map(({ lat, lng }) => `${lat} ${lng}`).sort();

describe('a track file', () => {
  it.each([
    ['KML', 'track.kml', writeKml],
    ['GPX', 'track.gpx', writeGpx],
    ['GeoJSON', 'track.geojson', writeGeoJson],
    ['KMZ', 'track.kmz', (file: TrackFile) => zipSync({ 'doc.kml': writeKml(file) })],
  ])('as %s gives all that it holds, and nothing is stored', async (_, name, write) => {
    const before = await head();
    const answer = await read(write(LANGHE), name);
    expect(answer).toMatchObject({
      pointsTrack: [{ Positions: LINE }],
      pointsMetaStart: LANGHE.start,
      pointsMetaFinish: LANGHE.finish,
      name: 'Langhe',
      points: LINE.length + BOXES.length + 3,
      errorM: 0,
      links: 0,
    });
    expect(ordered(answer.pointsBoxes)).toEqual(ordered(BOXES));
    expect(answer.refData.map(({ Name, Kind, Icon }) => [Kind, Name, Icon]).sort()).toEqual([
      ['boxes', 'Boxes', null],
      ['finish', 'Finish', null],
      ['poi', 'Ambulanza Nord', 'ambulancia'],
      ['start', 'Start', null],
      ['track', 'Langhe', null],
    ]);
    expect(await head()).toEqual(before);
    expect((await race.as('planner').get(`/circuitRoutes/${race.eventId}`)).body.track.pointsTrack).toEqual(
      [],
    );
  });

  it('is seen whole from the position that is answered', async () => {
    const { mapPosition, zoom } = await read(writeKml(LANGHE));
    expect(mapPosition).toEqual({ lat: 44.55, lng: expect.closeTo(8.3), zoom });
    expect(zoom).toBeGreaterThan(11);
    expect(zoom).toBeLessThan(12.5);
    const place: TrackFile = { ...LANGHE, lines: [], finish: null, boxes: null, pois: [] };
    expect((await read(writeKml(place))).mapPosition).toEqual({ ...AT, zoom: 16 });
  });

  it('is thinned to as many points as a track may have, with the error in metres', async () => {
    const wave = (count: number, lng: number): LatLng[] =>
      Array.from({ length: count }, (_, i) => ({ lat: 44 + i * 1e-5, lng: lng + 0.01 * Math.sin(i / 400) }));
    const lines = [wave(60_000, 8), wave(20_000, 9), wave(3, 10)];
    const answer = await read(writeKml({ ...LANGHE, lines }));
    const kept = answer.pointsTrack.map(({ Positions }) => Positions);
    const total = answer.refData.reduce((sum, { Positions }) => sum + Positions.length, 0);
    expect(answer.points).toBe(80_003 + BOXES.length + 3);
    expect(total).toBeLessThanOrEqual(TRACK_LIMITS.points);
    expect(total).toBeGreaterThan(0.98 * TRACK_LIMITS.points);
    expect(kept[2]).toEqual(
      lines[2]?.map(({ lat, lng }) => ({ lat: expect.closeTo(lat), lng: expect.closeTo(lng) })),
    );
    expect(answer.errorM).toBeGreaterThan(0);
    expect(answer.errorM).toBeLessThan(1);
    for (const at of lines[0]?.filter((_, index) => index % 997 === 0) ?? [])
      expect(project(kept[0] ?? [], at)?.offM).toBeLessThan(answer.errorM + 0.02);
  });

  it('may refer to others, which is said', async () => {
    const link = '<NetworkLink><Link><href>http://127.0.0.1:1/a.kml</href></Link></NetworkLink>';
    const line = '<Placemark><LineString><coordinates>8,44 9,45</coordinates></LineString></Placemark>';
    expect(await read(`<kml>${link}${line}</kml>`)).toMatchObject({ links: 1, points: 2 });
  });
});

describe('a file that is refused', () => {
  const kml = (content: string): string => `<kml>\n<Placemark>${content}</Placemark></kml>`;
  const zip = (content: Uint8Array): Uint8Array => zipSync({ 'doc.kml': content });
  const protectedZip = (): Uint8Array => {
    const archive = zip(strToU8(kml('')));
    const view = new DataView(archive.buffer);
    view.setUint16(view.getUint32(archive.length - 6, true) + 8, 1, true);
    return archive;
  };
  const tuples = `8,44 ${'8,44 '.repeat(TRACK_FILE_LIMITS.points)}`;

  const hostile: readonly (readonly [
    string,
    () => Uint8Array | string,
    keyof typeof REFUSALS,
    number | null,
  ])[] = [
    ['a table', () => 'a;b\n1;2', 'trackFile.unknownFormat', null],
    [
      'an archive of something else',
      () => zipSync({ 'a.txt': strToU8('a') }),
      'trackFile.unknownFormat',
      null,
    ],
    ['one with a password', protectedZip, 'trackFile.protected', null],
    ['broken XML', () => kml('').slice(0, -3), 'trackFile.damaged', 2],
    ['broken JSON', () => '{"type":\n"Feature",}', 'trackFile.damaged', 2],
    [
      'entities of entities',
      () => '<!DOCTYPE k [<!ENTITY a "b"><!ENTITY c "&a;&a;">]><kml>&c;</kml>',
      'trackFile.doctype',
      1,
    ],
    ['a zip bomb', () => zip(new Uint8Array(TRACK_FILE_LIMITS.bytes + 1)), 'trackFile.tooLarge', null],
    ['more bytes than are read', () => ' '.repeat(TRACK_FILE_LIMITS.bytes + 1), 'trackFile.tooLarge', null],
    [
      'more points than are read',
      () => kml(`<LineString><coordinates>${tuples}</coordinates></LineString>`),
      'trackFile.tooManyPoints',
      null,
    ],
    [
      'more shapes than are read',
      () => kml('<Point><coordinates>8,44</coordinates></Point>'.repeat(TRACK_FILE_LIMITS.shapes + 1)),
      'trackFile.tooManyShapes',
      null,
    ],
    ['links alone', () => '<kml><NetworkLink/></kml>', 'trackFile.linksOnly', null],
    ['nothing to import', () => '<gpx/>', 'trackFile.empty', null],
  ];
  it.each(hostile)('as %s: nothing is stored, and the reason is said', async (_, bytes, code, line) => {
    const before = await head();
    const file = bytes();
    // Those that take long are read once.
    for (const language of file.length < 1_048_576 ? LANGUAGES : (['it'] as const)) {
      const { status, body } = await upload(file, { language });
      const { refusals, files } = TEXTS_IN[language];
      const text = line === null ? refusals[code] : files.atLine(line, null, refusals[code]);
      expect([status, body.message]).toEqual([418, text]);
    }
    expect(await head()).toEqual(before);
  });

  it('names the line and the text of a position that is none', async () => {
    const { status, body } = await upload(
      kml('<LineString>\n<coordinates>8,44\n8,north</coordinates></LineString>'),
    );
    expect([status, body.message]).toEqual([418, `Line 4 ('8,north'): ${REFUSALS['trackFile.coordinates']}`]);
  });

  it('is asked for if none is sent, and the event is checked', async () => {
    const none = await race
      .as('planner')
      .upload('/commonServices/uploadPolylines')
      .field('EventId', String(race.eventId));
    expect([none.status, none.body.fields]).toEqual([400, { file: FIELD_TEXTS.trackFile }]);
    expect((await upload(writeKml(LANGHE), { eventId: 'x' })).status).toBe(400);
    expect((await upload(writeKml(LANGHE), { eventId: '999999' })).status).toBe(404);
    expect((await upload(writeKml(LANGHE), { as: race.rival('planner') })).status).toBe(403);
    expect((await upload(writeKml(LANGHE), { as: race.as('director') })).status).toBe(403);
  });

  it('of 200 MB is refused before it has come', async () => {
    const wire = openWire(harness);
    try {
      const answer = await wire.ask(
        'POST',
        '/api/commonServices/uploadPolylines',
        {
          authorization: `Bearer ${harness.token({ roles: ['planner'], clubId: race.clubId })}`,
          'content-type': 'multipart/form-data; boundary=cut',
          'content-length': 200 * 1_048_576,
          connection: 'close',
        },
        '--cut\r\n',
      );
      expect([answer.status, answer.text]).toEqual([
        418,
        expect.stringContaining(REFUSALS['trackFile.tooLarge']),
      ]);
    } finally {
      wire.close();
    }
  });

  it('while another one of the same person is read', async () => {
    const large = writeKml({
      ...LANGHE,
      lines: [Array.from({ length: 60_000 }, (_, i) => ({ lat: 44 + i * 1e-6, lng: 8 }))],
    });
    const answers = await Promise.all([upload(large), upload(large), upload(large)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429]);
    expect((await upload(large)).status).toBe(200);
  });
});
