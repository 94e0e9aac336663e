import { keyedMutex, ServiceUnavailableError, tokenHash } from '@flagpost/platform';
import type { ApiDependencies } from '../dependencies.js';
import { mutexLease } from '../stored-names.js';
import { takeLease, type LeaseDependencies } from './take-lease.js';

/** @throws {ServiceUnavailableError} if another process may run a task of the same name by now. To be called before each write. */
export type AssertHeld = () => void;

/**
 * Serialises tasks of the same name, in this process and among all processes that share its records. A task with several
 * names holds all of them; it must not acquire another one while it runs.
 */
export type DistributedMutex = <T>(
  name: string | readonly string[],
  task: (assertHeld: AssertHeld) => Promise<T>,
) => Promise<T>;

/** Names may contain e-mail addresses and are unbounded, so they are hashed onto this many leases. */
const SLOTS = 64;

const slotOf = (name: string): number => Number.parseInt(tokenHash(name).slice(0, 8), 16) % SLOTS;

export const distributedMutex = (
  dependencies: LeaseDependencies & Pick<ApiDependencies, 'topology'>,
): DistributedMutex => {
  const mutex = keyedMutex();
  const inSlot = <T>(slot: number, task: (assertHeld: AssertHeld) => Promise<T>): Promise<T> =>
    mutex(mutexLease(slot), async () => {
      if (dependencies.topology === undefined) return task(() => undefined);
      const lease = await takeLease(dependencies, mutexLease(slot));
      try {
        return await task(() => {
          if (!lease.held()) throw new ServiceUnavailableError(`The lease ${mutexLease(slot)} was lost.`);
        });
      } finally {
        await lease.stop();
      }
    });
  return (name, task) => {
    const names = typeof name === 'string' ? [name] : name;
    // Acquired in one order, so that two tasks cannot deadlock.
    const slots = [...new Set(names.map(slotOf))].sort((one, other) => other - one);
    const inAll = slots.reduce<typeof task>(
      (inner, slot) => (assertOthers) =>
        inSlot(slot, (assertHeld) =>
          inner(() => {
            assertOthers();
            assertHeld();
          }),
        ),
      task,
    );
    return inAll(() => undefined);
  };
};
