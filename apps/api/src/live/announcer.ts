import { RACING_WITHIN_MS, type RaceControlChange } from '@flagpost/contracts';
import type { FlagpostEvent } from '@flagpost/domain';
import type { Position, Recorded } from '@flagpost/event-sourcing';
import { alertRow } from '../views/alerts.projection.js';
import { effectOf, type TypesWith } from '../views/event-effects.js';
import { eventReads } from '../views/events.projection.js';
import { flagRow } from '../views/flags.projection.js';
import { lapRowOf } from '../views/laps.projection.js';
import { isoOf } from '../http/times.js';
import { nameOf, peopleOf, type PersonLookup } from '../views/person-names.js';
import { raceReads } from '../views/race.projection.js';
import { timersAnswer } from '../views/timers.projection.js';
import type { ApiParts } from '../parts.js';
import type { Gateway } from './gateway.js';
import type { LiveState } from './live-state.js';
import type { Announcement } from './room.js';

type Events = readonly Recorded<FlagpostEvent>[];
type Happened<Type extends FlagpostEvent['type']> = Recorded<Extract<FlagpostEvent, { type: Type }>>;
/**
 * Builds the message of an event that has one of its own; null if another event's message tells it. `batch`: the events
 * recorded together with it, and more.
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

/** One command cleared both: these alerts are told with the flags. */
const together = (one: Recorded<FlagpostEvent>, other: Recorded<FlagpostEvent>): boolean =>
  one.stream === other.stream && one.meta.causationId === other.meta.causationId;

/** What rows are read from, and the clock that timers go by. */
type Told = PersonLookup & Pick<ApiParts, 'clock'>;

const messageBuilders = (reading: Told): MessageBuilders => {
  const { readModels } = reading;

  const alertTold = async (
    { eventId, alertId }: { readonly eventId: number; readonly alertId: number },
    action: 'alertAcknowledged' | 'alertCleared',
  ): Promise<Announcement | null> => {
    const alert = await alertRow(reading, alertId);
    return alert === null ? null : control(eventId, { action, alert });
  };
  return {
    FlagSent: async ({ data: { eventId, flagId }, meta: { correlationId } }) => {
      const flag = await flagRow(reading, flagId);
      return flag === null ? null : control(eventId, { action: 'flagSent', flag, correlationId });
    },
    FlagsCleared: async (event, batch) => {
      const { eventId, by, clearedAt } = event.data;
      const alertIds = batch.flatMap((other) =>
        other.type === 'SosCleared' && together(event, other) ? [other.data.alertId] : [],
      );
      const people = await peopleOf(reading, [by]);
      return control(eventId, {
        action: 'flagsCleared',
        clearedAt: isoOf(clearedAt),
        alertIds,
        by: { Id: by, Name: nameOf(people.get(by)) },
      });
    },
    FlagConfirmed: async ({ data: { eventId, flagId, invitationId, confirmedAt } }) => ({
      type: 'FLAG_CONFIRMED',
      data: { eventId, FlagId: flagId, InvitationId: invitationId, ConfirmedAt: isoOf(confirmedAt) },
    }),
    SosRaised: async ({ data: { eventId, alertId } }) => {
      const alert = await alertRow(reading, alertId);
      return alert === null ? null : { type: 'DRIVER_ALERT', data: { eventId, alert } };
    },
    SosAcknowledged: ({ data }) => alertTold(data, 'alertAcknowledged'),
    SosCleared: (event, batch) =>
      batch.some((other) => other.type === 'FlagsCleared' && together(event, other))
        ? Promise.resolve(null)
        : alertTold(event.data, 'alertCleared'),
    LapsReset: async ({ data: { eventId, epoch, beganAt } }) =>
      control(eventId, { action: 'lapsReset', lapEpoch: epoch, beganAt: isoOf(beganAt) }),
    LapRecorded: async ({ data }) => {
      const car = await raceReads(readModels).car(data.invitationId);
      return {
        type: 'UPDATE_COUNTER',
        data: { eventId: data.eventId, ...lapRowOf(data, car), Counter: data.lap },
      };
    },
  };
};

/** The cars that one command took off a race while they were heard; null if there is none. */
const takenOff = async (
  reading: Told,
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
    .filter(({ data, recordedAt }) => {
      const heardAt = live.car(data.eventId, data.invitationId)?.receivedAt;
      return data.eventId === eventId && heardAt != null && recordedAt - heardAt <= RACING_WITHIN_MS;
    })
    .map(({ data }) => data.invitationId);
  if (racing.length === 0) return null;
  const cars = await raceReads(reading.readModels).carsOf(racing);
  const by = event.meta.actorId;
  const people = await peopleOf(reading, [by, ...cars.map(({ userId }) => userId)]);
  return control(eventId, {
    action: 'carsTakenOff',
    cars: cars.map(({ invitationId, carNumber, userId }) => ({
      InvitationId: invitationId,
      CarNumber: carNumber ?? '',
      Pilot: nameOf(people.get(userId)),
    })),
    at: isoOf(event.recordedAt),
    by: { Id: by ?? 0, Name: by === null ? '' : nameOf(people.get(by)) },
  });
};

type AnyBuilder = (event: Recorded<FlagpostEvent>, batch: Events) => Promise<Announcement | null>;

/**
 * Says to those who watch what was recorded, in the order of the log, as the views have it. A batch that failed halfway
 * and comes again goes on where it stopped: flags cleared once more would end one that was sent since.
 */
export const createAnnouncer = (
  reading: Told,
  gateway: Pick<Gateway, 'watched' | 'announce'>,
  live: Pick<LiveState, 'car'>,
): ((batch: Events) => Promise<void>) => {
  const builders = messageBuilders(reading) as Readonly<Record<string, AnyBuilder>>;
  let told: Position | null = null;

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
        return control(eventId, { action: 'timersChanged', ...(await timersAnswer(reading, eventId)) });
      case 'eventChanged':
      case 'eventDeleted':
        return control(eventId, { action: viewers });
      case 'carTakenOff':
        return control(eventId, { action: 'eventChanged' });
      case 'nothing':
        return null;
    }
  };

  return async (batch) => {
    /** Many changes of one event are one: its viewers read it anew once. */
    const toldOfChange = new Set<number>();
    /** Commands whose cars were told of, all together. */
    const toldOfCars = new Set<string>();
    /** Whether an event is there, by its id. */
    const standing = new Map<number, boolean>();
    const stands = async (eventId: number): Promise<boolean> => {
      const known = standing.get(eventId);
      if (known !== undefined) return known;
      const isThere = (await eventReads(reading.readModels).get(eventId)) !== null;
      standing.set(eventId, isThere);
      return isThere;
    };
    const say = async (event: Recorded<FlagpostEvent>): Promise<void> => {
      const { viewers } = effectOf(event);
      if (viewers === 'nothing' || !('eventId' in event.data)) return;
      const { eventId } = event.data;
      if (!gateway.watched(eventId)) return;
      if (viewers === 'eventChanged' || viewers === 'carTakenOff') {
        // Its viewers are told that it was deleted, and of nothing that this takes with it.
        if (!(await stands(eventId))) return;
        const command = `${eventId} ${event.meta.causationId}`;
        if (viewers === 'carTakenOff' && !toldOfCars.has(command)) {
          toldOfCars.add(command);
          const cars = await takenOff(reading, live, event, batch);
          if (cars !== null) gateway.announce(eventId, cars);
        }
        if (toldOfChange.has(eventId)) return;
        toldOfChange.add(eventId);
      }
      const message = await messageOf(event, eventId, batch);
      if (message !== null) gateway.announce(eventId, message);
    };
    for (const event of batch) {
      if (told !== null && event.position <= told) continue;
      await say(event);
      told = event.position;
    }
  };
};
