import { FLAGS } from '@flagpost/contracts';
import {
  raceControlDecider,
  type RaceControlCommand,
  type RaceControlEvent,
  type RaceControlState,
} from '../race-control.js';

/** Commands and events of one race, for the specs of race control. */

export type Command<Type> = Extract<RaceControlCommand, { type: Type }>;
export type Event<Type> = Extract<RaceControlEvent, { type: Type }>;

export const eventId = 1;
export const director = 22;
export const race = { published: true, finishesAt: 100_000, authorized: [5, 6, 7] };
export const fold = (events: readonly RaceControlEvent[]): RaceControlState =>
  events.reduce((state, event) => raceControlDecider.evolve(state, event), raceControlDecider.initialState);

export const send = (changes: Partial<Command<'sendFlag'>>): Command<'sendFlag'> => ({
  type: 'sendFlag',
  eventId,
  flagId: 41,
  code: FLAGS.yellow,
  receivers: [],
  message: null,
  sectorId: null,
  sectorImg: null,
  sanctionedDriver: null,
  by: director,
  now: 1_000,
  race,
  ...changes,
});
export const sent = (changes: Partial<Event<'FlagSent'>['data']> = {}): Event<'FlagSent'> => ({
  type: 'FlagSent',
  data: {
    eventId,
    flagId: 41,
    code: FLAGS.yellow,
    receivers: [],
    message: null,
    sectorId: null,
    sectorImg: null,
    sanctionedDriver: null,
    by: director,
    sentAt: 1_000,
    ...changes,
  },
});

export const raise = (changes: Partial<Command<'raiseSos'>> = {}): Command<'raiseSos'> => ({
  type: 'raiseSos',
  eventId,
  alertId: 51,
  invitationId: 5,
  raisedAt: 2_000,
  receivedAt: 2_100,
  speedBeforeKph: 143,
  ...changes,
});
export const raised = (changes: Partial<Event<'SosRaised'>['data']> = {}): Event<'SosRaised'> => {
  const data = {
    eventId,
    alertId: 51,
    invitationId: 5,
    raisedAt: 2_000,
    receivedAt: 2_100,
    speedBeforeKph: 143,
    ...changes,
  };
  return { type: 'SosRaised', data, occurredAt: data.raisedAt };
};
export const cleared = (changes: Partial<Event<'SosCleared'>['data']> = {}): Event<'SosCleared'> => ({
  type: 'SosCleared',
  data: {
    eventId,
    alertId: 51,
    invitationId: 5,
    by: director,
    clearedAt: 3_000,
    receivedAt: 3_000,
    ...changes,
  },
});
