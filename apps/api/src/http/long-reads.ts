import { DomainError, refuse } from '@flagpost/domain';
import { mutex } from '@flagpost/platform';
import type { ApiRequest } from './request.js';

/** People whose reading is under way or waits; others are asked to come again. */
const PEOPLE = 10;
const RETRY_AFTER_S = 1;

const tooMany = (): DomainError => new DomainError('tooManyAttempts', undefined, RETRY_AFTER_S);

/** `read` is given a signal that aborts once the client has gone. @throws {DomainError} tooManyAttempts */
export type LongReads = <T>(request: ApiRequest, read: (gone: AbortSignal) => Promise<T>) => Promise<T>;

/**
 * Carries out one reading at a time, in the order of the requests: concurrent ones would only delay positions and flags. One
 * person has one reading, a few people wait, and a reading whose client has gone is not begun.
 */
export const longReads = (): LongReads => {
  const runExclusive = mutex();
  const ofUsers = new Map<number, ApiRequest>();
  return async (request, read) => {
    const { userId } = request.actor ?? refuse('notAuthorized');
    if (ofUsers.has(userId) || ofUsers.size >= PEOPLE) throw tooMany();
    ofUsers.set(userId, request);
    const free = (): void => {
      if (ofUsers.get(userId) === request) ofUsers.delete(userId);
    };
    const gone = new AbortController();
    request.res?.once('close', () => {
      free();
      gone.abort(tooMany()); // which nobody reads
    });
    try {
      return await runExclusive(() => {
        gone.signal.throwIfAborted();
        return read(gone.signal);
      });
    } finally {
      free();
    }
  };
};
