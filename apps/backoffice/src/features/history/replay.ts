import { TRUTHS, type LiveCar, type PastStory, type Truth } from '@flagpost/contracts';
import {
  countUntil,
  createControlReader,
  encodeFrame,
  liveCarAt,
  readShown,
  shownAt,
  type ControlReader,
} from '@flagpost/telemetry';
import type { TrailSource } from '@flagpost/map-layers';
import { createLiveCars, type LiveCars } from '../race-control/live-cars.js';
import { lapCounted, raceLeft, raceOpened, snapshotArrived } from '../race-control/state/messages.js';
import type { RaceStore } from '../race-control/state/race-store.js';
import { syncCarAppearance } from '../race-control/live/sync-car-appearance.js';
import { createDiffering } from './differing.js';
import { createFixSearch } from './fix-search.js';
import { createPastLaps } from './past-laps.js';
import { createPastPictures } from './past-picture.js';
import { REPLAY_STREAM, pastSnapshot } from './past-snapshot.js';
import type { Player, PlayerState } from './player.js';
import { createShownStates } from './shown-states.js';
import { WINDOW_MS, periodOf, windowOf, type SpanRequest, type SpanStore } from './span-store.js';
import { createTrail, type ShownMoment } from './past-trail.js';

/** More laps at once are told by a snapshot. */
const LAPS_AT_ONCE = 20;
/** A step leads so far into the windows beside. */
const STEP_MS = 2_000;
/** Positions are asked for so long ahead, by the speed. */
const AHEAD_S = 8;

/** Draws a race of the past with the live map's own parts: it takes the place of the socket and of the clock. */
export interface Replay {
  readonly cars: LiveCars;
  controlOf(truth: Truth): ControlReader;
  readonly truth: Truth;
  /** What is drawn; null before the first, and while the other truth is awaited. */
  readonly moment: ShownMoment | null;
  setTruth(truth: Truth): void;
  /** Brings all to the player's instant; false while positions of it have not come, and the clock stands. */
  tick(nowMs: number): boolean;
  /** Cars of which race control saw something else than what happened, by invitation id (`createDiffering`). */
  differing(instant: number): readonly number[] | null;
  /** When the next or the former position of a car, or of any, came to be, epoch ms. */
  fixAfter(instant: number, invitationId: number | null, isForward: boolean): Promise<number | undefined>;
  /** Where these cars were in the last seconds, by the truth that is shown. */
  trail(invitationIds: readonly number[], lastsS: number): TrailSource;
  close(): void;
}

/** Number of the windows ahead that are asked for while it plays: up to the end of a period if it goes by fast. */
const windowsAhead = ({ speed, isReverse }: PlayerState, instant: number): number => {
  const aheadMs = AHEAD_S * 1_000 * speed;
  if (aheadMs <= WINDOW_MS) return 1;
  const period = periodOf(instant + (isReverse ? -aheadMs : aheadMs));
  return Math.abs((isReverse ? period.first : period.last) - windowOf(instant)) / WINDOW_MS;
};

/** The instants of the windows ahead that are asked for, in the order in which they are needed. */
const instantsAhead = ({ state }: Player, instant: number): readonly number[] => {
  const windows = state.sinceMs === null ? 0 : windowsAhead(state, instant);
  const way = state.isReverse ? -WINDOW_MS : WINDOW_MS;
  return Array.from({ length: windows }, (_, i) => instant + (i + 1) * way);
};

export const openReplay = (story: PastStory, store: RaceStore, spans: SpanStore, player: Player): Replay => {
  const { eventId } = story;
  const ids = story.cars.map(({ InvitationId }) => InvitationId);
  const readers: Record<Truth, ControlReader> = {
    happened: createControlReader(story, 'happened'),
    seen: createControlReader(story, 'seen'),
  };
  const searchFix = createFixSearch(story, spans);
  const laps = createPastLaps(story.cars);
  const states = createShownStates();
  let truth: Truth = 'happened';
  /** The instant that is shown; null before the first. */
  let shown: number | null = null;
  let isPlaying = false;
  let inSos: ReadonlySet<number> = new Set();
  /** Positions of a trail had not come when it was drawn. */
  let isTrailAwaited = false;

  const moment = (): ShownMoment | null => (shown === null ? null : { instant: shown, truth });
  const cars = createLiveCars({
    clock: {
      begin: () => undefined,
      hear: () => undefined,
      nowMs: (nowMs) => player.instantAt(nowMs),
      pictureMs: (nowMs) => player.instantAt(nowMs),
    },
    createPicture: createPastPictures({
      ids,
      spans,
      moment,
      isPlaying: () => isPlaying,
    }),
  });

  const rowsOf = (id: number, instant: number) => spans.rows(truth, id, instant);
  const liveAt = (id: number, instant: number): LiveCar =>
    liveCarAt(id, rowsOf(id, instant), instant, laps.of(id), inSos.has(id));

  const showAll = (instant: number, nowMs: number): void => {
    const control = readers[truth].at(instant);
    shown = instant;
    laps.begin(control);
    inSos = new Set(
      control.alerts.filter(({ ClearedAt }) => ClearedAt === null).map(({ InvitationId }) => InvitationId),
    );
    for (const id of ids) states.show(id, rowsOf(id, instant), instant);
    const snapshot = pastSnapshot(story, {
      instant,
      control,
      publishedOf: (id) => readShown(shownAt(rowsOf(id, instant), instant)),
      liveOf: (id) => liveAt(id, instant),
      rowOfLap: (lap) => laps.rowOf(lap),
    });
    cars.begin(snapshot, nowMs);
    store.dispatch(snapshotArrived(snapshot));
  };

  /** Tells of laps since an instant, one by one; false if they are too many. */
  const tellLaps = (since: number, until: number): boolean => {
    const { lapTimes, laps: all } = readers[truth];
    const news = all.slice(countUntil(lapTimes, since), countUntil(lapTimes, until));
    if (news.length > LAPS_AT_ONCE) return false;
    for (const lap of news) {
      if (!laps.count(lap)) continue;
      const row = laps.rowOf(lap);
      states.forget(row.InvitationId);
      store.dispatch(lapCounted({ eventId, streamId: REPLAY_STREAM, seq: 0, ...row, Counter: row.Lap }));
    }
    return true;
  };

  /** Goes on from an instant, forwards or backwards. */
  const goOn = (since: number, instant: number, nowMs: number): void => {
    const { changes, lapTimes } = readers[truth];
    const areLapsTold = (): boolean =>
      instant < since
        ? countUntil(lapTimes, since) === countUntil(lapTimes, instant)
        : tellLaps(since, instant);
    const isChanged =
      countUntil(changes, since) !== countUntil(changes, instant) ||
      ids.some((id) => states.isOtherBeside(id, rowsOf(id, instant), instant));
    if (isChanged || !areLapsTold()) {
      showAll(instant, nowMs);
      return;
    }
    shown = instant;
    const moved = ids.filter((id) => states.show(id, rowsOf(id, instant), instant));
    if (moved.length === 0) return;
    const frame = { eventId, serverTime: instant, cars: moved.map((id) => liveAt(id, instant)) };
    cars.apply(encodeFrame(frame), nowMs);
  };

  /** Has the map drawn anew, though no car has moved. */
  const drawAgain = (nowMs: number): void => {
    if (shown !== null) cars.apply(encodeFrame({ eventId, serverTime: shown, cars: [] }), nowMs);
  };

  const wantAround = (instant: number): void => {
    const ahead = instantsAhead(player, instant);
    const [next] = ahead;
    const beside = [instant, instant - STEP_MS, instant + STEP_MS];
    const other = TRUTHS.find((each) => each !== truth) ?? truth;
    const of = (each: Truth, instants: readonly number[]) => instants.map((at): SpanRequest => [each, at]);
    if (next === undefined) spans.want(beside.flatMap((at) => [...of(truth, [at]), ...of(other, [at])]));
    // Without the next positions the clock would stand. What they are compared with may come later, together.
    else spans.want(of(truth, [next, ...beside]), [...of(truth, ahead), ...of(other, [...beside, ...ahead])]);
  };

  store.dispatch(raceOpened({ eventId }));
  const unfollow = syncCarAppearance(store, cars);
  const stopHearing = spans.subscribe(() => {
    if (!isTrailAwaited || spans.hasFailed) return;
    isTrailAwaited = false;
    drawAgain(performance.now());
  });

  return {
    cars,
    controlOf: (of) => readers[of],
    get truth() {
      return truth;
    },
    get moment() {
      return moment();
    },
    setTruth(chosen) {
      if (chosen === truth) return;
      truth = chosen;
      shown = null;
    },
    tick(nowMs) {
      const instant = player.instantAt(nowMs);
      if (!spans.has(truth, instant)) {
        // What is to be shown comes first, alone; the other truth is what it is compared with.
        spans.want([[truth, instant]]);
        return false;
      }
      wantAround(instant);
      const wasPlaying = isPlaying;
      isPlaying = player.state.sinceMs !== null;
      const isNear = shown !== null && Math.abs(instant - shown) <= WINDOW_MS;
      if (shown === instant) {
        if (wasPlaying !== isPlaying) drawAgain(nowMs);
      } else if (isNear && isPlaying) goOn(shown ?? instant, instant, nowMs);
      else showAll(instant, nowMs);
      player.pauseAtLimit(nowMs);
      return true;
    },
    differing: createDiffering(story, readers, spans),
    fixAfter: (instant, invitationId, isForward) =>
      searchFix({ truth, instant, invitationIds: invitationId === null ? ids : [invitationId], isForward }),
    trail: (invitationIds, lastsS) =>
      createTrail({
        invitationIds,
        lastsS,
        spans,
        moment() {
          const now = moment();
          return now && { ...now, originMs: cars.buffer.originMs };
        },
        onMissing: () => {
          isTrailAwaited = true;
        },
      }),
    close() {
      stopHearing();
      unfollow();
      store.dispatch(raceLeft());
    },
  };
};
