import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  FLAGS,
  type DistancesAnswer,
  type FlagAnswer,
  type FlagResponseAnswer,
  type LatLng,
  type PassesAnswer,
  type Truth,
} from '@flagpost/contracts';
import { routeStream } from '@flagpost/domain';
import type { HistoryFix } from '@flagpost/telemetry';
import { until } from '@flagpost/testing';
import { confirmedFact, shownFact, stateFacts } from '../../testing/facts.js';
import { NOW, startHarness, type Harness } from '../../testing/harness.js';
import { keepHistory } from '../../testing/kept-history.js';
import { aPublishedRace, type Race } from '../../testing/race-fixture.js';
import { alreadyRecorded } from '../../testing/recorded.js';

let harness: Harness;
let race: Race;
let one: number;
let two: number;
let three: number;
let red: number;
const SECOND = 1_000;
const MINUTE = 60_000;
/** When red is sent. */
const SENT = 60 * SECOND;
const iso = (epochMs: number): string => new Date(epochMs).toISOString();
/** Degrees of latitude that a car drives in a second, some 33 m: 120 km/h. */
const STEP = 0.0003;

const fix = (second: number, changes: Partial<HistoryFix> = {}): HistoryFix => ({
  receivedAt: NOW + second * SECOND + 300,
  t: NOW + second * SECOND,
  lat: 44.6 + second * STEP,
  lng: 8.16,
  speedKph: 120,
  headingDeg: 0,
  ...changes,
});
const keep = (invitationId: number, fixes: readonly HistoryFix[]): Promise<void> =>
  keepHistory(harness, race.eventId, invitationId, fixes);
const seconds = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

/**
 * Car 1 drives north for two minutes. Car 2 does so ten seconds behind, delivers everything from 50 s on at 100 s, and slows
 * down eight seconds after the red. Car 3 is entered and never heard.
 */
beforeAll(async () => {
  harness = await startHarness();
  race = await aPublishedRace(harness);
  [one, two, three] = [await race.add('1'), await race.add('2'), await race.add('3')];
  const Invitations = [one, two, three];
  await race.as('planner').patch('/invitations/authorized', { Invitations, Authorized: 1 });
  await keep(
    one,
    seconds(0, 120).map((second) => fix(second)),
  );
  await keep(
    two,
    seconds(10, 130)
      .map((second) =>
        fix(second, {
          lat: 44.6 + (second - 10) * STEP,
          ...(second >= 68 && { speedKph: 40 }),
          ...(second >= 50 && { receivedAt: NOW + Math.max(100, second) * SECOND + second }),
        }),
      )
      .sort((a, b) => a.receivedAt - b.receivedAt),
  );
  await harness.time.advance(SENT);
  const flag = { EventId: race.eventId, StateId: FLAGS.red, InvitationsSelected: [] };
  red = ((await race.as('director').post('/flagRecords', flag)).body as FlagAnswer).FlagId;
  const at = (invitationId: number, second: number) => ({
    eventId: race.eventId,
    invitationId,
    receivedAt: NOW + second * SECOND,
  });
  const late = confirmedFact(at(two, 100), red);
  await stateFacts(
    harness,
    shownFact(at(one, 61), red),
    confirmedFact(at(one, 63), red),
    'confirmedAt' in late ? { ...late, confirmedAt: NOW + 66 * SECOND } : late,
  );
  await harness.time.advance(5 * MINUTE);
}, 30_000);
afterAll(() => harness.stop());

const ask = (path: string, as = race.as('viewer')) => as.get(`/history/${race.eventId}/${path}`);
const answered = async <T>(path: string): Promise<T> => {
  const answer = await ask(path);
  expect([path, answer.status, answer.body.fields]).toEqual([path, 200, undefined]);
  return answer.body as T;
};
const at = (second: number): string => iso(NOW + second * SECOND);

describe('the distance between cars at an instant', () => {
  it('is that of where they were, or of where race control saw them', async () => {
    const of = (truth: Truth) =>
      answered<DistancesAnswer>(`distances?instant=${at(80)}&truth=${truth}&car=${one}&other=${two}`);
    const happened = await of('happened');
    expect(happened.others).toHaveLength(1);
    expect(happened.others[0]?.distanceM).toBeCloseTo(333.3, 0);
    expect(happened.others[0]).toMatchObject({ CarNumber: '2', ageMs: 0, speedKph: 40 });
    const seen = await of('seen');
    // Heard last of second 49, where it was 30 s ago.
    expect(seen.others[0]).toMatchObject({ ageMs: 30_700, speedKph: 120 });
    expect(seen.others[0]?.distanceM).toBeCloseTo((79 - 39) * 33.33, -1);
  });

  it('is asked for every other car too, nearest first, and none is made up', async () => {
    const { others } = await answered<DistancesAnswer>(`distances?instant=${at(30)}&car=${one}`);
    expect(others.map(({ CarNumber }) => CarNumber)).toEqual(['2', '3']);
    expect(others[1]).toEqual({
      InvitationId: three,
      CarNumber: '3',
      lat: null,
      lng: null,
      speedKph: null,
      ageMs: null,
      distanceM: null,
    });
  });

  it('is of cars of the event alone', async () => {
    expect((await ask(`distances?instant=${at(30)}&car=99999`)).status).toBe(404);
    expect((await ask(`distances?instant=${at(30)}&car=${one}&other=99999`)).status).toBe(404);
  });
});

/** 100 m of the way, where the cars are in second 70 and 80. */
const AREA = [
  [44.6 + 69 * STEP, 8.15],
  [44.6 + 72 * STEP, 8.15],
  [44.6 + 72 * STEP, 8.17],
  [44.6 + 69 * STEP, 8.17],
]
  .map((corner) => corner.join(','))
  .join(';');

describe('passes of an area', () => {
  it('have the speeds of each car there, fastest first', async () => {
    const span = `from=${at(0)}&to=${at(200)}`;
    const answer = await answered<PassesAnswer>(`passes?${span}&area=${AREA}`);
    expect(answer.total).toBe(2);
    expect(answer.passes.map(({ CarNumber, maxKph }) => [CarNumber, maxKph])).toEqual([
      ['1', 120],
      ['2', 40],
    ]);
    const [first] = answer.passes;
    expect(((first?.enteredAt ?? 0) - NOW) / SECOND).toBeCloseTo(69, 0);
    expect(((first?.leftAt ?? 0) - NOW) / SECOND).toBeCloseTo(72, 0);
  });

  it('are those between two instants', async () => {
    const ofSpan = async (from: number, to: number) =>
      (await answered<PassesAnswer>(`passes?from=${at(from)}&to=${at(to)}&area=${AREA}`)).passes.map(
        ({ CarNumber }) => CarNumber,
      );
    expect(await ofSpan(0, 60)).toEqual([]);
    expect(await ofSpan(60, 75)).toEqual(['1']);
    expect(await ofSpan(75, 100)).toEqual(['2']);
  });

  it('go on over the parts in which the race is read', async () => {
    const [late, standing] = [10 * 60, seconds(10 * 60, 20 * 60)];
    await keep(
      one,
      standing.map((second) => fix(second, { lat: 44.6 + 70 * STEP, speedKph: 0 })),
    );
    await harness.time.advance(5 * SECOND);
    const span = `from=${at(late)}&to=${at(late + 1_200)}`;
    const { passes } = await answered<PassesAnswer>(`passes?${span}&area=${AREA}`);
    expect(passes.map(({ enteredAt, leftAt }) => (leftAt - enteredAt) / SECOND)).toEqual([599]);
  });

  it('are refused without an area, with a false one, or over too long a time', async () => {
    const span = `from=${at(0)}&to=${at(200)}`;
    const faults: [string, string][] = [
      [span, 'area'],
      [`${span}&area=${AREA}&sector=1`, 'area'],
      [`${span}&area=44,8;44,9`, 'area'],
      [`${span}&area=${'44,8;'.repeat(60)}44,8`, 'area'],
      [`${span}&area=44,8;44,9;NaN,8`, 'area'],
      [`${span}&area=44,8;44,9;91,8`, 'area'],
      [`${span}&area=44,8;44,9;44,8,7`, 'area'],
      [`from=${at(1)}&to=${at(0)}&area=${AREA}`, 'to'],
      [`from=${at(0)}&to=${iso(NOW + 12 * 60 * MINUTE + 1)}&area=${AREA}`, 'to'],
    ];
    for (const [query, field] of faults) {
      const answer = await ask(`passes?${query}`);
      expect([query, answer.status]).toEqual([query, 400]);
      expect(Object.keys(answer.body.fields as object)).toEqual([field]);
    }
    expect((await ask(`passes?${span}&sector=99999`)).status).toBe(404);
  });
});

/** Metres of a step of the cars. */
const STEP_M = 33.34;
const between = (fromM: number, toM: number): string =>
  `passes?from=${at(0)}&to=${at(130)}&fromM=${fromM}&toM=${toM}`;
const drawLine = async (Positions: readonly LatLng[]): Promise<void> => {
  const route = { eventId: race.eventId, pointsTrack: [{ Positions }] };
  expect((await race.as('planner').put('/circuitRoutes', route)).status).toBe(200);
};
/** The way of the cars, and back beside it if it is a circuit. */
const [SOUTH, NORTH] = [
  { lat: 44.6, lng: 8.16 },
  { lat: 44.6 + 100 * STEP, lng: 8.16 },
];
const BACK = [NORTH, SOUTH].map(({ lat }) => ({ lat, lng: 8.18 }));
/** When each car was there, in seconds of its own way. */
const secondsIn = ({ passes }: PassesAnswer): number[][] =>
  passes.map(({ CarNumber, enteredAt, leftAt }) =>
    [enteredAt, leftAt].map((when) => Math.round((when - NOW) / SECOND) - (CarNumber === '2' ? 10 : 0)),
  );

describe('passes of a stretch between two points', () => {
  it('are of cars near the line from the first point to the second', async () => {
    await drawLine([SOUTH, NORTH]);
    const answer = await answered<PassesAnswer>(between(69 * STEP_M, 72 * STEP_M));
    expect(answer.where).toEqual({ fromM: 69 * STEP_M, toM: 72 * STEP_M });
    // And 25 m before and after it.
    expect(secondsIn(answer)).toEqual([
      [68, 73],
      [68, 73],
    ]);
    expect(answer.passes.map(({ maxKph }) => maxKph)).toEqual([120, 40]);
  });

  it('go over the ends of the line of a circuit', async () => {
    await drawLine([SOUTH, NORTH, ...BACK, SOUTH]);
    const wholeM = 2 * 100 * STEP_M + 2 * 1_580;
    const around = await answered<PassesAnswer>(between(wholeM - 500, 20 * STEP_M));
    expect(secondsIn(around)).toEqual([
      [0, 21],
      [0, 21],
    ]);
    expect(secondsIn(await answered<PassesAnswer>(between(20 * STEP_M, wholeM - 500)))).toEqual([
      [19, 101],
      [19, 101],
    ]);
  });

  it('are refused without a line, beyond its ends, or against the direction of travel', async () => {
    const faultsOf = async (path: string) => {
      const { status, body } = await ask(path);
      return [status, ...Object.keys((body.fields as object | undefined) ?? {})];
    };
    await drawLine([SOUTH, NORTH]);
    const span = `passes?from=${at(0)}&to=${at(130)}`;
    expect(await faultsOf(`${span}&fromM=1`)).toEqual([400, 'toM']);
    expect(await faultsOf(`${span}&toM=1`)).toEqual([400, 'fromM']);
    expect(await faultsOf(`${between(1, 2)}&area=${AREA}`)).toEqual([400, 'area']);
    expect(await faultsOf(`${between(1, 2)}&sector=1`)).toEqual([400, 'area']);
    expect(await faultsOf(`${span}&fromM=x&toM=-1`)).toEqual([400, 'fromM', 'toM']);
    expect(await faultsOf(between(3_400, 20))).toEqual([400, 'fromM']);
    expect(await faultsOf(between(20, 3_400))).toEqual([400, 'toM']);
    expect(await faultsOf(between(20, 10))).toEqual([400, 'toM']);
    expect(await faultsOf(between(20, 20))).toEqual([400, 'toM']);
    await drawLine([SOUTH, NORTH, ...BACK, SOUTH]);
    expect(await faultsOf(between(20, 10))).toEqual([200]);
    expect(await faultsOf(between(20, 20))).toEqual([400, 'toM']);
    const { eventId } = race;
    await alreadyRecorded(harness, routeStream(eventId), 'TrackDrawn', { eventId, tracks: [] });
    await until('the line to be gone', async () => (await ask(between(20, 30))).status !== 200);
    expect(await faultsOf(between(20, 30))).toEqual([404]);
  });
});

describe('the response to a flag', () => {
  const response = (truth: Truth, slower = '') =>
    answered<FlagResponseAnswer>(`flags/${red}/response?truth=${truth}${slower}`);

  it('has for each car when the flag was shown, confirmed and followed', async () => {
    const { sentAt, until, slowerPercent, cars } = await response('happened');
    expect([sentAt, until, slowerPercent]).toEqual([NOW + SENT, NOW + SENT + 5 * MINUTE, 30]);
    expect(cars).toEqual([
      {
        InvitationId: one,
        CarNumber: '1',
        speedKph: 120,
        shownAt: NOW + 60_700,
        confirmedAt: NOW + 62_800,
        slowedAt: null,
        lowestKph: 120,
        lowestAt: NOW + 61 * SECOND,
      },
      {
        InvitationId: two,
        CarNumber: '2',
        speedKph: 120,
        shownAt: null,
        confirmedAt: NOW + 66 * SECOND,
        slowedAt: NOW + 68 * SECOND,
        lowestKph: 40,
        lowestAt: NOW + 68 * SECOND,
      },
      {
        InvitationId: three,
        CarNumber: '3',
        speedKph: null,
        shownAt: null,
        confirmedAt: null,
        slowedAt: null,
        lowestKph: null,
        lowestAt: null,
      },
    ]);
  });

  it('has what race control knew when it had come', async () => {
    const { cars } = await response('seen');
    expect(cars[1]?.confirmedAt).toBe(NOW + 100 * SECOND);
    expect(cars[1]?.slowedAt).toBeGreaterThanOrEqual(NOW + 100 * SECOND);
  });

  it('asks for as much as is wanted', async () => {
    expect((await response('happened', '&slower=70')).cars[1]?.slowedAt).toBeNull();
    for (const slower of ['4', '96', '30.5', '-5', 'x'])
      expect((await ask(`flags/${red}/response?slower=${slower}`)).status).toBe(400);
    expect((await ask('flags/99999/response')).status).toBe(404);
  });
});

describe('a question', () => {
  it('is answered for the club alone', async () => {
    const paths = [
      `distances?instant=${at(30)}&car=${one}`,
      `passes?from=${at(0)}&to=${at(1)}&area=${AREA}`,
      `flags/${red}/response`,
    ];
    for (const path of paths) {
      for (const role of ['admin', 'planner', 'viewer', 'director'] as const)
        expect((await ask(path, race.as(role))).status).toBe(200);
      expect((await ask(path, race.rival('director'))).status).toBe(403);
      expect((await ask(path, harness.with(null))).status).toBe(401);
    }
  });
});
