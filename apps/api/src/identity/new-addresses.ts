import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import {
  MAILED_PAGES,
  NEW_ADDRESS,
  type ConfirmEmailAnswer,
  type Language,
  type MailedLinkRequest,
  type PendingEmailAnswer,
} from '@flagpost/contracts';
import { TEXTS_IN } from '@flagpost/contracts/texts/server';
import { refuse } from '@flagpost/domain';
import { CommandMessage } from '../dispatch/command-message.js';
import type { Caller } from '../http/caller.js';
import { spend } from '../http/limits.js';
import { isoOf } from '../http/times.js';
import { mailedLink } from '../mail/links.js';
import { SEND_MAIL, type SendMail } from '../mail/mailer.js';
import { MailsUnderWay } from '../mail/mails-under-way.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import { othersWith } from '../command-parts/addresses.js';
import { pendingEmails } from './pending-emails.js';

/**
 * A new address of an account, which takes effect when the link mailed to it is opened. Whether it belongs to another account
 * is looked up after the answer, and revealed only by the mail to that address.
 */
@Injectable()
export class NewAddresses implements OnModuleDestroy {
  private readonly pending;
  private readonly mails;
  private readonly mailsOfUser = new RateLimiterMemory({
    points: NEW_ADDRESS.mailsPerHour,
    duration: 60 * 60,
  });

  constructor(
    @Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies,
    private readonly commands: CommandBus,
    @Inject(SEND_MAIL) private readonly sendMail: SendMail,
  ) {
    this.pending = pendingEmails(dependencies);
    this.mails = new MailsUnderWay(dependencies.logger, 'a link to a new address');
  }

  onModuleDestroy(): Promise<void> {
    return this.mails.settled();
  }

  /** Part of a command that `perPerson` serialises. @throws {DomainError} tooManyAttempts */
  async ask({ actor, language }: Caller, userId: number, email: string): Promise<void> {
    await spend(this.mailsOfUser, String(actor?.userId));
    const token = await this.pending.set(userId, email, actor);
    this.mails.start(() => this.mail(userId, email, token, language));
  }

  async pendingOf(userId: number): Promise<PendingEmailAnswer> {
    const pending = await this.pending.get(userId);
    return {
      pending: pending && { email: pending.email, until: isoOf(pending.until) },
    };
  }

  /** Invalidates the mailed link. */
  cancel(userId: number): Promise<void> {
    return this.pending.forget(userId);
  }

  /**
   * Mails both addresses; the change is recorded as made by the user who requested it.
   *
   * @throws {DomainError} invalidLink if it was used, has ended or was replaced; user.emailTaken if somebody else
   * got the address meanwhile: who opens the link reads its mail.
   */
  async confirm(caller: Caller, link: MailedLinkRequest): Promise<ConfirmEmailAnswer> {
    const found = (await this.pending.find(link.Token)) ?? refuse('invalidLink');
    const data = { userId: found.userId, link };
    const { actor } = found.pending;
    return this.commands.execute(new CommandMessage('confirmEmail', data, { ...caller, actor }));
  }

  private async mail(userId: number, to: string, token: string, language: Language): Promise<void> {
    const { mails } = TEXTS_IN[language];
    const [owner] = await othersWith(this.dependencies, to, userId);
    if (owner !== undefined)
      return this.sendMail({ userId: owner, names: [userId], to, ...mails.newAddressTaken() });
    const link = mailedLink(this.dependencies.config, MAILED_PAGES.newAddress, token);
    await this.sendMail({ userId, to, ...mails.newAddress(link) });
  }
}
