import type { LatLng, LiveCar, LiveFrame } from '@flagpost/contracts';
import type { StoredMessage } from '@flagpost/messaging';
import { boundedMap } from '@flagpost/platform';
import { createUnreadFrames, type UnreadFrame } from './unread-frames.js';

/** The newest state of an event's cars. */
export interface LiveEvent {
  serverTime: number;
  readonly cars: Map<number, LiveCar>;
  readonly before: Map<number, LatLng>;
}

/** Events with their cars. Frames that nobody needs now are parsed when somebody asks for their event. */
export interface LiveEvents {
  /** Applies a frame, after those that were kept of its event. */
  take(frame: LiveFrame): void;
  /** Keeps a frame unread. */
  keep(eventId: number, partition: number, message: StoredMessage): void;
  /** The state by all frames until now; undefined if there were none. */
  read(eventId: number): LiveEvent | undefined;
  /** `receivedAt` of the newest position, epoch ms; `SAMPLE` of the newest unread frames are parsed for it. */
  newestPositionAt(): number | null;
}

/** Maximum of events in memory; those without frames for the longest time are evicted. */
const MAX_EVENTS = 2_000;
const SAMPLE = 20;

/**
 * @param decode Throws for what is no frame.
 * @param setAside Called with what was kept and turns out to be no frame.
 */
export const createLiveEvents = (
  decode: (message: StoredMessage) => LiveFrame,
  setAside: (unreadable: UnreadFrame) => void,
): LiveEvents => {
  const events = boundedMap<number, LiveEvent>(MAX_EVENTS);
  /** Events of which nothing is kept, as their frames are taken. */
  const taken = new Set<number>();
  let newest: number | null = null;

  const eventOf = (eventId: number): LiveEvent => {
    const known = events.get(eventId);
    if (known !== undefined) return known;
    const event: LiveEvent = { serverTime: 0, cars: new Map(), before: new Map() };
    events.set(eventId, event);
    return event;
  };

  const seen = ({ receivedAt }: LiveCar): void => {
    if (receivedAt !== null && receivedAt > (newest ?? 0)) newest = receivedAt;
  };
  const apply = (eventId: number, frame: LiveFrame): void => {
    const event = eventOf(eventId);
    event.serverTime = Math.max(event.serverTime, frame.serverTime);
    for (const car of frame.cars) {
      const last = event.cars.get(car.invitationId);
      if (last?.lat != null && last.lng !== null && last.receivedAt !== car.receivedAt)
        event.before.set(car.invitationId, { lat: last.lat, lng: last.lng });
      event.cars.set(car.invitationId, car);
      seen(car);
    }
  };

  const decoded = (message: StoredMessage): LiveFrame | null => {
    try {
      return decode(message);
    } catch {
      return null;
    }
  };
  const readUnread = (eventId: number): void => {
    for (const unread of frames.takeOf(eventId)) {
      const frame = decoded(unread.message);
      if (frame === null) setAside(unread);
      else apply(eventId, frame);
    }
  };
  const frames = createUnreadFrames(readUnread);

  return {
    take(frame) {
      const { eventId } = frame;
      if (!taken.has(eventId)) {
        readUnread(eventId);
        taken.add(eventId);
      }
      apply(eventId, frame);
    },
    keep(eventId, partition, message) {
      taken.delete(eventId);
      frames.keep(eventId, partition, message);
    },
    read(eventId) {
      if (!taken.has(eventId)) readUnread(eventId);
      return events.peek(eventId);
    },
    newestPositionAt() {
      for (const message of frames.newest(SAMPLE)) decoded(message)?.cars.forEach(seen);
      return newest;
    },
  };
};
