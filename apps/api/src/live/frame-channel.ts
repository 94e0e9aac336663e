import { RACE, type LiveCar, type LiveFrame } from '@flagpost/contracts';
import type { Clock, Scheduler, Timer } from '@flagpost/platform';

/** Gathers changed cars, and sends the newest state of each at most ten times a second. */
export interface FrameChannel {
  queue(frame: LiveFrame): void;
  cancel(): void;
}

/** @param send Called with the changed cars and the newest server time of the gathered frames. */
export const createFrameChannel = (
  clock: Clock,
  scheduler: Scheduler,
  send: (serverTime: number, cars: LiveCar[]) => void,
): FrameChannel => {
  const changed = new Map<number, LiveCar>();
  let serverTime = 0;
  /**
   * When the next frame may be sent. It may lag behind the clock by one frame: otherwise one late frame would delay all
   * frames after it, which arrive at the rate of the ingest.
   */
  let freeAt = Number.NEGATIVE_INFINITY;
  let due: Timer | null = null;

  const flush = (): void => {
    due = null;
    freeAt = Math.max(freeAt + RACE.frameEveryMs, clock.now());
    const cars = [...changed.values()];
    changed.clear();
    send(serverTime, cars);
  };

  return {
    queue(frame) {
      for (const car of frame.cars) changed.set(car.invitationId, car);
      serverTime = Math.max(serverTime, frame.serverTime);
      due ??= scheduler.after(Math.max(0, freeAt - clock.now()), flush);
    },
    cancel: () => due?.cancel(),
  };
};
