import {
  flagOf,
  FLAGS,
  isFlagCode,
  LIMITS,
  SAME_ORDER_MS,
  sectorOfFlag,
  type FlagCode,
} from '@flagpost/contracts';
import { EMPTY_BOARD, afterFlag, afterWithdrawal, type FlagBoard } from './car-flags.js';
import { refuse, unreachable, type Decider, type DomainEvent, type RaceEvent } from './decider.js';
import { limitText, refusePast, type DirectorAction, type RaceContext } from './rules.js';
import { takenBackFrom, withdrawnAt, type Withdrawal } from './withdrawals.js';

/** Flags of race control: sending, withdrawing, and what cars show and confirm. */
export type FlagsCommand =
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
    } & DirectorAction)
  /** Recorded under the command id of a flag that was not sent, which is then never sent under that id. */
  | ({ readonly type: 'withdrawRequest' } & DirectorAction)
  /** Takes a flag back that was sent. Nothing else ends. */
  | ({
      readonly type: 'withdrawFlag';
      readonly flagId: number;
      readonly withdrawalId: number;
      /** Invitation ids. Empty: every car that it was sent to. */
      readonly receivers: readonly number[];
      readonly race: Pick<RaceContext, 'finishesAt' | 'authorized'>;
    } & DirectorAction)
  /** Signals of the cars follow. They cannot be refused: one that does not apply produces no event. */
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
    };

export type FlagsEvent =
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
    >;

/** Version 1 knew withdrawals of requests alone. */
export const flagWithdrawnOfVersion1 = (data: unknown): unknown => ({ ...(data as object), flag: null });

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

export interface FlagsState extends FlagBoard {
  /** Whether a flag was sent since the last clearing. */
  readonly clearable: boolean;
  /** Time of the newest clearing, null before the first. */
  readonly clearedAt: number | null;
  /** Oldest first; the newest `REMEMBERED` of them can be confirmed. */
  readonly flags: readonly SentFlag[];
  /** Oldest first; the newest `REMEMBERED` of them can be confirmed. */
  readonly withdrawals: readonly Withdrawal[];
  /** By car, `receivedAt` of its newest confirmation: older facts are duplicates. */
  readonly confirmationSeen: Readonly<Record<number, number>>;
}

const REMEMBERED = 500;

type Command<Type extends FlagsCommand['type']> = Extract<FlagsCommand, { type: Type }>;

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
const isRepeated = (order: FlagOrder, now: number, { flags, withdrawals }: FlagsState): boolean => {
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
export const flagOfOrder = (command: Command<'sendFlag'>, { flags }: FlagsState): SentFlag | undefined => {
  const order = orderOf(command);
  return flags.findLast((flag) => isSameOrder(order, flag));
};

/**
 * A flag is later than the clearing before it, and a clearing no earlier than the flags that it ends, even if commands
 * overtake each other or clocks differ: screens compare these times to find what a clearing ended.
 */
const sendFlag = (command: Command<'sendFlag'>, state: FlagsState): readonly FlagsEvent[] => {
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
  { flags, withdrawals }: FlagsState,
): readonly FlagsEvent[] => {
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

/** The time of a clearing now: no earlier than the flags and withdrawals that it ends. */
export const clearingTime = ({ flags, withdrawals }: FlagsState, now: number): number =>
  Math.max(
    now,
    ...flags.map(({ sentAt }) => sentAt),
    ...withdrawals.map((withdrawal) => withdrawal.withdrawnAt),
  );

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
  { flags, withdrawals }: FlagsState,
): readonly FlagsEvent[] => {
  const order =
    flags.find((flag) => flag.flagId === flagId) ??
    withdrawals.find(({ withdrawalId }) => withdrawalId === flagId);
  if (order === undefined || !wasReceivedBy(order, car, authorized) || order.shownBy.has(car)) return [];
  const data = { eventId, flagId, invitationId: car, shownAt, receivedAt };
  return [{ type: 'FlagShown', data, occurredAt: shownAt }];
};

const confirmFlag = (
  command: Command<'confirmFlag'>,
  { flags, withdrawals, confirmationSeen }: FlagsState,
): readonly FlagsEvent[] => {
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

const decide = (command: FlagsCommand, state: FlagsState): readonly FlagsEvent[] => {
  switch (command.type) {
    case 'sendFlag':
      return sendFlag(command, state);
    case 'withdrawRequest': {
      const { eventId, by, now } = command;
      return [{ type: 'FlagWithdrawn', data: { eventId, flag: null, by, withdrawnAt: now } }];
    }
    case 'withdrawFlag':
      return withdrawFlag(command, state);
    case 'confirmFlag':
      return confirmFlag(command, state);
    case 'showFlag':
      return showFlag(command, state);
    default:
      return unreachable(command);
  }
};

/** No car has shown or confirmed it. */
const UNANSWERED: Pick<SentFlag, 'shownBy' | 'confirmedBy'> = { shownBy: new Set(), confirmedBy: new Set() };

/** The state in which this car has answered a flag or a withdrawal. */
const answered = (
  { flags, withdrawals }: FlagsState,
  { flagId, invitationId }: { readonly flagId: number; readonly invitationId: number },
  by: 'shownBy' | 'confirmedBy',
): Pick<FlagsState, 'flags' | 'withdrawals'> => {
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

const evolve = (state: FlagsState, event: FlagsEvent): FlagsState => {
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
    default:
      return unreachable(event);
  }
};

/** A part of `raceControlDecider`. */
export const flagsDecider: Decider<FlagsCommand, FlagsEvent, FlagsState> = {
  initialState: {
    ...EMPTY_BOARD,
    clearable: false,
    clearedAt: null,
    flags: [],
    withdrawals: [],
    confirmationSeen: {},
  },
  decide,
  evolve,
};
