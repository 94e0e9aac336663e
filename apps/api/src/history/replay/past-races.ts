import {
  MINUTE_MS,
  carLook,
  flagsByCar,
  type PastState,
  type PastStory,
  type Truth,
} from '@flagpost/contracts';
import { boundedMap, mutex } from '@flagpost/platform';
import {
  createControlReader,
  flagsAsShown,
  lapsByCar,
  liveCarAt,
  minuteOf,
  positionsOf,
  readShown,
  shownAt,
  type PastPosition,
  type PastRows,
  type PastSpan,
} from '@flagpost/telemetry';
import type { ApiDependencies } from '../../dependencies.js';
import { eventReads } from '../../views/events.projection.js';
import type { CarBlocks } from './car-reading.js';
import { GROWING_MINUTES } from './race-fold.js';
import { NOTHING_READ, openRaceReading, type RaceIndex, type RaceReading } from './race-index.js';
import { joinTruths, readPublishedSpan } from './published-span.js';
import { readPastSpan, type Span } from './past-span.js';
import { readStory } from './story.js';

/**
 * The one reader of the past of races. It folds history blocks and the log; another format of the history is read in its
 * place, behind these questions.
 */
export interface PastRaces {
  /** @param isFresh false: of a race that goes on, the newest two seconds may be missing */
  story(eventId: number, isFresh?: boolean): Promise<PastStory>;
  span(eventId: number, truth: Truth, span: Span): Promise<PastSpan>;
  at(eventId: number, truth: Truth, instant: number): Promise<PastState>;
  /** The positions of a car from `from` to before `to`, in order, some at a time. */
  positions(eventId: number, truth: Truth, invitationId: number, span: Span): AsyncGenerator<PastPosition[]>;
  /** Keeps the keyframes of a race that have become complete. */
  keepKeyframes(eventId: number): Promise<void>;
  /** The cars that were heard in a span or late of it, each with the number of minutes of which it has positions. */
  heard(eventId: number, span: Span): Promise<ReadonlyMap<number, number>>;
}

/** Injection token of the `PastRaces`. */
export const PAST_RACES = Symbol('PastRaces');

/** Of a car, read at once. */
const POSITIONS_SPAN_MS = 1_800_000;

/** Races whose index is kept. */
const KEPT_RACES = 4;
/** For so long an answer of a race that goes on may lack its newest. */
const FRESH_MS = 2_000;
/** For so long an answer about moments before its growing minutes may lack what came late of them. */
const SETTLED_FRESH_MS = 60_000;

interface KeptRace {
  /** Its positions were deleted, from the moment at which the log says so. */
  readonly isDeleted: boolean;
  readonly reading: RaceReading;
  readonly runExclusive: ReturnType<typeof mutex>;
  index: RaceIndex | null;
  indexAt: number;
  /** Of this index; null if it was read on since. */
  story: PastStory | null;
  storyAt: number;
}

export const createPastRaces = (
  dependencies: Pick<ApiDependencies, 'readModels' | 'records' | 'store' | 'clock'>,
): PastRaces => {
  const { readModels, records, clock } = dependencies;
  const races = boundedMap<number, KeptRace>(KEPT_RACES);
  const raceOf = async (eventId: number): Promise<KeptRace> => {
    const event = await eventReads(readModels).get(eventId);
    const isDeleted = event?.positionsDeleted != null;
    const known = races.get(eventId);
    if (known?.isDeleted === isDeleted) return known;
    const race: KeptRace = {
      isDeleted,
      reading: isDeleted ? NOTHING_READ : openRaceReading(records, eventId, clock),
      runExclusive: mutex(),
      index: null,
      indexAt: -Infinity,
      story: null,
      storyAt: -Infinity,
    };
    races.set(eventId, race);
    return race;
  };

  const readOn = async (race: KeptRace): Promise<RaceIndex> => {
    const at = clock.now();
    race.index = await race.reading.read();
    race.indexAt = at;
    race.story = null;
    return race.index;
  };
  /** @param until the last moment that is asked about, epoch ms */
  const indexIn = async (race: KeptRace, until: number): Promise<RaceIndex> => {
    const { index, indexAt } = race;
    if (index === null) return readOn(race);
    const isSettled = until < (index.to ?? -Infinity) - GROWING_MINUTES * MINUTE_MS;
    return clock.now() - indexAt < (isSettled ? SETTLED_FRESH_MS : FRESH_MS) ? index : readOn(race);
  };
  const indexOf = async (eventId: number, until = Infinity): Promise<RaceIndex> => {
    const race = await raceOf(eventId);
    return race.runExclusive(() => indexIn(race, until));
  };
  /** A race that is read on has passed minutes before they were complete: another reading goes on from the newest keyframe. */
  const keepKeyframes = async (eventId: number): Promise<void> => {
    const race = await raceOf(eventId);
    await race.runExclusive(() =>
      race.index === null || race.isDeleted ? readOn(race) : openRaceReading(records, eventId, clock).read(),
    );
  };

  const storyOf = async (eventId: number, until = Infinity, isReadAnew = false): Promise<PastStory> => {
    const race = await raceOf(eventId);
    return race.runExclusive(async () => {
      const index = await indexIn(race, until);
      if (!isReadAnew && race.story !== null && clock.now() - race.storyAt < FRESH_MS) return race.story;
      const at = clock.now();
      race.story = await readStory(dependencies, eventId, index);
      race.storyAt = at;
      return race.story;
    });
  };

  /** Of the cars in `index`, and of what was published those that are wanted. */
  const statesOf = async (
    eventId: number,
    index: RaceIndex,
    truth: Truth,
    span: Span,
    isWanted?: (invitationId: number) => boolean,
  ) => {
    const since = truth === 'seen' ? index.publishedFrom : null;
    const isComputed = since === null || span.from < since;
    const computed = isComputed
      ? await readPastSpan(records.history, eventId, index, truth, span)
      : new Map<number, PastRows>();
    if (since === null || span.to < since) return computed;
    const published = await readPublishedSpan(records, eventId, span, isWanted);
    return joinTruths(computed, published, since, span);
  };
  const rowsOf = async (eventId: number, truth: Truth, span: Span) =>
    statesOf(eventId, await indexOf(eventId, span.to), truth, span);

  async function* positions(eventId: number, truth: Truth, invitationId: number, { from, to }: Span) {
    const index = await indexOf(eventId);
    const blocks = index.cars.get(invitationId);
    if (blocks === undefined) return;
    const ofCar: RaceIndex = { ...index, cars: new Map([[invitationId, blocks]]) };
    for (let begins = from; begins < to; begins += POSITIONS_SPAN_MS) {
      const ends = Math.min(to, begins + POSITIONS_SPAN_MS);
      const part = { from: begins, to: ends };
      const states = await statesOf(eventId, ofCar, truth, part, (id) => id === invitationId);
      const rows = states.get(invitationId);
      if (rows !== undefined) yield positionsOf(rows, truth).filter(({ at }) => at >= begins && at < ends);
    }
  }

  return {
    positions,
    keepKeyframes,
    async heard(eventId, { from, to }) {
      const { cars } = await indexOf(eventId);
      const minutesOf = ({ minutes, earliest, latest }: CarBlocks): number =>
        minutes.filter(
          (minute, i) =>
            (minute >= minuteOf(from) && minute <= minuteOf(to)) ||
            ((earliest[i] ?? Infinity) < to && (latest[i] ?? -Infinity) >= from),
        ).length;
      return new Map(
        [...cars].flatMap(([id, blocks]) => {
          const minutes = minutesOf(blocks);
          return minutes === 0 ? [] : [[id, minutes] as const];
        }),
      );
    },
    story: (eventId, isFresh) => storyOf(eventId, Infinity, isFresh),
    async span(eventId, truth, span) {
      return { eventId, truth, ...span, cars: await rowsOf(eventId, truth, span) };
    },
    async at(eventId, truth, instant) {
      const story = await storyOf(eventId, instant);
      const rows = await rowsOf(eventId, truth, { from: instant, to: instant });
      const control = createControlReader(story, truth).at(instant);
      const flagsOf = flagsByCar(control.carFlags);
      const lapsOf = lapsByCar(control.laps);
      const noLaps = { lapEpoch: control.lapEpoch, counter: 0, lastLapMs: null, bestLapMs: null };
      const open = control.alerts.filter(({ ClearedAt }) => ClearedAt === null);
      const inSos = new Set(open.map(({ InvitationId }) => InvitationId));
      return {
        eventId,
        source: story.source,
        truth,
        isPublished: truth === 'seen' && story.publishedFrom !== null && instant >= story.publishedFrom,
        instant,
        lapEpoch: control.lapEpoch,
        cars: story.cars.map((car) => {
          const { InvitationId: id } = car;
          const live = liveCarAt(id, rows.get(id), instant, lapsOf.get(id) ?? noLaps, inSos.has(id));
          const flags = flagsAsShown(flagsOf(id), readShown(shownAt(rows.get(id), instant)));
          return {
            ...car,
            live,
            TrackFlag: flags.track,
            DriverFlag: flags.driver,
            LastFlagStatus: flags.last,
            look: carLook({ ...live, flags }),
          };
        }),
        flags: control.flags.filter(({ ClearedAt }) => ClearedAt === null),
        sectorFlags: control.sectorFlags,
        alerts: open,
      };
    },
  };
};
