import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ERASED_PERSON,
  type AsItWasAnswer,
  type AsItWasLine,
  type CompetitorAsItWas,
} from '@flagpost/contracts';
import { virtualTime } from '@flagpost/testing';
import { memoryDependencies, NOW, startHarness, type Harness, type Requests } from '../testing/harness.js';
import { aRace, eventBody, type Race } from '../testing/race-fixture.js';
import { asItWas } from './as-it-was.js';
import { oneAtATime } from './one-at-a-time.js';

const MINUTE = 60_000;
const time = virtualTime(NOW);
let harness: Harness;
let race: Race;
let cars: readonly number[];

const LINE = [
  { lat: 44.7, lng: 8.03 },
  { lat: 44.71, lng: 8.04 },
  { lat: 44.72, lng: 8.03 },
];
const ROUTE_EVENTS = [
  { type: 'TrackNamed', data: { name: 'Langhe long' } },
  { type: 'TrackDrawn', data: { tracks: [LINE] } },
  { type: 'StartPlaced', data: { start: LINE[0] } },
];
const append = async (stream: string, events: readonly { type: string; data: object }[]): Promise<void> => {
  const meta = { actorId: 1, actorRoles: [4], clubId: race.clubId, correlationId: 'spec', causationId: null };
  await harness.dependencies.store.append(
    stream,
    events.map(({ type, data }, index) => ({
      type,
      data: { eventId: race.eventId, ...data },
      meta: { ...meta, id: `${stream} ${time.now()} ${index}`, schemaVersion: 1 },
    })),
    'any',
  );
};

/** What was done in which minute after NOW. */
const AT = {
  created: 0,
  added: 1,
  authorized: 2,
  renumbered: 3,
  routeDrawn: 4,
  renamed: 5,
  deletedCar: 6,
  rerouted: 7,
  published: 8,
} as const;
const until = async (minute: number): Promise<void> => {
  await time.advance(NOW + minute * MINUTE - time.now());
};

beforeAll(async () => {
  harness = await startHarness(memoryDependencies(time));
  race = await aRace(harness);
  const planner = race.as('planner');
  await until(AT.added);
  cars = [await race.add('31'), await race.add('7'), await race.add('112')];
  await until(AT.authorized);
  await planner
    .patch('/invitations/authorized', { Invitations: cars.slice(0, 1), Authorized: 1 })
    .expect(200);
  await until(AT.renumbered);
  const entry = { categoryId: race.categoryId, brand: 'Lancia', model: 'Fulvia', codriverId: null };
  await append(`invitation-${cars[1]}`, [
    { type: 'InvitationEdited', data: { invitationId: cars[1], ...entry, carNumber: '8' } },
  ]);
  await until(AT.routeDrawn);
  await append(`route-${race.eventId}`, ROUTE_EVENTS);
  await until(AT.renamed);
  const body = { ...eventBody(race.categoryId, { Name: 'Rally Alba Historic' }), EveId: race.eventId };
  await planner.put(`/events/${race.eventId}`, body).expect(200);
  await until(AT.deletedCar);
  await planner.patch('/invitations/deleteSelected', { Invitations: [cars[2]] }).expect(200);
  await until(AT.rerouted);
  await append(`route-${race.eventId}`, [{ type: 'TrackDeleted', data: {} }]);
  await until(AT.published);
  await planner.put(`/events/publish/${race.eventId}`).expect(200);
});
afterAll(() => harness.stop());

const iso = (minute: number): string => new Date(NOW + minute * MINUTE).toISOString();
const pathOf = (what: string, minute: number, eventId = race.eventId): string =>
  `/audit/asItWas/${eventId}?what=${what}&instant=${iso(minute)}`;
const linesOf = (text: string): AsItWasLine[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as AsItWasLine);
const linesAs = async (as: Requests, path: string): Promise<AsItWasLine[]> => {
  const { status, headers, body } = await as
    .get(path)
    .buffer(true)
    .parse((answer, done) => {
      let whole = '';
      answer.setEncoding('utf8').on('data', (piece: string) => (whole += piece));
      answer.on('end', () => done(null, whole));
    });
  expect([path, status, headers['content-type']]).toEqual([path, 200, 'application/x-ndjson']);
  return linesOf(body as string);
};
const asked = async (what: string, minute: number, as = race.as('planner')): Promise<AsItWasAnswer> => {
  const last = (await linesAs(as, pathOf(what, minute))).at(-1);
  if (last === undefined || !('Answer' in last)) throw new Error('There is no answer.');
  return last.Answer;
};
const competitorsAt = async (minute: number): Promise<CompetitorAsItWas[]> =>
  (await asked('competitors', minute)).Competitors ?? [];
const numbersAt = async (minute: number): Promise<(string | null)[]> =>
  (await competitorsAt(minute)).map(({ Number: number }) => number);

describe('a competitor list as it was', () => {
  it('has who had been added by then, by number, and not who had been deleted', async () => {
    expect(await numbersAt(AT.created)).toEqual([]);
    expect(await numbersAt(AT.added)).toEqual(['7', '31', '112']);
    expect(await numbersAt(AT.deletedCar - 1)).toEqual(['8', '31', '112']);
    expect(await numbersAt(AT.deletedCar)).toEqual(['8', '31']);
  });

  it('has the entry and the authorisation of then', async () => {
    const [before] = await competitorsAt(AT.renumbered - 1);
    expect(before).toMatchObject({ InvitationId: cars[1], Number: '7', Model: 'Delta', Authorized: false });
    const [after] = await competitorsAt(AT.renumbered);
    expect(after).toMatchObject({ InvitationId: cars[1], Number: '8', Model: 'Fulvia', Codriver: null });
    const authorizedAt = async (minute: number): Promise<boolean | undefined> =>
      (await competitorsAt(minute)).find(({ InvitationId }) => InvitationId === cars[0])?.Authorized;
    expect([await authorizedAt(AT.added), await authorizedAt(AT.authorized)]).toEqual([false, true]);
  });

  it('has names of today: a category renamed since, and nobody who was erased', async () => {
    const planner = race.as('planner');
    const categoryId = race.categoryId;
    const [, listed] = await competitorsAt(AT.added);
    expect(listed).toMatchObject({
      Driver: { Name: 'Carla Bianchi 31' },
      Codriver: { Name: 'Dino Verdi' },
      Category: { Id: categoryId, Name: 'WRC' },
    });
    await planner.put(`/driverCategories/${categoryId}`, { Name: 'WRC 2' }).expect(200);
    await race.as('admin').delete(`/people/${listed?.Driver.Id}`).expect(200);
    const [, shown] = await competitorsAt(AT.added);
    expect(shown).toMatchObject({
      Driver: { Id: listed?.Driver.Id, Name: ERASED_PERSON },
      Category: { Name: 'WRC 2' },
    });
    expect(JSON.stringify(await linesAs(planner, pathOf('competitors', AT.added)))).not.toContain(
      'Bianchi 31',
    );
  });

  it('says how far it is, and answers last', async () => {
    const lines = await linesAs(race.as('admin'), pathOf('competitors', AT.published));
    const progress = lines.flatMap((line) => ('Progress' in line ? [line.Progress] : []));
    expect(progress).toHaveLength(lines.length - 1);
    expect(progress[0]).toEqual({ Streams: 0, Of: null, Events: 0 });
    // The event and three competitors, of whom one is deleted.
    expect(progress.at(-1)).toMatchObject({ Streams: 1, Of: 4 });
  });

  it('says that it may lack somebody while the log is being indexed', async () => {
    const of = { eventId: race.eventId, instant: NOW + AT.added * MINUTE, isComplete: false };
    const completeness = async (what: 'competitors' | 'event'): Promise<boolean[]> => {
      const found: boolean[] = [];
      for await (const line of asItWas(harness.dependencies, { ...of, what }))
        if ('Answer' in line) found.push(line.Answer.IsComplete);
      return found;
    };
    expect([await completeness('competitors'), await completeness('event')]).toEqual([[false], [true]]);
  });
});

describe('an event as it was', () => {
  it('has the details and the state of then, and the name of today beside them', async () => {
    const before = await asked('event', AT.renamed - 1);
    expect(before).toMatchObject({
      Race: { Id: race.eventId, Name: 'Rally Alba Historic' },
      Instant: iso(AT.renamed - 1),
      Status: 'draft',
      Event: { Name: 'Rally Alba', Institution: { Name: 'Motor Club Alba' }, City: 'Alba', Planner: null },
      Competitors: null,
      Route: null,
      IsComplete: true,
    });
    expect((await asked('event', AT.renamed)).Event?.Name).toBe('Rally Alba Historic');
    expect((await asked('event', AT.published)).Status).toBe('published');
  });

  it('was not there before it was created', async () => {
    for (const what of ['event', 'competitors', 'route'])
      expect(await asked(what, -1)).toMatchObject({
        Status: 'none',
        Event: null,
        Competitors: null,
        Route: null,
      });
  });
});

describe('a route as it was', () => {
  it('has the edits up to then', async () => {
    expect((await asked('route', AT.routeDrawn - 1)).Route).toMatchObject({
      Tracks: [],
      Name: null,
      Kilometres: 0,
    });
    const { Route: drawn } = await asked('route', AT.routeDrawn);
    expect(drawn).toMatchObject({ Tracks: [LINE], Name: 'Langhe long', Start: LINE[0], Finish: null });
    expect(drawn?.Kilometres).toBeCloseTo(2.74, 1);
    expect((await asked('route', AT.rerouted)).Route).toMatchObject({ Tracks: [], Name: null, Start: null });
  });

  it('is folded in slices, with progress', async () => {
    const lines = await linesAs(race.as('admin'), pathOf('route', AT.published));
    const events = lines.flatMap((line) => ('Progress' in line ? [line.Progress.Events] : []));
    expect(new Set(events).size).toBeGreaterThan(2);
    expect(events).toEqual([...events].sort((one, other) => one - other));
  });
});

describe('who may ask', () => {
  it('is an administrator, or an organiser of the institution of the event', async () => {
    const path = pathOf('competitors', AT.published);
    const status = async (as: Requests): Promise<number> => (await as.get(path)).status;
    expect(await status(race.as('admin'))).toBe(200);
    expect(await status(race.as('planner'))).toBe(200);
    expect(await status(race.rival('planner'))).toBe(404);
    expect(await status(race.as('director'))).toBe(403);
    expect(await status(race.as('viewer'))).toBe(403);
    expect(await status(harness.with(null))).toBe(401);
    expect((await race.as('admin').get(pathOf('event', 0, 999_999))).status).toBe(404);
  });

  it('is still so after the event was deleted', async () => {
    const planner = race.as('planner');
    const made = await planner.post('/events', eventBody(race.categoryId, { Name: 'Rally Bra' }));
    const eventId = (made.body as { eveId: number }).eveId;
    await until(AT.published + 1);
    await planner.delete(`/events/${eventId}`).expect(200);
    const lines = await linesAs(planner, pathOf('event', AT.published, eventId));
    expect(lines.at(-1)).toMatchObject({
      Answer: { Race: { Name: '' }, Status: 'draft', Event: { Name: 'Rally Bra' } },
    });
    const after = await linesAs(planner, pathOf('event', AT.published + 1, eventId));
    expect(after.at(-1)).toMatchObject({ Answer: { Status: 'deleted', Event: { Name: 'Rally Bra' } } });
    expect((await race.rival('planner').get(pathOf('event', AT.published, eventId))).status).toBe(404);
  });

  it('names the fields of a query that cannot be', async () => {
    for (const [query, names] of [
      ['', ['what', 'instant']],
      ['?what=laps&instant=yesterday', ['what', 'instant']],
      [`?what=route&instant=2026-06-06`, ['instant']],
    ] as const) {
      const { status, body } = await race.as('admin').get(`/audit/asItWas/${race.eventId}${query}`);
      expect([status, Object.keys(body.fields as object)]).toEqual([400, names]);
    }
  });
});

const signal = () => {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give: () => give() };
};

it('ends with a client that goes away, and the next is answered', async () => {
  const dependencies = memoryDependencies();
  const reads: string[] = [];
  const [held, begun] = [signal(), signal()];
  let isHolding = false;
  const { store } = dependencies;
  const own = await startHarness({
    ...dependencies,
    store: {
      ...store,
      async readStream(stream, ...rest) {
        if (isHolding && stream.startsWith('invitation-')) {
          reads.push(stream);
          begun.give();
          await held.given;
        }
        return store.readStream(stream, ...rest);
      },
    },
  });
  const made = await aRace(own);
  const numbers = ['1', '2', '3', '4', '5', '6', '7'];
  for (const number of numbers) await made.add(number);
  const path = `/audit/asItWas/${made.eventId}?what=competitors&instant=${iso(0)}`;
  isHolding = true;
  const closed = new Promise((resolve) => {
    own.api.app.getHttpServer().once('request', (_, response) => response.once('close', resolve));
  });
  const given = made.as('planner').get(path);
  given.end(() => undefined);
  await begun.given;
  given.abort();
  await closed;
  held.give();
  const last = (await linesAs(made.as('planner'), path)).at(-1);
  expect(last).toMatchObject({ Answer: { Competitors: numbers.map((Number) => ({ Number })) } });
  // The first question ended before its next line of progress, the second read all.
  expect(reads.length).toBeLessThan(2 * numbers.length);
  await own.stop();
});

describe('turns', () => {
  const steps = async function* (log: string[], name: string): AsyncGenerator<string, void> {
    for (const step of [1, 2]) {
      log.push(`${name} ${step}`);
      yield `${name} ${step}`;
    }
  };
  const drain = async (each: AsyncGenerator<string, void>): Promise<void> => {
    for await (const step of each) expect(step).toMatch(/^\w \d$/);
  };

  it('are taken one after another', async () => {
    const inTurn = oneAtATime();
    const log: string[] = [];
    await Promise.all([drain(inTurn(steps(log, 'a'))), drain(inTurn(steps(log, 'b')))]);
    expect(log).toEqual(['a 1', 'a 2', 'b 1', 'b 2']);
  });

  it('end with who is given up, and fold nothing more', async () => {
    const inTurn = oneAtATime();
    const log: string[] = [];
    const given = inTurn(steps(log, 'a'));
    await given.next();
    const next = drain(inTurn(steps(log, 'b')));
    await given.return();
    await next;
    expect(log).toEqual(['a 1', 'b 1', 'b 2']);
  });

  it('end with a failure', async () => {
    const inTurn = oneAtATime();
    const failing = async function* (): AsyncGenerator<string, void> {
      yield 'a 1';
      throw new Error('The log cannot be read.');
    };
    await expect(drain(inTurn(failing()))).rejects.toThrow('The log cannot be read.');
    const log: string[] = [];
    await drain(inTurn(steps(log, 'b')));
    expect(log).toEqual(['b 1', 'b 2']);
  });
});
