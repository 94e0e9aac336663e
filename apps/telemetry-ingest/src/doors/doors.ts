import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import {
  ANSWER_TEXTS,
  ANSWER_TIMES,
  BODY_TIMES,
  DEVICE_APP,
  DOOR,
  TOPICS,
  type DeviceProtocol,
  type DropReason,
  type TestAnswer,
} from '@flagpost/contracts';
import type { Topics } from '@flagpost/messaging';
import { ageOf, METRICS, type Metrics } from '@flagpost/observability';
import {
  createTurns,
  watchAnswers,
  watchBodies,
  type Clock,
  type Health,
  type Logger,
  type Scheduler,
} from '@flagpost/platform';
import type { DeviceTokenStore } from '@flagpost/records';
import { quantiseInput } from '@flagpost/telemetry';
import type { DeviceNotes } from '../devices.js';
import { createInputCounters } from '../input-counters.js';
import { createGathering } from './gathering.js';
import { createRateLimit, INPUT_RATE } from './rate-limit.js';
import { readBody } from './body.js';
import {
  hasSignal,
  readerOf,
  type Decoded,
  type DecodedInput,
  type DeviceRequest,
  type Reader,
} from './decoded.js';
import { validateFix } from './validate-fix.js';
import { decodeOsmand } from './osmand.decoder.js';
import { decodeOwntracks } from './owntracks.decoder.js';
import { readPositions } from './positions.decoder.js';
import { createPublisher } from './publisher.js';
import { decodeSignal } from './signals.decoder.js';
import { knownTokens, type KnownCar } from './tokens.js';

export interface DoorParts {
  readonly topics: Topics;
  readonly deviceTokens: DeviceTokenStore;
  readonly devices: DeviceNotes;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
  readonly health: Health;
  readonly metrics?: Metrics;
}

/**
 * Serves every path under `/ingest/`, and passes others to `next`. A plain handler that also works as Express
 * middleware.
 */
export type DoorHandler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** Of a message. */
interface Sender {
  readonly car: KnownCar;
  /** The program that sent it; null if unknown. */
  readonly app: string | null;
  /** Epoch ms. */
  readonly receivedAt: number;
}

interface Taken {
  readonly accepted: number;
  readonly dropped: Partial<Record<DropReason, number>>;
}

interface Door {
  readonly read: Reader;
  readonly methods: readonly string[];
  readonly limitBytes: number;
  /** Body of the answer 200, as this protocol's clients expect it. */
  readonly answer: (taken: Taken) => string;
  /** Whether its messages wait for others while many come; what a driver presses does not. */
  readonly gathers: boolean;
  /** The program of a device that names none; null if the protocol does not tell. */
  readonly app: DeviceProtocol | null;
  /** Whether a device may name its program by `?app=`. */
  readonly namesApp: boolean;
}

const counts = (taken: Taken): string => JSON.stringify(taken);

const DOORS: Readonly<Record<string, Door>> = {
  osmand: {
    read: readerOf(decodeOsmand),
    methods: ['GET', 'POST'],
    limitBytes: DOOR.messageBytes,
    answer: () => '',
    gathers: true,
    app: 'osmand',
    namesApp: false,
  },
  owntracks: {
    read: readerOf(decodeOwntracks),
    methods: ['POST'],
    limitBytes: DOOR.messageBytes,
    answer: () => '[]',
    gathers: true,
    app: 'owntracks',
    namesApp: false,
  },
  positions: {
    read: readPositions,
    methods: ['POST'],
    limitBytes: DOOR.batchBytes,
    answer: counts,
    gathers: true,
    app: 'positions',
    namesApp: true,
  },
  signals: {
    read: readerOf(decodeSignal),
    methods: ['POST'],
    limitBytes: DOOR.messageBytes,
    answer: counts,
    gathers: false,
    app: null,
    namesApp: true,
  },
};
const BY_NAME = new Map(Object.entries(DOORS));

/** What the request calls its program, else what its door does. */
const appOf = ({ app, namesApp }: Door, query: string): string | null => {
  if (!namesApp || query === '') return app;
  const named = new URLSearchParams(query).get('app');
  return named !== null && DEVICE_APP.test(named) ? named : app;
};

/**
 * How long health reports a failure to store. A proxy sends no request to a program that is down, so a success alone could not
 * end it; while the topics are away, health has them too.
 */
const FAILING_MS = 30_000;

const PREFIX = '/ingest/';
const PATH = /^\/ingest\/([a-z]+)\/([\w-]{1,128})\/?$/;

/** What a path names. */
interface Address {
  readonly door: Door;
  readonly token: string;
}

/** Null: no door of this name, or no token. */
const addressOf = (path: string): Address | null => {
  const [, name = '', token = ''] = PATH.exec(path) ?? [];
  const door = BY_NAME.get(name);
  return door === undefined ? null : { door, token };
};

/** What the last request over a connection was addressed to: the next one mostly is, too. */
const LAST = Symbol('last address');
interface Connection extends Socket {
  [LAST]?: { readonly path: string; readonly address: Address | null };
}
const addressOver = (connection: Connection, path: string): Address | null => {
  const last = connection[LAST];
  if (last?.path === path) return last.address;
  const address = addressOf(path);
  connection[LAST] = { path, address };
  return address;
};

/** A request that may have to wait for others. */
interface Arrival {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly address: Address | null;
  /** Without '?'. */
  readonly query: string;
  /** Epoch ms. */
  readonly at: number;
}

const splitQuery = (url: string): [path: string, query: string] => {
  const at = url.indexOf('?');
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
};

/** Whoever sends a longer URL does not wait: tokens are remembered for a while, also those that nobody has checked, with their URLs. */
const LONGEST_REMEMBERED = 1_024;

/** By which a device is known to have sent just now; null: its request waits for nothing. */
const senderOf = ({ request, address }: Arrival): string | null =>
  address?.door.gathers === true && (request.url ?? '').length < LONGEST_REMEMBERED ? address.token : null;

/** Whether its client went away before all of it had come. */
const isCutOff = ({ destroyed, complete }: IncomingMessage): boolean => destroyed && !complete;

const send = (
  response: ServerResponse,
  status: number,
  body: string,
  headers?: Record<string, string>,
): void => {
  response.writeHead(status, {
    'content-type': body === '' ? 'text/plain' : 'application/json',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    ...headers,
  });
  response.end(body);
};

export const refuse = (
  response: ServerResponse,
  statusCode: number,
  message: string,
  headers?: Record<string, string>,
): void => send(response, statusCode, JSON.stringify({ statusCode, message }), headers);

/** The HTTP endpoints for devices. A 200 means that the input is durable. Tokens are never logged. */
export const createDoors = (parts: DoorParts): DoorHandler => {
  const { topics, devices, clock, scheduler, logger, health, metrics } = parts;
  const tokens = knownTokens(parts.deviceTokens, scheduler);
  const observe = metrics?.sizes(METRICS.doorBatch);
  const publisher = createPublisher({
    topics,
    topic: TOPICS.positions,
    scheduler,
    storeWithinMs: DOOR.storeWithinMs,
    onStored: observe && ((inputs) => observe(inputs, {})),
  });
  const rateLimit = createRateLimit(INPUT_RATE);
  const gathering = createGathering(scheduler);
  const turns = createTurns();
  const counters = createInputCounters();
  const bodies = watchBodies(parts, BODY_TIMES, (_, response) => refuse(response, 408, ANSWER_TEXTS.tooSlow));
  const answers = watchAnswers(parts, ANSWER_TIMES);
  /** When the last attempt to store failed; null if it succeeded. */
  let failedAt: number | null = null;
  let refused = 0;
  let tooMany = 0;
  let newestAt: number | null = null;
  health.register('doors', () => ({
    ok: failedAt === null || clock.now() - failedAt >= FAILING_MS,
    details: { ...counters.read(), waiting: publisher.waiting(), refused, tooMany },
  }));
  metrics?.figure(METRICS.doorInputs, () => counters.read().accepted);
  metrics?.figure(METRICS.doorDropped, () => counters.read().dropped);
  metrics?.figure(METRICS.doorRefused, () => ({ 503: refused, 429: tooMany }));
  metrics?.figure(METRICS.doorWaiting, () => publisher.waiting());
  metrics?.figure(METRICS.newestFixAge, () => ageOf('door', newestAt, clock));

  const storeTest = (tokenHash: string, { type, testId }: TestAnswer, at: number): Promise<void> =>
    parts.deviceTokens.noteTest(tokenHash, {
      testId,
      shownAt: type === 'testShown' ? at : null,
      confirmedAt: type === 'testConfirmed' ? at : null,
    });

  const store = async (
    { car: { key, invitationId, tokenHash }, app, receivedAt }: Sender,
    decoded: Decoded,
  ): Promise<Taken> => {
    decoded.inputs.forEach(quantiseInput);
    if (decoded.test !== undefined) await storeTest(tokenHash, decoded.test, receivedAt);
    const value = (input: DecodedInput): string => JSON.stringify({ receivedAt, ...input });
    if (decoded.inputs.length > 0) {
      await publisher.publish(decoded.inputs.map((input) => ({ key, value: value(input) })));
      if (failedAt !== null) logger.info('device input is stored again', { refused });
      failedAt = null;
      newestAt = receivedAt;
    }
    const faults = decoded.inputs
      .map((input) => validateFix(input, receivedAt))
      .filter((fault) => fault !== null);
    const dropped: Partial<Record<DropReason, number>> = {};
    for (const reason of [...decoded.dropped, ...faults]) dropped[reason] = (dropped[reason] ?? 0) + 1;
    devices.heard(invitationId, receivedAt, decoded.inputs, app);
    for (const reason of decoded.dropped) {
      counters.drop(reason);
      devices.dropped(invitationId, receivedAt, reason);
    }
    const tests = decoded.test === undefined ? 0 : 1;
    const accepted = decoded.inputs.length - faults.length + tests;
    counters.accept(decoded.inputs.length + tests);
    return { accepted, dropped };
  };

  const serve = async ({ request, response, address, query, at }: Arrival): Promise<void> => {
    if (address === null) {
      refuse(response, 404, ANSWER_TEXTS.notFound);
      return;
    }
    const { door, token } = address;
    if (!door.methods.includes(request.method ?? '')) {
      refuse(response, 405, ANSWER_TEXTS.methodNotAllowed, { allow: door.methods.join(', ') });
      return;
    }
    const isWhole = request.complete;
    const read = request.method === 'GET' ? '' : readBody(request, door.limitBytes);
    const body = read instanceof Promise ? await read : read;
    // Another process, or this one after a restart, may have stamped a later time on a car's input before this one: the
    // engine applies a car's inputs in the order of the topic, and drops no signal because of its `receivedAt`.
    const receivedAt = isWhole ? at : clock.now();
    const found = tokens.find(token);
    const car = found instanceof Promise ? await found : found;
    if (car === null) {
      refuse(response, 404, ANSWER_TEXTS.notFound);
      return;
    }
    if (body === null) {
      refuse(response, 413, ANSWER_TEXTS.tooLarge);
      return;
    }
    await letIn(response, door, { car, app: appOf(door, query), receivedAt }, { query, body });
  };

  const letIn = async (
    response: ServerResponse,
    door: Door,
    sender: Sender,
    request: DeviceRequest,
  ): Promise<void> => {
    const message = door.read(request);
    if (message === null) {
      refuse(response, 413, ANSWER_TEXTS.tooLarge);
      return;
    }
    // Charged before it is decoded, so that a car that floods its door costs no more than that.
    const waitS = rateLimit.take(sender.car.key, message.inputs, sender.receivedAt);
    const decoding = waitS === 0 || message.mayHaveSignal ? message.decode() : null;
    const decoded = decoding instanceof Promise ? await decoding : decoding;
    // Messages with a signal are exempt from the rate limit.
    if (decoded !== null && (waitS === 0 || hasSignal(decoded))) {
      send(response, 200, door.answer(await store(sender, decoded)));
      return;
    }
    tooMany += 1;
    refuse(response, 429, ANSWER_TEXTS.tooManyInputs, { 'retry-after': String(waitS) });
  };

  const handle = (arrival: Arrival): void => {
    const { request, response } = arrival;
    if (isCutOff(request)) return;
    bodies.watch(request, response);
    const watch = (): void => answers.watch(request, response);
    serve(arrival).then(watch, (error: unknown) => {
      if (isCutOff(request)) return;
      if (failedAt === null) logger.error('device input cannot be stored', { error });
      failedAt = clock.now();
      refused += 1;
      refuse(response, 503, ANSWER_TEXTS.cannotStore, { 'retry-after': String(DOOR.retryAfterS) });
      watch();
    });
  };

  return (request, response, next) => {
    const url = request.url ?? '';
    if (!url.startsWith(PREFIX)) {
      next();
      return;
    }
    turns.handled();
    const [path, query] = splitQuery(url);
    const address = addressOver(request.socket, path);
    const arrival: Arrival = { request, response, address, query, at: clock.now() };
    gathering.add(senderOf(arrival), () => handle(arrival));
  };
};
