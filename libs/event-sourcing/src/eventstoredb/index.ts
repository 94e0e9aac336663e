/**
 * An event store in EventStoreDB (24.10; from 21.10 on), shared by many processes.
 *
 * Durability: an append resolves when the server has it on disk, in a cluster on a majority of nodes.
 * Connection: to the leader. A node that answers neither calls nor pings is left within 3 s for the one that the cluster
 * names next.
 * Ordering: positions are those of `$all`. Appends of this process to one stream run one after another; appends to
 * different streams are recorded in any order.
 * Repetition: if an answer is lost, the append is repeated with the same event ids and the same expected revision. The
 * server compares the ids after that revision and answers as the first time, even if others have appended since; with
 * 'any' it recognizes recent ids only.
 * Delivery: a subscription catches up and follows on one stream of the server, filtered there. If the stream breaks, it
 * resumes after the last handled event. Nothing is acknowledged to the server.
 * Reads of all streams are not filtered by the server, as its client has no such option: events of others are skipped.
 */
import { MaxAppendSizeExceededError, NO_STREAM, WrongExpectedVersionError } from '@eventstore/db-client';
import { ConfigError, keyedMutex } from '@flagpost/platform';
import type { Clock, Logger, Scheduler } from '@flagpost/platform';
import { checkRevision } from '../revision.js';
import { RevisionConflict } from '../store.js';
import type { EventStore, ExpectedRevision, NewEvent, RecordedEvent, Subscription } from '../store.js';
import { createBatchAppends } from './batch-append.js';
import { connect } from './connection.js';
import type { EventStoreDbSettings } from './connection.js';
import { createNaming, sizeOf, toClient, toStore } from './event.js';
import type { Proposed } from './event.js';
import { createRetrying, isMessageTooLarge } from './retry-policy.js';
import { createReads } from './reads.js';
import { subscribe } from './subscribe.js';

export type { EventStoreDbSettings } from './connection.js';

/**
 * Bytes of events in one append: what gRPC's messages of 16 MiB, and so `MaxAppendSize`, can hold beside what frames
 * the events.
 */
const LARGEST_APPEND = 16 * 1024 * 1024 - 256 * 1024;
/** A larger append is a call of its own: it would delay the others, and is refused alone if it is too large. */
const LARGEST_BATCHED = 1024 * 1024;

export interface EventStoreDbParts {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
  /** Called with the number of events that one append stored. */
  readonly onAppended?: ((events: number) => void) | undefined;
}

/**
 * Opens the store once the server answers.
 *
 * @throws {ConfigError} if the settings are invalid or the server refuses the credentials.
 * @throws {ServiceUnavailableError} if it does not answer.
 */
export const eventStoreDb = async (
  settings: EventStoreDbSettings,
  { clock, scheduler, logger, onAppended }: EventStoreDbParts,
): Promise<EventStore> => {
  const prefix = settings.EVENTSTORE_PREFIX;
  const connection = connect(settings, scheduler);
  const { client, calls, hosts } = connection;
  const naming = createNaming(prefix);
  const retrying = createRetrying(hosts, clock, scheduler);
  const batches = createBatchAppends(connection, scheduler);
  const inTurn = keyedMutex();
  const underWay = new Set<Promise<unknown>>();
  const subscriptions = new Set<Subscription>();
  let open = true;

  const whileOpen = async <T>(task: () => Promise<T>): Promise<T> => {
    if (!open) throw new Error('The event store is closed.');
    const result = task();
    underWay.add(result);
    try {
      return await result;
    } finally {
      underWay.delete(result);
    }
  };

  const { ofStream, lastRevision, readAll, head, probe } = createReads({
    connection,
    naming,
    retrying,
    scheduler,
  });

  /** One append as a call of its own, with the result of `batches.append`. */
  const appendAlone = async (
    inStore: string,
    events: readonly Proposed[],
    expected: ExpectedRevision,
  ): Promise<number> => {
    const expectedRevision =
      typeof expected === 'number' ? BigInt(expected) : expected === 'noStream' ? NO_STREAM : expected;
    const { nextExpectedRevision } = await client.appendToStream(inStore, events.map(toClient), {
      ...calls,
      expectedRevision,
    });
    return Number(nextExpectedRevision);
  };

  const append = async (
    stream: string,
    events: readonly NewEvent[],
    expected: ExpectedRevision,
  ): Promise<readonly RecordedEvent[]> => {
    if (events.length === 0) {
      checkRevision(stream, expected, await lastRevision(stream));
      return [];
    }
    const given = events.map(toStore);
    const bytes = sizeOf(given);
    if (bytes > LARGEST_APPEND)
      throw new Error(
        `Events for stream ${stream} have ${bytes} bytes: EventStoreDB takes at most ${LARGEST_APPEND} at once.`,
      );
    const send = bytes > LARGEST_BATCHED ? appendAlone : batches.append;
    const last = await retrying(() =>
      send(naming.inStore(stream), given, expected).catch((error: unknown) => {
        if (error instanceof WrongExpectedVersionError) throw conflict(stream, expected, error);
        if (error instanceof MaxAppendSizeExceededError) throw tooLarge(stream, error);
        if (isMessageTooLarge(error)) throw tooLargeMessage(stream, bytes, error);
        throw error;
      }),
    );
    onAppended?.(events.length);
    // Positions and times are assigned by the store and are available to readers only.
    return ofStream(stream, last - events.length + 1, events.length);
  };

  const close = async (): Promise<void> => {
    open = false;
    await Promise.all([...subscriptions].map((subscription) => subscription.stop()));
    await Promise.allSettled(underWay);
    batches.close();
    await connection.close();
  };

  try {
    await probe();
  } catch (error) {
    await connection.close();
    if (error instanceof Error && 'type' in error && error.type === 'access-denied')
      throw new ConfigError(
        `EventStoreDB at ${hosts} refuses the credentials: EVENTSTORE_USERNAME and EVENTSTORE_PASSWORD must be those of a user who may read $all.`,
      );
    throw error;
  }

  return {
    append: (stream, events, expected) =>
      whileOpen(() => inTurn(stream, () => append(stream, events, expected))),
    readStream: (stream, fromRevision = 0, limit) => whileOpen(() => ofStream(stream, fromRevision, limit)),
    readAll: (after, limit) => whileOpen(() => readAll(after, limit)),
    head: () => whileOpen(head),
    health: async () => ({ ok: true, details: { position: await whileOpen(head) } }),
    subscribeAll(options) {
      const subscription = subscribe({ connection, naming, prefix, scheduler, logger }, options);
      subscriptions.add(subscription);
      const forget = (): void => void subscriptions.delete(subscription);
      subscription.closed.then(forget, forget);
      return subscription;
    },
    close,
  };
};

const conflict = (
  stream: string,
  expected: ExpectedRevision,
  { actualVersion }: WrongExpectedVersionError,
): RevisionConflict =>
  new RevisionConflict(stream, expected, typeof actualVersion === 'bigint' ? Number(actualVersion) : -1);

const tooLarge = (stream: string, { maxAppendSize }: MaxAppendSizeExceededError): Error =>
  new Error(
    `Events for stream ${stream} are larger than the ${maxAppendSize} bytes that EventStoreDB takes at once: raise its setting MaxAppendSize.`,
  );

const tooLargeMessage = (stream: string, bytes: number, cause: unknown): Error =>
  new Error(
    `Events for stream ${stream} have ${bytes} bytes: that is more than EventStoreDB, or a proxy before it, takes in one message. (${(cause as Error).message})`,
    { cause },
  );
