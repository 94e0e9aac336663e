import type {
  EventShape,
  EventStore,
  Position,
  Recorded,
  RecordedEvent,
  Upcast,
} from '@flagpost/event-sourcing';
import { createPacing, exponentialDelay, retry, superviseDelivery } from '@flagpost/platform';
import type { Clock, Logger, Scheduler, Supervised } from '@flagpost/platform';
import { subscribePaced } from './paced-subscription.js';

/** What a handler resolves to that had nothing to do. */
export const PASSED = Symbol('passed');

/** A side effect outside the log, such as a mail or a published setting, that follows an event. */
export interface Reaction<Event extends EventShape = EventShape> {
  readonly name: string;
  /**
   * By event type. Called at least once for each event, in order; `event.meta.id` identifies a repetition. `signal` aborts
   * when the program stops, which waits for the handler. One that resolves to `PASSED` had nothing to do: the event counts
   * as one without a handler, and the checkpoint need not be saved for it.
   */
  readonly on: {
    readonly [Type in Event['type']]?: (
      event: Recorded<Extract<Event, { readonly type: Type }>>,
      signal: AbortSignal,
    ) => Promise<unknown>;
  };
}

/** A reaction whose handlers are typed by the program's events. */
export const reaction = <Event extends EventShape>(typed: Reaction<Event>): Reaction =>
  typed as unknown as Reaction;

/** Checkpoints of reactions. They must outlive the process, or side effects are repeated. */
export interface ReactionCheckpoints {
  load(reaction: string): Promise<Position | null>;
  /** Saves it if `expected` is stored, or it is already. @returns false if another process has saved another one. */
  advance(reaction: string, expected: Position | null, position: Position): Promise<boolean>;
}

export interface ReactionOptions {
  readonly store: EventStore;
  readonly checkpoints: ReactionCheckpoints;
  readonly reactions: readonly Reaction[];
  readonly upcast: Upcast;
  readonly logger: Logger;
  readonly clock: Clock;
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

class TakenOver extends Error {
  override readonly name = 'TakenOver';
  constructor() {
    super('Another process has run the reaction meanwhile.');
  }
}

/**
 * Runs each reaction with its own subscription and checkpoint, so that a slow one delays only itself. If a handler
 * throws it is called again with the same event, after 1 s and then with growing delays of up to 60 s, until it
 * succeeds: no event is skipped, and log and health report it. A reaction that is behind leaves the event loop to others. One without a checkpoint begins with the first
 * event. One whose checkpoint cannot be loaded or was moved by another process, or whose subscription fails, begins again
 * from its checkpoint after 1 s.
 */
export const startReactions = (options: ReactionOptions): Reactions => {
  const { store, checkpoints, reactions, upcast, logger, clock, scheduler } = options;
  const pacing = createPacing({ clock, scheduler });

  const start = ({ name, on }: Reaction): Supervised => {
    let failure: string | null = null;
    /** Retries until it succeeds or the program stops. */
    const retrying = async <T>(
      signal: AbortSignal,
      position: Position,
      task: () => Promise<T>,
    ): Promise<T> => {
      try {
        return await retry(
          {
            retryIf: (error) => !(error instanceof TakenOver || signal.aborted),
            backoff: { scheduler, ms: exponentialDelay(FIRST_RETRY_MS, LAST_RETRY_MS), signal },
            onRetry(error, delayMs) {
              failure = `at ${position}: ${String(error)}`;
              logger.error('reaction failed, will be retried', { reaction: name, position, delayMs, error });
            },
          },
          task,
        );
      } finally {
        failure = null;
      }
    };
    const running = superviseDelivery(
      `reaction ${name}`,
      async (signal) => {
        const after = await checkpoints.load(name);
        let saved = after;
        let passed = 0;
        /** A former leader that wakes must not take the reaction back to where it was. */
        const advance = async (position: Position): Promise<void> => {
          if (!(await checkpoints.advance(name, saved, position))) throw new TakenOver();
          saved = position;
        };
        const onEvents = async (events: readonly RecordedEvent[]): Promise<void> => {
          for (const event of events) {
            const { position } = event;
            const handler = on[upcast.currentType(event.type)];
            const outcome =
              handler === undefined
                ? PASSED
                : await retrying(signal, position, () => handler(upcast.toCurrent(event), signal));
            passed += 1;
            if (outcome === PASSED && passed < PASSED_AT_MOST) continue;
            await retrying(signal, position, () => advance(position));
            passed = 0;
          }
        };
        return subscribePaced({ store, pacing, signal }, { after, onEvents });
      },
      { scheduler, logger },
    );
    return { ...running, failure: () => failure ?? running.failure() };
  };

  const running = reactions.map((each) => [each.name, start(each)] as const);
  return {
    health: () => Object.fromEntries(running.map(([name, each]) => [name, each.failure()])),
    async stop() {
      await Promise.all(running.map(([, each]) => each.stop()));
    },
  };
};
