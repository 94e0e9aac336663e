import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FLAGS, NO_ORDERS, type CarOrder } from '@flagpost/contracts';
import {
  boundedOrders,
  forgotten,
  inForce,
  isUrgent,
  KEPT_ORDERS,
  onScreen,
  openTest,
  waitingOrders,
} from './shown-orders.js';

const order = (id: number, code: number, more: Partial<CarOrder> = {}): CarOrder => ({
  id,
  type: 'flag',
  code,
  message: null,
  sector: null,
  sentAt: id * 1_000,
  ...more,
});
const some = fc
  .uniqueArray(fc.integer({ min: 1, max: 99 }), { maxLength: 12 })
  .chain((ids) =>
    fc.tuple(
      ...ids.map((id) =>
        fc
          .tuple(
            fc.constantFrom(...Object.values(FLAGS), 899),
            fc.constantFrom('flag' as const, 'withdrawal' as const),
          )
          .map(([code, type]) => order(id, code, { type })),
      ),
    ),
  );

it('never shows anything before a red that is not confirmed', () => {
  fc.assert(
    fc.property(some, fc.array(fc.integer({ min: 1, max: 99 })), (unconfirmed, done) => {
      const confirmed = new Set(done);
      const [first] = waitingOrders({ unconfirmed }, confirmed);
      const reds = unconfirmed.filter(
        ({ id, type, code }) => type === 'flag' && code === FLAGS.red && !confirmed.has(id),
      );
      if (reds.length > 0) expect(reds).toContainEqual(first);
    }),
  );
});

it('shows each order that was not confirmed, once', () => {
  fc.assert(
    fc.property(some, fc.array(fc.integer({ min: 1, max: 99 })), (unconfirmed, done) => {
      const confirmed = new Set(done);
      const shown = waitingOrders({ unconfirmed }, confirmed).map(({ id }) => id);
      const due = unconfirmed.map(({ id }) => id).filter((id) => !confirmed.has(id));
      expect(shown.sort((one, other) => one - other)).toEqual(due.sort((one, other) => one - other));
    }),
  );
});

it('puts flags before withdrawals and messages, the oldest first', () => {
  const unconfirmed = [
    order(1, FLAGS.message, { message: 'Box' }),
    order(2, FLAGS.yellow, { type: 'withdrawal' }),
    order(3, 899),
    order(4, FLAGS.black),
    order(5, FLAGS.red),
    order(6, FLAGS.red, { type: 'withdrawal' }),
  ];
  expect(waitingOrders({ unconfirmed }, new Set()).map(({ id }) => id)).toEqual([5, 3, 4, 2, 6, 1]);
});

it('keeps orders of one rank as race control recorded them, whatever the clocks of its servers said', () => {
  const unconfirmed = [order(9, FLAGS.yellow, { sentAt: 5_000 }), order(4, FLAGS.green, { sentAt: 4_990 })];
  expect(waitingOrders({ unconfirmed }, new Set()).map(({ id }) => id)).toEqual([9, 4]);
});

it('knows what stops a car', () => {
  expect([order(1, FLAGS.red), order(1, FLAGS.black), order(1, FLAGS.yellow)].map(isUrgent)).toEqual([
    true,
    true,
    false,
  ]);
  expect(isUrgent(order(1, FLAGS.red, { type: 'withdrawal' }))).toBe(false);
});

it('keeps what is in force, and a sector only if it differs from the track', () => {
  const sectors = [
    { sector: 1, code: FLAGS.yellow },
    { sector: 2, code: FLAGS.green },
  ];
  expect(inForce({ ...NO_ORDERS, track: FLAGS.green, driver: FLAGS.penalty, sectors })).toEqual([
    { code: FLAGS.green, sector: null },
    { code: FLAGS.penalty, sector: null },
    { code: FLAGS.yellow, sector: 1 },
  ]);
});

it('forgets confirmations that the server has', () => {
  expect(forgotten({ unconfirmed: [order(2, FLAGS.red)] }, new Set([1, 2]))).toEqual([1]);
});

it('shows a test until the driver has confirmed it', () => {
  const test = { id: 3, sentAt: 1_000 };
  expect(openTest({ test }, null)).toEqual(test);
  expect(openTest({ test }, 2)).toEqual(test);
  expect([openTest({ test }, 3), openTest({}, null)]).toEqual([null, null]);
});

it('asks whether the driver is well before all but red and black flags, once for each stop', () => {
  const question = { since: 5_000 };
  const shown = (unconfirmed: CarOrder[], answered: number | null = null, isInSos = false) =>
    onScreen({ unconfirmed, question }, { confirmed: new Set(), answered, tested: null }, isInSos);
  const [red, black, yellow] = [order(1, FLAGS.red), order(2, FLAGS.black), order(3, FLAGS.yellow)];
  expect(shown([])).toEqual({ kind: 'question', question, more: 0 });
  expect(shown([yellow])).toEqual({ kind: 'question', question, more: 1 });
  expect(shown([yellow, red])).toEqual({ kind: 'order', order: red, more: 2 });
  expect(shown([black])).toEqual({ kind: 'order', order: black, more: 1 });
  expect(shown([yellow], 5_000)).toEqual({ kind: 'order', order: yellow, more: 0 });
  expect(shown([], 4_000)).toMatchObject({ kind: 'question' });
  expect(shown([], null, true)).toBeNull();
});

it('shows a test behind all that waits', () => {
  const test = { id: 3, sentAt: 1_000 };
  const done = { confirmed: new Set<number>(), answered: null, tested: null };
  const yellow = order(1, FLAGS.yellow);
  const shown = (more: object) => onScreen({ ...NO_ORDERS, test, ...more }, done, false);
  expect(shown({})).toEqual({ kind: 'test', test });
  expect(shown({ unconfirmed: [yellow] })).toMatchObject({ kind: 'order' });
  expect(shown({ question: { since: 5_000 } })).toMatchObject({ kind: 'question' });
  expect(onScreen({ ...NO_ORDERS, test }, { ...done, tested: 3 }, false)).toBeNull();
});

it('keeps all orders under their id, and of too many the first of the screen without one', () => {
  const messages = Array.from({ length: KEPT_ORDERS }, (_, index) => order(index + 1, FLAGS.message));
  const few = { ...NO_ORDERS, id: 'a', unconfirmed: messages };
  expect(boundedOrders(few)).toEqual(few);
  const red = order(KEPT_ORDERS + 1, FLAGS.red);
  const { id, unconfirmed } = boundedOrders({ ...few, unconfirmed: [...messages, red] });
  expect([id, unconfirmed]).toEqual(['', [red, ...messages.slice(0, -1)]]);
});
