import type { Batch, Topics } from '@flagpost/messaging';
import { mutex, sleep, type Clock, type Logger, type Scheduler } from '@flagpost/platform';
import type { Records } from '@flagpost/records';
import { isOfBacklog } from './backlog.js';
import { createFactPublisher } from './facts.js';
import { createOutageTracker } from './outage-tracker.js';
import type { PartitionInputs } from './partition-inputs.js';
import type { Progress } from './progress.js';
import { encodeState } from './saved-state.js';

const RETRY_MS = 1_000;
/** In a backlog facts are published together: a publish for every batch would cost more than the batch. */
const FACTS_EVERY_MS = 200;

export interface OutputParts {
  readonly partition: number;
  readonly topics: Topics;
  readonly records: Pick<Records, 'ingestStates'>;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
  readonly inputs: Pick<PartitionInputs, 'engine' | 'pending' | 'history' | 'newestAt'>;
  readonly progress: Progress;
  /** The longest span of input that is handled again after a crash, ms. */
  readonly saveEveryMs: number;
  /** Aborts on shutdown. */
  readonly signal: AbortSignal;
}

/**
 * What follows from the inputs of a partition that were handled: facts, history and the state to resume from, in this
 * order, and none of it before the inputs are stored. So a crash loses no fact and leaves no state of inputs that are
 * nowhere. During an outage output stays in memory and is retried every second.
 */
export interface PartitionOutput {
  /**
   * Call in the turn in which a batch was handled. Resolves when its facts are published; at once if it is not stored yet, and
   * in a backlog, where they are published within 200 ms of it.
   */
  took(batch: Batch): Promise<void>;
  /** Publishes facts that wait. */
  publish(): Promise<void>;
  /** Saves if that is due, while inputs are handled. */
  saveIfDue(): void;
  /** Saves while more is unsaved than may be. */
  catchUp(): Promise<void>;
  /** Publishes and saves what can be now. */
  close(): Promise<void>;
  /** Another instance has saved a newer state, or inputs could not be stored: nothing follows from this state any more. */
  isOver(): boolean;
  /** @throws what a save or a publish that nobody waited for has failed with */
  assertWorks(): void;
  /** The error of the last attempt to publish or save; null if it succeeded. */
  trouble(): string | null;
}

export const createPartitionOutput = (parts: OutputParts): PartitionOutput => {
  const { partition, topics, records, clock, logger, inputs, progress, signal } = parts;
  const { engine, history } = inputs;
  const outages = createOutageTracker(logger, { partition });
  const publishing = mutex();
  const saving = mutex();
  /** Whether everything handled so far could be stored, once that is known. */
  let isStored: Promise<boolean> = Promise.resolve(true);
  let over: 'takenOver' | 'notStored' | null = null;
  let failure: { readonly error: unknown } | null = null;
  let savesAside = false;
  let factsAt = clock.now();
  const isOver = (): boolean => over !== null;

  const facts = createFactPublisher(
    topics,
    () => engine.takeFacts(),
    () => isStored,
  );
  const discard = (error: unknown): false => {
    if (!isOver())
      logger.warn('inputs of a partition could not be stored, it begins again', { partition, error });
    over = 'notStored';
    return false;
  };
  const save = async (): Promise<void> => {
    progress.tries();
    const { mark, state } = await publishing(async () => {
      // In one turn: the state contains the inputs of these facts and no others.
      const written = Promise.all([facts.publish(), isStored]);
      const mark = progress.mark();
      const state = encodeState({ engine: engine.serialize(), pending: inputs.pending() });
      await written;
      return { mark, state };
    });
    if (isOver()) return;
    await history.flush();
    if (isOver()) return;
    const { nextOffset } = mark;
    if (await records.ingestStates.save(partition, progress.version(), nextOffset, state))
      progress.saved(mark);
    else {
      over = 'takenOver';
      logger.warn('another instance has saved a newer state of a partition', { partition });
    }
  };
  const publishNow = async (): Promise<void> => {
    await outages.watch('facts', () => publishing(() => facts.publish()));
  };
  const saveNow = async (): Promise<void> => {
    await outages.watch('state', () => saving(save));
  };
  const aside = (work: Promise<void>): Promise<void> =>
    work.catch((error: unknown) => {
      failure = { error };
    });

  return {
    async took(batch) {
      if (batch.stored !== undefined) isStored = batch.stored.then(() => true, discard);
      const now = clock.now();
      const isBacklog = progress.behind() > 0 && isOfBacklog(inputs.newestAt(), now);
      if (isBacklog && now - factsAt < FACTS_EVERY_MS) return;
      factsAt = now;
      if (isBacklog || batch.stored !== undefined) void aside(publishNow());
      else await publishNow();
    },
    publish: publishNow,
    saveIfDue() {
      const everyMs = outages.has('state') ? RETRY_MS : parts.saveEveryMs;
      if (savesAside || isOver() || !progress.isDue(everyMs)) return;
      savesAside = true;
      void aside(saveNow()).finally(() => (savesAside = false));
    },
    async catchUp() {
      while (progress.isTooFarAhead() && !isOver() && !signal.aborted) {
        if (outages.has('state')) await sleep(parts.scheduler, RETRY_MS, signal).catch(() => undefined);
        await saveNow();
      }
    },
    async close() {
      await publishNow();
      if (progress.hasUnsaved() && !isOver()) await saveNow();
    },
    isOver,
    assertWorks() {
      if (failure !== null) throw failure.error;
    },
    trouble: () => outages.read(),
  };
};
