import type {
  PastBoard,
  PastCar,
  PastPeriod,
  PastScreen,
  PastStopReceived,
  PastStory,
  Truth,
} from '@flagpost/contracts';
import {
  EMPTY_BOARD,
  afterFlag,
  afterWithdrawal,
  controlStream,
  type FlagBoard,
  type FlagpostEvent,
} from '@flagpost/domain';
import type { Recorded } from '@flagpost/event-sourcing';
import type { ApiDependencies } from '../../dependencies.js';
import { currentEvent } from '../../upcast.js';
import { alertRows } from '../../views/alerts.projection.js';
import { carReportRows } from '../../views/car-reports.projection.js';
import { positionsDeletedOf } from '../../views/deleted-positions.js';
import { categoryReads } from '../../views/categories.projection.js';
import { eventReads } from '../../views/events.projection.js';
import { flagRows } from '../../views/flags.projection.js';
import { pastLaps } from '../../views/laps.projection.js';
import { noteRows } from '../../views/notes.projection.js';
import { nameOf, peopleOf } from '../../views/person-names.js';
import { carFlagsRows, raceReads, sectorFlagRows, type RaceCar } from '../../views/race.projection.js';
import { everyStopRow } from '../../views/stops.projection.js';
import type { RaceIndex } from './race-index.js';

/** More than drivers press, and stop, in a race. */
const MOST_REPORTS = 10_000;
const MOST_STOPS = 10_000;

type StoryDependencies = Pick<ApiDependencies, 'readModels' | 'records' | 'store'>;

/** The board after each order of race control that changed it, oldest first. */
const boardsOf = (events: readonly Recorded<FlagpostEvent>[]): PastBoard[] => {
  const boards: PastBoard[] = [];
  let board: FlagBoard = EMPTY_BOARD;
  const keep = (at: number, changed: FlagBoard): void => {
    board = changed;
    boards.push({ at, cars: carFlagsRows({ board }), sectorFlags: sectorFlagRows({ board }) });
  };
  for (const { type, data } of events) {
    if (type === 'FlagSent') keep(data.sentAt, afterFlag(board, data));
    if (type === 'FlagWithdrawn' && data.flag !== null)
      keep(data.withdrawnAt, afterWithdrawal(board, data.flag));
    if (type === 'FlagsCleared') keep(data.clearedAt, EMPTY_BOARD);
  }
  return boards;
};

const signalsOf = (
  events: readonly Recorded<FlagpostEvent>[],
): Pick<
  PastStory,
  'alertsReceived' | 'confirmationsReceived' | 'showingsReceived' | 'reportsReceived' | 'stopsReceived'
> => {
  const alerts = new Map<number, [number, number, number | null]>();
  const stops = new Map<string, PastStopReceived>();
  const stopOf = ({ invitationId, stoppedAt }: { invitationId: number; stoppedAt: number }) =>
    stops.get(`${invitationId} ${stoppedAt}`);
  const confirmationsReceived: PastStory['confirmationsReceived'] = [];
  const showingsReceived: PastStory['showingsReceived'] = [];
  const reportsReceived: PastStory['reportsReceived'] = [];
  for (const { type, data } of events) {
    if (type === 'SosRaised') alerts.set(data.alertId, [data.alertId, data.receivedAt, null]);
    if (type === 'SosCleared') {
      const alert = alerts.get(data.alertId);
      if (alert !== undefined) alert[2] = data.receivedAt;
    }
    if (type === 'FlagConfirmed')
      confirmationsReceived.push([data.flagId, data.invitationId, data.receivedAt]);
    if (type === 'FlagShown') showingsReceived.push([data.flagId, data.invitationId, data.receivedAt]);
    if (type === 'OkReported' || type === 'HazardReported')
      reportsReceived.push([data.invitationId, data.reportedAt, data.receivedAt]);
    if (type === 'CarStopped') {
      const { invitationId, stoppedAt, receivedAt } = data;
      stops.set(`${invitationId} ${stoppedAt}`, [invitationId, stoppedAt, receivedAt, null, null]);
    }
    if (type === 'DriverAsked') {
      const stop = stopOf(data);
      if (stop !== undefined) stop[3] = data.receivedAt;
    }
    if (type === 'CarDroveOn') {
      const stop = stopOf(data);
      if (stop !== undefined) stop[4] = data.receivedAt;
    }
  }
  return {
    alertsReceived: [...alerts.values()],
    stopsReceived: [...stops.values()],
    confirmationsReceived,
    showingsReceived,
    reportsReceived,
  };
};

/** Those that ran: authorised now, or with a position, a lap or an alert. Names are those of today. */
const carsOf = async (
  dependencies: StoryDependencies,
  entries: readonly RaceCar[],
  categoryIds: readonly number[],
): Promise<PastCar[]> => {
  const [people, categories] = await Promise.all([
    peopleOf(
      dependencies,
      entries.map(({ userId }) => userId),
    ),
    categoryReads(dependencies.readModels).getMany([...categoryIds]),
  ]);
  const categoryNames = new Map(categories.map(({ categoryId, name }) => [categoryId, name]));
  return entries.map(({ invitationId, userId, carNumber, categoryId }) => ({
    InvitationId: invitationId,
    CarNumber: carNumber ?? '',
    Name: people.get(userId)?.name ?? '',
    Surname: people.get(userId)?.surname ?? '',
    UserId: userId,
    CategoryId: categoryId,
    Category: categoryId === null ? '' : (categoryNames.get(categoryId) ?? ''),
  }));
};

const screensOf = async (dependencies: StoryDependencies, eventId: number): Promise<PastScreen[]> => {
  const connections = await dependencies.records.sightings.screens(eventId);
  const people = await peopleOf(
    dependencies,
    connections.map(({ userId }) => userId),
  );
  return connections.map(({ userId, directs, from, to }) => ({
    Name: nameOf(people.get(userId)),
    Directs: directs,
    From: from,
    To: to,
  }));
};

/**
 * The instant of the first position: a car without a link may have driven before anything was received. No clock of a device
 * leads to before the event.
 */
const beginOf = ({ cars, from }: RaceIndex, startsAt: number): number | null => {
  if (from === null) return null;
  const happened = [...cars.values()].flatMap(({ earliest }) => earliest);
  return Math.min(
    from,
    Math.max(
      startsAt,
      happened.reduce((first, each) => Math.min(first, each), from),
    ),
  );
};

/** A clock of a device may have led to long before the race. */
const periodsFrom = (
  begin: number | null,
  periods: Readonly<Record<Truth, readonly PastPeriod[]>>,
): Record<Truth, PastPeriod[]> => {
  const within = (all: readonly PastPeriod[]): PastPeriod[] =>
    all
      .filter(([, , to]) => begin !== null && (to ?? Infinity) > begin)
      .map(([id, since, to]) => [id, Math.max(since, begin ?? since), to]);
  return { happened: within(periods.happened), seen: within(periods.seen) };
};

/** All of a race but its positions, folded from the log and its views. */
export const readStory = async (
  dependencies: StoryDependencies,
  eventId: number,
  index: RaceIndex,
): Promise<PastStory> => {
  const { readModels, store } = dependencies;
  const race = await raceReads(readModels).existing(eventId);
  const { startsAt } = await eventReads(readModels).existing(eventId);
  const [recorded, every, flags, alerts, notes, reports, questions, laps, screens] = await Promise.all([
    store.readStream(controlStream(eventId)),
    raceReads(readModels).everyCar(eventId),
    flagRows(dependencies, { eventId }),
    alertRows(dependencies, { eventId }),
    noteRows(dependencies, { eventId }),
    carReportRows(readModels, eventId, { since: 0, limit: MOST_REPORTS }),
    everyStopRow(readModels, eventId, MOST_STOPS),
    pastLaps(readModels, eventId),
    screensOf(dependencies, eventId),
  ]);
  const events = recorded.map(currentEvent);
  const ran = new Set([
    ...index.cars.keys(),
    ...laps.map(([invitationId]) => invitationId),
    ...alerts.map(({ InvitationId }) => InvitationId),
  ]);
  const begin = beginOf(index, startsAt);
  const entries = every.filter(({ authorized, invitationId }) => authorized || ran.has(invitationId));
  return {
    eventId,
    source: index.isReduced ? 'reduced' : 'journal',
    from: begin,
    to: index.to,
    publishedFrom: index.publishedFrom,
    screens,
    positionsDeleted: await positionsDeletedOf(dependencies, eventId),
    cars: await carsOf(dependencies, entries, race.categoryIds),
    flags,
    alerts,
    notes,
    reports,
    questions,
    boards: boardsOf(events),
    resets: [...race.resets],
    laps,
    silences: periodsFrom(begin, index.silences),
    stops: periodsFrom(begin, index.stops),
    ...signalsOf(events),
  };
};
