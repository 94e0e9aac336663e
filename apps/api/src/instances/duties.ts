import { holdLease, type HeldLease } from '@flagpost/records';
import { mutex, type Supervised, type Timer } from '@flagpost/platform';
import type { ApiParts } from '../parts.js';
import { DUTIES_LEASE } from '../stored-names.js';

/** What must be done once, however many api processes there are. */
export interface Duty {
  readonly name: string;
  begin(): Promise<Supervised>;
}

/** A duty as this process has it. */
export interface DutyState {
  /** Why it stands still at the moment, null while it runs or is another process's. */
  failure(): string | null;
}

/** Does every duty while this process is the one to do them. */
export interface Duties {
  /** Begins it where the turn is ours, and whenever it becomes so. Resolves when it runs, where it is to run now. */
  add(duty: Duty): Promise<DutyState>;
  /** Whether the turn is ours. */
  here(): boolean;
  stop(): Promise<void>;
}

/** Injection token of the `Duties`. */
export const DUTIES = Symbol('Duties');

const RETRY_MS = 1_000;

interface Kept {
  readonly duty: Duty;
  running: Supervised | null;
  failure: string | null;
}

/**
 * Where other processes share the stores, the turn goes by a lease: a process that died is followed within 8 s, and one
 * that slept stops as soon as it wakes. What it may still write by then changes nothing: views are guarded by the
 * position of each event, commands by their stream, and `race.setup` is put right by who follows.
 */
export const startDuties = (
  parts: Pick<ApiParts, 'records' | 'others' | 'clock' | 'scheduler' | 'ids' | 'logger'>,
): Duties => {
  const { records, others, scheduler, ids, logger } = parts;
  const all: Kept[] = [];
  let mine = others === undefined;
  const here = (): boolean => mine;
  let stopped = false;
  let retry: Timer | null = null;
  const inOrder = mutex();

  /** Answers whether it runs. */
  const begin = async (kept: Kept): Promise<boolean> => {
    if (kept.running !== null) return true;
    try {
      kept.running = await kept.duty.begin();
      kept.failure = null;
      return true;
    } catch (error) {
      kept.failure = String(error);
      logger.error('duty could not start, will be retried', { duty: kept.duty.name, error });
      retry?.cancel();
      retry = scheduler.after(RETRY_MS, () => void settle());
      return false;
    }
  };

  const end = async (kept: Kept): Promise<void> => {
    const { running } = kept;
    kept.running = null;
    kept.failure = null;
    await running?.stop().catch((error: unknown) => {
      logger.error('duty did not stop cleanly', { duty: kept.duty.name, error });
    });
  };

  /** In order of their adding, ended in the order reversed: one leans on those before it, and waits where one cannot begin. */
  const change = async (): Promise<void> => {
    for (const kept of all) if (here() && !(await begin(kept))) break;
    for (const kept of all.toReversed()) if (!here()) await end(kept);
  };
  const settle = (): Promise<void> => inOrder(change);

  const turn = (ours: boolean): void => {
    mine = ours;
    void settle();
  };
  const lease: HeldLease | null =
    others === undefined
      ? null
      : holdLease({
          ...parts,
          leases: records.leases,
          name: DUTIES_LEASE,
          holder: ids.uuid(),
          onHeld: () => turn(true),
          onLost: () => turn(false),
        });

  return {
    async add(duty) {
      const kept: Kept = { duty, running: null, failure: null };
      all.push(kept);
      await settle();
      return { failure: () => kept.failure ?? kept.running?.failure() ?? null };
    },
    here,
    async stop() {
      if (stopped) return;
      stopped = true;
      retry?.cancel();
      mine = false;
      await settle();
      await lease?.stop();
    },
  };
};
