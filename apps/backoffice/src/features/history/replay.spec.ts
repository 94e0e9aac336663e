import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { describe, expect, it } from '@jest/globals';
import { FLAGS, lookAt, type PastStory, type Truth } from '@flagpost/contracts';
import { encodePastSpan, fixRows, replayCar, type HistoryFix } from '@flagpost/telemetry';
import { api } from '../../shared/api.js';
import { sessionSlice } from '../../shared/session/slice.js';
import { selectFlagInForce } from '../race-control/state/flags.js';
import { selectLaps } from '../race-control/state/laps.js';
import { selectOpenAlerts } from '../race-control/state/alerts.js';
import { raceReducers } from '../race-control/state/reducers.js';
import { marksOf, nextMark } from './marks.js';
import { createPlayer } from './player.js';
import { openReplay } from './replay.js';
import { createSpanStore, windowOf } from './span-store.js';

const T0 = Date.UTC(2026, 5, 6, 12);
const S = 1_000;
const iso = (second: number): string => new Date(T0 + second * S).toISOString();
const fix = (second: number, receivedSecond = second): HistoryFix => ({
  receivedAt: T0 + receivedSecond * S,
  t: T0 + second * S,
  lat: 44 + second * 0.0003,
  lng: 8,
  speedKph: 120,
  headingDeg: 0,
});
const seconds = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

/** Car 23 has no link from 40 to 70 s; it delivers then what it drove. Car 4 drives all the time. */
const FIXES: Readonly<Record<number, HistoryFix[]>> = {
  4: seconds(0, 120).map((second) => fix(second)),
  23: [
    ...seconds(0, 40).map((second) => fix(second)),
    ...seconds(40, 70).map((second) => fix(second, 70)),
    ...seconds(70, 120).map((second) => fix(second)),
  ],
};
const car = (id: number) => ({
  InvitationId: id,
  CarNumber: String(id),
  Name: 'Ada',
  Surname: 'Rossi',
  UserId: id,
  CategoryId: 1,
  Category: 'GT',
});
const NOBODY = { Id: 1, Name: 'Clerk' };
const red = {
  FlagId: 9,
  StateId: FLAGS.red,
  Message: '',
  InvitationsSelected: [],
  SectorId: null,
  SectorImg: null,
  SanctionedDriver: null,
  SentAt: iso(50),
  SentBy: NOBODY,
  Shown: [{ InvitationId: 4, ShownAt: iso(50.5) }],
  Confirmed: [
    { InvitationId: 4, ConfirmedAt: iso(51) },
    { InvitationId: 23, ConfirmedAt: iso(52) },
  ],
  Withdrawals: [],
  ClearedAt: iso(100),
};
const none = { InvitationsSelected: [], TrackFlag: null, DriverFlag: null, LastFlagStatus: null };
const STORY: PastStory = {
  eventId: 7,
  source: 'reduced',
  from: T0,
  to: T0 + 120 * S,
  cars: [car(4), car(23)],
  flags: [red],
  alerts: [
    {
      AlertId: 3,
      AlertType: 1,
      InvitationId: 23,
      CarNumber: '23',
      Pilot: 'Ada Rossi',
      RaisedAt: iso(45),
      SpeedBefore: null,
      AcknowledgedAt: null,
      AcknowledgedBy: null,
      ClearedAt: null,
      ClearedBy: null,
    },
  ],
  notes: [],
  reports: [{ Report: 'ok', InvitationId: 23, CarNumber: '23', ReportedAt: iso(46), StoppedAt: null }],
  boards: [
    {
      at: T0 + 50 * S,
      cars: [{ ...none, TrackFlag: FLAGS.red, LastFlagStatus: FLAGS.red }],
      sectorFlags: [],
    },
    { at: T0 + 100 * S, cars: [none], sectorFlags: [] },
  ],
  resets: [],
  laps: [[4, 0, 1, 30_000, T0 + 60 * S, T0 + 61 * S]],
  silences: [[23, T0 + 55 * S, T0 + 70 * S]],
  stops: [],
  alertsReceived: [[3, T0 + 70 * S, null]],
  showingsReceived: [[9, 4, T0 + 50.6 * S]],
  reportsReceived: [[23, T0 + 46 * S, T0 + 70 * S]],
  confirmationsReceived: [
    [9, 4, T0 + 51 * S],
    [9, 23, T0 + 70 * S],
  ],
};

const opened = async (second: number, truth: Truth) => {
  const store = configureStore({
    reducer: combineReducers({
      [api.reducerPath]: api.reducer,
      [sessionSlice.name]: sessionSlice.reducer,
      ...raceReducers,
    }),
  });
  const asked: string[] = [];
  const spans = createSpanStore(async (of, from, to) => {
    asked.push(`${of} ${(from - T0) / S}`);
    const cars = new Map(
      Object.entries(FIXES).map(([id, fixes]) => [Number(id), replayCar(fixRows(fixes), of, from, to)]),
    );
    return encodePastSpan({ eventId: 7, truth: of, from, to, cars });
  });
  const player = createPlayer(T0 + second * S, { from: T0, to: T0 + 120 * S });
  const replay = openReplay(STORY, store, spans, player);
  replay.setTruth(truth);
  const show = async (at: number): Promise<void> => {
    player.seek(T0 + at * S, 0);
    if (!replay.tick(0)) {
      await new Promise((resolve) => spans.subscribe(() => spans.has(T0 + at * S) && resolve(null)));
      expect(replay.tick(0)).toBe(true);
    }
  };
  await show(second);
  return { store, spans, player, replay, asked, show };
};

describe('a race that is replayed', () => {
  it('answers where car 23 was when the red came out, and whether it knew', async () => {
    const { replay, store, show } = await opened(60, 'happened');
    expect(replay.cars.live(23)).toMatchObject({ t: T0 + 60 * S, offline: false, sos: true });
    expect(selectFlagInForce(store.getState())?.Confirmed).toHaveLength(2);

    replay.setTruth('seen');
    await show(60);
    expect(replay.cars.live(23)).toMatchObject({ t: T0 + 39 * S, offline: true, sos: false });
    expect(selectFlagInForce(store.getState())?.Confirmed).toEqual([
      { InvitationId: 4, ConfirmedAt: iso(51) },
    ]);
    expect(replay.cars.row(4)?.look).toBe(FLAGS.red);
  });

  it('marks the cars for which the two truths differ', async () => {
    const { replay } = await opened(60, 'happened');
    expect(replay.differing(T0 + 60 * S)).toEqual([23]);
    expect(replay.differing(T0 + 39 * S)).toEqual([]);
    expect(replay.differing(T0 + 80 * S)).toEqual([]);
  });

  it('goes back in time as if what came later had not been', async () => {
    const { replay, store, show } = await opened(110, 'seen');
    expect(selectFlagInForce(store.getState())).toBeNull();
    expect(selectLaps(store.getState()).rows).toHaveLength(1);
    await show(49);
    expect(selectFlagInForce(store.getState())).toBeNull();
    expect(selectOpenAlerts(store.getState())).toEqual([]);
    expect(selectLaps(store.getState()).rows).toEqual([]);
    expect(replay.cars.row(4)).toMatchObject({ counter: 0, look: 'default' });
  });

  it('plays on by what changes: positions, flags, SOS and laps', async () => {
    const { replay, player, store } = await opened(49, 'happened');
    player.play(0);
    expect(replay.tick(500)).toBe(true);
    expect(selectFlagInForce(store.getState())).toBeNull();
    expect(replay.tick(1_000)).toBe(true);
    expect(selectFlagInForce(store.getState())?.FlagId).toBe(9);
    expect(replay.cars.live(4)?.t).toBe(T0 + 50 * S);
    await replayUntil(replay, 11_000);
    expect(replay.cars.row(4)).toMatchObject({ counter: 1, lastLapMs: 30_000, bestLapMs: 30_000 });
    expect(selectLaps(store.getState()).rows).toHaveLength(1);
  });

  it('draws a car between its positions', async () => {
    const { replay, player } = await opened(10, 'happened');
    player.seek(T0 + 10_500, 0);
    replay.tick(0);
    const { prevLat, nextLat, prevTimeS, nextTimeS, look } = replay.cars.buffer;
    const [from = NaN, to = NaN, leaves = NaN, arrives = NaN] = [
      prevLat[0],
      nextLat[0],
      prevTimeS[0],
      nextTimeS[0],
    ];
    const share = (replay.cars.pictureTimeS(0) - leaves) / (arrives - leaves);
    expect(from + (to - from) * share).toBeCloseTo(44 + 10.5 * 0.0003, 6);
    expect(lookAt(look[0] ?? 0)).toBe('default');
  });

  it('steps from position to position, of one car or of any', async () => {
    const { replay, show } = await opened(59, 'seen');
    await show(60);
    expect(replay.fixAfter(T0 + 60 * S, 23, false)).toBe(T0 + 39 * S);
    expect(replay.fixAfter(T0 + 60 * S, 4, true)).toBe(T0 + 61 * S);
    expect(replay.fixAfter(T0 + 60 * S, null, false)).toBe(T0 + 59 * S);
  });

  it('asks for positions of both truths once for each minute, and ahead while it plays', async () => {
    const { replay, player, asked, show } = await opened(10, 'happened');
    await show(20);
    expect(asked).toEqual(['happened 0', 'seen 0']);
    player.play(0);
    replay.tick(0);
    expect(asked).toEqual(['happened 0', 'seen 0', 'happened 60', 'seen 60']);
    expect(windowOf(T0 + 59_999)).toBe(T0);
  });
});

const replayUntil = async (replay: ReturnType<typeof openReplay>, nowMs: number): Promise<void> => {
  for (let i = 0; i < 50 && !replay.tick(nowMs); i += 1) await Promise.resolve();
};

describe('positions that cannot be read', () => {
  it('are said to be missing, and asked for again when they are wanted', async () => {
    let asked = 0;
    const spans = createSpanStore(async () => {
      asked += 1;
      return null;
    });
    expect(spans.has(T0)).toBe(false);
    await Promise.resolve();
    await Promise.resolve();
    expect(spans.hasFailed).toBe(true);
    spans.want([T0]);
    expect(asked).toBe(4);
  });
});

describe('marks', () => {
  it('lead to the next and the former flag, SOS, lap, stop and silence, of all cars or of one', async () => {
    const { replay } = await opened(0, 'seen');
    const marks = marksOf(STORY, replay.control, 'seen', null);
    expect(nextMark(marks.flag, T0, true)).toBe(T0 + 50 * S);
    expect(nextMark(marks.flag, T0 + 50 * S, true)).toBe(T0 + 100 * S);
    expect(nextMark(marks.flag, T0 + 50 * S, false)).toBeUndefined();
    expect(marks.sos).toEqual([T0 + 70 * S]);
    expect(marks.lap).toEqual([T0 + 61 * S]);
    const ofFour = marksOf(STORY, replay.control, 'seen', 4);
    expect(ofFour).toMatchObject({ sos: [], gap: [], lap: [T0 + 61 * S] });
    expect(ofFour.flag).toHaveLength(2);
  });
});
