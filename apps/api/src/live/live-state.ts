import { RACING_WITHIN_MS, TOPICS, type LatLng, type LiveCar, type LiveFrame } from '@flagpost/contracts';
import { createDeadLetters, type Batch, type StoredMessage, type Topics } from '@flagpost/messaging';
import {
  boundedMap,
  superviseDelivery,
  type Clock,
  type Logger,
  type Scheduler,
  type Supervised,
} from '@flagpost/platform';

/** The newest live state of every car, read from `race.live`. Empty after a start, complete within five seconds. */
export interface LiveState extends Supervised {
  /** Null if no frame with the car was received since the start of this process. */
  car(eventId: number, invitationId: number): LiveCar | null;
  /** The position before the newest one; null if there is none. */
  before(eventId: number, invitationId: number): LatLng | null;
  /** The `receivedAt` clock of the event's newest frame, epoch ms. */
  serverTime(eventId: number): number | null;
  /** `receivedAt` of the newest position of all events, epoch ms. */
  newestPositionAt(): number | null;
  /** Number of values of the topic that could not be decoded. */
  undecodable(): number;
  onFrame(listener: (frame: LiveFrame) => void): void;
}

/** Injection token of the `LiveState`. */
export const LIVE_STATE = Symbol('LiveState');

/** Whether a car was heard in the last 60 s before this time. */
export const wasRacing = (car: LiveCar | null, time: number): boolean =>
  car?.receivedAt != null && time - car.receivedAt <= RACING_WITHIN_MS;

interface LiveEvent {
  serverTime: number;
  readonly cars: Map<number, LiveCar>;
  readonly before: Map<number, LatLng>;
}

/** Maximum of events in memory; those without frames for the longest time are evicted. */
const MAX_EVENTS = 500;

/** The topic is written by Flagpost only, so a frame's fields are not validated one by one. */
const decode = ({ value }: StoredMessage): LiveFrame => {
  const frame = JSON.parse(value ?? 'null') as LiveFrame | null;
  if (frame === null || !Number.isInteger(frame.eventId) || !Array.isArray(frame.cars))
    throw new Error('The value is not a frame of an event.');
  return frame;
};

export const followLive = (
  topics: Topics,
  part: { readonly clock: Clock; readonly scheduler: Scheduler; readonly logger: Logger },
): LiveState => {
  const deadLetters = createDeadLetters({ ...part, topics, topic: TOPICS.deadLetters });
  const events = boundedMap<number, LiveEvent>(MAX_EVENTS);
  const listeners: ((frame: LiveFrame) => void)[] = [];
  let newest: number | null = null;

  const eventOf = (eventId: number): LiveEvent => {
    const known = events.get(eventId);
    if (known !== undefined) return known;
    const event: LiveEvent = { serverTime: 0, cars: new Map(), before: new Map() };
    events.set(eventId, event);
    return event;
  };

  const take = (frame: LiveFrame): void => {
    const event = eventOf(frame.eventId);
    event.serverTime = Math.max(event.serverTime, frame.serverTime);
    for (const car of frame.cars) {
      const last = event.cars.get(car.invitationId);
      if (last?.lat != null && last.lng !== null && last.receivedAt !== car.receivedAt)
        event.before.set(car.invitationId, { lat: last.lat, lng: last.lng });
      event.cars.set(car.invitationId, car);
      if (car.receivedAt !== null && car.receivedAt > (newest ?? 0)) newest = car.receivedAt;
    }
    for (const listener of listeners) listener(frame);
  };

  const onBatch = async (batch: Batch): Promise<void> => {
    for (const { value: frame } of await deadLetters.readable(TOPICS.live, batch, decode)) take(frame);
  };
  const begin = () => topics.follow({ topic: TOPICS.live, from: 'now', onBatch });

  return {
    car: (eventId, invitationId) => events.peek(eventId)?.cars.get(invitationId) ?? null,
    before: (eventId, invitationId) => events.peek(eventId)?.before.get(invitationId) ?? null,
    serverTime: (eventId) => events.peek(eventId)?.serverTime ?? null,
    newestPositionAt: () => newest,
    undecodable: () => deadLetters.counts()[TOPICS.live] ?? 0,
    onFrame: (listener) => void listeners.push(listener),
    ...superviseDelivery('live state', begin, part),
  };
};
