import { keyedMutex, tokenHash } from '@flagpost/platform';
import type { ApiParts } from '../parts.js';
import { turnLease } from '../stored-names.js';
import { takeLease, type LeaseParts } from './take-lease.js';

/** Carries out tasks of the same name one after another: in this process, and among all that share its records. */
export type InTurn = <T>(name: string, task: () => Promise<T>) => Promise<T>;

/** Names may hold addresses of people, and must not pile up: many names share one of these. */
const TURNS = 64;

const turnOf = (name: string): string => turnLease(Number.parseInt(tokenHash(name).slice(0, 8), 16) % TURNS);

export const inSharedSequence = (parts: LeaseParts & Pick<ApiParts, 'others'>): InTurn => {
  const sequence = keyedMutex();
  return (name, task) =>
    sequence(turnOf(name), async () => {
      if (parts.others === undefined) return task();
      const lease = await takeLease(parts, turnOf(name));
      try {
        return await task();
      } finally {
        await lease.stop();
      }
    });
};
