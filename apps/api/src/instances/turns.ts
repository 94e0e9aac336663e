import { inSequence } from '@flagpost/event-sourcing';
import { tokenHash, Unavailable } from '@flagpost/platform';
import { holdLease, type HeldLease } from '@flagpost/records';
import type { ApiParts } from '../parts.js';

/** Carries out tasks of the same name one after another: in this process, and among all that share its records. */
export type InTurn = <T>(name: string, task: () => Promise<T>) => Promise<T>;

/** Names may hold addresses of people, and must not pile up: many names share one of these. */
const TURNS = 64;
/** Longer than it takes until the turn of a process that died is free. */
const PATIENCE_MS = 15_000;

const turnOf = (name: string): string => `turn ${Number.parseInt(tokenHash(name).slice(0, 8), 16) % TURNS}`;

export const createTurns = (
  parts: Pick<ApiParts, 'records' | 'others' | 'clock' | 'scheduler' | 'ids' | 'logger'>,
): InTurn => {
  const { records, others, scheduler, ids } = parts;
  const sequence = inSequence();

  const take = (name: string): Promise<HeldLease> =>
    new Promise((resolve, reject) => {
      const timer = scheduler.after(PATIENCE_MS, () => {
        void lease.stop();
        reject(new Unavailable(`Another process has had ${name} for too long.`));
      });
      const lease = holdLease({
        ...parts,
        leases: records.leases,
        name,
        holder: ids.uuid(),
        onHeld: () => {
          timer.cancel();
          resolve(lease);
        },
        onLost: () => undefined,
      });
    });

  return (name, task) =>
    sequence(turnOf(name), async () => {
      if (others === undefined) return task();
      const lease = await take(turnOf(name));
      try {
        return await task();
      } finally {
        await lease.stop();
      }
    });
};
