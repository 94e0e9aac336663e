import type { RaceControlChange } from '@flagpost/contracts';
import type { CarReport, FlagpostEvent } from '@flagpost/domain';
import type { Position, Recorded } from '@flagpost/event-sourcing';
import { alertRow } from '../views/alerts.projection.js';
import { carReportRow } from '../views/car-reports.projection.js';
import { effectOf, type TypesWith } from '../views/event-effects.js';
import { stopRow } from '../views/stops.projection.js';
import { eventReads } from '../views/events.projection.js';
import { flagRow } from '../views/flags.projection.js';
import { lapRowOf } from '../views/laps.projection.js';
import { noteRow } from '../views/notes.projection.js';
import { isoOf } from '../http/times.js';
import { nameOf, peopleOf, personOf, personOrNobody, type PersonLookup } from '../views/person-names.js';
import { routeChangeRows } from '../views/route-savings.js';
import { carFlagsRows, raceReads, sectorFlagRows } from '../views/race.projection.js';
import { timersAnswer } from '../views/timers.projection.js';
import type { ApiDependencies } from '../dependencies.js';
import type { Gateway } from './gateway.js';
import { wasRacing, type LiveState } from './live-state.js';
import type { Announcement } from './room.js';

type Events = readonly Recorded<FlagpostEvent>[];
type Happened<Type extends FlagpostEvent['type']> = Recorded<Extract<FlagpostEvent, { type: Type }>>;
/**
 * Builds the message of an event type that has its own; null if another event's message covers it. `batch`: the batch of
 * recorded events that contains the event.
 */
type MessageBuilder<Type extends FlagpostEvent['type']> = (
  event: Happened<Type>,
  batch: Events,
) => Promise<Announcement | null>;
type MessageBuilders = {
  readonly [Type in TypesWith<{ readonly viewers: 'ownMessage' }>]: MessageBuilder<Type>;
};

const control = (eventId: number, change: RaceControlChange): Announcement => ({
  type: 'RACE_CONTROL',
  data: { eventId, ...change },
});

/** Whether one command caused both events: its alerts are then part of the message about the flags. */
const sameCommand = (one: Recorded<FlagpostEvent>, other: Recorded<FlagpostEvent>): boolean =>
  one.stream === other.stream && one.meta.causationId === other.meta.causationId;

/** Dependencies of the messages: the views that rows are read from, and the clock of timers. */
type AnnouncerDependencies = PersonLookup & Pick<ApiDependencies, 'clock'>;

const messageBuilders = (dependencies: AnnouncerDependencies): MessageBuilders => {
  const { readModels } = dependencies;

  const alertMessage = async (
    { eventId, alertId }: { readonly eventId: number; readonly alertId: number },
    action: 'alertAcknowledged' | 'alertCleared',
  ): Promise<Announcement | null> => {
    const alert = await alertRow(dependencies, alertId);
    return alert === null ? null : control(eventId, { action, alert });
  };
  const reportMessage = async (
    data: Happened<'OkReported' | 'HazardReported'>['data'],
    report: CarReport,
  ): Promise<Announcement> => {
    const car = await raceReads(readModels).car(data.invitationId);
    return control(data.eventId, {
      action: 'carReported',
      report: carReportRow({ stoppedAt: null, ...data, report }, car),
    });
  };
  const stopMessage = async ({
    data: { eventId, invitationId, stoppedAt },
  }: Happened<
    'CarStopped' | 'DriverAsked' | 'AnswerMissed' | 'CarDroveOn'
  >): Promise<Announcement | null> => {
    const stop = await stopRow(readModels, { invitationId, stoppedAt });
    return stop === null ? null : control(eventId, { action: 'stopChanged', stop });
  };
  return {
    FlagSent: async ({ data: { eventId, flagId }, meta: { correlationId } }) => {
      const flag = await flagRow(dependencies, flagId);
      return flag === null ? null : control(eventId, { action: 'flagSent', flag, correlationId });
    },
    FlagWithdrawn: async ({ data: { eventId, flag: withdrawn } }) => {
      const flag = withdrawn && (await flagRow(dependencies, withdrawn.flagId));
      const race = flag && (await raceReads(readModels).get(eventId));
      if (flag === null || race === null) return null;
      const [flags, sectorFlags] = [carFlagsRows(race), sectorFlagRows(race)];
      return control(eventId, { action: 'flagWithdrawn', flag, flags, sectorFlags });
    },
    FlagsCleared: async (event, batch) => {
      const { eventId, by, clearedAt } = event.data;
      const alertIds = batch.flatMap((other) =>
        other.type === 'SosCleared' && sameCommand(event, other) ? [other.data.alertId] : [],
      );
      const people = await peopleOf(dependencies, [by]);
      return control(eventId, {
        action: 'flagsCleared',
        clearedAt: isoOf(clearedAt),
        alertIds,
        by: personOf(people, by),
      });
    },
    FlagConfirmed: async ({ data: { eventId, flagId, invitationId, confirmedAt } }) => ({
      type: 'FLAG_CONFIRMED',
      data: { eventId, FlagId: flagId, InvitationId: invitationId, ConfirmedAt: isoOf(confirmedAt) },
    }),
    FlagShown: async ({ data: { eventId, flagId, invitationId, shownAt } }) =>
      control(eventId, {
        action: 'flagShown',
        FlagId: flagId,
        InvitationId: invitationId,
        ShownAt: isoOf(shownAt),
      }),
    OkReported: ({ data }) => reportMessage(data, 'ok'),
    HazardReported: ({ data }) => reportMessage(data, 'hazard'),
    CarStopped: stopMessage,
    DriverAsked: stopMessage,
    AnswerMissed: stopMessage,
    CarDroveOn: stopMessage,
    SosRaised: async ({ data: { eventId, alertId } }) => {
      const alert = await alertRow(dependencies, alertId);
      return alert === null ? null : { type: 'DRIVER_ALERT', data: { eventId, alert } };
    },
    SosAcknowledged: ({ data }) => alertMessage(data, 'alertAcknowledged'),
    SosCleared: (event, batch) =>
      batch.some((other) => other.type === 'FlagsCleared' && sameCommand(event, other))
        ? Promise.resolve(null)
        : alertMessage(event.data, 'alertCleared'),
    LapsReset: async ({ data: { eventId, epoch, beganAt } }) =>
      control(eventId, { action: 'lapsReset', lapEpoch: epoch, beganAt: isoOf(beganAt) }),
    NoteWritten: async ({ data: { eventId, noteId } }) => {
      const note = await noteRow(dependencies, noteId);
      return note === null ? null : control(eventId, { action: 'noteWritten', note });
    },
    LapRecorded: async ({ data }) => {
      const car = await raceReads(readModels).car(data.invitationId);
      return {
        type: 'UPDATE_COUNTER',
        data: { eventId: data.eventId, ...lapRowOf(data, car), Counter: data.lap },
      };
    },
  };
};

/** The message about cars that one command removed while they were sending positions; null if there are none. */
const carsTakenOffMessage = async (
  dependencies: AnnouncerDependencies,
  live: Pick<LiveState, 'car'>,
  event: Recorded<FlagpostEvent>,
  batch: Events,
): Promise<Announcement | null> => {
  const ofCommand = batch.filter(
    (other): other is Happened<'InvitationUnauthorized' | 'InvitationDeleted'> =>
      effectOf(other).viewers === 'carTakenOff' && other.meta.causationId === event.meta.causationId,
  );
  const [first] = ofCommand;
  if (first === undefined) return null;
  const { eventId } = first.data;
  const racing = ofCommand
    .filter(
      ({ data, recordedAt }) =>
        data.eventId === eventId && wasRacing(live.car(data.eventId, data.invitationId), recordedAt),
    )
    .map(({ data }) => data.invitationId);
  if (racing.length === 0) return null;
  const cars = await raceReads(dependencies.readModels).carsOf(racing);
  const by = event.meta.actorId;
  const people = await peopleOf(dependencies, [by, ...cars.map(({ userId }) => userId)]);
  return control(eventId, {
    action: 'carsTakenOff',
    cars: cars.map(({ invitationId, carNumber, userId }) => ({
      InvitationId: invitationId,
      CarNumber: carNumber ?? '',
      Pilot: nameOf(people.get(userId)),
    })),
    at: isoOf(event.recordedAt),
    by: personOrNobody(people, by),
  });
};

/** The message about what one command changed of the map; null if the race does not run or does not notice it. */
const routeChangedMessage = async (
  dependencies: AnnouncerDependencies,
  { meta: { causationId: commandId } }: Recorded<FlagpostEvent>,
  eventId: number,
): Promise<Announcement | null> => {
  if (commandId === null) return null;
  const [row] = await routeChangeRows(dependencies, eventId, { commandId });
  return row === undefined ? null : control(eventId, { action: 'routeChanged', ...row });
};

/** Effects that are announced as a changed event, after a message of their own if there is one. */
const CHANGES_EVENT: ReadonlySet<string> = new Set(['eventChanged', 'carTakenOff', 'routeChanged']);

type AnyBuilder = (event: Recorded<FlagpostEvent>, batch: Events) => Promise<Announcement | null>;

/**
 * Announces recorded events to their viewers, in the order of the log, with rows read from the views. A batch that failed
 * halfway and is redelivered resumes where it stopped: repeating `flagsCleared` would end a flag that was sent since.
 */
export const createAnnouncer = (
  dependencies: AnnouncerDependencies,
  gateway: Pick<Gateway, 'watched' | 'announce'>,
  live: Pick<LiveState, 'car'>,
): ((batch: Events) => Promise<void>) => {
  const builders = messageBuilders(dependencies) as Readonly<Record<string, AnyBuilder>>;
  let announcedUpTo: Position | null = null;

  const messageOf = async (
    event: Recorded<FlagpostEvent>,
    eventId: number,
    batch: Events,
  ): Promise<Announcement | null> => {
    const { viewers } = effectOf(event);
    switch (viewers) {
      case 'ownMessage':
        return builders[event.type]?.(event, batch) ?? null;
      case 'timersChanged':
        return control(eventId, { action: 'timersChanged', ...(await timersAnswer(dependencies, eventId)) });
      case 'eventChanged':
      case 'eventDeleted':
        return control(eventId, { action: viewers });
      case 'carTakenOff':
      case 'routeChanged':
        return control(eventId, { action: 'eventChanged' });
      case 'nothing':
        return null;
    }
  };

  return async (batch) => {
    /** Events announced as changed: several changes in a batch need one message. */
    const announcedEvents = new Set<number>();
    /** Commands whose removed cars or changes of the map were announced, in one message for all of their events. */
    const announcedCommands = new Set<string>();
    /** Whether an event exists, by its id. */
    const existing = new Map<number, boolean>();
    const exists = async (eventId: number): Promise<boolean> => {
      const known = existing.get(eventId);
      if (known !== undefined) return known;
      const found = (await eventReads(dependencies.readModels).get(eventId)) !== null;
      existing.set(eventId, found);
      return found;
    };
    const announce = async (event: Recorded<FlagpostEvent>): Promise<void> => {
      const { viewers } = effectOf(event);
      if (viewers === 'nothing' || !('eventId' in event.data)) return;
      const { eventId } = event.data;
      if (!gateway.watched(eventId)) {
        // Who comes within a minute sees the car where it was last, and it is in no frame from now on.
        if (viewers === 'carTakenOff' && 'invitationId' in event.data)
          live.car(eventId, event.data.invitationId);
        return;
      }
      if (CHANGES_EVENT.has(viewers)) {
        // Viewers of a deleted event receive the deletion, and none of its consequences.
        if (!(await exists(eventId))) return;
        const command = `${eventId} ${event.meta.causationId}`;
        if (viewers !== 'eventChanged' && !announcedCommands.has(command)) {
          announcedCommands.add(command);
          const message =
            viewers === 'carTakenOff'
              ? await carsTakenOffMessage(dependencies, live, event, batch)
              : await routeChangedMessage(dependencies, event, eventId);
          if (message !== null) gateway.announce(eventId, message);
        }
        if (announcedEvents.has(eventId)) return;
        announcedEvents.add(eventId);
      }
      const message = await messageOf(event, eventId, batch);
      if (message !== null) gateway.announce(eventId, message);
    };
    for (const event of batch) {
      if (announcedUpTo !== null && event.position <= announcedUpTo) continue;
      await announce(event);
      announcedUpTo = event.position;
    }
  };
};
