import { flagOf, FLAGS, isFlagCode, LIMITS, type FlagCode, type LapEpoch } from '@flagpost/contracts';
import { EMPTY_BOARD, afterFlag, type FlagBoard } from './car-flags.js';
import { refuse, unreachable, type Decider, type DomainEvent, type RaceEvent } from './decider.js';
import { limitText, refusePast } from './rules.js';

/** Race control of one event: flags, SOS, confirmations and lap resets. `by` is the id of the acting user. */
export interface RaceContext {
  readonly published: boolean;
  readonly finishesAt: number;
  /** Invitation ids of the authorised cars. */
  readonly authorized: readonly number[];
}

interface Acted {
  readonly eventId: number;
  readonly by: number;
  readonly now: number;
}

export type RaceControlCommand =
  | ({
      readonly type: 'sendFlag';
      readonly flagId: number;
      readonly code: number;
      /** Invitation ids. Empty: every authorised car, also those authorised later. */
      readonly receivers: readonly number[];
      readonly message: string | null;
      readonly sectorId: number | null;
      readonly sectorImg: string | null;
      readonly sanctionedDriver: number | null;
      readonly race: RaceContext;
    } & Acted)
  /** Ends the flags in force for all cars, and every open SOS. */
  | ({ readonly type: 'clearFlags'; readonly race: Pick<RaceContext, 'finishesAt'> } & Acted)
  | ({ readonly type: 'resetLaps'; readonly race: Pick<RaceContext, 'finishesAt'> } & Acted)
  | ({ readonly type: 'acknowledgeSos'; readonly alertId: number } & Acted)
  | ({ readonly type: 'clearSos'; readonly alertId: number } & Acted)
  /** Signals of the cars follow. They cannot be refused: one that does not apply produces no event. */
  | {
      readonly type: 'raiseSos';
      readonly eventId: number;
      readonly alertId: number;
      readonly invitationId: number;
      readonly raisedAt: number;
      readonly receivedAt: number;
    }
  | {
      readonly type: 'clearSosOfCar';
      readonly eventId: number;
      readonly invitationId: number;
      readonly clearedAt: number;
      readonly receivedAt: number;
    }
  | {
      readonly type: 'confirmFlag';
      readonly eventId: number;
      readonly invitationId: number;
      /** Null: the newest flag that was in force when this was received and that the car has not confirmed. */
      readonly flagId: number | null;
      readonly confirmedAt: number;
      readonly receivedAt: number;
      readonly authorized: boolean;
    };

export type RaceControlEvent =
  | DomainEvent<
      'FlagSent',
      {
        eventId: number;
        flagId: number;
        code: FlagCode;
        receivers: readonly number[];
        message: string | null;
        sectorId: number | null;
        sectorImg: string | null;
        sanctionedDriver: number | null;
        by: number;
        sentAt: number;
      }
    >
  | DomainEvent<'FlagsCleared', { eventId: number; by: number; clearedAt: number }>
  | RaceEvent<
      'FlagConfirmed',
      { eventId: number; flagId: number; invitationId: number; confirmedAt: number; receivedAt: number }
    >
  | RaceEvent<
      'SosRaised',
      { eventId: number; alertId: number; invitationId: number; raisedAt: number; receivedAt: number }
    >
  | DomainEvent<
      'SosAcknowledged',
      { eventId: number; alertId: number; invitationId: number; by: number; acknowledgedAt: number }
    >
  /**
   * `by` null: cleared by the car. `receivedAt` orders it among the car's inputs; for a director it equals `clearedAt`.
   */
  | DomainEvent<
      'SosCleared',
      {
        eventId: number;
        alertId: number;
        invitationId: number;
        by: number | null;
        clearedAt: number;
        receivedAt: number;
      }
    >
  | DomainEvent<'LapsReset', { eventId: number; epoch: number; beganAt: number; by: number }>;

export interface SentFlag {
  readonly flagId: number;
  readonly receivers: readonly number[];
  readonly sentAt: number;
  readonly clearedAt: number | null;
  readonly confirmedBy: ReadonlySet<number>;
}

export interface Alert {
  readonly alertId: number;
  readonly invitationId: number;
  readonly receivedAt: number;
  readonly open: boolean;
  readonly acknowledged: boolean;
}

export interface RaceControlState extends FlagBoard {
  /** Whether a flag was sent since the last clearing. */
  readonly clearable: boolean;
  /** Time of the newest clearing, null before the first. */
  readonly clearedAt: number | null;
  /** Oldest first; the newest `REMEMBERED` of them can be confirmed. */
  readonly flags: readonly SentFlag[];
  /** Oldest first: all open ones, and the newest `REMEMBERED` of the closed ones. */
  readonly alerts: readonly Alert[];
  /**
   * By car, `receivedAt` of its newest SOS or own clearing, and of its newest confirmation: older facts are duplicates.
   */
  readonly sosSeen: Readonly<Record<number, number>>;
  readonly confirmationSeen: Readonly<Record<number, number>>;
  /** Epochs begun by a reset, oldest first. */
  readonly resets: readonly LapEpoch[];
}

const REMEMBERED = 500;
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

const checkedMessage = (message: string | null, code: FlagCode): string | null => {
  const text = message?.trim() ?? '';
  if (text === '' && code === FLAGS.message) refuse('flag.messageRequired');
  if (text.length > LIMITS.message) refuse('flag.messageTooLong');
  return text === '' ? null : text;
};

const checkedReceivers = (sent: readonly number[], code: FlagCode, race: RaceContext): readonly number[] => {
  const receivers = [...new Set(sent)];
  if (receivers.length === 0 && flagOf(code).receivers !== 'any') refuse('flag.driverRequired');
  if (receivers.length > 1 && flagOf(code).receivers === 'one') refuse('flag.oneDriver');
  const authorized = new Set(race.authorized);
  if (!receivers.every((car) => authorized.has(car))) refuse('flag.notAuthorized');
  return receivers;
};

/**
 * A flag is later than the clearing before it, and a clearing no earlier than the flags that it ends, even if commands
 * overtake each other or clocks differ: screens compare these times to find what a clearing ended.
 */
const sendFlag = (command: Command<'sendFlag'>, state: RaceControlState): readonly RaceControlEvent[] => {
  const { eventId, flagId, code, race, sectorId, sectorImg, sanctionedDriver, by, now } = command;
  if (!race.published) refuse('event.unpublished');
  refusePast({ now, finishesAt: race.finishesAt });
  if (!isFlagCode(code)) refuse('flag.unknownCode');
  if (sectorImg !== null && sectorId === null) refuse('flag.sectorRequired');
  limitText(sectorImg, LIMITS.imagePath);
  const receivers = checkedReceivers(command.receivers, code, race);
  const message = checkedMessage(command.message, code);
  const data = { eventId, flagId, code, receivers, message, sectorId, sectorImg, sanctionedDriver, by };
  const sentAt = state.clearedAt === null ? now : Math.max(now, state.clearedAt + 1);
  return [{ type: 'FlagSent', data: { ...data, sentAt } }];
};

/** A clearing is never earlier than what it clears, even if the clock was set back in between. */
const sosCleared = (
  eventId: number,
  alert: Alert,
  by: number | null,
  clearedAt: number,
  receivedAt: number,
) => {
  const { alertId, invitationId } = alert;
  const data = {
    eventId,
    alertId,
    invitationId,
    by,
    clearedAt,
    receivedAt: Math.max(receivedAt, alert.receivedAt),
  };
  return { type: 'SosCleared', data } as const;
};

const clearFlags = (
  { eventId, by, now, race }: Command<'clearFlags'>,
  state: RaceControlState,
): readonly RaceControlEvent[] => {
  refusePast({ now, finishesAt: race.finishesAt });
  const open = state.alerts.filter((alert) => alert.open);
  if (!state.clearable && open.length === 0) return [];
  const clearedAt = Math.max(now, ...state.flags.map(({ sentAt }) => sentAt));
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

const alertOf = (state: RaceControlState, alertId: number): Alert =>
  state.alerts.find((alert) => alert.alertId === alertId) ?? refuse('sos.missing', 'missing');

const openAlertOf = (state: RaceControlState, invitationId: number): Alert | undefined =>
  state.alerts.find((alert) => alert.open && alert.invitationId === invitationId);

/** Raised once until cleared. A repeated fact, however late, is not newer than the recorded one. */
const raiseSos = (command: Command<'raiseSos'>, state: RaceControlState): readonly RaceControlEvent[] => {
  const { eventId, alertId, invitationId, raisedAt, receivedAt } = command;
  const isSeen = receivedAt <= (state.sosSeen[invitationId] ?? -Infinity);
  if (isSeen || openAlertOf(state, invitationId) !== undefined) return [];
  const data = { eventId, alertId, invitationId, raisedAt, receivedAt };
  return [{ type: 'SosRaised', data, occurredAt: raisedAt }];
};

const clearSosOfCar = (
  { eventId, invitationId, clearedAt, receivedAt }: Command<'clearSosOfCar'>,
  state: RaceControlState,
): readonly RaceControlEvent[] => {
  const alert = openAlertOf(state, invitationId);
  if (alert === undefined || receivedAt < alert.receivedAt) return [];
  return [sosCleared(eventId, alert, null, clearedAt, receivedAt)];
};

const wasInForce = ({ sentAt, clearedAt }: SentFlag, at: number): boolean =>
  sentAt <= at && (clearedAt === null || at < clearedAt);

const confirmFlag = (
  command: Command<'confirmFlag'>,
  state: RaceControlState,
): readonly RaceControlEvent[] => {
  const { eventId, invitationId, confirmedAt, receivedAt } = command;
  const open = state.flags.filter(
    ({ receivers, confirmedBy }) =>
      (receivers.length === 0 ? command.authorized : receivers.includes(invitationId)) &&
      !confirmedBy.has(invitationId),
  );
  const isSeen = receivedAt <= (state.confirmationSeen[invitationId] ?? -Infinity);
  const meant =
    command.flagId === null
      ? open.findLast((flag) => !isSeen && wasInForce(flag, receivedAt))
      : open.find(({ flagId }) => flagId === command.flagId);
  if (meant === undefined) return [];
  const data = { eventId, flagId: meant.flagId, invitationId, confirmedAt, receivedAt };
  return [{ type: 'FlagConfirmed', data, occurredAt: confirmedAt }];
};

const decide = (command: RaceControlCommand, state: RaceControlState): readonly RaceControlEvent[] => {
  switch (command.type) {
    case 'sendFlag':
      return sendFlag(command, state);
    case 'clearFlags':
      return clearFlags(command, state);
    case 'resetLaps':
      return resetLaps(command, state);
    case 'acknowledgeSos': {
      const { eventId, by, now } = command;
      const { alertId, invitationId, acknowledged } = alertOf(state, command.alertId);
      const data = { eventId, alertId, invitationId, by, acknowledgedAt: now };
      return acknowledged ? [] : [{ type: 'SosAcknowledged', data }];
    }
    case 'clearSos': {
      const alert = alertOf(state, command.alertId);
      return alert.open ? [sosCleared(command.eventId, alert, command.by, command.now, command.now)] : [];
    }
    case 'raiseSos':
      return raiseSos(command, state);
    case 'clearSosOfCar':
      return clearSosOfCar(command, state);
    case 'confirmFlag':
      return confirmFlag(command, state);
    default:
      return unreachable(command);
  }
};

const changed = (alerts: readonly Alert[], alertId: number, change: Partial<Alert>): readonly Alert[] =>
  alerts.map((alert) => (alert.alertId === alertId ? { ...alert, ...change } : alert));

const remembered = (alerts: readonly Alert[]): readonly Alert[] =>
  alerts.filter(({ open }, index) => open || index >= alerts.length - REMEMBERED);

const evolve = (state: RaceControlState, event: RaceControlEvent): RaceControlState => {
  switch (event.type) {
    case 'FlagSent': {
      const { flagId, code, receivers, sentAt } = event.data;
      const flag = { flagId, receivers, sentAt, clearedAt: null, confirmedBy: new Set<number>() };
      const flags = [...state.flags, flag].slice(-REMEMBERED);
      return { ...state, ...afterFlag(state, code, receivers), flags, clearable: true };
    }
    case 'FlagsCleared': {
      const { clearedAt } = event.data;
      const flags = state.flags.map((flag) => ({ ...flag, clearedAt: flag.clearedAt ?? clearedAt }));
      return { ...state, ...EMPTY_BOARD, flags, clearable: false, clearedAt };
    }
    case 'FlagConfirmed': {
      const { flagId, invitationId, receivedAt } = event.data;
      const flags = state.flags.map((flag) =>
        flag.flagId === flagId
          ? { ...flag, confirmedBy: new Set([...flag.confirmedBy, invitationId]) }
          : flag,
      );
      const seen = Math.max(receivedAt, state.confirmationSeen[invitationId] ?? receivedAt);
      return { ...state, flags, confirmationSeen: { ...state.confirmationSeen, [invitationId]: seen } };
    }
    case 'SosRaised': {
      const { alertId, invitationId, receivedAt } = event.data;
      const alert = { alertId, invitationId, receivedAt, open: true, acknowledged: false };
      return {
        ...state,
        alerts: remembered([...state.alerts, alert]),
        sosSeen: { ...state.sosSeen, [invitationId]: receivedAt },
      };
    }
    case 'SosAcknowledged':
      return { ...state, alerts: changed(state.alerts, event.data.alertId, { acknowledged: true }) };
    case 'SosCleared': {
      const { alertId, invitationId, by, receivedAt } = event.data;
      const closed = { ...state, alerts: changed(state.alerts, alertId, { open: false }) };
      // A press before the car's own clearing has been handled; a director may clear without knowing of it.
      return by === null ? { ...closed, sosSeen: { ...state.sosSeen, [invitationId]: receivedAt } } : closed;
    }
    case 'LapsReset': {
      const { epoch, beganAt } = event.data;
      return { ...state, resets: [...state.resets, { epoch, beganAt }] };
    }
    default:
      return unreachable(event);
  }
};

export const raceControlDecider: Decider<RaceControlCommand, RaceControlEvent, RaceControlState> = {
  initialState: {
    ...EMPTY_BOARD,
    clearable: false,
    clearedAt: null,
    flags: [],
    alerts: [],
    sosSeen: {},
    confirmationSeen: {},
    resets: [],
  },
  decide,
  evolve,
};
