import { keyedMutex, tokenHash } from '@flagpost/platform';
import type { ApiParts } from '../parts.js';
import { turnLease } from '../stored-names.js';
import { takeLease, type LeaseParts } from './take-lease.js';

/**
 * Carries out tasks of the same name one after another: in this process, and among all that share its records. A task of
 * several names waits for each; it must not ask for another turn while it has its own.
 */
export type InTurn = <T>(name: string | readonly string[], task: () => Promise<T>) => Promise<T>;

/** Names may hold addresses of people, and must not pile up: many names share one of these. */
const TURNS = 64;

const turnOf = (name: string): number => Number.parseInt(tokenHash(name).slice(0, 8), 16) % TURNS;

export const inSharedSequence = (parts: LeaseParts & Pick<ApiParts, 'others'>): InTurn => {
  const sequence = keyedMutex();
  const inOne = <T>(turn: number, task: () => Promise<T>): Promise<T> =>
    sequence(turnLease(turn), async () => {
      if (parts.others === undefined) return task();
      const lease = await takeLease(parts, turnLease(turn));
      try {
        return await task();
      } finally {
        await lease.stop();
      }
    });
  return (name, task) => {
    const names = typeof name === 'string' ? [name] : name;
    // Taken in one order, so that no two tasks wait for each other.
    const turns = [...new Set(names.map(turnOf))].sort((one, other) => other - one);
    return turns.reduce((inner, turn) => () => inOne(turn, inner), task)();
  };
};
