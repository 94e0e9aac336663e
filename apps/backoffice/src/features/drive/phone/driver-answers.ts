import { forgotten, type Done, type ReceivedOrders } from '@flagpost/telemetry/phone/shown-orders';
import type { Kept } from './database.js';

/** A confirmed order that the server still has after this is confirmed again: the first time did not arrive. */
const CONFIRM_AGAIN_MS = 10_000;

/** What of its car's orders this phone has shown, and what its driver has confirmed and answered. A later page goes on from it. */
export interface DriverAnswers {
  done(): Done;
  /** `now` is ms of a clock that is not set, here and below. */
  confirm(orderId: number, now: number): void;
  answer(since: number): void;
  confirmTest(testId: number): void;
  /** False if the order was on the screen before, here and below. */
  show(orderId: number): boolean;
  showQuestion(since: number): boolean;
  showTest(testId: number): boolean;
  /** Forgets what these orders have no longer. */
  keepOnly(orders: Pick<ReceivedOrders, 'unconfirmed'>): void;
  /** Confirmed orders that these orders have still: those that are to be confirmed again now. */
  confirmAgain(orders: Pick<ReceivedOrders, 'unconfirmed'>, now: number): readonly number[];
}

export const createDriverAnswers = (
  kept: Pick<Kept, 'shown' | 'confirmed' | 'asked' | 'answered' | 'tested'>,
  keep: (change: Partial<Kept>) => void,
): DriverAnswers => {
  const shown = new Set(kept.shown);
  /** When an order was confirmed last. */
  const confirmedAt = new Map(kept.confirmed.map((id) => [id, -Infinity]));
  let { asked, answered, tested } = kept;
  let shownTest: number | null = null;
  const confirmed = (): ReadonlySet<number> => new Set(confirmedAt.keys());

  return {
    done: () => ({ confirmed: confirmed(), answered, tested }),
    confirm(orderId, now) {
      confirmedAt.set(orderId, now);
      keep({ confirmed: [...confirmedAt.keys()] });
    },
    answer(since) {
      answered = since;
      keep({ answered });
    },
    confirmTest(testId) {
      tested = testId;
      keep({ tested });
    },
    show(orderId) {
      if (shown.has(orderId)) return false;
      shown.add(orderId);
      keep({ shown: [...shown] });
      return true;
    },
    showQuestion(since) {
      if (asked === since) return false;
      asked = since;
      keep({ asked });
      return true;
    },
    showTest(testId) {
      if (shownTest === testId) return false;
      shownTest = testId;
      return true;
    },
    keepOnly(orders) {
      for (const id of forgotten(orders, confirmed())) confirmedAt.delete(id);
      for (const id of forgotten(orders, shown)) shown.delete(id);
      keep({ confirmed: [...confirmedAt.keys()], shown: [...shown] });
    },
    confirmAgain({ unconfirmed }, now) {
      const due = unconfirmed.flatMap(({ id }) => {
        const at = confirmedAt.get(id);
        return at !== undefined && now - at >= CONFIRM_AGAIN_MS ? [id] : [];
      });
      for (const id of due) confirmedAt.set(id, now);
      return due;
    },
  };
};
