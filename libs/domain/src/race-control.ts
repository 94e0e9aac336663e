import {
  flagOf,
  FLAGS,
  isFlagCode,
  LIMITS,
  RACE,
  RACE_PICTURE,
  SAME_ORDER_MS,
  sectorOfFlag,
  type FlagCode,
  type LapEpoch,
} from '@flagpost/contracts';
import { EMPTY_BOARD, afterFlag, afterWithdrawal, type FlagBoard } from './car-flags.js';
import { refuse, unreachable, type Decider, type DomainEvent, type RaceEvent } from './decider.js';
import { limitText, refusePast, requireText } from './rules.js';
import { takenBackFrom, withdrawnAt, type Withdrawal } from './withdrawals.js';

/** Race control of one event: flags, SOS, confirmations, lap resets and notes. `by` is the id of the acting user. */
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
  /** Recorded under the command id of a flag that was not sent, which is then never sent under that id. */
  | ({ readonly type: 'withdrawRequest' } & Acted)
  /** Takes a flag back that was sent. Nothing else ends. */
  | ({
      readonly type: 'withdrawFlag';
      readonly flagId: number;
      readonly withdrawalId: number;
      /** Invitation ids. Empty: every car that it was sent to. */
      readonly receivers: readonly number[];
      readonly race: Pick<RaceContext, 'finishesAt' | 'authorized'>;
    } & Acted)
  | ({
      readonly type: 'clearFlags';
      /** `clear`: ends every open SOS too. */
      readonly alerts: 'clear' | 'keep';
      readonly race: Pick<RaceContext, 'finishesAt'>;
    } & Acted)
  | ({ readonly type: 'resetLaps'; readonly race: Pick<RaceContext, 'finishesAt'> } & Acted)
  | ({
      readonly type: 'takePicture';
      readonly pictureId: number;
      /** Of the stored image. */
      readonly name: string;
      /** How many pictures the event has. */
      readonly kept: number;
      readonly race: Pick<RaceContext, 'published' | 'finishesAt'>;
    } & Acted)
  | ({
      readonly type: 'writeNote';
      readonly noteId: number;
      readonly text: string;
      readonly race: Pick<RaceContext, 'published' | 'finishesAt'>;
    } & Acted)
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
      readonly speedBeforeKph: number | null;
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
    }
  | {
      readonly type: 'showFlag';
      readonly eventId: number;
      readonly invitationId: number;
      /** Of the flag or the withdrawal. */
      readonly flagId: number;
      readonly shownAt: number;
      readonly receivedAt: number;
      readonly authorized: boolean;
    }
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
  | DomainEvent<
      'FlagWithdrawn',
      {
        eventId: number;
        /** Null: the request of a flag, which had the id of this command, had not been carried out and never will be. */
        flag: { flagId: number; withdrawalId: number; receivers: readonly number[] } | null;
        by: number;
        withdrawnAt: number;
      }
    >
  | DomainEvent<'FlagsCleared', { eventId: number; by: number; clearedAt: number }>
  | RaceEvent<
      'FlagConfirmed',
      { eventId: number; flagId: number; invitationId: number; confirmedAt: number; receivedAt: number }
    >
  /** The device has shown a flag or a withdrawal to its driver. */
  | RaceEvent<
      'FlagShown',
      { eventId: number; flagId: number; invitationId: number; shownAt: number; receivedAt: number }
    >
  /** `stoppedAt`: of the stop that it is said of; null for none. */
  | RaceEvent<'OkReported', Reported & { readonly stoppedAt: number | null }>
  | RaceEvent<'HazardReported', Reported>
  /** Outside the boxes. `saidOkAt`: the driver said OK just before, so nobody asks; null if not. */
  | RaceEvent<'CarStopped', OfStop & { readonly saidOkAt: number | null }>
  /** The device of the stopped car has asked its driver whether all is well. An answer is an `OkReported`. */
  | RaceEvent<'DriverAsked', OfStop & { readonly askedAt: number }>
  | RaceEvent<'AnswerMissed', OfStop & { readonly missedAt: number }>
  | RaceEvent<'CarDroveOn', OfStop & { readonly droveOnAt: number }>
  /** `speedBeforeKph`: the fastest in the 15 to 30 s before; null if it is unknown. */
  | RaceEvent<
      'SosRaised',
      {
        eventId: number;
        alertId: number;
        invitationId: number;
        raisedAt: number;
        receivedAt: number;
        speedBeforeKph: number | null;
      }
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
  | DomainEvent<'LapsReset', { eventId: number; epoch: number; beganAt: number; by: number }>
  | DomainEvent<
      'PictureTaken',
      { eventId: number; pictureId: number; name: string; by: number; takenAt: number }
    >
  | DomainEvent<
      'NoteWritten',
      { eventId: number; noteId: number; text: string; by: number; writtenAt: number }
    >;

/** Version 1 knew withdrawals of requests alone. */
export const flagWithdrawnOfVersion1 = (data: unknown): unknown => ({ ...(data as object), flag: null });

/** Version 1 knew no stops. */
export const okReportedOfVersion1 = (data: unknown): unknown => ({ ...(data as object), stoppedAt: null });

/** Version 1 had no speed. */
export const sosRaisedOfVersion1 = (data: unknown): unknown => ({
  ...(data as object),
  speedBeforeKph: null,
});

/** What a flag orders, and who ordered it. */
interface FlagOrder {
  readonly code: FlagCode;
  readonly receivers: readonly number[];
  readonly message: string | null;
  readonly sectorId: number | null;
  readonly sanctionedDriver: number | null;
  readonly by: number;
}

export interface SentFlag extends FlagOrder {
  readonly flagId: number;
  readonly sentAt: number;
  readonly clearedAt: number | null;
  readonly shownBy: ReadonlySet<number>;
  readonly confirmedBy: ReadonlySet<number>;
}

export interface Alert {
  readonly alertId: number;
  readonly invitationId: number;
  readonly receivedAt: number;
  readonly open: boolean;
  readonly acknowledged: boolean;
}

/** The newest stop of a car. */
interface Stop {
  readonly stoppedAt: number;
  readonly receivedAt: number;
  readonly isAsked: boolean;
  readonly isMissed: boolean;
  readonly isAnswered: boolean;
  readonly isOver: boolean;
}

export interface RaceControlState extends FlagBoard {
  /** Whether a flag was sent since the last clearing. */
  readonly clearable: boolean;
  /** Time of the newest clearing, null before the first. */
  readonly clearedAt: number | null;
  /** Oldest first; the newest `REMEMBERED` of them can be confirmed. */
  readonly flags: readonly SentFlag[];
  /** Oldest first; the newest `REMEMBERED` of them can be confirmed. */
  readonly withdrawals: readonly Withdrawal[];
  /** Oldest first: all that are open or that nobody has acknowledged, and the newest `REMEMBERED` of the others. */
  readonly alerts: readonly Alert[];
  /**
   * By car, `receivedAt` of its newest SOS or own clearing, and of its newest confirmation: older facts are duplicates.
   */
  readonly sosSeen: Readonly<Record<number, number>>;
  readonly confirmationSeen: Readonly<Record<number, number>>;
  /** By car, times of its newest reports, oldest first. */
  readonly reported: Readonly<Record<CarReport, Readonly<Record<number, readonly number[]>>>>;
  /** By car. */
  readonly stops: Readonly<Record<number, Stop>>;
  /** Epochs begun by a reset, oldest first. */
  readonly resets: readonly LapEpoch[];
}

const REMEMBERED = 500;
/** Of each kind, for each car. A device repeats one that was not answered, and its network may be away for an hour. */
const REMEMBERED_REPORTS = 100;
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

const isFor = ({ receivers }: FlagOrder, car: number): boolean =>
  receivers.length === 0 || receivers.includes(car);

const share = (one: FlagOrder, other: FlagOrder): boolean =>
  one.receivers.length === 0 || one.receivers.some((car) => isFor(other, car));

const hasSameReceivers = (one: FlagOrder, other: FlagOrder): boolean =>
  one.receivers.length === other.receivers.length &&
  one.receivers.every((car) => other.receivers.includes(car));

const isSameOrder = (one: FlagOrder, other: FlagOrder): boolean =>
  one.code === other.code &&
  one.by === other.by &&
  one.message === other.message &&
  one.sectorId === other.sectorId &&
  one.sanctionedDriver === other.sanctionedDriver &&
  hasSameReceivers(one, other);

/**
 * Whether the order repeats the newest flag to its receivers: sent within `SAME_ORDER_MS`, and not ended. A flag that is
 * dated further ahead was sent by another clock, or before the clock was set back: how long ago nobody knows.
 */
const isRepeated = (order: FlagOrder, now: number, { flags, withdrawals }: RaceControlState): boolean => {
  const newest = flags.findLast((flag) => share(order, flag));
  return (
    newest !== undefined &&
    newest.clearedAt === null &&
    !withdrawals.some(({ flagId }) => flagId === newest.flagId) &&
    Math.abs(now - newest.sentAt) < SAME_ORDER_MS &&
    isSameOrder(order, newest)
  );
};

const orderOf = ({ race, ...command }: Command<'sendFlag'>): FlagOrder => {
  const { code, sectorId, sanctionedDriver, by } = command;
  if (!isFlagCode(code)) refuse('flag.unknownCode');
  const receivers = checkedReceivers(command.receivers, code, race);
  return { code, receivers, message: checkedMessage(command.message, code), sectorId, sanctionedDriver, by };
};

/** The flag that was sent by this order, or by the one that it repeats. */
export const flagOfOrder = (
  command: Command<'sendFlag'>,
  { flags }: RaceControlState,
): SentFlag | undefined => {
  const order = orderOf(command);
  return flags.findLast((flag) => isSameOrder(order, flag));
};

/**
 * A flag is later than the clearing before it, and a clearing no earlier than the flags that it ends, even if commands
 * overtake each other or clocks differ: screens compare these times to find what a clearing ended.
 */
const sendFlag = (command: Command<'sendFlag'>, state: RaceControlState): readonly RaceControlEvent[] => {
  const { eventId, flagId, race, sectorId, sectorImg, now } = command;
  if (!race.published) refuse('event.unpublished');
  refusePast({ now, finishesAt: race.finishesAt });
  const order = orderOf(command);
  if (sectorImg !== null && sectorId === null) refuse('flag.sectorRequired');
  limitText(sectorImg, LIMITS.imagePath);
  if (isRepeated(order, now, state)) return [];
  const sentAt = state.clearedAt === null ? now : Math.max(now, state.clearedAt + 1);
  return [{ type: 'FlagSent', data: { eventId, flagId, ...order, sectorImg, sentAt } }];
};

/** A withdrawal is no earlier than its flag. One of what nobody has any more decides nothing. */
const withdrawFlag = (
  command: Command<'withdrawFlag'>,
  { flags, withdrawals }: RaceControlState,
): readonly RaceControlEvent[] => {
  const { eventId, flagId, withdrawalId, receivers, race, by, now } = command;
  refusePast({ now, finishesAt: race.finishesAt });
  const flag = flags.find((sent) => sent.flagId === flagId) ?? refuse('flag.missing', 'missing');
  if (receivers.length > 0 && sectorOfFlag(flag) !== null) refuse('flag.sectorIsForAll');
  const had = flag.receivers.length > 0 ? flag.receivers : race.authorized;
  if (!receivers.every((car) => had.includes(car))) refuse('flag.notSentTo');
  const from = flag.clearedAt === null ? takenBackFrom(flag, receivers, withdrawals) : null;
  if (from === null) return [];
  const withdrawn = { flagId, withdrawalId, receivers: from };
  const data = { eventId, flag: withdrawn, by, withdrawnAt: Math.max(now, flag.sentAt) };
  return [{ type: 'FlagWithdrawn', data }];
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
  { eventId, alerts, by, now, race }: Command<'clearFlags'>,
  state: RaceControlState,
): readonly RaceControlEvent[] => {
  refusePast({ now, finishesAt: race.finishesAt });
  const open = alerts === 'keep' ? [] : state.alerts.filter((alert) => alert.open);
  if (!state.clearable && open.length === 0) return [];
  const clearedAt = Math.max(
    now,
    ...state.flags.map(({ sentAt }) => sentAt),
    ...state.withdrawals.map((withdrawal) => withdrawal.withdrawnAt),
  );
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

const alertOf = (state: RaceControlState, alertId: number): Alert =>
  state.alerts.find((alert) => alert.alertId === alertId) ?? refuse('sos.missing', 'missing');

/** The alert and older ones of its car, which race control sees as one. */
const upTo = ({ alerts }: RaceControlState, { alertId, invitationId }: Alert): readonly Alert[] =>
  alerts
    .slice(0, alerts.findIndex((alert) => alert.alertId === alertId) + 1)
    .filter((alert) => alert.invitationId === invitationId);

/** Of those that nobody has acknowledged. */
const acknowledgements = (
  eventId: number,
  alerts: readonly Alert[],
  by: number,
  acknowledgedAt: number,
): readonly RaceControlEvent[] =>
  alerts
    .filter(({ acknowledged }) => !acknowledged)
    .map(({ alertId, invitationId }) => ({
      type: 'SosAcknowledged',
      data: { eventId, alertId, invitationId, by, acknowledgedAt },
    }));

const openAlertOf = (state: RaceControlState, invitationId: number): Alert | undefined =>
  state.alerts.find((alert) => alert.open && alert.invitationId === invitationId);

/** Raised once until cleared. A repeated fact, however late, is not newer than the recorded one. */
const raiseSos = (command: Command<'raiseSos'>, state: RaceControlState): readonly RaceControlEvent[] => {
  const { eventId, alertId, invitationId, raisedAt, receivedAt, speedBeforeKph } = command;
  const isSeen = receivedAt <= (state.sosSeen[invitationId] ?? -Infinity);
  if (isSeen || openAlertOf(state, invitationId) !== undefined) return [];
  const data = { eventId, alertId, invitationId, raisedAt, receivedAt, speedBeforeKph };
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

/** What a car can confirm: a flag, or the withdrawal of one, each by an id of its own. */
interface Confirmable {
  readonly id: number;
  readonly from: number;
  readonly to: number | null;
}

const wasInForce = ({ from, to }: Confirmable, at: number): boolean => from <= at && (to === null || at < to);

const wasReceivedBy = (
  { receivers }: Pick<SentFlag, 'receivers'>,
  car: number,
  isAuthorized: boolean,
): boolean => (receivers.length === 0 ? isAuthorized : receivers.includes(car));

const showFlag = (
  { eventId, flagId, invitationId: car, shownAt, receivedAt, authorized }: Command<'showFlag'>,
  { flags, withdrawals }: RaceControlState,
): readonly RaceControlEvent[] => {
  const order =
    flags.find((flag) => flag.flagId === flagId) ??
    withdrawals.find(({ withdrawalId }) => withdrawalId === flagId);
  if (order === undefined || !wasReceivedBy(order, car, authorized) || order.shownBy.has(car)) return [];
  const data = { eventId, flagId, invitationId: car, shownAt, receivedAt };
  return [{ type: 'FlagShown', data, occurredAt: shownAt }];
};

/** Once for each press, as a device repeats what was not answered, and a hand presses twice; an answer to a stop counts anyway. */
const takeReport = (
  { report, eventId, invitationId, reportedAt, receivedAt, stoppedAt }: Command<'takeReport'>,
  { reported, stops }: RaceControlState,
): readonly RaceControlEvent[] => {
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
  { stops }: RaceControlState,
): readonly RaceControlEvent[] => {
  const { eventId, invitationId, stoppedAt, receivedAt } = data;
  const former = stops[invitationId];
  if (former !== undefined && (former.stoppedAt === stoppedAt || receivedAt <= former.receivedAt)) return [];
  const stopped: RaceControlEvent = { type: 'CarStopped', data, occurredAt: stoppedAt };
  if (former === undefined || former.isOver) return [stopped];
  const ended = { eventId, invitationId, stoppedAt: former.stoppedAt, receivedAt, droveOnAt: stoppedAt };
  return [{ type: 'CarDroveOn', data: ended, occurredAt: stoppedAt }, stopped];
};

const noteOfStop = (
  command: Command<'noteQuestion' | 'noteMissedAnswer' | 'noteDriveOn'>,
  { stops }: RaceControlState,
): readonly RaceControlEvent[] => {
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

const confirmFlag = (
  command: Command<'confirmFlag'>,
  { flags, withdrawals, confirmationSeen }: RaceControlState,
): readonly RaceControlEvent[] => {
  const { eventId, invitationId: car, confirmedAt, receivedAt } = command;
  const isOpen = (order: Pick<SentFlag, 'receivers' | 'confirmedBy'>): boolean =>
    wasReceivedBy(order, car, command.authorized) && !order.confirmedBy.has(car);
  const openFlags = flags.filter(isOpen).map(({ flagId, sentAt, clearedAt }): Confirmable => {
    return { id: flagId, from: sentAt, to: withdrawnAt(withdrawals, flagId, car) ?? clearedAt };
  });
  const openWithdrawals = withdrawals.filter(isOpen).map((withdrawal): Confirmable => {
    return { id: withdrawal.withdrawalId, from: withdrawal.withdrawnAt, to: withdrawal.clearedAt };
  });
  const isSeen = receivedAt <= (confirmationSeen[car] ?? -Infinity);
  const newest = (orders: readonly Confirmable[]): Confirmable | undefined =>
    orders.findLast((order) => !isSeen && wasInForce(order, receivedAt));
  const flag = newest(openFlags);
  const withdrawal = newest(openWithdrawals);
  const isWithdrawalNewer = withdrawal !== undefined && withdrawal.from >= (flag?.from ?? -Infinity);
  const meant =
    command.flagId === null
      ? isWithdrawalNewer
        ? withdrawal
        : flag
      : [...openFlags, ...openWithdrawals].find(({ id }) => id === command.flagId);
  if (meant === undefined) return [];
  const data = { eventId, flagId: meant.id, invitationId: car, confirmedAt, receivedAt };
  return [{ type: 'FlagConfirmed', data, occurredAt: confirmedAt }];
};

const decide = (command: RaceControlCommand, state: RaceControlState): readonly RaceControlEvent[] => {
  switch (command.type) {
    case 'sendFlag':
      return sendFlag(command, state);
    case 'withdrawRequest': {
      const { eventId, by, now } = command;
      return [{ type: 'FlagWithdrawn', data: { eventId, flag: null, by, withdrawnAt: now } }];
    }
    case 'withdrawFlag':
      return withdrawFlag(command, state);
    case 'clearFlags':
      return clearFlags(command, state);
    case 'resetLaps':
      return resetLaps(command, state);
    case 'writeNote':
      return writeNote(command);
    case 'takePicture':
      return takePicture(command);
    case 'acknowledgeSos': {
      const { eventId, by, now } = command;
      return acknowledgements(eventId, upTo(state, alertOf(state, command.alertId)), by, now);
    }
    case 'clearSos': {
      const { eventId, by, now } = command;
      const alert = alertOf(state, command.alertId);
      if (!alert.open) return [];
      const older = upTo(state, alert).filter(({ open }) => !open);
      return [sosCleared(eventId, alert, by, now, now), ...acknowledgements(eventId, older, by, now)];
    }
    case 'raiseSos':
      return raiseSos(command, state);
    case 'clearSosOfCar':
      return clearSosOfCar(command, state);
    case 'confirmFlag':
      return confirmFlag(command, state);
    case 'showFlag':
      return showFlag(command, state);
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

const changed = (alerts: readonly Alert[], alertId: number, change: Partial<Alert>): readonly Alert[] =>
  alerts.map((alert) => (alert.alertId === alertId ? { ...alert, ...change } : alert));

const remembered = (alerts: readonly Alert[]): readonly Alert[] =>
  alerts.filter(
    ({ open, acknowledged }, index) => open || !acknowledged || index >= alerts.length - REMEMBERED,
  );

/** No car has shown or confirmed it. */
const UNANSWERED: Pick<SentFlag, 'shownBy' | 'confirmedBy'> = { shownBy: new Set(), confirmedBy: new Set() };

/** The state in which this car has answered a flag or a withdrawal. */
const answered = (
  { flags, withdrawals }: RaceControlState,
  { flagId, invitationId }: { readonly flagId: number; readonly invitationId: number },
  by: 'shownBy' | 'confirmedBy',
): Pick<RaceControlState, 'flags' | 'withdrawals'> => {
  const added = <Order extends Pick<SentFlag, 'shownBy' | 'confirmedBy'>>(order: Order): Order => ({
    ...order,
    [by]: new Set([...order[by], invitationId]),
  });
  return {
    flags: flags.map((flag) => (flag.flagId === flagId ? added(flag) : flag)),
    withdrawals: withdrawals.map((withdrawal) =>
      withdrawal.withdrawalId === flagId ? added(withdrawal) : withdrawal,
    ),
  };
};

const withReport = (
  state: RaceControlState,
  report: CarReport,
  { invitationId, reportedAt }: Reported,
): RaceControlState => {
  const ofKind = state.reported[report];
  const times = [...(ofKind[invitationId] ?? []), reportedAt].slice(-REMEMBERED_REPORTS);
  return { ...state, reported: { ...state.reported, [report]: { ...ofKind, [invitationId]: times } } };
};

const withStop = (state: RaceControlState, car: number, change: Partial<Stop>): RaceControlState => {
  const stop = state.stops[car];
  return stop === undefined ? state : { ...state, stops: { ...state.stops, [car]: { ...stop, ...change } } };
};

const evolve = (state: RaceControlState, event: RaceControlEvent): RaceControlState => {
  switch (event.type) {
    case 'FlagSent': {
      const { flagId, sentAt, code, receivers, message, sectorId, sanctionedDriver, by } = event.data;
      const order: FlagOrder = { code, receivers, message, sectorId, sanctionedDriver, by };
      const flag = { flagId, sentAt, ...order, clearedAt: null, ...UNANSWERED };
      const flags = [...state.flags, flag].slice(-REMEMBERED);
      return { ...state, ...afterFlag(state, event.data), flags, clearable: true };
    }
    case 'FlagWithdrawn': {
      const { flag, withdrawnAt: at } = event.data;
      if (flag === null) return state;
      const withdrawal = { ...flag, withdrawnAt: at, clearedAt: null, ...UNANSWERED };
      const withdrawals = [...state.withdrawals, withdrawal].slice(-REMEMBERED);
      return { ...state, ...afterWithdrawal(state, flag), withdrawals };
    }
    case 'FlagsCleared': {
      const { clearedAt } = event.data;
      const ended = <Order extends { readonly clearedAt: number | null }>(order: Order): Order => ({
        ...order,
        clearedAt: order.clearedAt ?? clearedAt,
      });
      const [flags, withdrawals] = [state.flags.map(ended), state.withdrawals.map(ended)];
      return { ...state, ...EMPTY_BOARD, flags, withdrawals, clearable: false, clearedAt };
    }
    case 'FlagConfirmed': {
      const { invitationId, receivedAt } = event.data;
      const seen = Math.max(receivedAt, state.confirmationSeen[invitationId] ?? receivedAt);
      const confirmationSeen = { ...state.confirmationSeen, [invitationId]: seen };
      return { ...state, ...answered(state, event.data, 'confirmedBy'), confirmationSeen };
    }
    case 'FlagShown':
      return { ...state, ...answered(state, event.data, 'shownBy') };
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
      // A person's clearing is their acknowledgement; the car's own leaves it to be acknowledged.
      const change = by === null ? { open: false } : { open: false, acknowledged: true };
      const closed = { ...state, alerts: changed(state.alerts, alertId, change) };
      // A press before the car's own clearing has been handled; a director may clear without knowing of it.
      return by === null ? { ...closed, sosSeen: { ...state.sosSeen, [invitationId]: receivedAt } } : closed;
    }
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
    ...EMPTY_BOARD,
    clearable: false,
    clearedAt: null,
    flags: [],
    withdrawals: [],
    alerts: [],
    sosSeen: {},
    confirmationSeen: {},
    reported: { ok: {}, hazard: {} },
    stops: {},
    resets: [],
  },
  decide,
  evolve,
};
