import { ServiceUnavailableError } from '@flagpost/platform';
import { holdLease, type HeldLease } from '@flagpost/records';
import type { ApiParts } from '../parts.js';

export type LeaseParts = Pick<ApiParts, 'records' | 'clock' | 'scheduler' | 'ids' | 'logger'>;

/** Longer than the lease of a dead process takes to expire. */
const TIMEOUT_MS = 15_000;

/** Waits for the lease. @throws {ServiceUnavailableError} if another process keeps it, or the records cannot be reached */
export const takeLease = (parts: LeaseParts, name: string): Promise<HeldLease> => {
  const { leases } = parts.records;
  return new Promise((resolve, reject) => {
    const timer = parts.scheduler.after(TIMEOUT_MS, () => {
      void lease.stop();
      const taken = new ServiceUnavailableError(`Another process holds the lease ${name}.`);
      leases.load(name).then(() => reject(taken), reject);
    });
    const lease = holdLease({
      ...parts,
      leases,
      name,
      holder: parts.ids.uuid(),
      onHeld: () => {
        timer.cancel();
        resolve(lease);
      },
      onLost: () => undefined,
    });
  });
};
