import { isPast, type InvitationMailOutcome } from '@flagpost/contracts';
import { TEXTS_IN } from '@flagpost/contracts/texts/server';
import { DomainError, invitationDecider, invitationStream, type InvitationEvent } from '@flagpost/domain';
import type { Handle } from '@flagpost/event-sourcing';
import { supervise, tokenHash, type Supervised } from '@flagpost/platform';
import { reaction, type Projector, type Reaction } from '@flagpost/read-models';
import { trackZone } from '../views/track-zone.js';
import { eventReads, type EventDocument } from '../views/events.projection.js';
import { clubReads } from '../views/clubs.projection.js';
import { clockOf } from '../mail/clock.js';
import { kindOfFailure, mailFailure } from '../mail/mail-failure.js';
import type { MailPace } from '../mail/mail-pace.js';
import { MAIL_RETRIES, mailRestartMs } from '../mail/mail-retries.js';
import type { Mail, SendMail } from '../mail/mailer.js';
import { createWakingRest } from '../mail/waking-rest.js';
import type { MailedInvitationLink } from '@flagpost/records';
import type { ApiDependencies } from '../dependencies.js';
import { REACTION_NAMES } from '../stored-names.js';
import { categoryReads } from '../views/categories.projection.js';
import { invitationLinks } from './invitation-links.js';
import {
  invitationReads,
  type InvitationDocument,
  type InvitationMail,
} from '../views/invitations.projection.js';
import { awaitViews } from '../views/await-views.js';

const VIEWS_MS = 10_000;

export interface InvitationMails extends Supervised {
  /** There may be mails that wait. */
  wake(): void;
}

interface Later {
  readonly sending: number;
  readonly failures: number;
  readonly at: number;
}

type Queued = InvitationDocument & { readonly newestMail: InvitationMail };
interface Attempt {
  /** `queued`: it stays as it is. */
  readonly outcome: InvitationMailOutcome | 'later' | 'queued';
  /** Why the next mail would not fare better at the moment. It names no address. */
  readonly trouble?: Error;
}

/**
 * Sends the mails of invitations that wait, one after another, at the configured pace, and records how each ended.
 *
 * None is sent twice: before its text is handed over, a mail is noted as begun, once, in the records. If the process dies, or
 * the connection breaks, between that note and the answer of the mail server, the mail is `interrupted`: it is not sent
 * again by itself, and the organizer sees it. Everything that waits is in the views, so a kill loses nothing.
 */
export const startInvitationMails = (
  dependencies: Pick<
    ApiDependencies,
    'records' | 'readModels' | 'ids' | 'config' | 'clock' | 'scheduler' | 'logger'
  >,
  handle: Handle,
  projector: Pick<Projector, 'waitFor'>,
  sendMail: SendMail,
  pace: MailPace,
): InvitationMails => {
  const { records, readModels, clock, scheduler, logger } = dependencies;
  const reads = invitationReads(readModels);
  const links = invitationLinks(dependencies);
  const later = new Map<number, Later>();
  const resting = createWakingRest(dependencies);

  const compose = async (
    invitation: Queued,
    event: EventDocument,
    to: string,
  ): Promise<{ readonly mail: Mail; readonly link: MailedInvitationLink }> => {
    const { invitationId, userId, newestMail: mail, categoryId } = invitation;
    const [person, club, category, secret] = await Promise.all([
      records.people.get(userId),
      clubReads(readModels).get(event.clubId),
      categoryId === null ? null : categoryReads(readModels).get(categoryId),
      links.secretOf(invitationId, to),
    ]);
    const zone = trackZone(event);
    const times = clockOf(mail.language, zone);
    const text = TEXTS_IN[mail.language].mails.invitation(
      {
        name: `${person?.name ?? ''} ${person?.surname ?? ''}`.trim(),
        event: event.name,
        club: club?.name ?? '',
        place: `${event.circuitName}, ${event.city}`,
        start: times.format(event.startsAt),
        finish: times.format(event.finishesAt),
        zone,
        carNumber: invitation.carNumber ?? '',
        car: `${invitation.brand ?? ''} ${invitation.model ?? ''}`.trim(),
        category: category?.name ?? '',
      },
      links.linkOf(secret),
    );
    const link = {
      linkHash: tokenHash(secret),
      eventId: event.eventId,
      invitationId,
      sending: mail.sending,
    };
    return { mail: { userId, to, ...text, id: tokenHash(`${secret} ${mail.sending}`) }, link };
  };

  const hand = async (mail: Mail, link: MailedInvitationLink): Promise<Attempt> => {
    let begun: 'not yet' | 'now' | 'before' = 'not yet';
    const beforeText = async (): Promise<void> => {
      if (begun !== 'not yet') return;
      begun = (await records.invitationLinks.begin(link)) ? 'now' : 'before';
      if (begun === 'before') throw new Error('begun before');
    };
    const isBegun = (when: typeof begun): boolean => begun === when;
    try {
      await sendMail({ ...mail, beforeText });
      await beforeText();
      return { outcome: 'sent' };
    } catch (error) {
      // Whether it was taken over then is not known.
      if (isBegun('before')) return { outcome: 'interrupted' };
      const failure = mailFailure(error);
      const trouble = new Error(`the mail server takes no mail: ${kindOfFailure(error)}`);
      if (isBegun('now') && failure === null) return { outcome: 'interrupted', trouble };
      if (failure === 'refused') return { outcome: failure };
      // It was certainly not taken over.
      if (isBegun('now')) await records.invitationLinks.withdraw(link.invitationId, link.sending);
      return failure === 'later' ? { outcome: failure } : { outcome: 'queued', trouble };
    }
  };

  const attempt = async (invitation: Queued): Promise<Attempt> => {
    const event = await eventReads(readModels).get(invitation.eventId);
    if (event === null || isPast(event, clock.now())) return { outcome: 'ended' };
    const to = (await records.people.get(invitation.userId))?.email ?? null;
    if (to === null) return { outcome: 'noAddress' };
    const { mail, link } = await compose(invitation, event, to);
    return hand(mail, link);
  };

  const settle = async (
    { invitationId, newestMail: mail }: Queued,
    outcome: InvitationMailOutcome,
  ): Promise<void> => {
    const { sending } = mail;
    try {
      const { position } = await handle(
        invitationStream(invitationId),
        invitationDecider,
        { type: 'settleInvitationMail', invitationId, sending, outcome },
        {
          actorId: null,
          actorRoles: [],
          clubId: null,
          correlationId: `mail ${invitationId} ${sending}`,
          commandId: `mail ${invitationId} ${sending} ${outcome}`,
        },
      );
      if (position !== null) await projector.waitFor(position, VIEWS_MS);
    } catch (error) {
      // It was deleted meanwhile.
      if (!(error instanceof DomainError)) throw error;
    }
  };

  const one = async (invitation: Queued): Promise<void> => {
    const { invitationId, newestMail: mail } = invitation;
    const { outcome, trouble } = await attempt(invitation);
    const known = later.get(invitationId);
    const failures = known?.sending === mail.sending ? known.failures : 0;
    later.delete(invitationId);
    if (outcome === 'later' && clock.now() - mail.requestedAt < MAIL_RETRIES.giveUpAfterMs)
      later.set(invitationId, {
        sending: mail.sending,
        failures: failures + 1,
        at: clock.now() + MAIL_RETRIES.delayMs(failures + 1),
      });
    else if (outcome !== 'queued') await settle(invitation, outcome === 'later' ? 'refused' : outcome);
    if (trouble !== undefined) throw trouble;
  };

  const notDue = (): number[] =>
    [...later].filter(([, { at }]) => at > clock.now()).map(([invitationId]) => invitationId);

  const dueAt = (): number => Math.min(...[...later.values()].map(({ at }) => at));

  const supervised = supervise(
    {
      backoff: { scheduler, ms: mailRestartMs },
      onFailure: (error, delayMs) =>
        logger.error('invitations cannot be mailed, will be retried', { error, delayMs }),
    },
    async (signal) => {
      while (!signal.aborted) {
        resting.look();
        const next = await reads.nextQueued(notDue());
        if (next === null || next.newestMail === null) {
          await resting.until(dueAt(), signal);
          continue;
        }
        await one({ ...next, newestMail: next.newestMail });
        await pace(signal).catch(() => undefined); // stopped
      }
    },
  );

  return { ...supervised, wake: () => resting.wake() };
};

/** Wakes the sender of mails once the views show that one waits. */
export const invitationMailsReaction = (
  projector: Pick<Projector, 'waitFor'>,
  mails: Pick<InvitationMails, 'wake'>,
): Reaction =>
  reaction<InvitationEvent>({
    name: REACTION_NAMES.invitationMails,
    on: {
      async InvitationMailRequested({ position }) {
        await awaitViews(projector, position);
        mails.wake();
      },
    },
  });
