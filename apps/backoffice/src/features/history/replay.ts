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
import type { Player } from './player.js';
import { createShownStates } from './shown-states.js';
import { WINDOW_MS, type SpanStore } from './span-store.js';
import { createTrail, type ShownMoment } from './past-trail.js';

/** More laps at once are told by a snapshot. */
const LAPS_AT_ONCE = 20;
/** A step leads so far into the windows beside. */
const STEP_MS = 2_000;
/** Windows that are asked for ahead, by the speed. */
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

/** The instants of windows that are asked for beside the one that is shown, in the order in which they are needed. */
const instantsBeside = ({ state: { speed, sinceMs, isReverse } }: Player, instant: number): number[] => {
  const windows = sinceMs === null ? 0 : Math.max(1, Math.ceil((AHEAD_S * 1_000 * speed) / WINDOW_MS));
  const ahead = Array.from({ length: windows }, (_, i) => (i + 1) * WINDOW_MS * (isReverse ? -1 : 1));
  return [...ahead, -STEP_MS, STEP_MS].map((ms) => instant + ms);
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
      const nearby = [instant, ...instantsBeside(player, instant)];
      const truths = [truth, ...TRUTHS.filter((each) => each !== truth)];
      spans.want(nearby.flatMap((at) => truths.map((each) => [each, at] as const)));
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
