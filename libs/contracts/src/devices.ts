import { DAY_MS } from './time.js';

/** Limits of devices. */

/** What a device may send at once, and when one that could not be served may try again. */
export const DOOR = {
  messageBytes: 65_536,
  batchBytes: 1_048_576,
  retryAfterS: 5,
  /** Inputs not stored by then are answered with 503. */
  storeWithinMs: 5_000,
  /** Sustained rate of one car: eight times a logger of 25 Hz. */
  inputsPerS: 200,
  /** And at once, as a backlog; beyond it the door answers 429. */
  inputsAtOnce: 10_000,
  /** Minimum interval between two writes by a process of its notes on one device. */
  notedEveryMs: 5_000,
  /** And of what a device says of itself, unless the check would judge it otherwise than before. */
  reportedEveryMs: 30_000,
} as const;

/** A device token, and the link of an invitation, end so long after the event's finish; while the car is in SOS they do not. */
export const DEVICE_LASTS_MS = DAY_MS;

/** What a device may call its program, by `?app=` at the doors of our own protocol. */
export const DEVICE_APP = /^[A-Za-z0-9][A-Za-z0-9 ._()-]{0,39}$/;
/** The driver's page calls itself so. */
export const DRIVE_APP = 'flagpost';
/** The program of a device that names none: its protocol, or `inbound` for producers of others. */
export const DEVICE_PROTOCOLS = ['osmand', 'owntracks', 'positions', 'inbound'] as const;
export type DeviceProtocol = (typeof DEVICE_PROTOCOLS)[number];

/** How a device reads its orders. */
export const ORDERS_DOOR = {
  /** A stream says at least so often that it is alive; its token is looked up again then. */
  heartbeatMs: 15_000,
  /**
   * A stream ends after this, and up to the spread later, to be opened again: a device that vanished without closing its
   * connection does not come, and is missed.
   */
  streamMs: 30_000,
  streamSpreadMs: 15_000,
  /** How long a stream's client is told to wait before it connects again. */
  retryMs: 2_000,
  /** Longest wait of a request without a stream, and the wait if it names none. */
  maxWaitS: 50,
  waitS: 25,
  /** Streams and waiting requests of one car; beyond them the oldest is ended. */
  perCar: 4,
  /** Sustained rate of one car's requests: a device that connects every second, on each of its connections, twice over. */
  requestsPerS: 8,
  /** And at once; beyond it the door answers 429. */
  requestsAtOnce: 120,
  /** A stream whose client has left more than this unread is cut. */
  unreadBytes: 262_144,
  /** A telemetry-ingest says at least so often which cars it can reach; one that is silent for `presenceEndsMs` reaches none. */
  presenceEveryMs: 5_000,
  presenceEndsMs: 15_000,
  /** A device that connects again within this was there all the time. */
  reconnectsWithinMs: 10_000,
} as const;
