import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { describe, expect, it } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import {
  FLAGS,
  TRUTHS,
  lookAt,
  type CarReportRow,
  type PastStory,
  type StopRow,
  type Truth,
} from '@flagpost/contracts';
import {
  createControlReader,
  encodePastSpan,
  fixRows,
  packShown,
  replayCar,
  type HistoryFix,
  type PastRows,
  type Shown,
} from '@flagpost/telemetry';
import { api } from '../../shared/api.js';
import { sessionSlice } from '../../shared/session/slice.js';
import { selectFeed } from '../race-control/state/feed.js';
import { selectFlagInForce } from '../race-control/state/flags.js';
import { selectLaps } from '../race-control/state/laps.js';
import { selectOpenAlerts } from '../race-control/state/alerts.js';
import { isOutOfReach, selectReach } from '../race-control/state/reach.js';
import { raceReducers } from '../race-control/state/reducers.js';
import { answerCalls } from '../../testing/fetch.js';
import { aPastFix as fix, LINKED_ALONE, S, seconds, T0 } from '../../testing/past-race.js';
import { bandsOf } from './bands.js';
import { marksOf, nextMark } from './marks.js';
import { createPlayer, type Speed } from './player.js';
import { openReplay } from './replay.js';
import { stepByFix } from './use-replay-keys.js';
import { createSpanStore, windowOf, type SpanStore, type SpanRequest } from './span-store.js';

const iso = (second: number): string => new Date(T0 + second * S).toISOString();

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
  ClearedBy: { Id: 3, Name: 'Dora Direttore' },
};
const none = { InvitationsSelected: [], TrackFlag: null, DriverFlag: null, LastFlagStatus: null };
const okRow = (id: number, second: number, StoppedAt: string | null): CarReportRow => ({
  Report: 'ok',
  InvitationId: id,
  CarNumber: String(id),
  ReportedAt: iso(second),
  StoppedAt,
});
const stopRow = (
  id: number,
  second: number,
  became: Pick<StopRow, 'AskedAt' | 'AnsweredAt' | 'MissedAt' | 'DroveOnAt'>,
): StopRow => ({ InvitationId: id, CarNumber: String(id), StoppedAt: iso(second), ...became });
const STORY: PastStory = {
  positionsDeleted: null,
  eventId: 7,
  source: 'reduced',
  from: T0,
  to: T0 + 120 * S,
  publishedFrom: null,
  screens: [],
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
  reports: [okRow(4, 125, iso(80)), okRow(23, 54, iso(42)), okRow(23, 46, null)],
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
  silences: { happened: [], seen: [[23, T0 + 55 * S, T0 + 70 * S]] },
  stops: { happened: [[23, T0 + 42 * S, T0 + 53 * S]], seen: [] },
  // Car 23 stands from 42 s without a link, and is asked; car 4 answers late, and drives on.
  questions: [
    stopRow(4, 80, { AskedAt: iso(91), AnsweredAt: iso(125), MissedAt: iso(121.2), DroveOnAt: iso(130) }),
    stopRow(23, 42, { AskedAt: iso(53), AnsweredAt: iso(54), MissedAt: null, DroveOnAt: null }),
  ],
  stopsReceived: [
    [4, T0 + 80 * S, T0 + 90.2 * S, T0 + 91.2 * S, T0 + 130.2 * S],
    [23, T0 + 42 * S, T0 + 70 * S, T0 + 70.1 * S, null],
  ],
  alertsReceived: [[3, T0 + 70 * S, null]],
  showingsReceived: [[9, 4, T0 + 50.6 * S]],
  reportsReceived: [
    [23, T0 + 46 * S, T0 + 70 * S],
    [23, T0 + 54 * S, T0 + 70.2 * S],
    [4, T0 + 125 * S, T0 + 125.2 * S],
  ],
  confirmationsReceived: [
    [9, 4, T0 + 51 * S],
    [9, 23, T0 + 70 * S],
  ],
};

const opened = async (second: number, truth: Truth, published?: ReadonlyMap<number, PastRows>) => {
  const store = configureStore({
    reducer: combineReducers({
      [api.reducerPath]: api.reducer,
      [sessionSlice.name]: sessionSlice.reducer,
      ...raceReducers,
    }),
  });
  const asked: string[] = [];
  const spans = createSpanStore(async (of, from, to) => {
    const second = (time: number): number => (time - T0) / S;
    asked.push(`${of} ${second(from)}${to - from === 60 * S ? '' : ` to ${second(to)}`}`);
    const cars = new Map(
      Object.entries(FIXES).map(([id, fixes]) => [Number(id), replayCar(fixRows(fixes), of, from, to)]),
    );
    return encodePastSpan({
      eventId: 7,
      truth: of,
      from,
      to,
      cars: of === 'seen' ? (published ?? cars) : cars,
    });
  });
  const player = createPlayer(T0 + second * S, { from: T0, to: T0 + 120 * S });
  const replay = openReplay(STORY, store, spans, player);
  replay.setTruth(truth);
  const show = async (at: number): Promise<void> => {
    player.seek(T0 + at * S, 0);
    if (!replay.tick(0)) {
      await has(spans, replay.truth, at);
      expect(replay.tick(0)).toBe(true);
    }
  };
  await show(second);
  return { store, spans, player, replay, asked, show };
};

const has = async (spans: SpanStore, truth: Truth, second: number): Promise<void> => {
  const isThere = (): boolean => spans.has(truth, T0 + second * S);
  if (!isThere()) await new Promise((resolve) => spans.subscribe(() => isThere() && resolve(null)));
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

  it('has flags, SOS, silence and reach as they were published, when they were', async () => {
    const shown = { offline: false, sos: false, linked: true, track: null, driver: null, counter: 0 };
    const row = (second: number, changes: Partial<Shown>): number[] => {
      const at = T0 + second * S;
      return [at, T0 + 49 * S, T0 + 49.2 * S, 44, 7, 100, 90, 0, packShown({ ...shown, ...changes })];
    };
    const ofFour = [row(50, {}), row(53, { track: FLAGS.red }), row(55, { linked: false, sos: true })];
    const published = new Map([[4, Float64Array.from(ofFour.flat())]]);
    const { replay, player, store } = await opened(52, 'seen', published);
    // Red had been sent at 50 s; the car was shown without it.
    expect(selectFlagInForce(store.getState())?.FlagId).toBe(9);
    expect(replay.cars.row(4)?.look).toBe('default');
    expect(isOutOfReach(selectReach(store.getState()), 4)).toBe(false);
    player.play(0);
    replay.tick(1_000);
    expect(replay.cars.row(4)?.look).toBe(FLAGS.red);
    replay.tick(3_000);
    expect(replay.cars.row(4)?.look).toBe('sos');
    expect(isOutOfReach(selectReach(store.getState()), 4)).toBe(true);
    // Half a minute without a position: it was never published as silent.
    await replayUntil(replay, 30_000);
    expect(replay.cars.live(4)?.offline).toBe(false);
  });

  it('marks the cars for which the two truths differ', async () => {
    const { replay, spans, asked } = await opened(60, 'happened');
    // What is shown comes first.
    expect(asked.slice(0, 2)).toEqual(['happened 60', 'seen 60']);
    await has(spans, 'seen', 60);
    expect(replay.differing(T0 + 60 * S)).toEqual([23]);
    expect(replay.differing(T0 + 130 * S)).toBeNull();
    await has(spans, 'seen', 39);
    expect(replay.differing(T0 + 39 * S)).toEqual([]);
    expect(replay.differing(T0 + 80 * S)).toEqual([]);
  });

  it('drives across the antimeridian the short way', async () => {
    const row = (second: number, lng: number): number[] => {
      const at = T0 + second * S;
      return [at, at, at, -16.8, lng, 100, 90, 0, LINKED_ALONE];
    };
    const rows = [row(52, 179.9997), row(53, 179.9999), row(54, -179.9999)];
    const { replay } = await opened(54.5, 'seen', new Map([[4, Float64Array.from(rows.flat())]]));
    const { prevLng, nextLng } = replay.cars.buffer;
    expect([prevLng[0], nextLng[0]]).toEqual([179.9999, expect.closeTo(180.0001, 9)]);
    const { from, to } = replay.trail([4], 10).columns();
    expect([from.at(-2), to.at(-2)]).toEqual([179.9999, expect.closeTo(180.0001, 9)]);
  });

  it('draws the way of chosen cars in the last seconds, by the truth that is shown', async () => {
    const { replay, show, spans } = await opened(65, 'happened');
    /** Seconds of the race at which cars leave and arrive, by car. */
    const way = (ids: readonly number[], lastsS: number): [number, number][] => {
      const { length, spans: times } = replay.trail(ids, lastsS).columns();
      const originS = (replay.cars.buffer.originMs - T0) / S;
      return seconds(0, length).map((i) => [
        Math.round((times[2 * i] ?? NaN) + originS),
        Math.round((times[2 * i + 1] ?? NaN) + originS),
      ]);
    };
    // The minute before is asked for as it is needed.
    expect(way([23], 30)[0]).toEqual([60, 61]);
    await has(spans, 'happened', 30);
    const ofFour = way([4], 30);
    expect([ofFour[0], ofFour.at(-1)]).toEqual([
      [35, 36],
      [65, 66],
    ]);
    expect(ofFour).toHaveLength(31);
    expect(way([4, 23], 30)).toHaveLength(62);
    // Race control had no position of car 23 from 40 to 70 s, and came to each when it had it.
    replay.setTruth('seen');
    await show(65);
    expect(way([4], 30).at(-1)).toEqual([65, 66]);
    await has(spans, 'seen', 30);
    expect(way([23], 30).at(-1)).toEqual([39, 40]);
    await show(75);
    expect(way([23], 30).slice(-2)).toEqual([
      [74, 75],
      [75, 76],
    ]);
    expect(way([23], 30)).toHaveLength(5);
  });

  it('leaves nothing behind for the screen that comes after it', async () => {
    const { replay, store } = await opened(60, 'happened');
    const { alerts, flags } = store.getState();
    expect([alerts.rows.length, flags.rows.length]).toEqual([1, 1]);
    replay.close();
    expect(store.getState()).toMatchObject({ alerts: { rows: [] }, flags: { rows: [] } });
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

  it('tells who was asked, who answered and who did not, each with its time, once it was so', async () => {
    const { replay, player, store, show } = await opened(59, 'happened');
    const told = (): string[] =>
      selectFeed(store.getState()).flatMap((line) => {
        const row =
          line.kind === 'asked' || line.kind === 'unanswered'
            ? line.stop
            : line.kind === 'ok'
              ? line.report
              : null;
        return row === null ? [] : [`${(line.at - T0) / S} ${line.kind} ${row.CarNumber}`];
      });
    const asked = ['54 ok 23', '53 asked 23', '46 ok 23'];
    expect(told()).toEqual(asked);
    await show(90.9);
    expect(told()).toEqual(asked);
    player.play(0);
    await replayUntil(replay, 300);
    expect(told()).toEqual(['91 asked 4', ...asked]);
    await show(119);
    expect(told()).toEqual(['91 asked 4', ...asked]);

    replay.setTruth('seen');
    await show(69.9);
    expect(told()).toEqual([]);
    await show(70.15);
    expect(told()).toEqual(['53 asked 23', '46 ok 23']);
    await show(91.1);
    expect(told()).toEqual(asked);
  });

  it('knows at each instant whether a stopped car stands, was asked and has answered', () => {
    const rows = (truth: Truth, second: number) =>
      createControlReader(STORY, truth)
        .at(T0 + second * S)
        .stops.filter(({ InvitationId }) => InvitationId === 4);
    const became = (truth: Truth, second: number) =>
      rows(truth, second).map((row) =>
        (['AskedAt', 'MissedAt', 'AnsweredAt', 'DroveOnAt'] as const).filter((step) => row[step] !== null),
      );
    expect(became('happened', 79.9)).toEqual([]);
    expect(became('happened', 80)).toEqual([[]]);
    expect(became('seen', 80)).toEqual([]);
    expect(became('seen', 90.2)).toEqual([[]]);
    expect(became('seen', 121.1)).toEqual([['AskedAt']]);
    expect(became('seen', 121.2)).toEqual([['AskedAt', 'MissedAt']]);
    expect(became('happened', 125)).toEqual([['AskedAt', 'MissedAt', 'AnsweredAt']]);
    expect(became('seen', 125.1)).toEqual([['AskedAt', 'MissedAt']]);
    expect(became('seen', 130.2)).toEqual([['AskedAt', 'MissedAt', 'AnsweredAt', 'DroveOnAt']]);
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

  it('plays backwards by what moves, and tells all anew where something had changed', async () => {
    const { replay, player, store } = await opened(79, 'happened');
    const toldAt = (): number => (replay.cars.buffer.originMs - T0) / S;
    player.play(0, true);
    replay.tick(5_000);
    expect(replay.cars.live(4)?.t).toBe(T0 + 74 * S);
    await replayUntil(replay, 18_000);
    expect(replay.cars.live(4)?.t).toBe(T0 + 61 * S);
    expect(toldAt()).toBe(79);
    expect(selectLaps(store.getState()).rows).toHaveLength(1);
    await replayUntil(replay, 20_000);
    expect(toldAt()).toBe(59);
    expect(selectLaps(store.getState()).rows).toEqual([]);
    expect(replay.cars.row(4)).toMatchObject({ counter: 0 });
  });

  it('pauses at the end of the race', async () => {
    const { replay, player } = await opened(119, 'happened');
    player.play(0);
    replay.tick(900);
    expect(player.state.sinceMs).toBe(0);
    await replayUntil(replay, 2_000);
    expect(player.state).toMatchObject({ instant: T0 + 120 * S, sinceMs: null });
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
    expect(await replay.fixAfter(T0 + 60 * S, 23, false)).toBe(T0 + 39 * S);
    expect(await replay.fixAfter(T0 + 60 * S, 4, true)).toBe(T0 + 61 * S);
    expect(await replay.fixAfter(T0 + 60 * S, null, false)).toBe(T0 + 59 * S);
  });

  it('goes to the position that was searched, unless something else was asked for meanwhile', async () => {
    const open = await opened(50, 'seen');
    const { player } = open;
    player.play(0);
    const step = stepByFix(open, 23, true);
    expect(player.state.sinceMs).toBeNull();
    player.seek(T0 + 10 * S, 0);
    await step;
    expect(player.state.instant).toBe(T0 + 10 * S);
    player.seek(T0 + 50 * S, 0);
    await stepByFix(open, 23, true);
    expect(player.state.instant).toBe(T0 + 70 * S);
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

  it('asks for them to the end of five minutes while it goes by fast, forwards and backwards', async () => {
    const asksFrom = async (second: number, speed: Speed, isReverse: boolean, questions: string[]) => {
      const { replay, player, spans, asked } = await opened(second, 'happened');
      await has(spans, 'seen', second);
      asked.length = 0;
      player.setSpeed(speed, 0);
      player.play(0, isReverse);
      replay.tick(0);
      await waitFor(() => expect(asked).toEqual(questions));
    };
    // The next minute first: without it the clock would stand.
    await asksFrom(10, 10, false, ['happened 60', 'happened 120 to 300', 'seen 60 to 300']);
    await asksFrom(110, 30, true, ['happened 0', 'happened -300 to 0', 'seen 0', 'seen -300 to 0']);
  });
});

const replayUntil = async (replay: ReturnType<typeof openReplay>, nowMs: number): Promise<void> => {
  for (let i = 0; i < 50 && !replay.tick(nowMs); i += 1) await Promise.resolve();
};

describe('positions that are wanted', () => {
  it('are asked for two questions at a time, and no longer once others are wanted', async () => {
    const answers: (() => void)[] = [];
    const asked: string[] = [];
    const minute = (time: number): number => (time - T0) / (60 * S);
    const spans = createSpanStore(async (_truth, from, to) => {
      asked.push(`${minute(from)} to ${minute(to)}`);
      await new Promise<void>((resolve) => answers.push(resolve));
      return null;
    });
    const answerAll = async (): Promise<void> => {
      for (const answer of answers.splice(0)) answer();
      await new Promise((resolve) => setTimeout(resolve));
    };
    const both = (at: number) => TRUTHS.map((truth): SpanRequest => [truth, T0 + at * 60 * S]);
    const twice = (question: string) => [question, question];
    // Dragged over three minutes.
    for (const at of [0, 1, 2]) spans.want(both(at));
    expect(asked.splice(0)).toEqual(twice('0 to 1'));
    spans.want([3, 3.1, 4].flatMap(both));
    await answerAll();
    expect(asked.splice(0)).toEqual(twice('3 to 4'));
    await answerAll();
    expect(asked.splice(0)).toEqual(twice('4 to 5'));
    await answerAll();
    expect(asked).toEqual([]);
  });

  it('are one question for those of five minutes that are needed later, and are kept by minutes', async () => {
    const fixes = seconds(0, 600).map((second) => fix(second));
    const asked: string[] = [];
    const minute = (time: number): number => (time - T0) / (60 * S);
    const load = async (truth: Truth, from: number, to: number): Promise<Uint8Array> => {
      asked.push(`${minute(from)} to ${minute(to)}`);
      const cars = new Map([[23, replayCar(fixRows(fixes), truth, from, to)]]);
      return encodePastSpan({ eventId: 7, truth, from, to, cars });
    };
    const [spans, alone] = [createSpanStore(load), createSpanStore(load)];
    const wish = (at: number): SpanRequest => ['happened', T0 + at * 60 * S];
    spans.want([], [3, 2, 4, 0, 5, 6].map(wish));
    expect(asked).toEqual(['2 to 5', '0 to 1']);
    expect(await spans.read('happened', T0 + 240 * S)).toBe(true);
    for (const at of [2, 3, 4]) {
      const instant = T0 + at * 60 * S;
      await alone.read('happened', instant);
      expect(spans.rows('happened', 23, instant)).toEqual(alone.rows('happened', 23, instant));
    }
    await has(spans, 'happened', 360);
    expect(asked.splice(0)).toEqual(['2 to 5', '0 to 1', '5 to 7', '2 to 3', '3 to 4', '4 to 5']);
  });
});

describe('positions that cannot be read', () => {
  it('are said to be missing, and asked for again after a pause, or at once if somebody says so', async () => {
    let asked = 0;
    let nowMs = 0;
    const spans = createSpanStore(
      async () => {
        asked += 1;
        return null;
      },
      () => nowMs,
    );
    const want = async (): Promise<void> => {
      spans.want([['happened', T0]]);
      await new Promise((resolve) => setTimeout(resolve));
    };
    await want();
    expect(spans.hasFailed).toBe(true);
    await want();
    expect(asked).toBe(1);
    nowMs = 5_001;
    await want();
    expect(asked).toBe(2);
    spans.retry();
    await want();
    expect(asked).toBe(3);
  });
});

describe('positions that came damaged', () => {
  it('are reported, and asked for again after a pause like those that did not come', async () => {
    const calls = answerCalls(() => ({ status: 200 }));
    let asked = 0;
    const spans = createSpanStore(
      async () => {
        asked += 1;
        return new Uint8Array([1, 2, 3]);
      },
      () => 0,
    );
    expect(await spans.read('happened', T0)).toBe(false);
    expect(spans.hasFailed).toBe(true);
    spans.want([['happened', T0]]);
    expect(asked).toBe(1);
    await waitFor(() => expect(calls.map(({ path }) => path)).toEqual(['/api/clientReports/']));
  });
});

describe('marks', () => {
  it('lead to the next and the former flag, SOS, lap, stop and silence, of all cars or of one', async () => {
    const { replay } = await opened(0, 'seen');
    const marks = marksOf(STORY, replay.controlOf('seen'), 'seen', null);
    expect(nextMark(marks.flag, T0, true)).toBe(T0 + 50 * S);
    expect(nextMark(marks.flag, T0 + 50 * S, true)).toBe(T0 + 100 * S);
    expect(nextMark(marks.flag, T0 + 50 * S, false)).toBeUndefined();
    expect(marks.sos).toEqual([T0 + 70 * S]);
    expect(marks.lap).toEqual([T0 + 61 * S]);
    const ofFour = marksOf(STORY, replay.controlOf('seen'), 'seen', 4);
    expect(ofFour).toMatchObject({ sos: [], gap: [], lap: [T0 + 61 * S] });
    expect(ofFour.flag).toHaveLength(2);
  });

  it('lead to stops and silences by the truth that is shown', async () => {
    const { replay } = await opened(0, 'happened');
    const marks = (truth: Truth) => marksOf(STORY, replay.controlOf(truth), truth, 23);
    expect(marks('happened')).toMatchObject({ sos: [T0 + 45 * S], stop: [T0 + 42 * S], gap: [] });
    expect(marks('seen')).toMatchObject({ sos: [T0 + 70 * S], stop: [], gap: [T0 + 55 * S] });
  });
});

describe('bands', () => {
  const LIMITS = { from: T0, to: T0 + 120 * S };
  const secondsOf = (truth: Truth, id: number | null): (readonly (readonly number[])[])[] =>
    bandsOf(STORY, truth, LIMITS, id).map((band) =>
      band.map(({ from, to }) => [(from - T0) / S, (to - T0) / S]),
    );

  it("have the flags in force for a car: the track's, and over it those of sectors and of its driver", () => {
    const named = (id: number, TrackFlag: number | null, DriverFlag: number | null) => ({
      ...none,
      InvitationsSelected: [id],
      TrackFlag,
      DriverFlag,
    });
    const sector = (SectorId: number, StateId: number) => ({ SectorId, FlagId: SectorId, StateId });
    const yellow = { ...none, TrackFlag: FLAGS.yellow };
    const boards: PastStory['boards'] = [
      { at: T0 + 10 * S, cars: [none, named(4, null, FLAGS.black)], sectorFlags: [] },
      { at: T0 + 20 * S, cars: [none], sectorFlags: [sector(1, FLAGS.white), sector(2, FLAGS.yellow)] },
      { at: T0 + 30 * S, cars: [yellow, named(4, FLAGS.green, null)], sectorFlags: [] },
    ];
    const flags = (id: number | null): string[] =>
      (bandsOf({ ...STORY, boards }, 'seen', LIMITS, id)[0] ?? []).map(
        ({ from, to, colour, half = 'all' }) => `${(from - T0) / S} ${(to - T0) / S} ${colour} ${half}`,
      );
    const ofSector = '20 30 --race-yellow lower';
    expect(flags(null)).toEqual(['30 120 --race-yellow all', ofSector]);
    expect(flags(23)).toEqual(flags(null));
    expect(flags(4)).toEqual(['30 120 --race-green all', ofSector, '10 20 --race-black lower']);
  });

  it('have SOS, stops and silences by the truth that is shown, of all cars or of one', () => {
    expect(secondsOf('happened', null).slice(1)).toEqual([[[45, 120]], [[42, 53]], [], []]);
    expect(secondsOf('seen', null).slice(1)).toEqual([[[70, 120]], [], [[55, 70]], []]);
    expect(secondsOf('seen', 4).slice(1)).toEqual([[], [], [], []]);
  });
});
