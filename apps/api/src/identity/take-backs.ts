import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { MailedLinkRequest, TakeBackAnswer } from '@flagpost/contracts';
import { refuse, userDecider, userStream } from '@flagpost/domain';
import type { Person } from '@flagpost/records';
import { Submit } from '../dispatch/submit.js';
import type { Caller } from '../http/caller.js';
import { PARTS, type ApiParts } from '../parts.js';
import { putPerson } from './addresses.js';
import { KeptAccounts, type KeptAccount } from './kept-accounts.js';
import { PasswordChanges, personTurn } from './password-changes.js';
import { RecoverySecrets } from './recovery-secrets.js';
import { userReads } from './users.projection.js';

/**
 * 'This was not me': takes a change of password or address back. The link to the address that an account had restores
 * address and password as they were before that change, whatever was changed since, and ends the links of all later
 * changes: the oldest wins. The link to the new address removes that address while the account has it, and opens nothing.
 */
@Injectable()
export class TakeBacks {
  constructor(
    @Inject(PARTS) private readonly parts: ApiParts,
    private readonly commands: CommandBus,
    private readonly keptAccounts: KeptAccounts,
    private readonly passwords: PasswordChanges,
    private readonly secrets: RecoverySecrets,
  ) {}

  /** @throws {DomainError} invalidLink if the link was used, has ended, or an older one was used. */
  async takeBack(caller: Caller, { Token }: MailedLinkRequest): Promise<TakeBackAnswer> {
    const known = await this.keptAccounts.find(Token);
    if (known === null) refuse('invalidLink');
    const { userId } = known.takeBack;
    const work = new Submit(
      caller,
      {},
      async ({ send }): Promise<TakeBackAnswer> => {
        const found = await this.keptAccounts.find(Token);
        const { records, readModels } = this.parts;
        const [person, user] = [await records.people.get(userId), await userReads(readModels).get(userId)];
        if (found === null || person === null || user === null || user.status === 'removed')
          refuse('invalidLink');
        const { kept, takeBack } = found;
        const restored = kept.purpose === 'restore' ? 'account' : 'address';
        await this.restore(person, kept);
        await this.passwords.endAccess(person);
        // Of an address that is removed its own change's link to the former address stays good, later ones do not.
        const from = takeBack.order + (kept.purpose === 'undo' ? 1 : 0);
        await records.takeBacks.forgetFrom(userId, from);
        await send(userStream(userId), userDecider, { type: 'takeBack', userId, restored });
        if (kept.purpose === 'undo' || kept.email === null) return { restored, recovery: null };
        return {
          restored,
          recovery: { accessToken: await this.secrets.grant(userId), email: kept.email },
        };
      },
      personTurn(userId),
    );
    return this.commands.execute(work);
  }

  private async restore(person: Person, { purpose, email, password, newEmail }: KeptAccount): Promise<void> {
    const { records } = this.parts;
    const isGone = person.email?.toLowerCase() !== newEmail?.toLowerCase();
    if (purpose === 'undo' && isGone) refuse('invalidLink');
    await putPerson(this.parts, { ...person, email });
    if (purpose === 'restore' && password !== null)
      await records.credentials.setPassword(person.id, password);
  }
}
