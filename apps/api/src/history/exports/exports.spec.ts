import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  EXPORT_CAR_MINUTES,
  type AuditAnswer,
  type AuditEventAnswer,
  type PastExportAnswer,
} from '@flagpost/contracts';
import { minuteOf, type HistoryFix } from '@flagpost/telemetry';
import { formerBlock } from '@flagpost/telemetry/former-block';
import { readGpx } from '@flagpost/telemetry/recordings';
import { NOW, startHarness, type Harness } from '../../testing/harness.js';
import { keepHistory } from '../../testing/kept-history.js';
import { aRace, type Race } from '../../testing/race-fixture.js';
import { attachment, exportName } from './export-name.js';

let harness: Harness;
let race: Race;
let one: number;
let two: number;
const SECOND = 1_000;
const MINUTE = 60_000;
const iso = (epochMs: number): string => new Date(epochMs).toISOString();

const fix = (t: number, lateMs = 300): HistoryFix => ({
  receivedAt: t + lateMs,
  t,
  lat: -33.6 + (t - NOW) / 10_000_000,
  lng: 8.16,
  speedKph: 120,
  headingDeg: 90,
});
const keep = (invitationId: number, fixes: readonly HistoryFix[]): Promise<void> =>
  keepHistory(harness, race.eventId, invitationId, fixes);
const everySecond = (from: number, to: number): HistoryFix[] =>
  Array.from({ length: (to - from) / SECOND }, (_, i) => fix(from + i * SECOND));

const body = (changes: object = {}) => ({
  Format: 'csv',
  Truth: 'happened',
  From: iso(NOW),
  To: iso(NOW + 10 * MINUTE),
  Invitations: [],
  ...changes,
});
const post = (changes: object = {}, as = race.as('viewer')) =>
  as.post(`/history/${race.eventId}/exports/positions`, body(changes));
const lines = async (changes: object = {}): Promise<string[][]> => {
  const answer = await post(changes).buffer(true);
  expect(answer.status).toBe(201);
  return answer.text
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','));
};

/** Car 1 sends every second for ten minutes; three fixes of car 2 come two minutes late. */
beforeAll(async () => {
  harness = await startHarness();
  race = await aRace(harness);
  [one, two] = [await race.add('1'), await race.add('2')];
  await keep(one, everySecond(NOW, NOW + 10 * MINUTE));
  await keep(
    two,
    [5, 6, 7].map((second) => fix(NOW + second * SECOND, 2 * MINUTE + 200 * second)),
  );
});
afterAll(() => harness.stop());

describe('a file of positions', () => {
  it('has the positions of the cars in the span, from its beginning to before its end', async () => {
    const rows = await lines({ From: iso(NOW + 2 * SECOND), To: iso(NOW + 5 * SECOND), Invitations: [one] });
    expect(rows.map(([car, time]) => [car, time])).toEqual(
      [2, 3, 4].map((s) => ['1', iso(NOW + s * SECOND)]),
    );
    expect(rows[0]?.slice(2)).toEqual([iso(NOW + 2_300), '-33.5998', '8.16', '120', '90', '0']);
  });

  it('follows one of the two truths', async () => {
    const asked = { From: iso(NOW + MINUTE), To: iso(NOW + 3 * MINUTE), Invitations: [two] };
    expect(await lines({ ...asked, Truth: 'happened' })).toEqual([]);
    expect((await lines({ ...asked, Truth: 'seen' })).map(([, time]) => time)).toEqual(
      [5, 6, 7].map((second) => iso(NOW + second * SECOND)),
    );
  });

  it('is complete over the parts in which it is read', async () => {
    const late = NOW + 100 * MINUTE;
    await keep(one, everySecond(late, late + 70 * MINUTE));
    await harness.time.advance(5 * SECOND);
    const rows = await lines({ From: iso(late), To: iso(late + 70 * MINUTE), Invitations: [one] });
    expect(rows.map(([, time]) => time)).toEqual(
      everySecond(late, late + 70 * MINUTE).map(({ t }) => iso(t)),
    );
  });

  it('is GPX or GeoJSON as well, named by the event and the span', async () => {
    const gpx = await post({ Format: 'gpx', Invitations: [one] }).responseType('blob');
    expect(gpx.headers['content-type']).toBe('application/gpx+xml');
    expect(gpx.headers['content-disposition']).toMatch(
      /filename="Rally Alba positions \d{8}T\d{6}Z-\d{8}T\d{6}Z \d+\.gpx"/,
    );
    expect(readGpx(textOf(gpx)).fixes).toHaveLength(600);
    const geojson = await post({ Format: 'geojson' }).responseType('blob');
    const { features } = JSON.parse(textOf(geojson)) as { features: unknown[] };
    expect(features).toHaveLength(603);
  });

  it('is refused if it is too long, reversed or too large, and is not recorded then', async () => {
    const before = (await exportsInLog()).length;
    const faults: [object, string][] = [
      [{ To: iso(NOW - 1) }, 'To'],
      [{ To: iso(NOW + 24 * 60 * MINUTE + 1) }, 'To'],
      [{ Format: 'xlsx' }, 'Format'],
      [{ Truth: 'both' }, 'Truth'],
      [{ From: '=NOW()' }, 'From'],
      [{ Invitations: [0] }, 'Invitations.0'],
    ];
    for (const [changes, field] of faults) {
      const answer = await post(changes);
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.body.fields as object)).toEqual([field]);
    }
    const block = formerBlock(minuteOf(NOW), [fix(NOW)]);
    const far = minuteOf(NOW) + 100_000;
    const blocks = Array.from({ length: EXPORT_CAR_MINUTES + 1 }, (_, i) => ({
      eventId: race.eventId,
      invitationId: 50_000 + Math.floor(i / 1_000),
      minute: far + (i % 1_000),
      bytes: block,
    }));
    await harness.dependencies.records.history.put(blocks);
    await harness.time.advance(5 * SECOND);
    const [from, to] = [far * MINUTE, (far + 1_000) * MINUTE];
    const large = await post({ From: iso(from), To: iso(to) });
    expect(large.status).toBe(400);
    expect(large.body.fields).toEqual({ To: expect.stringContaining('ask for less time') });
    expect(await exportsInLog()).toHaveLength(before);
  });
});

const textOf = ({ body: bytes }: { body: unknown }): string => (bytes as Buffer).toString('utf8');
const exportsInLog = async () => {
  const path = `/audit?race=${race.eventId}&kind=PastExported`;
  return ((await race.as('planner').get(path)).body as AuditAnswer).Events;
};

describe('an export', () => {
  it('is in the log with who made it, of which cars', async () => {
    await post({ Invitations: [two] });
    const [row] = await exportsInLog();
    expect(row).toMatchObject({
      Kind: 'PastExported',
      Command: 'exportPast',
      By: { Name: expect.any(String) },
      Car: { Id: two, Number: '2', Others: 0 },
    });
  });

  it('of a screen is recorded before the screen makes the file', async () => {
    const asked = { Content: 'picture', Truth: 'seen', From: iso(NOW), To: iso(NOW), Invitations: [] };
    const answer = await race.as('viewer').post(`/history/${race.eventId}/exports`, asked);
    expect(answer.status).toBe(201);
    const made = answer.body as PastExportAnswer;
    expect(made.FileName).toMatch(/^Rally Alba picture \d{8}T\d{6}Z \d+\.png$/);
    expect(made.FileName).toContain(` ${made.ExportId}.`);
    const before = await exportsInLog();
    expect(Date.parse(made.ExportedAt)).toBe(harness.time.now());
    await race.as('viewer').post(`/history/${race.eventId}/exports`, asked);
    expect(await exportsInLog()).toHaveLength(before.length + 1);
  });

  it('of a screen may be of more than a day: it reads no positions', async () => {
    const asked = { Content: 'laps', Truth: 'happened', From: iso(NOW), Invitations: [] };
    const path = `/history/${race.eventId}/exports`;
    const long = await race.as('viewer').post(path, { ...asked, To: iso(NOW + 3 * 24 * 60 * MINUTE) });
    expect(long.status).toBe(201);
    expect((await race.as('viewer').post(path, { ...asked, To: iso(NOW - 1) })).status).toBe(400);
  });

  it('of a report may show both truths', async () => {
    const asked = { Content: 'report', Truth: 'both', From: iso(NOW), To: iso(NOW), Invitations: [] };
    expect((await race.as('viewer').post(`/history/${race.eventId}/exports`, asked)).status).toBe(201);
    const [row] = await exportsInLog();
    const details = await race.as('planner').get(`/audit/${row?.Number}`);
    expect((details.body as AuditEventAnswer).Fields).toContainEqual({ Path: 'truth', Value: 'both' });
  });

  it('that is repeated with its key is one export', async () => {
    const before = (await exportsInLog()).length;
    const ask = () =>
      post({ Invitations: [one] })
        .set('Idempotency-Key', 'one-file')
        .buffer(true);
    const [first, second] = [await ask(), await ask()];
    expect(second.headers['content-disposition']).toBe(first.headers['content-disposition']);
    expect(second.text).toBe(first.text);
    expect(await exportsInLog()).toHaveLength(before + 1);
  });

  it('names cars of its event alone', async () => {
    const other = await aRace(harness);
    const foreign = await other.add('9');
    expect((await post({ Invitations: [foreign] })).status).toBe(404);
  });

  it('is for the club alone', async () => {
    for (const role of ['admin', 'planner', 'viewer', 'director'] as const)
      expect((await post({}, race.as(role))).status).toBe(201);
    expect((await post({}, race.rival('viewer'))).status).toBe(403);
    expect((await post({}, harness.with(null))).status).toBe(401);
  });
});

describe('the name of a file', () => {
  it('has nothing that a file system or a header refuses', () => {
    const exported = { content: 'positions', format: 'csv', from: NOW, to: NOW } as const;
    const name = exportName('Rallye “Été”/..\\:*?"<>|\r\n 2026', exported, 7);
    expect(name).toMatch(/^Rallye “Été” \.\. +2026 positions \d{8}T\d{6}Z 7\.csv$/);
    const header = attachment(name);
    expect(header).toMatch(/^[\x20-\x7e]+$/);
    const [, encoded = ''] = header.split("filename*=UTF-8''");
    expect(decodeURIComponent(encoded)).toBe(name);
  });
});
