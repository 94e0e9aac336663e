import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  FIELD_TEXTS,
  LIMITS,
  REFUSALS,
  type TimerRow,
  TIMERS_MAX,
  type TimersAnswer,
} from '@flagpost/contracts';
import { NOW, startHarness, type Harness, type Requests } from '../testing/harness.js';
import { aPublishedRace, aRace, type Race } from '../testing/race-fixture.js';

let harness: Harness;
let race: Race;
const iso = (epochMs: number): string => new Date(epochMs).toISOString();

beforeEach(async () => {
  harness = await startHarness();
  race = await aPublishedRace(harness);
});
afterEach(() => harness.stop());

const body = (changes: object = {}): object => ({ EventId: race.eventId, Title: 'Stage 2', ...changes });
const create = (changes: object = {}) => race.as('director').post('/timers', body(changes));
const created = async (Title = 'Stage 2'): Promise<number> => {
  const answer = await create({ Title });
  expect(answer.status).toBe(201);
  return (answer.body as TimerRow).TimerId;
};
type Verb = 'start' | 'pause' | 'resume' | 'stop';
const to = async (verb: Verb, timerId: number): Promise<TimerRow> => {
  const answer = await race.as('director').put(`/timers/${timerId}/${verb}`);
  expect(answer.status).toBe(200);
  return answer.body as TimerRow;
};
const list = async (as: Requests = race.as('viewer')): Promise<TimersAnswer> =>
  (await as.get(`/events/timers/${race.eventId}`)).body as TimersAnswer;

describe('timers', () => {
  it('are created at zero, and listed in order with the time of the server', async () => {
    const answer = await create({ Title: ' Briefing ' });
    const briefing = { TimerId: answer.body.TimerId, Title: 'Briefing', RunningSince: null, ElapsedMs: 0 };
    expect(answer.body).toEqual(briefing);
    const second = await created();
    await harness.time.advance(1_000);
    await to('start', second);
    await harness.time.advance(500);
    expect(await list()).toEqual({
      timersAt: iso(NOW + 1_500),
      timers: [briefing, { TimerId: second, Title: 'Stage 2', RunningSince: iso(NOW + 1_000), ElapsedMs: 0 }],
    });
  });

  it('run, pause, go on and return to zero', async () => {
    const TimerId = await created();
    const row = { TimerId, Title: 'Stage 2', RunningSince: null, ElapsedMs: 0 };
    expect(await to('start', TimerId)).toEqual({ ...row, RunningSince: iso(NOW) });
    await harness.time.advance(3_000);
    expect(await to('start', TimerId)).toEqual({ ...row, RunningSince: iso(NOW) });
    expect(await to('pause', TimerId)).toEqual({ ...row, ElapsedMs: 3_000 });
    await harness.time.advance(60_000);
    const resumed = { ...row, RunningSince: iso(NOW + 63_000), ElapsedMs: 3_000 };
    expect(await to('resume', TimerId)).toEqual(resumed);
    expect((await list()).timers).toEqual([resumed]);
    await harness.time.advance(2_000);
    expect(await to('pause', TimerId)).toEqual({ ...row, ElapsedMs: 5_000 });
    expect(await to('stop', TimerId)).toEqual(row);
    expect((await list()).timers).toEqual([row]);
  });

  it('are removed for good', async () => {
    const [first, second] = [await created('First'), await created('Second')];
    const answer = await race.as('director').delete(`/timers/${first}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ TimerId: first });
    expect((await list()).timers.map(({ TimerId }) => TimerId)).toEqual([second]);
    expect((await race.as('director').put(`/timers/${first}/start`)).status).toBe(404);
    expect((await race.as('director').delete(`/timers/${first}`)).status).toBe(404);
  });

  it('asked for again under the same key are created once', async () => {
    const ask = () => create().set('Idempotency-Key', 'timer-1');
    const [first, again] = [await ask(), await ask()];
    expect(again.body).toEqual(first.body);
    expect((await list()).timers).toHaveLength(1);
  });

  it('need a title', async () => {
    for (const Title of [' ', undefined]) {
      const answer = await create({ Title });
      expect(answer.status).toBe(400);
      expect(answer.body.fields).toEqual({ Title: FIELD_TEXTS.timerTitle });
    }
    const long = await create({ Title: 'x'.repeat(LIMITS.name + 1) });
    expect(long.status).toBe(400);
    expect(Object.keys(long.body.fields as object)).toEqual(['Title']);
  });

  it('are no more than an event may have', async () => {
    for (let count = 0; count < TIMERS_MAX; count += 1) await created();
    expect((await create()).body).toEqual({ statusCode: 418, message: REFUSALS['timer.tooMany'] });
  });
});

describe('rights over timers', () => {
  const calls: [string, (as: Requests, timerId: number) => PromiseLike<{ status: number; body: unknown }>][] =
    [
      ['create', (as) => as.post('/timers', body())],
      ['start', (as, timerId) => as.put(`/timers/${timerId}/start`)],
      ['pause', (as, timerId) => as.put(`/timers/${timerId}/pause`)],
      ['resume', (as, timerId) => as.put(`/timers/${timerId}/resume`)],
      ['stop', (as, timerId) => as.put(`/timers/${timerId}/stop`)],
      ['remove', (as, timerId) => as.delete(`/timers/${timerId}`)],
    ];

  it.each(calls)('%s: the director of the club alone, until the event is past', async (_, call) => {
    const timerId = await created();
    for (const role of ['admin', 'planner', 'viewer', 'driver'] as const)
      expect((await call(race.as(role), timerId)).status).toBe(403);
    expect((await call(race.rival('director'), timerId)).status).toBe(403);
    expect((await call(harness.with(null), timerId)).status).toBe(401);
    await harness.time.advance(5 * 3_600_000);
    expect((await call(race.as('director'), timerId)).body).toEqual({
      statusCode: 418,
      message: REFUSALS['event.past'],
    });
    expect((await list()).timers).toHaveLength(1);
  });

  it.each(calls.slice(1))('%s: a timer that nobody created is not found', async (_, call) => {
    expect((await call(race.as('director'), 9_999)).status).toBe(404);
  });

  it('reading: everybody of the club', async () => {
    const path = `/events/timers/${race.eventId}`;
    for (const role of ['admin', 'planner', 'viewer', 'director'] as const)
      expect((await race.as(role).get(path)).status).toBe(200);
    expect((await race.rival('viewer').get(path)).status).toBe(403);
    expect((await race.as('viewer').get('/events/timers/999999')).status).toBe(404);
  });
});

it('timers of an event that is not published are refused', async () => {
  const planned = await aRace(harness);
  const answer = await planned.as('director').post('/timers', body({ EventId: planned.eventId }));
  expect(answer.body).toEqual({ statusCode: 418, message: REFUSALS['event.unpublished'] });
});
