import { ServiceUnavailableError } from '@flagpost/platform';
import { holdLease, type HeldLease } from '@flagpost/records';
import type { ApiDependencies } from '../dependencies.js';

export type LeaseDependencies = Pick<ApiDependencies, 'records' | 'clock' | 'scheduler' | 'ids' | 'logger'>;

/** Longer than the lease of a dead process takes to expire. */
const TIMEOUT_MS = 15_000;

/** Waits for the lease. @throws {ServiceUnavailableError} if another process keeps it, or the records cannot be reached */
export const takeLease = (dependencies: LeaseDependencies, name: string): Promise<HeldLease> => {
  const { leases } = dependencies.records;
  return new Promise((resolve, reject) => {
    const timer = dependencies.scheduler.after(TIMEOUT_MS, () => {
      void lease.stop();
      const taken = new ServiceUnavailableError(`Another process holds the lease ${name}.`);
      leases.load(name).then(() => reject(taken), reject);
    });
    const lease = holdLease({
      ...dependencies,
      leases,
      name,
      holder: dependencies.ids.uuid(),
      onHeld: () => {
        timer.cancel();
        resolve(lease);
      },
      onLost: () => undefined,
    });
  });
};
