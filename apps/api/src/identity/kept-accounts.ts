import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { TAKE_BACK_MS, type Language } from '@flagpost/contracts';
import { seal, tokenHash, unseal } from '@flagpost/platform';
import type { Password, Person, TakeBack } from '@flagpost/records';
import type { Caller } from '../http/caller.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import { ACCOUNT_CHANGES } from '../stored-names.js';
import { heldKey, takeBackSecret } from '../command-parts/held-addresses.js';

/** `restore`: the link mailed to the former address; `undo`: the link mailed to the new one. */
export const PURPOSES = ['restore', 'undo'] as const;
export type Purpose = (typeof PURPOSES)[number];

/** The credentials before a change; for `undo` only the address counts. */
export interface KeptAccount {
  readonly purpose: Purpose;
  /** The address that the link is mailed to. */
  readonly to: string;
  readonly language: Language;
  readonly email: string | null;
  readonly password: Password | null;
  /** The new address; null if the password was changed. */
  readonly newEmail: string | null;
}

interface Change {
  readonly commandId: string;
  readonly caller: Pick<Caller, 'language'>;
}

/**
 * Stores the credentials of an account before its password or address changes, encrypted with the token of a link that is
 * mailed once the change is in the log. The token is derived from the command and a secret of the installation, so that a
 * repeated mail has the same link.
 */
@Injectable()
export class KeptAccounts {
  constructor(@Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies) {}

  /** To be called before the change, in a command that `perPerson` serialises. `newEmail` is null if the password changes. */
  async keep(person: Person, newEmail: string | null, { commandId, caller }: Change): Promise<void> {
    const { records } = this.dependencies;
    // An address that another person signs in with must not receive the link.
    const holder = person.email === null ? null : await records.people.findByEmail(person.email);
    const email = holder?.id === person.id ? person.email : null;
    const order = await records.sequences.next(ACCOUNT_CHANGES);
    const kept = {
      language: caller.language,
      email,
      password: await records.credentials.password(person.id),
      newEmail,
    };
    const add = (purpose: Purpose, to: string): Promise<void> =>
      this.add(person.id, order, commandId, { ...kept, purpose, to });
    if (email !== null) await add('restore', email);
    if (newEmail !== null) await add('undo', newEmail);
  }

  /** The stored credentials of this command's change, with the token; null if it was reverted or has expired. */
  async ofCommand(commandId: string, purpose: Purpose): Promise<{ token: string; kept: KeptAccount } | null> {
    const token = await this.tokenOf(commandId, purpose);
    const found = await this.find(token);
    return found && { token, kept: found.kept };
  }

  async find(token: string): Promise<{ takeBack: TakeBack; kept: KeptAccount } | null> {
    const { records, clock } = this.dependencies;
    const takeBack = await records.takeBacks.find(tokenHash(token), clock.now());
    return takeBack && { takeBack, kept: JSON.parse(unseal(takeBack.sealed, token)) as KeptAccount };
  }

  private async add(userId: number, order: number, commandId: string, kept: KeptAccount): Promise<void> {
    const { records, ids, clock } = this.dependencies;
    const now = clock.now();
    const token = await this.tokenOf(commandId, kept.purpose);
    const isHeld = kept.purpose === 'restore' && kept.newEmail !== null && kept.email !== null;
    await records.takeBacks.add(
      {
        tokenHash: tokenHash(token),
        userId,
        order,
        expiresAt: now + TAKE_BACK_MS,
        sealed: seal(JSON.stringify(kept), token, ids),
        heldAddress: isHeld ? await heldKey(this.dependencies, kept.email) : null,
      },
      now,
    );
  }

  private async tokenOf(commandId: string, purpose: Purpose): Promise<string> {
    const secret = await takeBackSecret(this.dependencies);
    return createHmac('sha256', secret).update(`${purpose} ${commandId}`).digest('base64url');
  }
}
