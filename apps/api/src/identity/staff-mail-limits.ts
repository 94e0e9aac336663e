import { RateLimiterMemory } from 'rate-limiter-flexible';
import { holds, STAFF_MAILS, type Actor } from '@flagpost/contracts';
import { spend } from '../http/limits.js';
import { accountOf } from './login-limits.js';

const HOUR_S = 60 * 60;

/**
 * Limits the mails that planners have sent to addresses which they enter for staff and which may be anybody's. The club counts
 * with the address: others cannot use it up, or find out that somebody entered it. Administrators are not limited.
 *
 * Counted as `LoginLimits` counts: by the wall clock, by each api for itself.
 */
export class StaffMailLimits {
  private readonly ofUser = new RateLimiterMemory({ points: STAFF_MAILS.perHour, duration: HOUR_S });
  private readonly toAddress = new RateLimiterMemory({
    points: STAFF_MAILS.toAddressPerHour,
    duration: HOUR_S,
  });

  /** Before such a mail. @throws {DomainError} tooManyAttempts */
  async spend(actor: Actor | null, email: string): Promise<void> {
    if (actor === null || holds(actor, 'admin')) return;
    await spend(this.toAddress, `${actor.clubId} ${accountOf(email)}`);
    await spend(this.ofUser, String(actor.userId));
  }
}
