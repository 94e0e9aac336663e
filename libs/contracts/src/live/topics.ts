import { z } from 'zod';
import { latLng } from '../geo.js';
import { DAY_MS } from '../time.js';
import { carTest } from './flag-test.js';

/** Names, keys and values of the topics between doors, telemetry-ingest and the api. All times are epoch ms. */
export const TOPICS = {
  positions: 'competitor.positions',
  /** Positions by producers that are not part of Flagpost. */
  inbound: 'positions.inbound',
  setup: 'race.setup',
  live: 'race.live',
  facts: 'race.facts',
  /** What each car has to show and to confirm. */
  orders: 'race.orders',
  /** Which cars have a device at the door of orders. */
  presence: 'race.presence',
  /** Values of the other topics that could not be parsed, each with the reason. */
  deadLetters: 'dead.letters',
} as const;

/** Partitions of `competitor.positions`. */
export const POSITION_PARTITIONS = 8;

/**
 * Topic definitions; the process that starts first creates them. Partitions are fixed once data exists: a key decides
 * its partition. Positions are kept long enough to recover an ingest that was down for a weekend.
 */
export const TOPIC_DEFINITIONS = [
  { name: TOPICS.positions, partitions: POSITION_PARTITIONS, kind: 'log', retainMs: 3 * DAY_MS },
  { name: TOPICS.inbound, partitions: POSITION_PARTITIONS, kind: 'log', retainMs: 3 * DAY_MS },
  { name: TOPICS.setup, partitions: 1, kind: 'compacted' },
  { name: TOPICS.live, partitions: 1, kind: 'volatile', retainMs: 5 * 60_000 },
  { name: TOPICS.orders, partitions: POSITION_PARTITIONS, kind: 'compacted' },
  { name: TOPICS.presence, partitions: 1, kind: 'volatile', retainMs: 5 * 60_000 },
  { name: TOPICS.facts, partitions: 4, kind: 'log', retainMs: 30 * DAY_MS },
  { name: TOPICS.deadLetters, partitions: 1, kind: 'log', retainMs: 30 * DAY_MS },
] as const;

/** Key of `competitor.positions` and `race.orders`: a car keeps its partition, and so its order. `positions.inbound` has it or a device token. */
export const carKey = (eventId: number, invitationId: number): string => `${eventId}:${invitationId}`;
/** So many digits are a whole number that a double holds exactly. */
const KEY_DIGITS = 15;
/** The digits of a key from `from` up to `to` as a number; null for anything else. */
const idIn = (key: string, from: number, to: number): number | null => {
  if (to <= from || to - from > KEY_DIGITS) return null;
  let id = 0;
  for (let at = from; at < to; at += 1) {
    const digit = key.charCodeAt(at) - 48;
    if (!(digit >= 0 && digit <= 9)) return null;
    id = 10 * id + digit;
  }
  return id;
};
/** What a `carKey` names. */
export interface KeyedCar {
  readonly eventId: number;
  readonly invitationId: number;
}
/** Each position that is read has one: a regular expression took a twentieth of the time of telemetry-ingest. */
export const parseCarKey = (key: string): KeyedCar | null => {
  const colon = key.indexOf(':');
  const eventId = idIn(key, 0, colon);
  const invitationId = idIn(key, colon + 1, key.length);
  return eventId === null || invitationId === null ? null : { eventId, invitationId };
};

/** Key of `race.live`, `race.presence` and `race.facts`. */
export const eventKey = (eventId: number): string => String(eventId);

/**
 * `ok`: the driver needs no help. `hazard`: there is a hazard where the car is. `questionShown`: the device asks its driver
 * whether all is well.
 */
export const SIGNALS = [
  'sos',
  'sosCleared',
  'flagConfirmed',
  'flagShown',
  'ok',
  'hazard',
  'questionShown',
] as const;
export const signal = z.object({
  type: z.enum(SIGNALS),
  /** Device time. Used as the race's own time of the signal if it is plausible: see `raisedAt`. */
  t: z.number().int().optional(),
  /**
   * Which flag or withdrawal was confirmed or shown. A confirmation without it is of the newest unconfirmed one of the car;
   * a `flagShown` without it states nothing.
   */
  flagId: z.number().int().positive().optional(),
  /** Which question was shown, or is answered by an `ok`: its `since`; if left out, the times tell. */
  since: z.number().int().optional(),
});
export type Signal = z.infer<typeof signal>;

/**
 * A value of `competitor.positions`: a fix (`lat` and `lng`), a signal, or both. `receivedAt` is stamped by the door.
 * Coordinates may be out of range here: the engine judges them, after the signal.
 */
export const positionInput = z.object({
  receivedAt: z.number().int(),
  /** Device time; `receivedAt` is used if the device gave none. */
  t: z.number().optional(),
  lat: z.number().optional(),
  lng: z.number().optional(),
  speedKph: z.number().optional(),
  /** Degrees clockwise from north. */
  headingDeg: z.number().optional(),
  accuracyM: z.number().optional(),
  /** Per cent, 0 to 100. */
  battery: z.number().optional(),
  signal: signal.optional(),
});
export type PositionInput = z.infer<typeof positionInput>;

export const lapEpoch = z.object({ epoch: z.number().int().nonnegative(), beganAt: z.number().int() });
export type LapEpoch = z.infer<typeof lapEpoch>;

export const setupCar = z.object({
  invitationId: z.number().int().positive(),
  authorized: z.boolean(),
  /** Laps recorded in the newest epoch, and when the last of them crossed (device time). */
  lap: z.number().int().nonnegative(),
  crossedAt: z.number().nullable(),
  /** `receivedAt` of the newest SOS that the api recorded, and of the newest clearing; null before the first. */
  sosRaisedAt: z.number().nullable(),
  sosClearedAt: z.number().nullable(),
  /** Names the open stop outside the boxes; null if there is none, and in values of former releases. */
  stoppedAt: z.number().nullable().default(null),
  /** Written by the previous release and read by none; the next release does not have these fields. */
  categoryId: z.number().int().nullable().optional(),
  carNumber: z.string().optional(),
  trackFlag: z.number().int().nullable().optional(),
  driverFlag: z.number().int().nullable().optional(),
  lastFlagStatus: z.number().int().nullable().optional(),
});
export type SetupCar = z.infer<typeof setupCar>;

/** A value of `race.setup` under a `geometryKey`: it never changes. One that no setup names is a tombstone (null). */
export const raceGeometry = z.object({
  start: latLng.nullable(),
  finish: latLng.nullable(),
  /** Of the gates. */
  radiusM: z.number().positive(),
  /** Corners of the boxes; null if none are drawn, and in values of former releases. */
  boxes: z.array(latLng).nullable().default(null),
});
export type RaceGeometry = z.infer<typeof raceGeometry>;

const setupBase = z.object({
  eventId: z.number().int().positive(),
  published: z.boolean(),
  /** The event's own times; inputs before them count as `notBegun`, after them as `pastEvent`. */
  startsAt: z.number().int(),
  finishesAt: z.number().int(),
  /** In order; the last one is in force. The first began with the event. */
  lapEpochs: z.array(lapEpoch).min(1),
  cars: z.array(setupCar),
});

/** A value of `race.setup` under a `setupKey`. A deleted event is a tombstone (null). */
export const setupRecord = setupBase.extend({
  /** Of the record that has its geometry: a hash of it. */
  geometry: z.string().regex(/^[\w-]{1,64}$/),
});
export type SetupRecord = z.infer<typeof setupRecord>;

/** A setup and its geometry: all that the engine must know of an event. Former releases wrote it as one value. */
export const raceSetup = setupBase.extend(raceGeometry.shape);
export type RaceSetup = z.infer<typeof raceSetup>;

export const setupKey = (eventId: number): string => String(eventId);
export const geometryKey = (eventId: number, geometry: string): string => `${eventId}:${geometry}`;
/** `geometry` is null in the key of a setup. */
export const parseSetupKey = (key: string): { eventId: number; geometry: string | null } | null => {
  const match = /^(\d{1,15})(?::([\w-]{1,64}))?$/.exec(key);
  return match === null ? null : { eventId: Number(match[1]), geometry: match[2] ?? null };
};

/** One car's whole live state. Never heard: `receivedAt`, `t`, `lat`, `lng` are null and `offline` is true. */
export const liveCar = z.object({
  invitationId: z.number().int(),
  receivedAt: z.number().nullable(),
  t: z.number().nullable(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  speedKph: z.number(),
  /** Null if the device gave none and the car has not moved. */
  headingDeg: z.number().nullable(),
  battery: z.number().nullable(),
  lapEpoch: z.number().int(),
  /** Laps completed in this epoch. */
  counter: z.number().int(),
  lastLapMs: z.number().nullable(),
  bestLapMs: z.number().nullable(),
  offline: z.boolean(),
  stopped: z.boolean(),
  sos: z.boolean(),
});
export type LiveCar = z.infer<typeof liveCar>;

/** A value of `race.live`: the cars of one event that changed. `serverTime` is the `receivedAt` clock. */
export const liveFrame = z.object({
  eventId: z.number().int(),
  serverTime: z.number(),
  cars: z.array(liveCar),
});
export type LiveFrame = z.infer<typeof liveFrame>;

/**
 * A value of `race.facts`. `id` is derived from the content of the fact, so that a fact produced again is the same.
 * `receivedAt` is that of the input that decided it; it grows from one press of SOS to the next, even if clocks are set
 * back. `raisedAt`, `clearedAt`, `confirmedAt`, `shownAt`, `reportedAt`, `stoppedAt`, `askedAt` and `droveOnAt` are device time if
 * it is at most 60 s ahead of `receivedAt` and at most an hour before it, else `receivedAt`.
 */
const factBase = {
  id: z.string(),
  eventId: z.number().int(),
  invitationId: z.number().int(),
  receivedAt: z.number(),
};
export const raceFact = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('lapCompleted'),
    ...factBase,
    lapEpoch: z.number().int(),
    lap: z.number().int().positive(),
    /** Null for a finish without a start. */
    lapTimeMs: z.number().nullable(),
    /** Device time of the closest approach to the finish. */
    crossedAt: z.number(),
  }),
  z.object({
    type: z.literal('sosRaised'),
    ...factBase,
    raisedAt: z.number(),
    /** The fastest in the 15 to 30 s before the press; null before the first fix. Former releases left it out. */
    speedBeforeKph: z.number().nonnegative().nullable().default(null),
  }),
  z.object({ type: z.literal('sosCleared'), ...factBase, clearedAt: z.number() }),
  z.object({
    type: z.literal('flagConfirmed'),
    ...factBase,
    flagId: z.number().int().nullable(),
    confirmedAt: z.number(),
  }),
  /** A flag or a withdrawal was shown to the driver. */
  z.object({ type: z.literal('flagShown'), ...factBase, flagId: z.number().int(), shownAt: z.number() }),
  z.object({
    type: z.literal('okReported'),
    ...factBase,
    reportedAt: z.number(),
    /** Of the stop that it is said of; null for none, and in values of former releases. */
    stoppedAt: z.number().nullable().default(null),
  }),
  z.object({ type: z.literal('hazardReported'), ...factBase, reportedAt: z.number() }),
  /** The car stands outside the boxes. `stoppedAt` names the stop, in the facts that follow too. */
  z.object({
    type: z.literal('carStopped'),
    ...factBase,
    stoppedAt: z.number(),
    /** When the driver said OK shortly before: then nobody asks; null if not. */
    saidOkAt: z.number().nullable(),
  }),
  /** The device has asked the driver of the stopped car whether all is well. */
  z.object({ type: z.literal('driverAsked'), ...factBase, stoppedAt: z.number(), askedAt: z.number() }),
  /** No answer by `missedAt`, by the clock of `receivedAt`. */
  z.object({ type: z.literal('answerMissed'), ...factBase, stoppedAt: z.number(), missedAt: z.number() }),
  z.object({ type: z.literal('carDroveOn'), ...factBase, stoppedAt: z.number(), droveOnAt: z.number() }),
]);
export type RaceFact = z.infer<typeof raceFact>;

/** A value of `race.presence`: all cars of one event whose devices read their orders from one telemetry-ingest. */
export const racePresence = z.object({
  eventId: z.number().int(),
  /** The process, by a name of its own. */
  source: z.string(),
  /** When it was so, by the clock of that process. */
  at: z.number(),
  /** Invitation id, and since when without a longer break. */
  cars: z.array(z.tuple([z.number().int(), z.number()])),
});
export type RacePresence = z.infer<typeof racePresence>;

/** A flag or a withdrawal that a car has not confirmed. */
export const carOrder = z.object({
  /** Of the flag or the withdrawal: a confirmation names it. */
  id: z.number().int().positive(),
  type: z.enum(['flag', 'withdrawal']),
  /** Of the flag that was sent or taken back. */
  code: z.number().int(),
  message: z.string().nullable(),
  /** Number of the sector; null for the whole track, and once the sector was deleted. */
  sector: z.number().int().nullable(),
  /** When it was sent or taken back. */
  sentAt: z.number().int(),
});
export type CarOrder = z.infer<typeof carOrder>;

/** An open SOS of the car, as race control has it. Who acknowledged it is in no topic: the api tells the driver. */
const carSos = z.object({
  since: z.number().int(),
  /** When a person of race control acknowledged it; null until then. */
  acknowledgedAt: z.number().int().nullable(),
});

/** The driver is to be asked whether all is well: the car has stopped outside the boxes. */
export const carQuestion = z.object({
  /** When the car was found stopped; it names the question. */
  since: z.number().int(),
});
export type CarQuestion = z.infer<typeof carQuestion>;

/** A value of `race.orders`. A car without one, or with a tombstone (null), has `NO_ORDERS`. */
export const carOrders = z.object({
  /** Codes of the flags in force for the car; null for none. */
  track: z.number().int().nullable(),
  driver: z.number().int().nullable(),
  /** Sectors with a flag in force, by their numbers. */
  sectors: z.array(z.object({ sector: z.number().int(), code: z.number().int() })),
  /** Oldest first. A flag that another replaced is left out, but for red; one that was taken back is not a flag any more. */
  unconfirmed: z.array(carOrder),
  /** Null if none is open, and in values of former releases. */
  sos: carSos.nullable().default(null),
  /** Null if there is none, and in values of former releases. */
  question: carQuestion.nullable().default(null),
  /** Left out if there is none. */
  test: carTest.optional(),
});
export type CarOrders = z.infer<typeof carOrders>;
export const NO_ORDERS: CarOrders = {
  track: null,
  driver: null,
  sectors: [],
  unconfirmed: [],
  sos: null,
  question: null,
};

/** Why a fix changed nothing live, or an input was not taken. Counted, never answered with an error. */
export const DROP_REASONS = [
  'invalidCoordinates',
  'clockAhead',
  'jump',
  'repeated',
  'late',
  'unauthorized',
  'unpublished',
  'notBegun',
  'pastEvent',
  'unknownEvent',
  'undecodable',
  'unsupported',
  'tooMany',
] as const;
export type DropReason = (typeof DROP_REASONS)[number];
