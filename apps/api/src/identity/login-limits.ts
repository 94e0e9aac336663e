import { hash } from 'node:crypto';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { spend } from '../http/limits.js';

/**
 * How often somebody may try to sign in. Tight for one account from one address, so that nobody can lock a clerk of
 * course out from elsewhere; wider for an account and for an address, behind which a whole paddock may sit.
 *
 * The library counts by the wall clock and keeps its counts in this process: virtual time does not move them, and each
 * of several api instances counts for itself.
 */
export class LoginLimits {
  private readonly pair = new RateLimiterMemory({ points: 10, duration: 5 * 60 });
  private readonly account = new RateLimiterMemory({ points: 100, duration: 15 * 60 });
  private readonly address = new RateLimiterMemory({ points: 200, duration: 5 * 60 });

  /** Counts an attempt. @throws {Refusal} 429 */
  async attempt(address: string, email: string): Promise<void> {
    const account = accountOf(email);
    await spend(this.address, address);
    await spend(this.pair, `${address} ${account}`);
    await spend(this.account, account);
  }

  /** Only failures count in the end, and this account's from this address are forgotten. */
  async succeeded(address: string, email: string): Promise<void> {
    const account = accountOf(email);
    await this.pair.delete(`${address} ${account}`);
    await this.account.reward(account);
    await this.address.reward(address);
  }
}

/** An address of mail as a key: in any spelling, and not to be read from memory. */
export const accountOf = (email: string): string => hash('sha256', email.trim().toLowerCase());
