import type { CarOrders } from '@flagpost/contracts';
import type { Clock, Scheduler } from '@flagpost/platform';
import type { Phone } from './phone.js';

/**
 * What a phone says of its orders: that each is on the screen, once, and after a while that the driver has confirmed it.
 *
 * @param confirmAfterMs null: the driver confirms nothing by this
 */
export const createOrderAnswers = ({
  phone,
  clock,
  scheduler,
  confirmAfterMs,
}: {
  readonly phone: Pick<Phone, 'record' | 'flush'>;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly confirmAfterMs: number | null;
}): ((orders: CarOrders) => void) => {
  let onScreen = new Set<number>();
  const say = (type: 'flagShown' | 'flagConfirmed', flagId: number): void => {
    const t = clock.now();
    phone.record({ t, signal: { type, t, flagId } });
    phone.flush();
  };
  return ({ unconfirmed }) => {
    for (const { id } of unconfirmed) {
      if (onScreen.has(id)) continue;
      say('flagShown', id);
      if (confirmAfterMs !== null)
        scheduler.after(confirmAfterMs, () => {
          if (onScreen.has(id)) say('flagConfirmed', id);
        });
    }
    onScreen = new Set(unconfirmed.map(({ id }) => id));
  };
};
