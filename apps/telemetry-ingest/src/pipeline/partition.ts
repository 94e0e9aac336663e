import { RACE, TOPICS, type LiveFrame, type RaceSetup } from '@flagpost/contracts';
import type { Batch, DeadLetters, Topics } from '@flagpost/messaging';
import type { Clock, Logger, Scheduler } from '@flagpost/platform';
import type { Records } from '@flagpost/records';
import type { StateWriter } from '@flagpost/telemetry';
import type { DeviceNotes } from '../devices.js';
import type { InputCounters } from '../input-counters.js';
import { createDueSweeps } from './due-sweeps.js';
import { createPartitionOutput } from './output.js';
import { createPartitionInputs } from './partition-inputs.js';
import { createProgress } from './progress.js';
import { decodeState } from './saved-state.js';
import type { Setups } from './setups.js';

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
   * Called every second: publishes and saves pending output, states due clearings, and finds offline cars as of `asOf`,
   * here or in `take`, once everything stored by then has been handled. `head`: the end of the partition at `asOf`, null
   * during the offline grace. Returns as `take`.
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

export const openPartition = async (
  parts: PartitionParts,
  partition: number,
  setups: Setups,
): Promise<Partition> => {
  const { records, clock, deadLetters, saveEveryMs = 5_000 } = parts;
  const saved = await records.ingestStates.load(partition);
  const before = saved === null ? null : decodeState(saved.state);
  const openedAt = clock.now();
  const nextOffset = saved?.nextOffset ?? 0;
  const progress = createProgress(partition, saved, clock, parts.unsavedAtMost);
  const inputs = createPartitionInputs({ ...parts, partition, before, nextOffset, setups, progress });
  const output = createPartitionOutput({ ...parts, partition, inputs, progress, saveEveryMs });
  const { engine } = inputs;
  const dueSweeps = createDueSweeps();
  const sweepIfDue = (): void => {
    const asOf = dueSweeps.take(progress.nextOffset());
    if (asOf !== null) engine.sweep(asOf);
  };

  return {
    nextOffset: saved?.nextOffset ?? null,
    async take(batch) {
      output.assertWorks();
      const undecodable = await deadLetters.eachReadable(
        TOPICS.positions,
        batch,
        (message) => inputs.decode(message),
        (input, message) => inputs.read(input, message),
      );
      parts.counters.drop('undecodable', undecodable);
      inputs.countDropped();
      progress.handled(batch);
      sweepIfDue();
      await output.took(batch);
      output.saveIfDue();
      await output.catchUp();
      // Stopped before the save: the batch is not committed either, and is delivered again.
      return !output.isOver() && !progress.isNowhere();
    },
    setup: (eventId, next) => inputs.setup(eventId, next),
    async tick(asOf, headThen) {
      output.assertWorks();
      inputs.countDropped();
      engine.stateHeld(asOf);
      if (headThen === null) dueSweeps.clear();
      else {
        progress.seen(headThen);
        if (asOf - openedAt > RACE.offlineAfterMs) dueSweeps.add(asOf, headThen);
        sweepIfDue();
      }
      await output.publish();
      output.saveIfDue();
      return !output.isOver();
    },
    takeFrames: (now) => (output.isOver() ? [] : engine.takeFrames(now)),
    close: () => output.close(),
    health: () => ({
      held: inputs.pending().length,
      behind: progress.behind(),
      trouble: output.trouble(),
      newestAt: inputs.newestAt(),
    }),
  };
};
