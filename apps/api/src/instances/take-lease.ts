import { ServiceUnavailableError } from '@flagpost/platform';
import { holdLease, type HeldLease } from '@flagpost/records';
import type { ApiParts } from '../parts.js';

export type LeaseParts = Pick<ApiParts, 'records' | 'clock' | 'scheduler' | 'ids' | 'logger'>;

/** Longer than it takes until the lease of a process that died is free. */
const PATIENCE_MS = 15_000;

/** Waits until the lease is this process's. @throws {ServiceUnavailableError} where another one keeps it, or the records are away. */
export const takeLease = (parts: LeaseParts, name: string): Promise<HeldLease> => {
  const { leases } = parts.records;
  return new Promise((resolve, reject) => {
    const timer = parts.scheduler.after(PATIENCE_MS, () => {
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
