import { holdLease, type HeldLease } from '@flagpost/records';
import { mutex, type Supervised, type Timer } from '@flagpost/platform';
import type { ApiDependencies } from '../dependencies.js';
import { SINGLETON_JOBS_LEASE } from '../stored-names.js';

/** A job that exactly one api process runs, however many there are. */
export interface SingletonJob {
  readonly name: string;
  /**
   * @param isLeader Whether this process still is the one: false at once when it wakes after a successor took over.
   * @param signal Aborts when it is not any more: a job that waits for something before it begins waits no longer.
   */
  begin(isLeader: () => boolean, signal: AbortSignal): Promise<Supervised>;
}

/** The state of a job in this process. */
export interface JobState {
  /** Why it cannot run; null while it runs here, or another process is responsible for it. */
  failure(): string | null;
}

/** Runs every job while this process is the leader. */
export interface SingletonJobs {
  /** Starts the job now if this process is the leader, and whenever it becomes so. Resolves once the job runs, or if it is not to run yet. */
  add(job: SingletonJob): Promise<JobState>;
  isLeader(): boolean;
  stop(): Promise<void>;
}

/** Injection token of the `SingletonJobs`. */
export const SINGLETON_JOBS = Symbol('SingletonJobs');

const RETRY_MS = 1_000;

interface Entry {
  readonly job: SingletonJob;
  running: Supervised | null;
  failure: string | null;
}

/**
 * If other processes share the stores, a lease elects the leader. It is succeeded within 8 s if it dies, and stops its jobs
 * as soon as it wakes if it slept. Its writes until then do no harm: views are guarded by the position of each event,
 * commands by the revision of their stream, and the successor corrects `race.setup`.
 */
export const startSingletonJobs = (
  dependencies: Pick<ApiDependencies, 'records' | 'topology' | 'clock' | 'scheduler' | 'ids' | 'logger'>,
): SingletonJobs => {
  const { records, topology, scheduler, ids, logger } = dependencies;
  const entries: Entry[] = [];
  let leader = topology === undefined;
  const isLeader = (): boolean => leader && lease?.held() !== false;
  /** Aborts when this process ceases to be the leader. */
  let term = new AbortController();
  let stopped = false;
  let retry: Timer | null = null;
  const inOrder = mutex();

  /** Resolves to whether the job runs. */
  const begin = async (entry: Entry): Promise<boolean> => {
    if (entry.running !== null) return true;
    const { signal } = term;
    try {
      entry.running = await entry.job.begin(isLeader, signal);
      entry.failure = null;
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      entry.failure = String(error);
      logger.error('singleton job could not start, will be retried', { job: entry.job.name, error });
      retry?.cancel();
      retry = scheduler.after(RETRY_MS, () => void settle());
      return false;
    }
  };

  const end = async (entry: Entry): Promise<void> => {
    const { running } = entry;
    entry.running = null;
    entry.failure = null;
    await running?.stop().catch((error: unknown) => {
      logger.error('singleton job did not stop cleanly', { job: entry.job.name, error });
    });
  };

  /** Starts in the order of addition and stops in reverse: a job may depend on those before it, and waits if one cannot start. */
  const change = async (): Promise<void> => {
    for (const entry of entries) if (isLeader() && !(await begin(entry))) break;
    for (const entry of entries.toReversed()) if (!isLeader()) await end(entry);
  };
  const settle = (): Promise<void> => inOrder(change);

  const setLeader = (value: boolean): void => {
    leader = value;
    if (value) term = new AbortController();
    else term.abort(new Error('not the leader any more'));
    void settle();
  };
  const lease: HeldLease | null =
    topology === undefined
      ? null
      : holdLease({
          ...dependencies,
          leases: records.leases,
          name: SINGLETON_JOBS_LEASE,
          holder: ids.uuid(),
          onHeld: () => setLeader(true),
          onLost: () => setLeader(false),
        });

  return {
    async add(job) {
      const entry: Entry = { job, running: null, failure: null };
      entries.push(entry);
      await settle();
      return { failure: () => entry.failure ?? entry.running?.failure() ?? null };
    },
    isLeader,
    async stop() {
      if (stopped) return;
      stopped = true;
      retry?.cancel();
      leader = false;
      term.abort(new Error('stopped'));
      await settle();
      await lease?.stop();
    },
  };
};
