import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { HistoryFix } from '@flagpost/telemetry';
import { until } from '@flagpost/testing';
import { NOW, startHarness, type Harness } from '../testing/harness.js';
import { keepHistory } from '../testing/kept-history.js';
import { aRace, type Race } from '../testing/race-fixture.js';

let harness: Harness;
let race: Race;
let one: number;
let two: number;
const MINUTE_MS = 60_000;
const iso = (epochMs: number): string => new Date(epochMs).toISOString();

const fix = (receivedAt: number, changes: Partial<HistoryFix> = {}): HistoryFix => ({
  receivedAt,
  t: receivedAt - 250,
  lat: 44.6,
  lng: 8.16,
  speedKph: 101.5,
  headingDeg: 90,
  ...changes,
});
const keep = (invitationId: number, ...fixes: HistoryFix[]): Promise<void> =>
  keepHistory(harness, race.eventId, invitationId, fixes);
const read = (from: unknown, to: unknown, as = race.as('viewer')) =>
  as.get(
    `/history/${race.eventId}?from=${encodeURIComponent(String(from))}&to=${encodeURIComponent(String(to))}`,
  );

beforeAll(async () => {
  harness = await startHarness();
  race = await aRace(harness);
  [one, two] = [await race.add('1'), await race.add('2')];
  await keep(two, fix(NOW));
  await keep(one, fix(NOW), fix(NOW + 1_000, { speedKph: null, headingDeg: null }), fix(NOW + 59_990));
  await keep(one, fix(NOW + MINUTE_MS));
});
afterAll(() => harness.stop());

describe('history', () => {
  it('has every car by when its positions were received, from before the end of the span', async () => {
    const answer = await read(iso(NOW), iso(NOW + MINUTE_MS));
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      eventId: race.eventId,
      from: iso(NOW),
      to: iso(NOW + MINUTE_MS),
      positionsDeleted: null,
      cars: [
        {
          InvitationId: one,
          CarNumber: '1',
          fixes: [
            [NOW, NOW - 250, 44.6, 8.16, 101.5, 90],
            [NOW + 1_000, NOW + 750, 44.6, 8.16, null, null],
            [NOW + 59_990, NOW + 59_740, 44.6, 8.16, 101.5, 90],
          ],
        },
        { InvitationId: two, CarNumber: '2', fixes: [[NOW, NOW - 250, 44.6, 8.16, 101.5, 90]] },
      ],
    });
  });

  it('is cut to the span within a block', async () => {
    const answer = await read(iso(NOW + 1), iso(NOW + 59_990));
    expect(answer.body.cars).toEqual([
      { InvitationId: one, CarNumber: '1', fixes: [[NOW + 1_000, NOW + 750, 44.6, 8.16, null, null]] },
    ]);
  });

  it('reads on beyond what the store gives at once', async () => {
    const cars = Array.from({ length: 600 }, (_, index) => 10_000 + index);
    const start = NOW + 10 * MINUTE_MS;
    for (const car of cars) await keep(car, fix(start));
    const answer = await read(iso(start), iso(start + MINUTE_MS));
    const ids = (answer.body.cars as { InvitationId: number }[]).map(({ InvitationId }) => InvitationId);
    expect(ids).toEqual(cars);
  });

  it('is refused where it is too much, with what to do', async () => {
    const start = NOW + 60 * MINUTE_MS;
    const fixes = Array.from({ length: 6_000 }, (_, index) => fix(start + index * 10));
    for (let car = 0; car < 17; car += 1) await keep(20_000 + car, ...fixes);
    const answer = await read(iso(start), iso(start + MINUTE_MS));
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toEqual({ to: expect.stringContaining('ask for less time') });
    expect((await read(iso(start), iso(start + MINUTE_MS / 2))).status).toBe(200);
  });

  it('is read one request at a time, with turns for others between its pages', async () => {
    const start = NOW + 120 * MINUTE_MS;
    for (let car = 0; car < 24; car += 1) await keep(30_000 + car, fix(start));
    const { history } = harness.dependencies.records;
    const kept = history.read.bind(history);
    const events: string[] = [];
    const pages = jest.spyOn(history, 'read').mockImplementation((eventId, ...rest) => {
      events.push('page');
      setImmediate(() => events.push('turn'));
      return kept(eventId, ...rest);
    });
    const span = [iso(start), iso(start + MINUTE_MS)] as const;
    const answers = await Promise.all([read(...span), read(...span, race.as('director'))]);
    pages.mockRestore();
    expect(answers.map(({ body }) => (body as { cars: object[] }).cars.length)).toEqual([24, 24]);
    expect(events).toEqual(Array.from({ length: 6 }, () => ['page', 'turn']).flat());
  });

  it('is read for one request of a person at a time', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { history } = harness.dependencies.records;
    const kept = history.read.bind(history);
    const pages = jest.spyOn(history, 'read').mockImplementation(async (...asked) => {
      await held;
      return kept(...asked);
    });
    const span = [iso(NOW), iso(NOW + MINUTE_MS)] as const;
    const first = read(...span).then(({ status }) => status);
    await until('the first reading', () => pages.mock.calls.length > 0);
    expect((await read(...span)).status).toBe(429);
    release();
    expect(await first).toBe(200);
    pages.mockRestore();
    expect((await read(...span)).status).toBe(200);
  });

  it('is empty where nothing was received', async () => {
    expect((await read(iso(NOW - 3_600_000), iso(NOW))).body.cars).toEqual([]);
    expect((await read(iso(NOW), iso(NOW))).body.cars).toEqual([]);
  });

  it('is read by the hour at most, between two times', async () => {
    const spans: [unknown, unknown, string][] = [
      [iso(NOW + 1), iso(NOW), 'to'],
      [iso(NOW), iso(NOW + 3_600_001), 'to'],
      ['yesterday', iso(NOW), 'from'],
      [NOW, iso(NOW), 'from'],
      [iso(NOW), '', 'to'],
    ];
    for (const [from, to, field] of spans) {
      const answer = await read(from, to);
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.body.fields as object)).toEqual([field]);
    }
    expect((await race.as('viewer').get(`/history/${race.eventId}`)).status).toBe(400);
    expect((await read(iso(NOW), iso(NOW + 3_600_000))).status).toBe(200);
  });

  it('is for the club alone', async () => {
    for (const role of ['admin', 'planner', 'viewer', 'director'] as const)
      expect((await read(iso(NOW), iso(NOW + 1), race.as(role))).status).toBe(200);
    expect((await read(iso(NOW), iso(NOW + 1), race.rival('viewer'))).status).toBe(403);
    expect((await read(iso(NOW), iso(NOW + 1), harness.with(null))).status).toBe(401);
    expect((await race.as('viewer').get('/history/99999?from=a&to=b')).status).toBe(404);
  });
});
