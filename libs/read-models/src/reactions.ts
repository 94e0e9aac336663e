import type {
  EventShape,
  EventStore,
  Position,
  Recorded,
  RecordedEvent,
  Subscription,
  Upcast,
} from '@flagpost/event-sourcing';
import { exponentialDelay, retry } from '@flagpost/platform';
import type { Logger, Scheduler } from '@flagpost/platform';

/** A side effect outside the log, such as a mail or a published setting, that follows an event. */
export interface Reaction<Event extends EventShape = EventShape> {
  readonly name: string;
  /** By event type. Called at least once for each event, in order; `event.meta.id` identifies a repetition. */
  readonly on: {
    readonly [Type in Event['type']]?: (
      event: Recorded<Extract<Event, { readonly type: Type }>>,
    ) => Promise<void>;
  };
}

/** A reaction whose handlers are typed by the program's events. */
export const reaction = <Event extends EventShape>(typed: Reaction<Event>): Reaction =>
  typed as unknown as Reaction;

/** Checkpoints of reactions. They must outlive the process, or side effects are repeated. */
export interface ReactionCheckpoints {
  load(reaction: string): Promise<Position | null>;
  save(reaction: string, position: Position): Promise<void>;
}

export interface ReactionOptions {
  readonly store: EventStore;
  readonly checkpoints: ReactionCheckpoints;
  readonly reactions: readonly Reaction[];
  readonly upcast: Upcast;
  readonly logger: Logger;
  readonly scheduler: Scheduler;
}

export interface Reactions {
  /** By reaction: the error that is being retried, null if there is none. */
  health(): Readonly<Record<string, string | null>>;
  stop(): Promise<void>;
}

/** Events skipped between two saves: a save is a disk write, and skipping events again costs almost nothing. */
const PASSED_AT_MOST = 1_000;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 60_000;

/**
 * Runs each reaction with its own subscription and checkpoint, so that a slow one delays only itself. If a handler
 * throws it is called again with the same event, after 1 s and then with growing delays of up to 60 s, until it
 * succeeds: no event is skipped, and log and health report it. A reaction without a checkpoint begins with the first
 * event.
 */
export const startReactions = async (options: ReactionOptions): Promise<Reactions> => {
  const { store, checkpoints, reactions, upcast, logger, scheduler } = options;
  const failures = new Map<string, string | null>(reactions.map(({ name }) => [name, null]));
  const stopping = new AbortController();

  /** Retries until it succeeds or the program stops. */
  const retrying = async (name: string, position: Position, task: () => Promise<unknown>): Promise<void> => {
    await retry(
      {
        backoff: { scheduler, ms: exponentialDelay(FIRST_RETRY_MS, LAST_RETRY_MS), signal: stopping.signal },
        onRetry(error, delayMs) {
          failures.set(name, `at ${position}: ${String(error)}`);
          logger.error('reaction failed, will be retried', { reaction: name, position, delayMs, error });
        },
      },
      task,
    );
    failures.set(name, null);
  };

  const start = async ({ name, on }: Reaction): Promise<Subscription> => {
    const save = (position: Position): Promise<void> => checkpoints.save(name, position);
    let passed = 0;
    const onEvents = async (events: readonly RecordedEvent[]): Promise<void> => {
      for (const event of events) {
        const handler = on[upcast.currentType(event.type)];
        if (handler !== undefined)
          await retrying(name, event.position, () => handler(upcast.toCurrent(event)));
        passed += 1;
        if (handler === undefined && passed < PASSED_AT_MOST) continue;
        await retrying(name, event.position, () => save(event.position));
        passed = 0;
      }
    };
    const subscription = store.subscribeAll({ after: await checkpoints.load(name), onEvents });
    subscription.closed.catch((error: unknown) => {
      if (stopping.signal.aborted) return;
      failures.set(name, `ended: ${String(error)}`);
      logger.error('reaction ended', { reaction: name, error });
    });
    return subscription;
  };

  const subscriptions = await Promise.all(reactions.map(start));
  return {
    health: () => Object.fromEntries(failures),
    async stop() {
      stopping.abort();
      await Promise.all(subscriptions.map((subscription) => subscription.stop()));
    },
  };
};
