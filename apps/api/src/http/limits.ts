import { DomainError } from '@flagpost/domain';
import { RateLimiterRes, type RateLimiterMemory } from 'rate-limiter-flexible';

/** Counts one attempt for this key. @throws {DomainError} tooManyAttempts, with the time to wait */
export const spend = async (limiter: RateLimiterMemory, key: string): Promise<void> => {
  try {
    await limiter.consume(key);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    throw new DomainError('tooManyAttempts', undefined, Math.ceil(error.msBeforeNext / 1000));
  }
};
