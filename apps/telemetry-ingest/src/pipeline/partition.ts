import { eventKey, RACE, TOPICS, type LiveFrame, type RaceFact, type RaceSetup } from '@flagpost/contracts';
import type { Batch, DeadLetters, Topics } from '@flagpost/messaging';
import { mutex, sleep, type Clock, type Logger, type Scheduler } from '@flagpost/platform';
import type { Records } from '@flagpost/records';
import type { StateWriter } from '@flagpost/telemetry';
import type { DeviceNotes } from '../devices.js';
import type { InputCounters } from '../input-counters.js';
import { createHistoryWriter } from './history.js';
import { createOutageTracker } from './outage-tracker.js';
import { createPartitionInputs, decodeInput } from './partition-inputs.js';
import { createProgress } from './progress.js';
import { decodeState, encodeState } from './saved-state.js';
import type { Setups } from './setups.js';

const RETRY_MS = 1_000;

export interface PartitionParts {
  readonly topics: Topics;
  readonly records: Pick<Records, 'ingestStates' | 'history'>;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
  readonly counters: InputCounters;
  readonly devices: Pick<DeviceNotes, 'dropped'>;
  readonly deadLetters: DeadLetters;
  /** Shared by the partitions of the process. */
  readonly stateWriter: StateWriter;
  /** Aborts on shutdown. */
  readonly signal: AbortSignal;
  /** The longest span of input that is handled again after a crash, ms (default 5 s). */
  readonly saveEveryMs?: number;
  /** Inputs that may be in no saved state (default 100,000). */
  readonly unsavedAtMost?: number;
}

/** One partition of `competitor.positions`: its engine, and the engine's output in order. */
export interface Partition {
  /** The offset to resume from; null if nothing was saved yet. */
  readonly nextOffset: number | null;
  /**
   * Resolves when the facts of the batch are published; if it is not stored yet, before that. False: another instance has
   * saved a newer state, or input of the state could not be stored, or may be lost. This object must then be discarded and
   * the partition opened again.
   */
  take(batch: Batch): Promise<boolean>;
  setup(eventId: number, setup: RaceSetup | null): void;
  /**
   * Called every second: publishes and saves pending output, states due clearings, and finds offline cars as of `asOf`
   * if everything stored by then has been handled. `head`: the end of the partition at `asOf`, null during the offline
   * grace. Returns as `take`.
   */
  tick(asOf: number, head: number | null): Promise<boolean>;
  takeFrames(now: number): readonly LiveFrame[];
  /** Saves on shutdown; what cannot be saved now is read again by the next owner of the partition. */
  close(): Promise<void>;
  health(): PartitionHealth;
}

export interface PartitionHealth {
  readonly held: number;
  /** Messages not yet handled, as last seen. */
  readonly behind: number;
  /** The error of the last attempt to publish or save; null if it succeeded. */
  readonly trouble: string | null;
  /** `receivedAt` of the newest input. */
  readonly newestAt: number | null;
}

/**
 * Publishes the facts that an engine states, once the inputs that they follow from are stored. A state is saved only after
 * all facts that it has stated are published, and `publish` reads both in one turn.
 */
const createFactPublisher = (
  topics: Topics,
  take: () => readonly RaceFact[],
  /** Whether every input handled so far could be stored, once that is known. */
  isStored: () => Promise<boolean>,
) => {
  const waiting: RaceFact[] = [];
  /** Takes what the engine has stated. @returns whether it has stated anything. */
  const collect = (): boolean => {
    const stated = take();
    waiting.push(...stated);
    return stated.length > 0;
  };
  return {
    collect,
    async publish(): Promise<void> {
      collect();
      const some = [...waiting];
      if (some.length === 0 || !(await isStored())) return;
      const messages = some.map((fact) => ({ key: eventKey(fact.eventId), value: JSON.stringify(fact) }));
      await topics.publish(TOPICS.facts, messages);
      waiting.splice(0, some.length);
    },
  };
};

export const openPartition = async (
  parts: PartitionParts,
  partition: number,
  setups: Setups,
): Promise<Partition> => {
  const { topics, records, clock, logger, deadLetters, signal, saveEveryMs = 5_000 } = parts;
  const saved = await records.ingestStates.load(partition);
  const before = saved === null ? null : decodeState(saved.state);
  const openedAt = clock.now();
  const history = createHistoryWriter(records.history);
  const inputs = createPartitionInputs({ ...parts, partition, before, setups, history });
  const progress = createProgress(saved, clock, parts.unsavedAtMost);
  const { engine } = inputs;
  let isStored: Promise<boolean> = Promise.resolve(true);
  const facts = createFactPublisher(
    topics,
    () => engine.takeFacts(),
    () => isStored,
  );
  const publishing = mutex();
  const saving = mutex();
  let takenOver = false;
  /** The state contains inputs that could not be stored. */
  let strayed = false;
  const isOver = (): boolean => takenOver || strayed;

  const handled = (batch: Batch): void => {
    progress.handled(batch);
    if (batch.stored === undefined) return;
    isStored = batch.stored.then(
      () => true,
      (error: unknown) => {
        if (!strayed)
          logger.warn('inputs of a partition could not be stored, it begins again', { partition, error });
        strayed = true;
        return false;
      },
    );
  };

  /**
   * Inputs are stored, facts and history written before the state that contains them, so a crash loses none of them and
   * leaves no state of inputs that are nowhere.
   */
  const save = async (): Promise<void> => {
    progress.tries();
    const { upTo, state } = await publishing(async () => {
      const published = facts.publish();
      const stored = isStored;
      const snapshot = {
        upTo: progress.nextOffset(),
        state: encodeState({ engine: engine.serialize(), pending: inputs.pending() }),
      };
      await Promise.all([published, stored]);
      return snapshot;
    });
    if (strayed) return;
    await history.flush();
    if (isOver()) return;
    if (await records.ingestStates.save(partition, progress.version(), upTo, state)) progress.saved(upTo);
    else {
      takenOver = true;
      logger.warn('another instance has saved a newer state of a partition', { partition });
    }
  };

  /** During an outage pending output stays in memory and is retried every second. */
  const outages = createOutageTracker(logger, { partition });
  const publishWaiting = () => outages.watch('facts', () => publishing(() => facts.publish()));
  const saveWaiting = () => outages.watch('state', () => saving(save));

  let broken: { readonly error: unknown } | null = null;
  let savesAside = false;
  /** Inputs are handled while a state is being saved. */
  const saveAside = (): void => {
    if (savesAside || isOver() || !progress.isDue(outages.has('state') ? RETRY_MS : saveEveryMs)) return;
    savesAside = true;
    saveWaiting()
      .catch((error: unknown) => (broken = { error }))
      .finally(() => (savesAside = false));
  };

  return {
    nextOffset: saved?.nextOffset ?? null,
    async take(batch) {
      if (broken !== null) throw broken.error;
      const readable = await deadLetters.readable(TOPICS.positions, batch, decodeInput);
      parts.counters.drop('undecodable', batch.messages.length - readable.length);
      for (const { value } of readable) inputs.read(value);
      inputs.countDropped();
      handled(batch);
      if (batch.stored === undefined) await publishWaiting();
      else if (facts.collect()) publishWaiting().catch((error: unknown) => (broken = { error }));
      saveAside();
      while (progress.isTooFarAhead() && !isOver() && !signal.aborted) {
        if (outages.has('state')) await sleep(parts.scheduler, RETRY_MS, signal).catch(() => undefined);
        await saveWaiting();
      }
      // Stopped before the save: the batch is not committed either, and is delivered again.
      return !isOver() && !progress.isNowhere();
    },
    setup: (eventId, next) => inputs.setup(eventId, next),
    async tick(asOf, headThen) {
      if (broken !== null) throw broken.error;
      inputs.countDropped();
      engine.stateHeld(asOf);
      if (headThen !== null) {
        progress.seen(headThen);
        const isCaughtUp = progress.nextOffset() >= headThen;
        if (isCaughtUp && asOf - openedAt > RACE.offlineAfterMs) engine.sweep(asOf);
      }
      await publishWaiting();
      saveAside();
      return !isOver();
    },
    takeFrames: (now) => (isOver() ? [] : engine.takeFrames(now)),
    async close() {
      await publishWaiting();
      if (progress.hasUnsaved() && !isOver()) await saveWaiting();
    },
    health: () => ({
      held: inputs.pending().length,
      behind: progress.behind(),
      trouble: outages.read(),
      newestAt: inputs.newestAt(),
    }),
  };
};
