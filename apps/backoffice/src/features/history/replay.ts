import {
  TRUTHS,
  flagsByCar,
  type LapRow,
  type LiveCar,
  type PastLap,
  type PastStory,
  type ReachRow,
  type Snapshot,
  type SnapshotCar,
  type Truth,
} from '@flagpost/contracts';
import {
  PAST,
  PAST_ROW,
  countUntil,
  createControlReader,
  besideIn,
  encodeFrame,
  flagsAsShown,
  isSilentIn,
  lapsByCar,
  liveCarAt,
  lngNear,
  pastIndexAt,
  readShown,
  shownAt,
  type ControlReader,
  type LapsAt,
} from '@flagpost/telemetry';

import type { TrailSource } from '@flagpost/map-layers';
import { pictureColumns, type CarPicture } from '../race-control/car-picture.js';
import { createLiveCars, type LiveCars } from '../race-control/live-cars.js';
import { lapCounted, raceLeft, raceOpened, snapshotArrived } from '../race-control/state/messages.js';
import type { RaceStore } from '../race-control/state/race-store.js';
import { syncCarAppearance } from '../race-control/live/sync-car-appearance.js';
import { createDiffering } from './differing.js';
import { createFixSearch } from './fix-search.js';
import type { Player } from './player.js';
import { WINDOW_MS, type SpanStore } from './span-store.js';
import { createTrail, slideOf } from './past-trail.js';

/** More laps at once are told by a snapshot. */
const LAPS_AT_ONCE = 20;
/** A step leads so far into the windows beside. */
const STEP_MS = 2_000;
/** Windows that are asked for ahead, by the speed. */
const AHEAD_S = 8;

/** Draws a race of the past with the live map's own parts: it takes the place of the socket and of the clock. */
export interface Replay {
  readonly cars: LiveCars;
  readonly control: ControlReader;
  readonly truth: Truth;
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

/** In place of a gateway's. */
const STREAM = 'replay';
const NO_LAPS = { counter: 0, lastLapMs: null, bestLapMs: null } as const;

export const openReplay = (story: PastStory, store: RaceStore, spans: SpanStore, player: Player): Replay => {
  const { eventId } = story;
  const numberOf = new Map(story.cars.map((car) => [car.InvitationId, car.CarNumber]));
  const ids = story.cars.map(({ InvitationId }) => InvitationId);
  const readers: Record<Truth, ControlReader> = {
    happened: createControlReader(story, 'happened'),
    seen: createControlReader(story, 'seen'),
  };
  const searchFix = createFixSearch(story, spans);
  let truth: Truth = 'happened';
  /** The instant that is shown; null before the first. */
  let shown: number | null = null;
  let isPlaying = false;
  let laps: ReadonlyMap<number, LapsAt> = new Map();
  let lapEpoch = 0;
  let inSos: ReadonlySet<number> = new Set();
  /** By car: index of the state that is shown, in its rows. */
  const indexes = new Map<number, number>();
  const silent = new Map<number, boolean>();
  /** By car: flags and link as they were published. */
  const besides = new Map<number, number>();

  const rowsOf = (id: number, instant: number) => spans.rows(truth, id, instant);
  const lapRow = ([InvitationId, LapEpoch, Lap, lapTimeMs, crossedAt]: PastLap): LapRow => ({
    InvitationId,
    CarNumber: numberOf.get(InvitationId) ?? '',
    LapEpoch,
    Lap,
    lapTimeMs,
    crossedAt: new Date(crossedAt).toISOString(),
  });
  const lapRows = new Map<PastLap, LapRow>();
  const rowOf = (lap: PastLap): LapRow => {
    const known = lapRows.get(lap) ?? lapRow(lap);
    lapRows.set(lap, known);
    return known;
  };

  /** Where a car is drawn: on its way between the positions around the instant. */
  const createPicture = (size: number, originMs: number): CarPicture => {
    const columns = pictureColumns(size);
    const timeS = (instant: number): number => (instant - originMs) / 1_000;
    const place = (index: number): void => {
      const id = ids[index];
      if (id === undefined || shown === null) return;
      const rows = rowsOf(id, shown);
      const at = pastIndexAt(rows, shown);
      const valueOf = (row: number, field: number): number => rows?.[row + field] ?? NaN;
      const [from, to] = truth === 'happened' ? [at, at + PAST_ROW] : [at - PAST_ROW, at];
      const slide = from < 0 ? null : slideOf(truth, valueOf(from, PAST.at), valueOf(to, PAST.at));
      const [first, last] = slide === null ? [at, at] : [from, to];
      const [leavesAt, arrivesAt] = slide ?? [shown, shown];
      columns.prevLat[index] = valueOf(first, PAST.lat);
      columns.prevLng[index] = valueOf(first, PAST.lng);
      columns.nextLat[index] = valueOf(last, PAST.lat);
      columns.nextLng[index] = lngNear(valueOf(first, PAST.lng), valueOf(last, PAST.lng));
      columns.prevHeadingDeg[index] = valueOf(first, PAST.headingDeg);
      columns.nextHeadingDeg[index] = valueOf(last, PAST.headingDeg);
      columns.prevTimeS[index] = timeS(leavesAt);
      columns.nextTimeS[index] = timeS(arrivesAt);
    };
    return {
      columns,
      originMs,
      get restsAtS() {
        return isPlaying ? Infinity : -Infinity;
      },
      timeS,
      place,
      move: place,
    };
  };

  const cars = createLiveCars({
    clock: {
      begin: () => undefined,
      hear: () => undefined,
      nowMs: (nowMs) => player.instantAt(nowMs),
      pictureMs: (nowMs) => player.instantAt(nowMs),
    },
    createPicture,
  });

  const liveAt = (id: number, instant: number): LiveCar =>
    liveCarAt(id, rowsOf(id, instant), instant, laps.get(id) ?? { lapEpoch, ...NO_LAPS }, inSos.has(id));

  const shownOf = (id: number, instant: number): number => shownAt(rowsOf(id, instant), instant);
  /** Cars whose flags and link are others than those that are shown. */
  const hasOtherBeside = (instant: number): boolean =>
    ids.some((id) => besideIn(shownOf(id, instant)) !== (besides.get(id) ?? 0));

  const remember = (id: number, instant: number): boolean => {
    const rows = rowsOf(id, instant);
    const index = pastIndexAt(rows, instant);
    const at = index < 0 ? NaN : (rows?.[index + PAST.at] ?? NaN);
    const isSilent = isSilentIn(rows, index, instant);
    const isSame = indexes.get(id) === at && silent.get(id) === isSilent;
    indexes.set(id, at);
    silent.set(id, isSilent);
    return !isSame;
  };

  /** Everything as of an instant, as a snapshot of then would have it. */
  const show = (instant: number, nowMs: number): void => {
    const control = readers[truth].at(instant);
    shown = instant;
    lapEpoch = control.lapEpoch;
    laps = lapsByCar(lapEpoch, control.laps);
    inSos = new Set(
      control.alerts.filter(({ ClearedAt }) => ClearedAt === null).map(({ InvitationId }) => InvitationId),
    );
    const flagsOf = flagsByCar(control.carFlags);
    const reach: ReachRow[] = [];
    const isPublished = ids.some((id) => readShown(shownOf(id, instant)) !== null);
    const snapshotCars = story.cars.map(({ InvitationId, ...car }): SnapshotCar => {
      remember(InvitationId, instant);
      const packed = shownOf(InvitationId, instant);
      const published = readShown(packed);
      besides.set(InvitationId, besideIn(packed));
      // Cars that no device connects are those that are not named.
      if (published?.linked === true)
        reach.push({ InvitationId, Reachable: true, Since: new Date(instant).toISOString() });
      const { track, driver, last } = flagsAsShown(flagsOf(InvitationId), published);
      return {
        ...car,
        live: liveAt(InvitationId, instant),
        TrackFlag: track,
        DriverFlag: driver,
        LastFlagStatus: last,
      };
    });
    const snapshot: Snapshot = {
      eventId,
      streamId: STREAM,
      seq: 0,
      frame: 0,
      serverTime: instant,
      lapEpoch,
      cars: snapshotCars,
      takenOff: [],
      alerts: control.alerts,
      flags: control.flags,
      sectorFlags: control.sectorFlags,
      laps: control.laps.map(rowOf),
      notes: control.notes,
      reach: isPublished ? reach : null,
      reports: control.reports,
      stops: control.stops,
      routeChanges: [],
      timersAt: new Date(instant).toISOString(),
      timers: [],
    };
    cars.begin(snapshot, nowMs);
    store.dispatch(snapshotArrived(snapshot));
  };

  const tellLaps = (since: number, until: number): boolean => {
    const { lapTimes, laps: all } = readers[truth];
    const news = all.slice(countUntil(lapTimes, since), countUntil(lapTimes, until));
    if (news.length > LAPS_AT_ONCE) return false;
    const after = new Map(laps);
    for (const lap of news) {
      const [id, epoch, number, lapTimeMs] = lap;
      if (epoch !== lapEpoch) continue;
      const before = after.get(id);
      const best = Math.min(before?.bestLapMs ?? Infinity, lapTimeMs ?? Infinity);
      after.set(id, {
        lapEpoch,
        counter: Math.max(before?.counter ?? 0, number),
        lastLapMs: lapTimeMs,
        bestLapMs: Number.isFinite(best) ? best : null,
      });
      indexes.delete(id);
      store.dispatch(lapCounted({ eventId, streamId: STREAM, seq: 0, ...rowOf(lap), Counter: number }));
    }
    laps = after;
    return true;
  };

  /** Goes on from an instant, forwards or backwards. */
  const goOn = (since: number, instant: number, nowMs: number): void => {
    const { changes, lapTimes } = readers[truth];
    const areLapsTold = (): boolean =>
      instant < since
        ? countUntil(lapTimes, since) === countUntil(lapTimes, instant)
        : tellLaps(since, instant);
    const isChanged = countUntil(changes, since) !== countUntil(changes, instant);
    if (isChanged || hasOtherBeside(instant) || !areLapsTold()) {
      show(instant, nowMs);
      return;
    }
    shown = instant;
    const moved = ids.filter((id) => remember(id, instant)).map((id) => liveAt(id, instant));
    if (moved.length > 0) cars.apply(encodeFrame({ eventId, serverTime: instant, cars: moved }), nowMs);
  };

  store.dispatch(raceOpened({ eventId }));
  const unfollow = syncCarAppearance(store, cars);
  /** Has the map drawn anew, though no car has moved. */
  const drawAgain = (nowMs: number): void => {
    if (shown !== null) cars.apply(encodeFrame({ eventId, serverTime: shown, cars: [] }), nowMs);
  };
  /** Positions of a trail had not come when it was drawn. */
  let isTrailAwaited = false;
  const stopHearing = spans.subscribe(() => {
    if (!isTrailAwaited || spans.hasFailed) return;
    isTrailAwaited = false;
    drawAgain(performance.now());
  });

  const aheadOf = (instant: number): number[] => {
    const { speed, sinceMs, isReverse } = player.state;
    if (sinceMs === null) return [];
    const windows = Math.max(1, Math.ceil((AHEAD_S * 1_000 * speed) / WINDOW_MS));
    return Array.from({ length: windows }, (_, i) => instant + (i + 1) * WINDOW_MS * (isReverse ? -1 : 1));
  };

  return {
    cars,
    get control() {
      return readers[truth];
    },
    get truth() {
      return truth;
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
      const nearby = [instant, ...aheadOf(instant), instant - STEP_MS, instant + STEP_MS];
      const truths = [truth, ...TRUTHS.filter((each) => each !== truth)];
      spans.want(nearby.flatMap((at) => truths.map((each) => [each, at] as const)));
      const wasPlaying = isPlaying;
      isPlaying = player.state.sinceMs !== null;
      const isNear = shown !== null && Math.abs(instant - shown) <= WINDOW_MS;
      if (shown === instant) {
        if (wasPlaying !== isPlaying) drawAgain(nowMs);
      } else if (isNear && isPlaying) goOn(shown ?? instant, instant, nowMs);
      else show(instant, nowMs);
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
        moment: () => (shown === null ? null : { instant: shown, truth, originMs: cars.buffer.originMs }),
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
