import { RACING_WITHIN_MS, TOPICS, type LatLng, type LiveCar, type LiveFrame } from '@flagpost/contracts';
import { createDeadLetters, type Batch, type StoredMessage, type Topics } from '@flagpost/messaging';
import {
  superviseDelivery,
  type Clock,
  type Logger,
  type Scheduler,
  type Supervised,
} from '@flagpost/platform';

import { createLiveEvents } from './live-events.js';
import type { UnreadFrame } from './unread-frames.js';

/**
 * The newest live state of every car, read from `race.live`. Empty after a start, complete within five seconds. Frames of
 * events that nobody watches here are told by their key, and parsed only if somebody asks for the event.
 */
export interface LiveState extends Supervised {
  /** Null if no frame with the car was received since the start of this process. */
  car(eventId: number, invitationId: number): LiveCar | null;
  /** The position before the newest one; null if there is none. */
  before(eventId: number, invitationId: number): LatLng | null;
  /** The `receivedAt` clock of the event's newest frame, epoch ms. */
  serverTime(eventId: number): number | null;
  /** `receivedAt` of the newest position of all events, epoch ms. */
  newestPositionAt(): number | null;
  /** Number of values of the topic that were read and could not be decoded. */
  undecodable(): number;
  /** Calls `listener` with each new frame of the events that `watches` names. */
  onFrame(listener: (frame: LiveFrame) => void, watches: (eventId: number) => boolean): void;
}

/** Injection token of the `LiveState`. */
export const LIVE_STATE = Symbol('LiveState');

/** Whether a car was heard in the last 60 s before this time. */
export const wasRacing = (car: LiveCar | null, time: number): boolean =>
  car?.receivedAt != null && time - car.receivedAt <= RACING_WITHIN_MS;

/** The topic is written by Flagpost only, so a frame's fields are not validated one by one. */
const decode = ({ value }: StoredMessage): LiveFrame => {
  const frame = JSON.parse(value ?? 'null') as LiveFrame | null;
  if (frame === null || !Number.isInteger(frame.eventId) || !Array.isArray(frame.cars))
    throw new Error('The value is not a frame of an event.');
  return frame;
};

interface Viewers {
  readonly listener: (frame: LiveFrame) => void;
  readonly watches: (eventId: number) => boolean;
}

export const followLive = (
  topics: Topics,
  part: { readonly clock: Clock; readonly scheduler: Scheduler; readonly logger: Logger },
): LiveState => {
  const deadLetters = createDeadLetters({ ...part, topics, topic: TOPICS.deadLetters });
  const viewers: Viewers[] = [];
  const setAside = ({ partition, message }: UnreadFrame): void => {
    deadLetters
      .eachReadable(
        TOPICS.live,
        { partition, messages: [message], head: message.offset + 1 },
        decode,
        () => undefined,
      )
      .catch((error: unknown) => part.logger.error('a frame could not be set aside', { error }));
  };
  const events = createLiveEvents(decode, setAside);

  /** Whether its frames are parsed now; those without the key of an event are no frames, and set aside. */
  const isWanted = (eventId: number): boolean =>
    !Number.isSafeInteger(eventId) || viewers.some(({ watches }) => watches(eventId));
  const onBatch = async (batch: Batch): Promise<void> => {
    const wanted: StoredMessage[] = [];
    for (const message of batch.messages) {
      const eventId = Number(message.key);
      if (isWanted(eventId)) wanted.push(message);
      else events.keep(eventId, batch.partition, message);
    }
    if (wanted.length === 0) return;
    await deadLetters.eachReadable(TOPICS.live, { ...batch, messages: wanted }, decode, (frame) => {
      events.take(frame);
      for (const { listener } of viewers) listener(frame);
    });
  };
  const begin = () => topics.follow({ topic: TOPICS.live, from: 'now', onBatch });

  return {
    car: (eventId, invitationId) => events.read(eventId)?.cars.get(invitationId) ?? null,
    before: (eventId, invitationId) => events.read(eventId)?.before.get(invitationId) ?? null,
    serverTime: (eventId) => events.read(eventId)?.serverTime ?? null,
    newestPositionAt: () => events.newestPositionAt(),
    undecodable: () => deadLetters.counts()[TOPICS.live] ?? 0,
    onFrame: (listener, watches) => void viewers.push({ listener, watches }),
    ...superviseDelivery('live state', begin, part),
  };
};
