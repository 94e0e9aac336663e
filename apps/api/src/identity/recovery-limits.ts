import { RateLimiterMemory } from 'rate-limiter-flexible';
import { RECOVERY } from '@flagpost/contracts';
import { networkOf } from '../http/network-of.js';
import { spend } from '../http/limits.js';
import { accountOf } from './login-limits.js';

/**
 * Limits how often one caller may have codes mailed and try them. Only the caller counts: others cannot use up the
 * attempts of the owner. What one account's codes bear in all, `Recovery` counts with the codes. Whether the account
 * exists plays no part.
 *
 * Counted as `LoginLimits` counts: by the wall clock, by each api for itself.
 */
export class RecoveryLimits {
  private readonly codesForAccount = new RateLimiterMemory({ points: 10, duration: 60 * 60 });
  private readonly codes = new RateLimiterMemory({ points: 50, duration: 15 * 60 });
  private readonly triesAtAccount = new RateLimiterMemory({
    points: RECOVERY.askerTries,
    duration: RECOVERY.codeMs / 1000,
  });
  private readonly tries = new RateLimiterMemory({ points: 100, duration: 15 * 60 });
  private readonly links = new RateLimiterMemory({ points: 100, duration: 15 * 60 });

  /** Before a code is sent. @throws {DomainError} tooManyAttempts */
  async askForCode(address: string, email: string): Promise<void> {
    const asker = networkOf(address);
    await spend(this.codes, asker);
    await spend(this.codesForAccount, `${asker} ${accountOf(email)}`);
  }

  /** Before a code is compared. @throws {DomainError} tooManyAttempts */
  async tryCode(address: string, email: string): Promise<void> {
    const asker = networkOf(address);
    await spend(this.tries, asker);
    await spend(this.triesAtAccount, `${asker} ${accountOf(email)}`);
  }

  /** Before a mailed link is opened. It cannot be guessed: a limit for the load alone. @throws {DomainError} tooManyAttempts */
  openLink(address: string): Promise<void> {
    return spend(this.links, networkOf(address));
  }
}
