import { RateLimiterRes, type RateLimiterMemory } from 'rate-limiter-flexible';
import { Refusal } from './errors.filter.js';

/** Counts one more of this key. @throws {Refusal} 429 where that is too many, with the time to wait. */
export const spend = async (limiter: RateLimiterMemory, key: string): Promise<void> => {
  try {
    await limiter.consume(key);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    throw new Refusal(429, undefined, { 'Retry-After': String(Math.ceil(error.msBeforeNext / 1000)) });
  }
};
