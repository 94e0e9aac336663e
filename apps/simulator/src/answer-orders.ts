import type { CarOrders, Signal } from '@flagpost/contracts';
import type { Clock, Scheduler } from '@flagpost/platform';
import type { Phone } from './phone.js';

/**
 * What a phone says of its orders: that each is on the screen, once, and after a while that the driver has confirmed it. The
 * question whether the driver is well it asks likewise, and says OK.
 *
 * @param confirmAfterMs null: the driver confirms nothing by this
 * @param answerAfterMs null: the driver does not answer the question
 */
export const createOrderAnswers = ({
  phone,
  clock,
  scheduler,
  confirmAfterMs,
  answerAfterMs,
}: {
  readonly phone: Pick<Phone, 'record' | 'flush'>;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly confirmAfterMs: number | null;
  readonly answerAfterMs: number | null;
}): ((orders: CarOrders) => void) => {
  let onScreen = new Set<number>();
  let asked: number | null = null;
  const say = (signal: Omit<Signal, 't'>): void => {
    const t = clock.now();
    phone.record({ t, signal: { ...signal, t } });
    phone.flush();
  };
  const ask = (since: number): void => {
    say({ type: 'questionShown', since });
    if (answerAfterMs !== null)
      scheduler.after(answerAfterMs, () => {
        if (asked === since) say({ type: 'ok', since });
      });
  };
  return ({ unconfirmed, question }) => {
    if (question !== null && question.since !== asked) ask(question.since);
    asked = question?.since ?? null;
    for (const { id } of unconfirmed) {
      if (onScreen.has(id)) continue;
      say({ type: 'flagShown', flagId: id });
      if (confirmAfterMs !== null)
        scheduler.after(confirmAfterMs, () => {
          if (onScreen.has(id)) say({ type: 'flagConfirmed', flagId: id });
        });
    }
    onScreen = new Set(unconfirmed.map(({ id }) => id));
  };
};
