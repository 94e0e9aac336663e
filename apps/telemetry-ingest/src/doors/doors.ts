import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  ANSWER_TEXTS,
  ANSWER_TIMES,
  BODY_TIMES,
  carKey,
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
  watchAnswers,
  watchBodies,
  type Clock,
  type Health,
  type Logger,
  type Scheduler,
} from '@flagpost/platform';
import type { DeviceToken, DeviceTokenStore } from '@flagpost/records';
import { quantiseInput } from '@flagpost/telemetry';
import type { DeviceNotes } from '../devices.js';
import { createInputCounters } from '../input-counters.js';
import { createRateLimit, INPUT_RATE } from './rate-limit.js';
import { readBody } from './body.js';
import {
  hasSignal,
  readerOf,
  type Decoded,
  type DecodedInput,
  type Message,
  type Reader,
} from './decoded.js';
import { validateFix } from './validate-fix.js';
import { decodeOsmand } from './osmand.decoder.js';
import { decodeOwntracks } from './owntracks.decoder.js';
import { readPositions } from './positions.decoder.js';
import { createPublisher } from './publisher.js';
import { decodeSignal } from './signals.decoder.js';
import { knownTokens } from './tokens.js';

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
    app: 'osmand',
    namesApp: false,
  },
  owntracks: {
    read: readerOf(decodeOwntracks),
    methods: ['POST'],
    limitBytes: DOOR.messageBytes,
    answer: () => '[]',
    app: 'owntracks',
    namesApp: false,
  },
  positions: {
    read: readPositions,
    methods: ['POST'],
    limitBytes: DOOR.batchBytes,
    answer: counts,
    app: 'positions',
    namesApp: true,
  },
  signals: {
    read: readerOf(decodeSignal),
    methods: ['POST'],
    limitBytes: DOOR.messageBytes,
    answer: counts,
    app: null,
    namesApp: true,
  },
};

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
    key: string,
    { invitationId, tokenHash }: DeviceToken,
    decoded: Decoded,
    app: string | null,
  ): Promise<Taken> => {
    // Another process, or this one after a restart, may have stamped a later time on a car's input before this one: the
    // engine applies a car's inputs in the order of the topic, and drops no signal because of its `receivedAt`.
    const receivedAt = clock.now();
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

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [path, query] = splitQuery(request.url ?? '');
    const [, name = '', token = ''] = PATH.exec(path) ?? [];
    const door = Object.hasOwn(DOORS, name) ? DOORS[name] : undefined;
    if (door === undefined) {
      refuse(response, 404, ANSWER_TEXTS.notFound);
      return;
    }
    if (!door.methods.includes(request.method ?? '')) {
      refuse(response, 405, ANSWER_TEXTS.methodNotAllowed, { allow: door.methods.join(', ') });
      return;
    }
    const body = request.method === 'GET' ? '' : await readBody(request, door.limitBytes);
    const car = await tokens.find(token);
    if (car === null) {
      refuse(response, 404, ANSWER_TEXTS.notFound);
      return;
    }
    const message = body === null ? null : door.read({ query, body });
    if (message === null) refuse(response, 413, ANSWER_TEXTS.tooLarge);
    else await letIn(response, door, car, message, appOf(door, query));
  };

  const letIn = async (
    response: ServerResponse,
    door: Door,
    car: DeviceToken,
    message: Message,
    app: string | null,
  ): Promise<void> => {
    const key = carKey(car.eventId, car.invitationId);
    // Charged before it is decoded, so that a car that floods its door costs no more than that.
    const waitS = rateLimit.take(key, message.inputs, clock.now());
    const decoded = waitS === 0 || message.mayHaveSignal ? await message.decode() : null;
    // Messages with a signal are exempt from the rate limit.
    if (decoded !== null && (waitS === 0 || hasSignal(decoded))) {
      send(response, 200, door.answer(await store(key, car, decoded, app)));
      return;
    }
    tooMany += 1;
    refuse(response, 429, ANSWER_TEXTS.tooManyInputs, { 'retry-after': String(waitS) });
  };

  return (request, response, next) => {
    if (request.url?.startsWith(PREFIX) !== true) {
      next();
      return;
    }
    bodies.watch(request, response);
    answers.watch(request, response);
    serve(request, response).catch((error: unknown) => {
      if (request.destroyed && !request.complete) return;
      if (failedAt === null) logger.error('device input cannot be stored', { error });
      failedAt = clock.now();
      refused += 1;
      refuse(response, 503, ANSWER_TEXTS.cannotStore, { 'retry-after': String(DOOR.retryAfterS) });
    });
  };
};

const splitQuery = (url: string): [path: string, query: string] => {
  const at = url.indexOf('?');
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
};
