import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FLAG_CODES, FLAGS, type FlagCode } from '@flagpost/contracts';
import { replacesForAll, unconfirmedOrders, type OrderTakenBack, type SentOrder } from './car-orders.js';

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

describe('a flag that a later one replaced for all cars', () => {
  const cars = [CAR, 8, 9];
  const some = fc.subarray(cars);
  const flag = fc.record({
    code: fc.constantFrom(...FLAG_CODES),
    receivers: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: some }),
    sectorId: fc.constantFrom(null, null, 40, 41),
    confirmedBy: some.map((by) => new Set(by)),
  });
  const withdrawal = fc.record({
    taken: fc.nat(20),
    receivers: some,
    confirmedBy: some.map((by) => new Set(by)),
  });
  const steps = fc.array(fc.oneof({ weight: 5, arbitrary: flag }, { weight: 1, arbitrary: withdrawal }), {
    maxLength: 20,
  });

  it('is not needed for what any car has to confirm, until one of the two is taken back', () => {
    fc.assert(
      fc.property(steps, (made) => {
        const flags: SentOrder[] = [];
        const withdrawals: OrderTakenBack[] = [];
        const replacedBy = new Map<number, number>();
        made.forEach((step, index) => {
          const id = index + 1;
          if ('taken' in step) {
            const back = flags[step.taken % Math.max(1, flags.length)];
            if (back === undefined) return;
            withdrawals.push(taken(id, back.flagId, step));
            for (const [replaced, by] of replacedBy) if (by === back.flagId) replacedBy.delete(replaced);
            replacedBy.delete(back.flagId);
          } else {
            const later = sent(id, step.code, step);
            const isTaken = (flagId: number) => withdrawals.some((each) => each.flagId === flagId);
            for (const { flagId, ...earlier } of flags)
              if (!replacedBy.has(flagId) && !isTaken(flagId) && replacesForAll(later, earlier))
                replacedBy.set(flagId, id);
            flags.push(later);
          }
          const inUse = flags.filter(({ flagId }) => !replacedBy.has(flagId));
          for (const car of cars)
            expect(unconfirmedOrders(inUse, withdrawals)(car)).toEqual(
              unconfirmedOrders(flags, withdrawals)(car),
            );
        });
      }),
      { numRuns: 300 },
    );
  });

  it('is another than a red, or one that ended the flags of sectors', () => {
    const [yellow, red, green] = [sent(1, FLAGS.yellow), sent(1, FLAGS.red), sent(1, FLAGS.green)];
    const later = sent(2, FLAGS.yellow);
    expect([yellow, red, green].map((earlier) => replacesForAll(later, earlier))).toEqual([
      true,
      false,
      false,
    ]);
    expect(replacesForAll(sent(2, FLAGS.safetyCar), green)).toBe(true);
    expect(replacesForAll({ ...later, receivers: [CAR] }, yellow)).toBe(false);
  });
});
