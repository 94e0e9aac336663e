import { RACE } from '@flagpost/contracts';
import { unreachable, type Decider, type RaceEvent } from './decider.js';

/** What drivers report besides an SOS, and stops of their cars. Nothing is refused: what does not apply produces no event. */
export type ReportsCommand =
  | {
      readonly type: 'takeReport';
      readonly report: CarReport;
      /** Of the stop that an OK is said of; null for none. */
      readonly stoppedAt: number | null;
      readonly eventId: number;
      readonly invitationId: number;
      readonly reportedAt: number;
      readonly receivedAt: number;
    }
  | ({ readonly type: 'noteStop'; readonly saidOkAt: number | null } & OfStop)
  | ({ readonly type: 'noteQuestion'; readonly askedAt: number } & OfStop)
  | ({ readonly type: 'noteMissedAnswer'; readonly missedAt: number } & OfStop)
  | ({ readonly type: 'noteDriveOn'; readonly droveOnAt: number } & OfStop);

/** A stop of a car outside the boxes, named by its time. */
interface OfStop {
  readonly eventId: number;
  readonly invitationId: number;
  readonly stoppedAt: number;
  readonly receivedAt: number;
}

/** What a driver tells race control besides an SOS. */
export type CarReport = 'ok' | 'hazard';

interface Reported {
  readonly eventId: number;
  readonly invitationId: number;
  readonly reportedAt: number;
  readonly receivedAt: number;
}

export type ReportsEvent =
  /** `stoppedAt`: of the stop that it is said of; null for none. */
  | RaceEvent<'OkReported', Reported & { readonly stoppedAt: number | null }>
  | RaceEvent<'HazardReported', Reported>
  /** Outside the boxes. `saidOkAt`: the driver said OK just before, so nobody asks; null if not. */
  | RaceEvent<'CarStopped', OfStop & { readonly saidOkAt: number | null }>
  /** The device of the stopped car has asked its driver whether all is well. An answer is an `OkReported`. */
  | RaceEvent<'DriverAsked', OfStop & { readonly askedAt: number }>
  | RaceEvent<'AnswerMissed', OfStop & { readonly missedAt: number }>
  | RaceEvent<'CarDroveOn', OfStop & { readonly droveOnAt: number }>;

/** Version 1 knew no stops. */
export const okReportedOfVersion1 = (data: unknown): unknown => ({ ...(data as object), stoppedAt: null });

/** The newest stop of a car. */
interface Stop {
  readonly stoppedAt: number;
  readonly receivedAt: number;
  readonly isAsked: boolean;
  readonly isMissed: boolean;
  readonly isAnswered: boolean;
  readonly isOver: boolean;
}

export interface ReportsState {
  /** By car, times of its newest reports, oldest first. */
  readonly reported: Readonly<Record<CarReport, Readonly<Record<number, readonly number[]>>>>;
  /** By car. */
  readonly stops: Readonly<Record<number, Stop>>;
}

/** Of each kind, for each car. A device repeats one that was not answered, and its network may be away for an hour. */
const REMEMBERED_REPORTS = 100;

type Command<Type extends ReportsCommand['type']> = Extract<ReportsCommand, { type: Type }>;

/** Once for each press, as a device repeats what was not answered, and a hand presses twice; an answer to a stop counts anyway. */
const takeReport = (
  { report, eventId, invitationId, reportedAt, receivedAt, stoppedAt }: Command<'takeReport'>,
  { reported, stops }: ReportsState,
): readonly ReportsEvent[] => {
  const before = reported[report][invitationId] ?? [];
  const stop = stops[invitationId];
  const isAnswer = stop?.stoppedAt === stoppedAt && !stop.isOver && !stop.isAnswered;
  if (!isAnswer && before.some((at) => Math.abs(reportedAt - at) < RACE.sameReportMs)) return [];
  const data = { eventId, invitationId, reportedAt, receivedAt };
  return report === 'ok'
    ? [{ type: 'OkReported', data: { ...data, stoppedAt }, occurredAt: reportedAt }]
    : [{ type: 'HazardReported', data, occurredAt: reportedAt }];
};

/** A stop that is known, or older than the newest one, was read again. One that is still open ends with it. */
const noteStop = (
  { type: _, ...data }: Command<'noteStop'>,
  { stops }: ReportsState,
): readonly ReportsEvent[] => {
  const { eventId, invitationId, stoppedAt, receivedAt } = data;
  const former = stops[invitationId];
  if (former !== undefined && (former.stoppedAt === stoppedAt || receivedAt <= former.receivedAt)) return [];
  const stopped: ReportsEvent = { type: 'CarStopped', data, occurredAt: stoppedAt };
  if (former === undefined || former.isOver) return [stopped];
  const ended = { eventId, invitationId, stoppedAt: former.stoppedAt, receivedAt, droveOnAt: stoppedAt };
  return [{ type: 'CarDroveOn', data: ended, occurredAt: stoppedAt }, stopped];
};

const noteOfStop = (
  command: Command<'noteQuestion' | 'noteMissedAnswer' | 'noteDriveOn'>,
  { stops }: ReportsState,
): readonly ReportsEvent[] => {
  const stop = stops[command.invitationId];
  if (stop?.stoppedAt !== command.stoppedAt || stop.isOver) return [];
  switch (command.type) {
    case 'noteQuestion': {
      const { type: _, ...data } = command;
      return stop.isAsked ? [] : [{ type: 'DriverAsked', data, occurredAt: data.askedAt }];
    }
    case 'noteMissedAnswer': {
      const { type: _, ...data } = command;
      return stop.isMissed ? [] : [{ type: 'AnswerMissed', data, occurredAt: data.missedAt }];
    }
    case 'noteDriveOn': {
      const { type: _, ...data } = command;
      return [{ type: 'CarDroveOn', data, occurredAt: data.droveOnAt }];
    }
    default:
      return unreachable(command);
  }
};

const decide = (command: ReportsCommand, state: ReportsState): readonly ReportsEvent[] => {
  switch (command.type) {
    case 'takeReport':
      return takeReport(command, state);
    case 'noteStop':
      return noteStop(command, state);
    case 'noteQuestion':
    case 'noteMissedAnswer':
    case 'noteDriveOn':
      return noteOfStop(command, state);
    default:
      return unreachable(command);
  }
};

const withReport = (
  state: ReportsState,
  report: CarReport,
  { invitationId, reportedAt }: Reported,
): ReportsState => {
  const ofKind = state.reported[report];
  const times = [...(ofKind[invitationId] ?? []), reportedAt].slice(-REMEMBERED_REPORTS);
  return { ...state, reported: { ...state.reported, [report]: { ...ofKind, [invitationId]: times } } };
};

const withStop = (state: ReportsState, car: number, change: Partial<Stop>): ReportsState => {
  const stop = state.stops[car];
  return stop === undefined ? state : { ...state, stops: { ...state.stops, [car]: { ...stop, ...change } } };
};

const evolve = (state: ReportsState, event: ReportsEvent): ReportsState => {
  switch (event.type) {
    case 'OkReported': {
      const { invitationId, stoppedAt } = event.data;
      const reported = withReport(state, 'ok', event.data);
      const isOfStop = state.stops[invitationId]?.stoppedAt === stoppedAt;
      return isOfStop ? withStop(reported, invitationId, { isAnswered: true }) : reported;
    }
    case 'HazardReported':
      return withReport(state, 'hazard', event.data);
    case 'CarStopped': {
      const { invitationId, stoppedAt, receivedAt, saidOkAt } = event.data;
      const isAnswered = saidOkAt !== null;
      const stop: Stop = {
        stoppedAt,
        receivedAt,
        isAsked: false,
        isMissed: false,
        isAnswered,
        isOver: false,
      };
      return { ...state, stops: { ...state.stops, [invitationId]: stop } };
    }
    case 'DriverAsked':
      return withStop(state, event.data.invitationId, { isAsked: true });
    case 'AnswerMissed':
      return withStop(state, event.data.invitationId, { isMissed: true });
    case 'CarDroveOn':
      return withStop(state, event.data.invitationId, { isOver: true });
    default:
      return unreachable(event);
  }
};

/** A part of `raceControlDecider`. */
export const reportsDecider: Decider<ReportsCommand, ReportsEvent, ReportsState> = {
  initialState: { reported: { ok: {}, hazard: {} }, stops: {} },
  decide,
  evolve,
};
