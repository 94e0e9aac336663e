import {
  FLAGS,
  flagOf,
  isFlagCode,
  type CarOrder,
  type CarOrders,
  type CarQuestion,
  type CarTest,
} from '@flagpost/contracts';

/** What of a car's orders fills the screen, and what stays small. */

/** As a device reads them; `id` names the content. */
export interface ReceivedOrders extends CarOrders {
  readonly id: string;
}

/** A flag that is in force; `sector` null for the whole track. */
export interface InForce {
  readonly code: number;
  readonly sector: number | null;
}

/** Red, before all others and never behind a later one; then flags, and codes unknown here; withdrawals; messages. */
const rankOf = ({ type, code }: CarOrder): number => {
  if (type === 'withdrawal') return 2;
  if (code === FLAGS.red) return 0;
  return code === FLAGS.message ? 3 : 1;
};

/**
 * Orders to be confirmed, the first of which fills the screen. Of one rank they stay as race control recorded them: clocks of
 * its servers may disagree, so `sentAt` decides nothing.
 */
export const waitingOrders = (
  { unconfirmed }: Pick<CarOrders, 'unconfirmed'>,
  confirmed: ReadonlySet<number>,
): CarOrder[] =>
  unconfirmed.filter(({ id }) => !confirmed.has(id)).sort((one, other) => rankOf(one) - rankOf(other));

/** Orders to be confirmed that a phone keeps for a reload without a network. */
export const KEPT_ORDERS = 100;

/** What a phone keeps of its orders. A part of them has no id: then the server sends all of them again. */
export const boundedOrders = (orders: ReceivedOrders): ReceivedOrders =>
  orders.unconfirmed.length <= KEPT_ORDERS
    ? orders
    : { ...orders, id: '', unconfirmed: waitingOrders(orders, new Set()).slice(0, KEPT_ORDERS) };

/** The test flag that the driver has not confirmed; null if there is none. */
export const openTest = ({ test }: Pick<CarOrders, 'test'>, tested: number | null): CarTest | null =>
  test === undefined || test.id === tested ? null : test;

/** What fills the screen: an order that waits, the question whether the driver is well, or a test. */
export type OnScreen =
  | { readonly kind: 'order'; readonly order: CarOrder; readonly more: number }
  | { readonly kind: 'question'; readonly question: CarQuestion; readonly more: number }
  | { readonly kind: 'test'; readonly test: CarTest };

/** Tells what fills the screen from everything else that did or will. */
export const screenName = (screen: OnScreen): string => {
  if (screen.kind === 'order') return `order ${screen.order.id}`;
  return screen.kind === 'question' ? `question ${screen.question.since}` : `test ${screen.test.id}`;
};

/** What the driver has done: confirmed orders, `since` of the question and the id of the test answered last; null for none. */
export interface Done {
  readonly confirmed: ReadonlySet<number>;
  readonly answered: number | null;
  readonly tested: number | null;
}

/**
 * Red and black flags first, then the question, then all other orders, then a test; null for nothing. A driver who has called
 * for help is not asked.
 */
export const onScreen = (
  orders: Pick<CarOrders, 'unconfirmed' | 'question' | 'test'>,
  { confirmed, answered, tested }: Done,
  isInSos: boolean,
): OnScreen | null => {
  const waiting = waitingOrders(orders, confirmed);
  const [order] = waiting;
  const { question } = orders;
  const isAsked = question !== null && question.since !== answered && !isInSos;
  if (isAsked && (order === undefined || !isUrgent(order)))
    return { kind: 'question', question, more: waiting.length };
  if (order !== undefined) return { kind: 'order', order, more: waiting.length - 1 + (isAsked ? 1 : 0) };
  const test = openTest(orders, tested);
  return test === null ? null : { kind: 'test', test };
};

/** The flags in force: of the track, of the driver, of sectors. A sector has its own only if it differs from the track's. */
export const inForce = ({ track, driver, sectors }: CarOrders): InForce[] => [
  ...(track === null ? [] : [{ code: track, sector: null }]),
  ...(driver === null ? [] : [{ code: driver, sector: null }]),
  ...sectors.filter(({ code }) => code !== track),
];

/** Ids that need not be remembered as confirmed: the server has them no longer. */
export const forgotten = (
  { unconfirmed }: Pick<CarOrders, 'unconfirmed'>,
  confirmed: ReadonlySet<number>,
): number[] => [...confirmed].filter((id) => !unconfirmed.some((order) => order.id === id));

/** Whether the order stops the car: its sound and vibration do not end until it is confirmed. */
export const isUrgent = ({ type, code }: CarOrder): boolean =>
  type === 'flag' && (code === FLAGS.red || code === FLAGS.black);

/** What an order looks like; null for a code that this page does not know. */
export const lookOf = (code: number) => (isFlagCode(code) ? flagOf(code) : null);
