import { Inject, Injectable } from '@nestjs/common';
import { BROWSER_MARK } from '@flagpost/contracts';
import { tokenHash } from '@flagpost/platform';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import type { Requester } from './requester.js';

/**
 * Marks of browsers: a random secret in an HttpOnly cookie, one for each account that signed in there. With it a browser
 * is known to the account, and the sessions that it opens are continued by it alone. Signing out leaves it; a password
 * change ends all marks of the account.
 */
@Injectable()
export class BrowserMarks {
  constructor(@Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies) {}

  /** The hash of the mark by which this browser is known to the account; null if it is not. */
  async knownBy(requester: Requester, userId: number): Promise<string | null> {
    const mark = requester.markFor(userId);
    if (mark === null) return null;
    const hash = tokenHash(mark);
    return (await this.dependencies.records.browserMarks.has(userId, hash, this.dependencies.clock.now()))
      ? hash
      : null;
  }

  /** Whether the request has the mark of this hash. A mark that has ended still continues its own session. */
  brought(requester: Requester, userId: number, hash: string): boolean {
    return tokenHash(requester.markFor(userId) ?? '') === hash;
  }

  /** Makes the browser known to the account, or renews its mark. @returns the mark; null for a program without one */
  async give(requester: Requester, userId: number): Promise<string | null> {
    const known = (await this.knownBy(requester, userId)) === null ? null : requester.markFor(userId);
    if (known === null && !requester.isBrowser) return null;
    const mark = known ?? this.dependencies.ids.token(32);
    await this.keep(requester, userId, mark);
    return mark;
  }

  /** A new mark, with a separate budget of attempts. */
  async renew(requester: Requester, userId: number): Promise<void> {
    await this.keep(requester, userId, this.dependencies.ids.token(32));
  }

  private async keep(requester: Requester, userId: number, mark: string): Promise<void> {
    const now = this.dependencies.clock.now();
    const expiresAt = now + BROWSER_MARK.markMs;
    await this.dependencies.records.browserMarks.put(
      { hash: tokenHash(mark), userId, expiresAt },
      BROWSER_MARK.most,
      now,
    );
    requester.keepMark(userId, mark);
  }
}
