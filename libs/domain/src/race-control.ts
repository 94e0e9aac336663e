import { LIMITS, RACE_PICTURE, type LapEpoch } from '@flagpost/contracts';
import { refuse, unreachable, type Decider, type DomainEvent } from './decider.js';
import {
  clearingTime,
  flagsDecider,
  type FlagsCommand,
  type FlagsEvent,
  type FlagsState,
} from './race-control.flags.js';
import {
  reportsDecider,
  type ReportsCommand,
  type ReportsEvent,
  type ReportsState,
} from './race-control.reports.js';
import {
  openAlerts,
  sosCleared,
  sosDecider,
  type SosCommand,
  type SosEvent,
  type SosState,
} from './race-control.sos.js';
import { refusePast, requireText, type DirectorAction, type RaceContext } from './rules.js';

/** Race control of one event: flags, SOS, reports and stops of cars, each a part of its own; lap resets, notes and pictures. */
export type RaceControlCommand =
  | FlagsCommand
  | SosCommand
  | ReportsCommand
  | ({
      readonly type: 'clearFlags';
      /** `clear`: ends every open SOS too. */
      readonly alerts: 'clear' | 'keep';
      readonly race: Pick<RaceContext, 'finishesAt'>;
    } & DirectorAction)
  | ({ readonly type: 'resetLaps'; readonly race: Pick<RaceContext, 'finishesAt'> } & DirectorAction)
  | ({
      readonly type: 'takePicture';
      readonly pictureId: number;
      /** Of the stored image. */
      readonly name: string;
      /** How many pictures the event has. */
      readonly kept: number;
      readonly race: Pick<RaceContext, 'published' | 'finishesAt'>;
    } & DirectorAction)
  | ({
      readonly type: 'writeNote';
      readonly noteId: number;
      readonly text: string;
      readonly race: Pick<RaceContext, 'published' | 'finishesAt'>;
    } & DirectorAction);

export type RaceControlEvent =
  | FlagsEvent
  | SosEvent
  | ReportsEvent
  | DomainEvent<'LapsReset', { eventId: number; epoch: number; beganAt: number; by: number }>
  | DomainEvent<
      'PictureTaken',
      { eventId: number; pictureId: number; name: string; by: number; takenAt: number }
    >
  | DomainEvent<
      'NoteWritten',
      { eventId: number; noteId: number; text: string; by: number; writtenAt: number }
    >;

export interface RaceControlState extends FlagsState, SosState, ReportsState {
  /** Epochs begun by a reset, oldest first. */
  readonly resets: readonly LapEpoch[];
}

const FIRST_LAP_EPOCH = 0;

/** All lap epochs of an event, oldest first; the last is in force. The first began with the event. */
export const lapEpochsOf = (
  { resets }: Pick<RaceControlState, 'resets'>,
  startsAt: number,
): readonly LapEpoch[] => [
  { epoch: FIRST_LAP_EPOCH, beganAt: Math.min(startsAt, resets[0]?.beganAt ?? startsAt) },
  ...resets,
];

type Command<Type extends RaceControlCommand['type']> = Extract<RaceControlCommand, { type: Type }>;

/** Ends every flag, and open SOS if the command says so. */
const clearFlags = (
  { eventId, alerts, by, now, race }: Command<'clearFlags'>,
  state: RaceControlState,
): readonly RaceControlEvent[] => {
  refusePast({ now, finishesAt: race.finishesAt });
  const open = alerts === 'keep' ? [] : openAlerts(state);
  if (!state.clearable && open.length === 0) return [];
  const clearedAt = clearingTime(state, now);
  return [
    { type: 'FlagsCleared', data: { eventId, by, clearedAt } },
    ...open.map((alert) => sosCleared(eventId, alert, by, clearedAt, clearedAt)),
  ];
};

const resetLaps = (
  { eventId, by, now, race }: Command<'resetLaps'>,
  { resets }: RaceControlState,
): readonly RaceControlEvent[] => {
  refusePast({ now, finishesAt: race.finishesAt });
  const last = resets.at(-1);
  const epoch = (last?.epoch ?? FIRST_LAP_EPOCH) + 1;
  const beganAt = last === undefined ? now : Math.max(now, last.beganAt);
  return [{ type: 'LapsReset', data: { eventId, epoch, beganAt, by } }];
};

const takePicture = ({
  eventId,
  pictureId,
  name,
  kept,
  by,
  now,
  race,
}: Command<'takePicture'>): readonly RaceControlEvent[] => {
  if (!race.published) refuse('event.unpublished');
  refusePast({ now, finishesAt: race.finishesAt });
  if (kept >= RACE_PICTURE.perEvent) refuse('picture.tooMany');
  return [{ type: 'PictureTaken', data: { eventId, pictureId, name, by, takenAt: now } }];
};

const writeNote = ({
  eventId,
  noteId,
  text,
  by,
  now,
  race,
}: Command<'writeNote'>): readonly RaceControlEvent[] => {
  if (!race.published) refuse('event.unpublished');
  refusePast({ now, finishesAt: race.finishesAt });
  requireText(text, LIMITS.note, 'note.textRequired');
  return [{ type: 'NoteWritten', data: { eventId, noteId, text, by, writtenAt: now } }];
};

const decide = (command: RaceControlCommand, state: RaceControlState): readonly RaceControlEvent[] => {
  switch (command.type) {
    case 'sendFlag':
    case 'withdrawRequest':
    case 'withdrawFlag':
    case 'confirmFlag':
    case 'showFlag':
      return flagsDecider.decide(command, state);
    case 'acknowledgeSos':
    case 'clearSos':
    case 'raiseSos':
    case 'clearSosOfCar':
      return sosDecider.decide(command, state);
    case 'takeReport':
    case 'noteStop':
    case 'noteQuestion':
    case 'noteMissedAnswer':
    case 'noteDriveOn':
      return reportsDecider.decide(command, state);
    case 'clearFlags':
      return clearFlags(command, state);
    case 'resetLaps':
      return resetLaps(command, state);
    case 'writeNote':
      return writeNote(command);
    case 'takePicture':
      return takePicture(command);
    default:
      return unreachable(command);
  }
};

const evolve = (state: RaceControlState, event: RaceControlEvent): RaceControlState => {
  switch (event.type) {
    case 'FlagSent':
    case 'FlagWithdrawn':
    case 'FlagsCleared':
    case 'FlagConfirmed':
    case 'FlagShown':
      return { ...state, ...flagsDecider.evolve(state, event) };
    case 'SosRaised':
    case 'SosAcknowledged':
    case 'SosCleared':
      return { ...state, ...sosDecider.evolve(state, event) };
    case 'OkReported':
    case 'HazardReported':
    case 'CarStopped':
    case 'DriverAsked':
    case 'AnswerMissed':
    case 'CarDroveOn':
      return { ...state, ...reportsDecider.evolve(state, event) };
    case 'LapsReset': {
      const { epoch, beganAt } = event.data;
      return { ...state, resets: [...state.resets, { epoch, beganAt }] };
    }
    case 'NoteWritten':
    case 'PictureTaken':
      return state;
    default:
      return unreachable(event);
  }
};

export const raceControlDecider: Decider<RaceControlCommand, RaceControlEvent, RaceControlState> = {
  initialState: {
    ...flagsDecider.initialState,
    ...sosDecider.initialState,
    ...reportsDecider.initialState,
    resets: [],
  },
  decide,
  evolve,
};
