import { RateLimiterMemory } from 'rate-limiter-flexible';
import { spend } from '../http/limits.js';
import { accountOf } from './login-limits.js';

/**
 * How often somebody may ask for a code and try one: by account, so that nobody's mailbox is flooded and no code guessed,
 * and by address. Whether the account exists plays no part. A code has tries of its own beside these.
 *
 * Counted as `LoginLimits` counts: by the wall clock, by each api for itself.
 */
export class RecoveryLimits {
  private readonly codesOfAccount = new RateLimiterMemory({ points: 10, duration: 60 * 60 });
  private readonly codesOfAddress = new RateLimiterMemory({ points: 50, duration: 15 * 60 });
  private readonly triesOfAccount = new RateLimiterMemory({ points: 50, duration: 60 * 60 });
  private readonly triesOfAddress = new RateLimiterMemory({ points: 100, duration: 15 * 60 });

  /** Before a code is sent. @throws {Refusal} 429 */
  async askForCode(address: string, email: string): Promise<void> {
    await spend(this.codesOfAddress, address);
    await spend(this.codesOfAccount, accountOf(email));
  }

  /** Before a code is compared. @throws {Refusal} 429 */
  async tryCode(address: string, email: string): Promise<void> {
    await spend(this.triesOfAddress, address);
    await spend(this.triesOfAccount, accountOf(email));
  }
}
