import { TOPICS, type LiveCar, type LiveFrame } from '@flagpost/contracts';
import type { Topics } from '@flagpost/messaging';
import type { Logger } from '@flagpost/platform';

/** The newest live state of every car, as `race.live` tells it. Empty after a start, whole within five seconds. */
export interface LiveState {
  /** Null while nothing was heard of the car since the start of this process. */
  car(eventId: number, invitationId: number): LiveCar | null;
  /** The `receivedAt` clock of the event's newest frame, epoch ms. */
  serverTime(eventId: number): number | null;
  /** `receivedAt` of the newest position of all events, epoch ms. */
  newestPositionAt(): number | null;
  /** Values of the topic that could not be read. */
  undecodable(): number;
  onFrame(listener: (frame: LiveFrame) => void): void;
  /** Resolves when stopped, rejects with the error that ended it. */
  readonly closed: Promise<void>;
  stop(): Promise<void>;
}

/** Events whose frames came longest ago are forgotten beyond this many. */
const MAX_EVENTS = 500;

/** The topic is our own: its shape is trusted once it is a frame at all. */
const decode = (value: string): LiveFrame | null => {
  try {
    const frame = JSON.parse(value) as LiveFrame;
    return Number.isInteger(frame.eventId) && Array.isArray(frame.cars) ? frame : null;
  } catch {
    return null;
  }
};

export const followLive = (topics: Topics, logger: Logger): LiveState => {
  const events = new Map<number, { serverTime: number; cars: Map<number, LiveCar> }>();
  const listeners: ((frame: LiveFrame) => void)[] = [];
  let newest: number | null = null;
  let faults = 0;

  const eventOf = (eventId: number) => {
    const known = events.get(eventId) ?? { serverTime: 0, cars: new Map<number, LiveCar>() };
    events.delete(eventId);
    events.set(eventId, known);
    const oldest = events.keys().next().value;
    if (events.size > MAX_EVENTS && oldest !== undefined) events.delete(oldest);
    return known;
  };

  const take = (frame: LiveFrame): void => {
    const event = eventOf(frame.eventId);
    event.serverTime = Math.max(event.serverTime, frame.serverTime);
    for (const car of frame.cars) {
      event.cars.set(car.invitationId, car);
      if (car.receivedAt !== null && car.receivedAt > (newest ?? 0)) newest = car.receivedAt;
    }
    for (const listener of listeners) listener(frame);
  };

  const follower = topics.follow({
    topic: TOPICS.live,
    from: 'now',
    onBatch: async ({ messages }) => {
      for (const { value } of messages) {
        if (value === null) continue;
        const frame = decode(value);
        if (frame !== null) take(frame);
        else if (++faults === 1) logger.error('A live frame cannot be read; more are counted in health.');
      }
    },
  });

  return {
    car: (eventId, invitationId) => events.get(eventId)?.cars.get(invitationId) ?? null,
    serverTime: (eventId) => events.get(eventId)?.serverTime ?? null,
    newestPositionAt: () => newest,
    undecodable: () => faults,
    onFrame: (listener) => void listeners.push(listener),
    closed: follower.closed,
    stop: () => follower.stop(),
  };
};
