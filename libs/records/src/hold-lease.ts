import type { Clock, Logger, Scheduler } from '@flagpost/platform';
import type { LeaseStore } from './port.js';

/** The interval at which a holder renews, which increments the counter. */
const RENEW_MS = 2_000;
/** A holder that could not renew for this long has lost the lease, before another process may take it. */
const LOST_AFTER_MS = 5_000;
/** The interval at which other processes look, so that a dead holder is replaced within 8 s. */
const BEAT_MS = 1_000;
/**
 * A process that sees the counter unchanged for so many intervals takes the lease. Intervals and not the clock, which may be
 * set forward: the holder, which the clock makes give up early, may still be alive then.
 */
const TAKEN_AFTER_BEATS = 6;

export interface HoldLeaseOptions {
  readonly leases: LeaseStore;
  readonly name: string;
  /** Unique, also among former runs of this process. */
  readonly holder: string;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
  readonly onHeld: () => void;
  /** Called before another process can hold it, unless this process was suspended meanwhile. */
  readonly onLost: () => void;
}

export interface HeldLease {
  /**
   * Whether this process holds it, by its own clock since the last renewal. Check before each write, so that a process
   * that was suspended notices. If it finds the lease lost, `onLost` has been called when it returns.
   */
  held(): boolean;
  /** Releases it, so that another process can take it at once. `onLost` is not called. */
  stop(): Promise<void>;
}

/**
 * Keeps trying to hold a lease: takes it if it is free or its counter does not change, renews it, and tries again after
 * a loss. Clocks of different machines are never compared. During an outage of the store nobody gains a lease, and its
 * holder loses it.
 */
export const holdLease = ({
  leases,
  name,
  holder,
  clock,
  scheduler,
  logger,
  onHeld,
  onLost,
}: HoldLeaseOptions): HeldLease => {
  /** `at`: when the newest successful renewal was sent; it can only have arrived later. */
  let ours: { readonly counter: number; readonly at: number } | null = null;
  /** The last seen state of another holder's lease, and for how many intervals it has been so. */
  let seen: { readonly counter: number; readonly beats: number } | null = null;
  let stopped = false;

  const lose = (): void => {
    ours = null;
    logger.warn('lease lost', { lease: name });
    onLost();
  };

  const held = (): boolean => {
    if (ours === null) return false;
    if (clock.now() - ours.at < LOST_AFTER_MS) return true;
    lose();
    return false;
  };

  const renew = async (counter: number): Promise<void> => {
    const at = clock.now();
    const renewed = await leases.advance(name, counter, holder);
    if (ours === null) return;
    if (renewed) ours = { counter: counter + 1, at };
    else lose();
  };

  const watch = async (): Promise<void> => {
    const lease = await leases.load(name);
    const at = clock.now();
    const counter = lease?.counter ?? 0;
    seen = { counter, beats: seen?.counter === counter ? seen.beats + 1 : 0 };
    // Our own id is stored if a renewal succeeded but its answer was lost.
    const free = lease === null || lease.holder === null || lease.holder === holder;
    if (!free && seen.beats < TAKEN_AFTER_BEATS) return;
    if (!(await leases.advance(name, counter, holder))) return;
    ours = { counter: counter + 1, at };
    if (stopped) return;
    logger.info('lease held', { lease: name });
    onHeld();
  };

  const unreached = (error: unknown): void =>
    logger.warn('lease cannot be read or renewed', { lease: name, error });

  let step: Promise<void> | null = null;
  const beat = (): void => {
    const mine = held();
    if (step !== null || (mine && ours !== null && clock.now() - ours.at < RENEW_MS)) return;
    step = (ours === null ? watch() : renew(ours.counter)).catch(unreached).finally(() => {
      step = null;
    });
  };

  beat();
  const beats = scheduler.every(BEAT_MS, beat);
  return {
    held,
    async stop() {
      stopped = true;
      beats.cancel();
      await step;
      if (ours === null) return;
      const { counter } = ours;
      ours = null;
      await leases.advance(name, counter, null).catch(unreached);
    },
  };
};
