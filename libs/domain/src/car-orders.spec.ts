import { describe, expect, it } from '@jest/globals';
import { FLAGS, type FlagCode } from '@flagpost/contracts';
import { unconfirmedOrders, type OrderTakenBack, type SentOrder } from './car-orders.js';

const CAR = 7;
const NONE: ReadonlySet<number> = new Set();
const sent = (flagId: number, code: FlagCode, more: Partial<SentOrder> = {}): SentOrder => ({
  flagId,
  code,
  receivers: [],
  message: null,
  sectorId: null,
  sentAt: flagId * 1_000,
  order: flagId,
  confirmedBy: NONE,
  ...more,
});
const taken = (withdrawalId: number, flagId: number, more: Partial<OrderTakenBack> = {}): OrderTakenBack => ({
  withdrawalId,
  flagId,
  receivers: [],
  withdrawnAt: withdrawalId * 1_000,
  order: withdrawalId,
  confirmedBy: NONE,
  ...more,
});
const ids = (flags: readonly SentOrder[], withdrawals: readonly OrderTakenBack[] = []): number[] =>
  unconfirmedOrders(flags, withdrawals)(CAR).map(({ id }) => id);

describe('the unconfirmed orders of a car', () => {
  it('are those for it and for all, oldest first, until it confirms them', () => {
    const flags = [
      sent(1, FLAGS.black, { receivers: [CAR] }),
      sent(2, FLAGS.penalty, { receivers: [8] }),
      sent(3, FLAGS.yellow),
      sent(4, FLAGS.message, { receivers: [8, CAR], message: 'Box' }),
    ];
    expect(ids(flags)).toEqual([1, 3, 4]);
    const confirmed = flags.map((flag) =>
      flag.flagId === 3 ? { ...flag, confirmedBy: new Set([CAR]) } : flag,
    );
    expect(ids(confirmed)).toEqual([1, 4]);
  });

  it('lack a track flag that a later one replaced, but never a red', () => {
    const flags = [sent(1, FLAGS.yellow), sent(2, FLAGS.red), sent(3, FLAGS.yellow), sent(4, FLAGS.green)];
    expect(ids(flags)).toEqual([2, 4]);
    expect(ids([sent(1, FLAGS.yellow), sent(2, FLAGS.green, { receivers: [8] })])).toEqual([1]);
  });

  it('keep the flag of each sector until that sector has another, or all have one', () => {
    const yellows = [sent(1, FLAGS.yellow, { sectorId: 40 }), sent(2, FLAGS.yellow, { sectorId: 41 })];
    expect(ids([...yellows, sent(3, FLAGS.white)])).toEqual([1, 2, 3]);
    expect(ids([...yellows, sent(3, FLAGS.green, { sectorId: 40 })])).toEqual([2, 3]);
    expect(ids([...yellows, sent(3, FLAGS.green)])).toEqual([3]);
  });

  it('have a withdrawal in place of its flag, and again what that had replaced', () => {
    const flags = [sent(1, FLAGS.yellow), sent(2, FLAGS.red), sent(3, FLAGS.safetyCar)];
    expect(ids(flags, [taken(4, 3)])).toEqual([2, 4]);
    expect(ids([sent(1, FLAGS.yellow), sent(2, FLAGS.green)], [taken(3, 2)])).toEqual([1, 3]);
    expect(unconfirmedOrders(flags, [taken(4, 2)])(CAR).at(-1)).toEqual({
      id: 4,
      type: 'withdrawal',
      code: FLAGS.red,
      message: null,
      sectorId: null,
      sentAt: 4_000,
    });
    expect(ids(flags, [taken(4, 3, { receivers: [8] })])).toEqual([2, 3]);
    expect(ids(flags, [taken(4, 3, { confirmedBy: new Set([CAR]) })])).toEqual([2]);
  });

  it('have no withdrawal of what the car was never sent', () => {
    expect(ids([sent(1, FLAGS.black, { receivers: [8] })], [taken(2, 1)])).toEqual([]);
  });
});
