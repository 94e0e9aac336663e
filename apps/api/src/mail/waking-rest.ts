import { sleep, withSignal, type Clock, type Scheduler } from '@flagpost/platform';

/** The rest of a sender that has nothing to send. */
export interface WakingRest {
  /** There may be mails to send: ends the rest, or the next one. */
  wake(): void;
  /** To be called before a look for mails: a `wake` from then on ends the rest after it. */
  look(): void;
  /** Until `wake`, until this time, which may be infinite, or until the signal aborts. */
  until(time: number, signal: AbortSignal): Promise<void>;
}

export const createWakingRest = ({
  clock,
  scheduler,
}: {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
}): WakingRest => {
  let isWoken = false;
  let wakeUp = (): void => undefined;
  return {
    wake() {
      isWoken = true;
      wakeUp();
    },
    look() {
      isWoken = false;
    },
    async until(time, signal) {
      const waking = new AbortController();
      wakeUp = () => waking.abort();
      if (isWoken) waking.abort();
      const either = AbortSignal.any([signal, waking.signal]);
      const pause = Number.isFinite(time)
        ? sleep(scheduler, time - clock.now(), either)
        : withSignal(either, new Promise<void>(() => undefined));
      await pause.catch(() => undefined); // woken, or stopped
      wakeUp = () => undefined;
    },
  };
};
