import { mongo } from 'mongoose';
import { ServiceUnavailableError } from '../service-unavailable.js';

const UNREACHABLE = [
  mongo.MongoNetworkError,
  mongo.MongoServerSelectionError,
  mongo.MongoNotConnectedError,
  mongo.MongoTopologyClosedError,
];

/** Error codes of a server that is shutting down or is not, or no longer, the primary. */
const GOING_AWAY: ReadonlySet<unknown> = new Set([
  91, // ShutdownInProgress
  189, // PrimarySteppedDown
  10_107, // NotWritablePrimary
  11_600, // InterruptedAtShutdown
  11_602, // InterruptedDueToReplStateChange
  13_435, // NotPrimaryNoSecondaryOk
  13_436, // NotPrimaryOrSecondary
]);

/** Messages of the socket, which the driver passes on unchanged if the server closed it just before a write. */
const BROKEN: ReadonlySet<unknown> = new Set(['EPIPE', 'ECONNRESET']);
const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

/** What an error wraps. The driver wraps each error of a bulk write, those of the network too. */
const insideOf = (error: unknown): unknown =>
  error instanceof mongo.MongoBulkWriteError
    ? error.errorResponse
    : (error as { cause?: unknown } | null)?.cause;

const isAway = (error: unknown): boolean =>
  error != null &&
  (BROKEN.has(codeOf(error)) ||
    UNREACHABLE.some((kind) => error instanceof kind) ||
    (error instanceof mongo.MongoServerError && GOING_AWAY.has(error.code)) ||
    isAway(insideOf(error)));

type Calls = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>;

/**
 * Wraps calls so that they reject with `ServiceUnavailableError` if the server cannot be reached or went away
 * meanwhile.
 */
export const reaching = <T extends object>(part: string, calls: T): T =>
  Object.fromEntries(
    Object.entries(calls as Calls).map(([name, call]) => [
      name,
      (...args: never[]) =>
        call(...args).catch((error: unknown) => {
          if (!isAway(error)) throw error;
          throw new ServiceUnavailableError(`${part}: MongoDB does not answer now.`, { cause: error });
        }),
    ]),
  ) as T;
