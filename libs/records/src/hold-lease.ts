import type { Clock, Logger, Scheduler } from '@flagpost/platform';
import type { LeaseStore } from './port.js';

/** A holder moves the counter on this often. */
const RENEW_MS = 2_000;
/** A holder that could not for so long has lost it, before anybody may take it. */
const LOST_AFTER_MS = 5_000;
/** Who sees the counter stand still for so long, on their own clock, takes it. */
const TAKEN_AFTER_MS = 6_000;
/** How often one looks. So a holder that died is replaced within 8 s. */
const BEAT_MS = 1_000;

export interface HoldLeaseOptions {
  readonly leases: LeaseStore;
  readonly name: string;
  /** Unlike any other's, also this process's own in an earlier run. */
  readonly holder: string;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
  readonly onHeld: () => void;
  /** Called before anybody else may hold it, except where this process was asleep meanwhile. */
  readonly onLost: () => void;
}

export interface HeldLease {
  /**
   * Whether it is ours, by our own clock since the last renewal: ask before a write, so that a process that slept
   * notices before it writes. If it finds it lost, `onLost` has been called when it answers.
   */
  held(): boolean;
  /** Lets it go, for the next one to take at once. `onLost` is not called. */
  stop(): Promise<void>;
}

/**
 * Tries to hold a lease from now on: takes it where it is free or its counter stands still, renews it, and tries again
 * where it was lost. Clocks of two machines are never compared. While the store of leases cannot be reached nobody gains
 * one, and its holder loses it.
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
  /** What was last seen of another's lease, and since when. */
  let seen: { readonly counter: number; readonly at: number } | null = null;
  let stopped = false;

  const lose = (): void => {
    ours = null;
    logger.warn('lease lost', { lease: name });
    onLost();
  };

  const held = (): boolean => {
    if (ours === null) return false;
    const age = clock.now() - ours.at;
    if (age >= 0 && age < LOST_AFTER_MS) return true;
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
    if (seen?.counter !== counter) seen = { counter, at };
    // Our own name stands there where a renewal succeeded whose answer was lost.
    const free = lease === null || lease.holder === null || lease.holder === holder;
    if (!free && at - seen.at < TAKEN_AFTER_MS) return;
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
