import { Inject, Injectable } from '@nestjs/common';
import { refuse } from '@flagpost/domain';
import type { Person } from '@flagpost/records';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import { BrowserMarks } from './browser-marks.js';
import type { HashLane } from './hash-slots.js';
import { LoginLimits, type Attempt } from './login-limits.js';
import { hashPassword, isOutdated, verifyPassword } from './passwords.js';
import type { Requester } from './requester.js';

/** Verifies passwords within the limits, and upgrades outdated hashes. */
@Injectable()
export class PasswordChecks {
  constructor(
    @Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies,
    private readonly marks: BrowserMarks,
    private readonly limits: LoginLimits,
  ) {}

  /** At a sign-in; `person` is null if nobody has this address. @throws {DomainError} tooManyAttempts, signInBusy */
  async atSignIn(
    person: Person | null,
    email: string,
    password: string,
    requester: Requester,
  ): Promise<boolean> {
    const mark = person === null ? null : await this.marks.knownBy(requester, person.id);
    return mark === null
      ? this.compare(person, password, 'unknown', await this.limits.attempt(requester.network, email))
      : this.compare(person, password, 'known', await this.limits.attemptOfKnown(mark));
  }

  /** In a session: a token that was left open on a screen must not be good for guessing. @throws {DomainError} tooManyAttempts, signInBusy */
  async inSession(person: Person, password: string, sessionId: string): Promise<boolean> {
    return this.compare(person, password, 'known', await this.limits.attemptOfKnown(sessionId));
  }

  /** @throws {DomainError} wrongPassword, tooManyAttempts, signInBusy */
  async requireInSession(person: Person, password: string, sessionId: string): Promise<void> {
    if (!(await this.inSession(person, password, sessionId))) refuse('wrongPassword');
  }

  private async compare(
    person: Person | null,
    password: string,
    lane: HashLane,
    attempt: Attempt,
  ): Promise<boolean> {
    const { credentials } = this.dependencies.records;
    const hash = person === null ? null : ((await credentials.password(person.id))?.hash ?? null);
    let isRight: boolean;
    try {
      isRight = await verifyPassword(password, hash, lane);
    } catch (error) {
      await attempt.undone();
      throw error;
    }
    if (!isRight) return false;
    await attempt.succeeded();
    if (person !== null && hash !== null && isOutdated(hash))
      await credentials.replaceHash(person.id, hash, await hashPassword(password, this.dependencies.ids));
    return true;
  }
}
