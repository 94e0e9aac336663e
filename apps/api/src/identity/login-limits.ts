import { hash } from 'node:crypto';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { DomainError } from '@flagpost/domain';
import { spend } from '../http/limits.js';

/** A counted attempt. */
export interface Attempt {
  /** The password was right: only failures stay counted. */
  succeeded(): Promise<void>;
  /** No password was compared. */
  undone(): Promise<void>;
}

/**
 * How often a password may be tried. A browser or a session that the account knows has a budget of its own, which
 * nobody else can use up. All other devices share those of their network and of the account: once the account's is used
 * up, they have one attempt every 20 s between them, and its holder gets in from a known browser, or makes one known by
 * a mailed link.
 *
 * The library counts by the wall clock and keeps its counts in this process: virtual time does not move them, and each
 * of several api instances counts for itself.
 */
export class LoginLimits {
  private readonly known = new RateLimiterMemory({ points: 10, duration: 5 * 60 });
  private readonly network = new RateLimiterMemory({ points: 200, duration: 5 * 60 });
  private readonly pair = new RateLimiterMemory({ points: 10, duration: 5 * 60 });
  private readonly account = new RateLimiterMemory({ points: 50, duration: 15 * 60 });
  private readonly slowed = new RateLimiterMemory({ points: 1, duration: 20 });

  /** By a known browser or session. @throws {DomainError} tooManyAttempts */
  async attemptOfKnown(key: string): Promise<Attempt> {
    await spend(this.known, key);
    return {
      succeeded: async () => {
        await this.known.delete(key);
      },
      undone: async () => {
        await this.known.reward(key);
      },
    };
  }

  /** @throws {DomainError} tooManyAttempts */
  async attempt(network: string, email: string): Promise<Attempt> {
    const account = accountOf(email);
    const pair = `${network} ${account}`;
    await spend(this.network, network);
    await spend(this.pair, pair);
    const budget = await this.spendOfAccount(account);
    const giveBack = async (): Promise<void> => {
      await this.network.reward(network);
      await budget.reward(account);
    };
    return {
      succeeded: async () => {
        await giveBack();
        await this.pair.delete(pair);
      },
      undone: async () => {
        await giveBack();
        await this.pair.reward(pair);
      },
    };
  }

  private async spendOfAccount(account: string): Promise<RateLimiterMemory> {
    try {
      await spend(this.account, account);
      return this.account;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      await spend(this.slowed, account);
      return this.slowed;
    }
  }
}

/** The key of an e-mail address: independent of its case, and hashed. */
export const accountOf = (email: string): string => hash('sha256', email.trim().toLowerCase());
