import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { newPassword, type RoleId } from '@flagpost/contracts';
import { userDecider, userStream } from '@flagpost/domain';
import { Submit } from '../dispatch/submit.js';
import { systemCaller } from '../http/caller.js';
import { parseField } from '../http/validation-error.js';
import { PARTS, type ApiParts } from '../parts.js';
import { hashPassword } from './passwords.js';
import { userReads } from './users.projection.js';

export interface NewAccount {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  readonly surname: string;
  readonly roles: readonly RoleId[];
  /** Null for administrators, and for them alone. */
  readonly clubId: number | null;
  /** Its holder must choose another password before anything else. */
  readonly temporaryPassword?: boolean;
  /** Of the demo: its password is published. */
  readonly demo?: boolean;
}

/** Accounts that a composition root wants to be there. */
@Injectable()
export class Accounts {
  constructor(
    @Inject(PARTS) private readonly parts: ApiParts,
    private readonly commands: CommandBus,
  ) {}

  /**
   * Makes the account where its address has none yet, and answers the user's id. One that is there stays as it is.
   *
   * @throws {ValidationError} where the password breaks the rule; {DomainError} where the roles do.
   */
  async ensure(account: NewAccount): Promise<number> {
    const password = parseField(newPassword, 'password', account.password);
    const { people, credentials } = this.parts.records;
    const { ids: random, readModels } = this.parts;
    const { userId } = await this.commands.execute(
      new Submit(
        systemCaller(random, `account ${account.email.toLowerCase()}`),
        { userId: 'user' },
        async ({ ids, send }) => {
          const { email, name, surname, roles, clubId, demo = false } = account;
          const known = await people.findByEmail(email);
          const userId = known?.id ?? ids.userId;
          if ((await userReads(readModels).get(userId)) !== null) return { userId };
          await people.put({
            id: userId,
            name,
            surname,
            email,
            phone: null,
            bloodType: null,
            avatar: null,
          });
          const { temporaryPassword: temporary = false } = account;
          await credentials.setPassword(userId, { hash: await hashPassword(password, random), temporary });
          await send(userStream(userId), userDecider, { type: 'addUser', userId, roles, clubId, demo });
          return { userId };
        },
      ),
    );
    return userId;
  }

  /** Makes an account one of the demo, for good. */
  async markDemo(userId: number): Promise<void> {
    await this.commands.execute(
      new Submit(systemCaller(this.parts.ids, `demo account ${userId}`), {}, async ({ send }) => {
        await send(userStream(userId), userDecider, { type: 'markDemo', userId });
      }),
    );
  }
}
