import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PUBLISHED_STATE_ID, type FlagRow, type SectorRequest } from '@flagpost/contracts';
import { silentLogger } from '@flagpost/platform';
import { until, virtualTime, type VirtualTime } from '@flagpost/testing';
import { fakeFlagpost, type Answer, type Asked, type FakeFlagpost } from '../testing/fake-flagpost.js';
import { confirmationsOf } from './confirmations.js';
import { DEMO_EVENT_NAME } from './event.js';
import { ENTRIES } from './entries.js';
import { startDemoRace } from './demo.js';

const START = Date.UTC(2026, 5, 1, 12);

interface MadeEvent {
  readonly id: number;
  readonly Name: string;
  readonly Start: string;
  readonly Finish: string;
  published: boolean;
  readonly cars: string[];
}

describe('the demo race, driven', () => {
  let time: VirtualTime;
  let server: FakeFlagpost;
  let events: MadeEvent[];
  let categories: { Id: number; Description: string }[];
  let refuseLogins: number;
  let busyLogins: number;
  let printed: string[];
  let closedDoor: string | null;
  let sectors: SectorRequest[];
  let demo: ReturnType<typeof startDemoRace>;

  const one = (id: number): MadeEvent => events.find((event) => event.id === id)!;
  const answers: readonly (readonly [RegExp, (asked: Asked, id: number) => Answer])[] = [
    [
      /^POST \/api\/auth\/login/,
      () =>
        refuseLogins-- > 0
          ? { status: 401, json: { message: 'Wrong password.' } }
          : busyLogins-- > 0
            ? { status: 503, json: { message: 'Try again.' } }
            : { json: { accessToken: `x.${Buffer.from('{"ClubId":4}').toString('base64url')}.x` } },
    ],
    [
      /^GET \/api\/events\/$/,
      () => ({
        json: events.map(({ id, Name, Start, Finish, published }) => ({
          EventId: id,
          Name,
          Start,
          Finish,
          State: published ? PUBLISHED_STATE_ID : 0,
          Schedules: Date.parse(Finish) < time.now() ? 'past' : 'curr',
        })),
      }),
    ],
    [
      /^POST \/api\/events\//,
      ({ body }) => {
        const { Name, Start, Finish } = JSON.parse(body) as MadeEvent;
        events.push({ id: events.length + 1, Name, Start, Finish, published: false, cars: [] });
        return { json: { eveId: events.length } };
      },
    ],
    [
      /^GET \/api\/sectors\/byTrack\/(\d+)/,
      (_, id) => ({
        json: sectors.filter(({ TraId }) => TraId === id).map(({ Number: secNumber }) => ({ secNumber })),
      }),
    ],
    [/^POST \/api\/commonServices\/uploadSectorPic/, () => ({ json: { fileName: 'picture.webp' } })],
    [
      /^POST \/api\/sectors\//,
      ({ body }) => {
        sectors.push(JSON.parse(body) as SectorRequest);
        return { json: {} };
      },
    ],
    [/^GET \/api\/driverCategories\/IdDescriptionByClub\/4/, () => ({ json: categories })],
    [
      /^POST \/api\/driverCategories/,
      ({ body }) => {
        const { Name } = JSON.parse(body) as { Name: string };
        categories.push({ Id: categories.length + 1, Description: Name });
        return { json: { catId: categories.length } };
      },
    ],
    [
      /^POST \/api\/invitations\/createInvitationDriver/,
      ({ body }) => {
        const { Invitation } = JSON.parse(body) as { Invitation: { EveId: number; Number: string } };
        const { cars } = one(Invitation.EveId);
        if (!cars.includes(Invitation.Number)) cars.push(Invitation.Number);
        return { json: { Invitation: { Id: cars.indexOf(Invitation.Number) + 1 } } };
      },
    ],
    [
      /^PUT \/api\/events\/publish\/(\d+)/,
      (_, id) => {
        one(id).published = true;
        return { json: {} };
      },
    ],
    [
      /^GET \/api\/positionRecords\/event\/(\d+)\/999/,
      (_, id) => ({ json: one(id).cars.map((CarNumber, index) => ({ InvitationId: index + 1, CarNumber })) }),
    ],
    [
      /^POST \/api\/invitations\/(\d+)\/deviceToken/,
      (_, id) => ({ json: { doors: { positions: `${server.url}/ingest/positions/car-${id}` } } }),
    ],
    [/^GET \/api\/events\/flags/, () => ({ json: [] })],
    [
      /^POST \/ingest\/positions/,
      ({ path }) =>
        path === closedDoor ? { status: 404, json: {} } : { json: { accepted: 1, dropped: {} } },
    ],
  ];
  const answer = (asked: Asked): Answer => {
    for (const [pattern, give] of answers) {
      const found = pattern.exec(`${asked.method} ${asked.path}`);
      if (found !== null) return give(asked, Number(found[1]));
    }
    return { json: {} };
  };

  beforeEach(async () => {
    time = virtualTime(START);
    events = [];
    sectors = [];
    categories = [{ Id: 1, Description: 'Turismo' }];
    refuseLogins = 0;
    busyLogins = 0;
    printed = [];
    closedDoor = null;
    server = await fakeFlagpost(answer);
  });
  afterEach(async () => {
    await demo.stop();
    await server.stop();
  });

  const start = (cars?: number): void => {
    demo = startDemoRace({
      apiUrl: server.url,
      clock: time,
      scheduler: time,
      logger: silentLogger,
      print: (sentence) => printed.push(sentence),
      ...(cars === undefined ? {} : { cars }),
    });
  };
  const asked = (pattern: RegExp): Asked[] =>
    server.asked.filter(({ method, path }) => pattern.test(`${method} ${path}`));
  const onGrid = () => until('the phones of all cars', () => asked(/deviceToken/).length >= ENTRIES.length);
  /** Lines at each door, by path. */
  const lines = (): Map<string, { t: number }[]> => {
    const byDoor = new Map<string, { t: number }[]>();
    for (const { path, body } of asked(/^POST \/ingest/)) {
      const sent = body.split('\n').map((line) => JSON.parse(line) as { t: number });
      byDoor.set(path, [...(byDoor.get(path) ?? []), ...sent]);
    }
    return byDoor;
  };
  /** In small steps, as answers come in real time. */
  const advance = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 200) {
      await time.advance(200);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  };

  it('makes its event, publishes it last, and drives 24 cars at 1 Hz, one after the other', async () => {
    start();
    await onGrid();
    const made = asked(/^(POST|PUT|PATCH) \/api/).map(({ method, path }) => `${method} ${path}`);
    expect(made.indexOf('PUT /api/events/publish/1')).toBeGreaterThan(
      made.indexOf('PATCH /api/invitations/authorized/'),
    );
    expect(one(1).cars).toEqual(ENTRIES.map(({ number }) => number));
    expect(asked(/POST \/api\/driverCategories/)).toHaveLength(2);
    expect(sectors.map(({ Number: number, Picpath }) => [number, Picpath])).toEqual([
      [1, 'picture.webp'],
      [2, 'picture.webp'],
      [3, 'picture.webp'],
    ]);
    expect(sectors[2]?.To).toEqual(sectors[0]?.From);
    await advance(5_000);
    await until('four fixes of each car', () => [...lines().values()].every((sent) => sent.length >= 4));
    const sent = [...lines().values()];
    expect(sent).toHaveLength(24);
    for (const fixes of sent) {
      const gaps = fixes.slice(1).map(({ t }, index) => t - fixes[index]!.t);
      expect(new Set(gaps)).toEqual(new Set([1_000]));
    }
    expect(new Set(sent.map(([first]) => first!.t % 1_000)).size).toBe(24);
  });

  it('with another number of cars makes an event of its own', async () => {
    start();
    await onGrid();
    await demo.stop();
    start(30);
    await until('the phones of both races', () => asked(/deviceToken/).length === ENTRIES.length + 30);
    expect(events.map(({ Name }) => Name)).toEqual([DEMO_EVENT_NAME, `${DEMO_EVENT_NAME}, 30 cars`]);
    expect(new Set(one(2).cars).size).toBe(30);
  });

  it('goes on with the event that is on, with the same keys, after a restart', async () => {
    start();
    await onGrid();
    await demo.stop();
    const keys = () => asked(/deviceToken/).map(({ headers }) => headers['idempotency-key']);
    const before = keys();
    expect(new Set(before).size).toBe(24);
    start();
    await until('the calls of the second start', () => keys().length === 48);
    expect(keys().slice(24)).toEqual(before);
    expect(events).toHaveLength(1);
  });

  it('completes what a killed start left half made', async () => {
    events.push({
      id: 1,
      Name: DEMO_EVENT_NAME,
      Start: new Date(START - 5_000).toISOString(),
      Finish: new Date(START + 3_600_000).toISOString(),
      published: false,
      cars: ['1', '3'],
    });
    start();
    await onGrid();
    expect(events).toHaveLength(1);
    expect(one(1)).toMatchObject({ published: true, cars: { length: 24 } });
  });

  it('makes a new event when the one before is past', async () => {
    const Finish = new Date(START + 10_000).toISOString();
    const cars = ENTRIES.map(({ number }) => number);
    const Start = new Date(START - 60_000).toISOString();
    events.push({ id: 1, Name: DEMO_EVENT_NAME, Start, Finish, published: true, cars });
    start();
    await onGrid();
    await advance(9_000);
    expect(events).toHaveLength(1);
    await advance(2_000);
    await until('the next event', () => events.length === 2 && one(2).published);
    expect(Date.parse(one(2).Start)).toBeGreaterThan(Date.parse(one(1).Finish));
  });

  it('tries again after seconds when the server is in trouble', async () => {
    busyLogins = 2;
    start();
    await until('the first sign-in', () => asked(/login/).length === 1);
    await advance(5_200);
    await until('the second sign-in', () => asked(/login/).length === 2);
    await advance(5_200);
    await onGrid();
    expect(one(1).published).toBe(true);
  });

  it('signs in once where it is refused, says what to do, and tries again after minutes', async () => {
    refuseLogins = 1;
    start();
    await until('a line for who started it', () => printed.length === 1);
    expect(printed[0]).toMatch(/^The demo race waits\. .*Wrong password.*set FLAGPOST_PASSWORD/);
    await advance(60_000);
    expect(asked(/login/)).toHaveLength(1);
    await time.advance(4 * 60_000);
    await onGrid();
    expect(asked(/login/)).toHaveLength(2);
  });

  it('leaves a car to whoever has given it another phone', async () => {
    closedDoor = '/ingest/positions/car-3';
    start();
    await onGrid();
    await advance(8_000);
    const sent = lines();
    expect(sent.get(closedDoor)).toHaveLength(1);
    expect(sent.get('/ingest/positions/car-4')!.length).toBeGreaterThan(5);
  });
});

describe('the demo drivers', () => {
  const flag = (FlagId: number, changes: Partial<FlagRow> = {}): FlagRow => ({
    FlagId,
    StateId: 801,
    Message: '',
    InvitationsSelected: [],
    SectorId: null,
    SectorImg: null,
    SanctionedDriver: null,
    SentAt: new Date(START).toISOString(),
    SentBy: { Id: 1, Name: 'Dora' },
    Shown: [],
    Confirmed: [],
    Withdrawals: [],
    ClearedAt: null,
    ClearedBy: null,
    ...changes,
  });
  const cars = Array.from({ length: 24 }, (_, index) => index + 1);
  const chances = { seed: 1, now: START + 1_000 };

  it('mostly confirm a flag, once', () => {
    const seen = new Set<number>();
    const confirmed = confirmationsOf([flag(1)], cars, seen, chances);
    expect(confirmed.length).toBeGreaterThan(16);
    expect(confirmationsOf([flag(1)], cars, seen, chances)).toEqual([]);
    expect(confirmationsOf([flag(1)], cars, new Set(), chances)).toEqual(confirmed);
  });

  it('confirm only what is meant for them, new and in force', () => {
    const mine = confirmationsOf([flag(1, { InvitationsSelected: [5, 6, 7, 8] })], cars, new Set(), chances);
    expect(mine.length).toBeGreaterThan(0);
    expect(mine.every(({ invitationId }) => invitationId >= 5 && invitationId <= 8)).toBe(true);
    const ClearedAt = new Date(START).toISOString();
    expect(confirmationsOf([flag(1, { ClearedAt })], cars, new Set(), chances)).toEqual([]);
    expect(confirmationsOf([flag(1)], cars, new Set(), { seed: 1, now: START + 61_000 })).toEqual([]);
    const Confirmed = cars.map((InvitationId) => ({ InvitationId, ConfirmedAt: ClearedAt }));
    expect(confirmationsOf([flag(1, { Confirmed })], cars, new Set(), chances)).toEqual([]);
  });
});
