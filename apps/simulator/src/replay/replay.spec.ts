import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PUBLISHED_STATE_ID, type CircuitRouteRequest } from '@flagpost/contracts';
import { systemClock, systemScheduler } from '@flagpost/platform/system';
import { createApiClient } from '../api-client.js';
import type { ReplayRequest } from '../arguments.js';
import { fakeFlagpost, type Answer, type Asked, type FakeFlagpost } from '../testing/fake-flagpost.js';
import { replay } from './replay.js';

const T = Date.UTC(2024, 4, 5, 12);
const line = (car: string | undefined, t: number) => JSON.stringify({ car, t: T + t, lat: 44.6, lng: 8.16 });

let server: FakeFlagpost;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'replay-'));
  server = await fakeFlagpost(answerTo);
});
afterEach(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

/** One club, an event 7 with the cars 1 and 2, and event 9 for replays that make one. */
const answerTo = ({ method, path, body }: Asked): Answer => {
  const json = (path.startsWith('/api/') && body !== '' ? JSON.parse(body) : null) as Record<
    string,
    Record<string, unknown>
  > | null;
  if (path === '/api/auth/login') return { json: { accessToken: 'token' } };
  if (path === '/api/clubs/IdDescription') return { json: [{ Id: 3, Description: 'Club' }] };
  if (path === '/api/driverCategories/IdDescriptionByClub/3') return { json: [] };
  if (path === '/api/driverCategories') return { json: { catId: 5 } };
  if (method === 'POST' && path === '/api/events') return { json: { eveId: 9 } };
  if (path === '/api/circuitRoutes' || path === '/api/events/publish/9') return { json: {} };
  if (path === '/api/invitations/createInvitationDriver') {
    return { json: { Invitation: { Id: 100 + Number(json?.['Invitation']?.['Number']) } } };
  }
  if (path === '/api/invitations/authorized') return { json: { authorized: [], skipped: [] } };
  if (path === '/api/events/7') {
    const now = Date.now();
    const [eveStart, eveFinish] = [now - 60_000, now + 60_000].map((t) => new Date(t).toISOString());
    return { json: { stsId: PUBLISHED_STATE_ID, eveStart, eveFinish } };
  }
  if (path === '/api/positionRecords/event/7/999') {
    const cars = [1, 2].map((number) => ({
      CarNumber: String(number),
      InvitationId: 100 + number,
      Lat: null,
    }));
    return { json: cars };
  }
  const token = /^\/api\/invitations\/(\d+)\/deviceToken$/.exec(path)?.[1];
  if (token !== undefined) {
    return { json: { token, doors: { positions: `${server.url}/ingest/positions/${token}` } } };
  }
  if (path.startsWith('/ingest/positions/')) {
    return { json: { accepted: body.split('\n').length, dropped: {} } };
  }
  return { status: 404, json: { statusCode: 404, message: 'Not found.' } };
};

const fileOf = (name: string, content: string | Buffer): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

const run = async (
  request: Partial<ReplayRequest> & Pick<ReplayRequest, 'file' | 'into'>,
  printed: string[] = [],
) => {
  const account = { apiUrl: server.url, email: 'planner@flagpost.demo', password: 'Flagpost1' };
  const api = createApiClient(account, systemClock);
  await replay(
    { car: undefined, speed: 1_000, rebase: false, ...request },
    {
      api,
      clock: systemClock,
      scheduler: systemScheduler,
      signal: new AbortController().signal,
      print: (words) => printed.push(words),
      show: () => undefined,
    },
  );
  return printed;
};

const sentBy = (invitationId: number): number[] =>
  server.asked
    .filter(({ path }) => path === `/ingest/positions/${invitationId}`)
    .flatMap(({ body }) => body.split('\n').map((each) => (JSON.parse(each) as { t: number }).t - T));
const bodyOf = (path: string): unknown =>
  JSON.parse(server.asked.find((asked) => asked.path === path)?.body ?? 'null');
const newEvent = { finish: { lat: 44.6, lng: 8.16 }, radiusM: 12 };

describe('a replay', () => {
  it('sends each car of an NDJSON through the door of the car with its number', async () => {
    const file = fileOf('many.ndjson', [line('1', 0), line('2', 500), line('1', 1_000)].join('\n'));
    const printed = await run({ file, into: { eventId: 7 } });
    expect([sentBy(101), sentBy(102)]).toEqual([[0, 1_000], [500]]);
    expect(printed).toEqual(['3 fixes were taken, and each moved its car. Event 7, 2 cars.']);
  });

  it('tells how many fixes moved no car, and why', async () => {
    const file = fileOf('many.ndjson', [line('1', 0), line('1', 0), line('2', 0)].join('\n'));
    expect(await run({ file, into: { eventId: 7 } })).toEqual([
      '3 fixes were taken: 2 moved a car, 1 did not (1 repeated the time of the fix before). Event 7, 2 cars.',
    ]);
  });

  it('names the cars that the event lacks, and sends nothing', async () => {
    const file = fileOf('many.ndjson', [line('1', 0), line('8', 0)].join('\n'));
    await expect(run({ file, into: { eventId: 7 } })).rejects.toThrow('Event 7 has no authorised car 8.');
    await expect(run({ file, into: { eventId: 6 } })).rejects.toThrow('There is no event 6.');
    expect(server.asked.some(({ path }) => path.includes('deviceToken'))).toBe(false);
  });

  it('makes and publishes an event of 24 h with an authorised competitor per car', async () => {
    const file = fileOf('stage.ndjson.gz', gzipSync([line('1', 0), line('2', 0)].join('\n')));
    const printed = await run({ file, into: newEvent });
    expect(printed[0]).toBe('Event 9 was made and published.');
    const event = bodyOf('/api/events') as { Start: string; Finish: string };
    expect(event).toMatchObject({ Name: 'stage', CluId: 3, Categories: [5], Radius: 12 });
    expect(Date.parse(event.Finish) - Date.parse(event.Start)).toBe(24 * 3_600_000);
    expect(bodyOf('/api/circuitRoutes')).toMatchObject({ eventId: 9, pointsMetaFinish: newEvent.finish });
    expect(bodyOf('/api/invitations/authorized')).toEqual({ Invitations: [101, 102], Authorized: 1 });
    expect([sentBy(101), sentBy(102)]).toEqual([[0], [0]]);
    const made = server.asked.filter(({ method }) => method !== 'GET').map(({ path }) => path);
    expect(made.indexOf('/api/events/publish/9')).toBeGreaterThan(
      made.indexOf('/api/invitations/authorized'),
    );
  });

  it('warns of a finish that no car comes near, before it makes an event', async () => {
    const file = fileOf('far.ndjson', [line('1', 0), line('1', 1_000)].join('\n'));
    const [warning, made] = await run({ file, into: { finish: { lat: 44.7, lng: 8.16 }, radiusM: 30 } });
    expect(warning).toMatch(/^No lap will be counted: the cars stay 11 km or more from the finish/);
    expect(made).toBe('Event 9 was made and published.');
  });

  it('says that an event is left as a draft where the server fails half way', async () => {
    await server.stop();
    server = await fakeFlagpost((asked) =>
      asked.path === '/api/circuitRoutes' ? { status: 500, json: { message: 'Broken.' } } : answerTo(asked),
    );
    const printed: string[] = [];
    const file = fileOf('one.ndjson', line('1', 0));
    await expect(run({ file, into: newEvent }, printed)).rejects.toThrow('(500): Broken.');
    expect(printed).toEqual(['Event 9 is left as a draft: it was not made to its end.']);
    expect(server.asked.some(({ path }) => path.includes('publish'))).toBe(false);
  });

  it('makes nothing where nobody says where the finish is', async () => {
    const file = fileOf('many.ndjson', line('1', 0));
    await expect(run({ file, into: { ...newEvent, finish: null } })).rejects.toThrow('no start line');
    expect(server.asked).toEqual([]);
  });

  it('of a VBO makes an event whose finish is the start line of the recording', async () => {
    const vbo = [
      'File created on 05/05/2024 @ 12:00:00',
      '[laptiming]',
      'Start +5279.40 +2627.80 +5279.40 +2627.90',
      '[column names]',
      'time lat long velocity heading',
      '[data]',
      '120000.000 +2627.80 +5279.40 50.0 90.0',
      '120001.000 +2627.85 +5279.41 50.0 90.0',
    ];
    const file = fileOf('run.vbo', vbo.join('\r\n'));
    await run({ file, into: { ...newEvent, finish: null }, car: '1' });
    const { pointsMetaStart, pointsMetaFinish, pointsTrack } = bodyOf(
      '/api/circuitRoutes',
    ) as CircuitRouteRequest;
    expect(pointsMetaFinish!.lat).toBeCloseTo(2627.85 / 60, 9);
    expect(pointsMetaFinish!.lng).toBeCloseTo(-5279.4 / 60, 9);
    expect(pointsMetaStart).toEqual(pointsMetaFinish);
    expect(pointsTrack![0]!.Positions).toHaveLength(2);
    expect(sentBy(101)).toEqual([0, 1_000]);
  });

  it('reads GPX', async () => {
    const point = (time: string) => `<trkpt lat="44.6" lon="8.16"><time>${time}</time></trkpt>`;
    const points = [point('2024-05-05T12:00:00Z'), point('2024-05-05T12:00:02Z')].join('\n');
    const file = fileOf('way.gpx', `<?xml version="1.0"?><gpx><trk><trkseg>${points}</trkseg></trk></gpx>`);
    await run({ file, into: { eventId: 7 }, car: '2' });
    expect(sentBy(102)).toEqual([0, 2_000]);
  });

  it.each<[string, string | Buffer, string | RegExp]>([
    ['bad.ndjson', `${line('1', 0)}\n{"t":1e12}`, "bad.ndjson cannot be read: Line 2: 'lat' is missing."],
    [
      'cut.gz',
      gzipSync('nothing that matters').subarray(0, 12),
      'cut.gz cannot be read: it is no whole gzip file.',
    ],
    ['empty.vbo', '', 'empty.vbo is empty. Recordings are VBO, GPX or NDJSON'],
    ['empty.gz', gzipSync(''), 'empty.gz is empty. Recordings are'],
    ['cars.csv', 'time,lat,lng\n1,2,3\n', 'cars.csv is a CSV file. Recordings are'],
    ['wide.vbo', Buffer.from('\uFEFF[header]', 'utf16le'), 'wide.vbo is text in UTF-16; save it as UTF-8.'],
    ['letter.txt', 'Dear all', 'letter.txt is of no known kind. Recordings are'],
    [
      'seconds.ndjson',
      '{"car":1,"t":1714910400,"lat":1,"lng":1}',
      'Line 1: the time 1714910400 is of the year 1970',
    ],
    ['late.ndjson', [line('1', 1_000), line('1', 0)].join('\n'), 'Line 2: the time is 1000 ms before'],
    [
      'long.ndjson',
      line('7'.repeat(21), 0),
      "Line 1: 'car' has 21 characters: a car's number has at most 20.",
    ],
    ['blank.ndjson', line('', 0), "Line 1: 'car' is empty"],
    ['odd.ndjson', line('7\u202e', 0), /^Car 7\u202e cannot be made: Invitation\.Number: /],
  ])('of %s says in one sentence what to change, and makes nothing', async (name, content, sentence) => {
    const refused = run({ file: fileOf(name, content), into: newEvent });
    await expect(refused).rejects.toThrow(sentence);
    await expect(refused).rejects.toThrow(/^[^\n]+$/);
    expect(server.asked).toEqual([]);
  });

  it('says that a file is none, or a folder', async () => {
    await expect(run({ file: join(folder, 'none'), into: newEvent })).rejects.toThrow(
      'there is no such file.',
    );
    await expect(run({ file: folder, into: newEvent })).rejects.toThrow('it is a folder; name a file in it.');
  });

  it('ends when another device takes the place of a car', async () => {
    const file = fileOf('one.ndjson', line('1', 0));
    await server.stop();
    server = await fakeFlagpost((asked) =>
      asked.path.startsWith('/ingest/') ? { status: 404, json: { message: 'Not found.' } } : answerTo(asked),
    );
    await expect(run({ file, into: { eventId: 7 } })).rejects.toThrow('does not know car 1 any more');
  });
});
