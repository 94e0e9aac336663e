import type { EventShape, Recorded, RecordedEvent } from '@flagpost/event-sourcing';
import { mutex, supervise, type Supervised } from '@flagpost/platform';
import type { Reaction } from '@flagpost/read-models';
import type { ApiDependencies } from '../dependencies.js';
import { mailProgress, type ReactionName } from '../stored-names.js';
import { upcast } from '../upcast.js';
import { kindOfFailure, mailFailure } from './mail-failure.js';
import type { MailPace } from './mail-pace.js';
import { MAIL_RETRIES, mailRestartMs } from './mail-retries.js';
import type { Mail, SendMail } from './mailer.js';
import { createWakingRest } from './waking-rest.js';

/** A reaction that mails people. */
export interface MailReaction<Event extends EventShape = EventShape> {
  readonly name: ReactionName;
  /**
   * By event type: the mails that follow an event. Called again for a mail that is tried again, and must compose the same
   * ones then. `id` tells apart those of one event; left out: `userId` does.
   */
  readonly mailsOf: {
    readonly [Type in Event['type']]?: (
      event: Recorded<Extract<Event, { readonly type: Type }>>,
    ) => Promise<readonly Mail[]>;
  };
}

/** A mail reaction whose handlers are typed by the program's events. */
export const mailReaction = <Event extends EventShape>(typed: MailReaction<Event>): MailReaction =>
  typed as unknown as MailReaction;

/** A mail that the server does not take yet. It is composed again from its event: neither address nor text is kept. */
interface LaterMail {
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly userId: number;
  readonly since: number;
  readonly failures: number;
  readonly at: number;
}

interface Progress {
  /** The mails of this event, in the order of their ids, that are done: up to this one. */
  readonly done: { readonly eventId: string; readonly id: string } | null;
  /** In the order of their events. */
  readonly later: readonly LaterMail[];
}
const NONE: Progress = { done: null, later: [] };

export interface EventMails extends Supervised {
  readonly reactions: readonly Reaction[];
}

type Parts = Pick<ApiDependencies, 'store' | 'records' | 'clock' | 'scheduler' | 'logger'>;

const idOf = ({ id, userId }: Mail): string => id ?? String(userId);
const byId = (one: Mail, other: Mail): number => (idOf(one) < idOf(other) ? -1 : 1);
const isInLine =
  ({ stream, userId }: Pick<LaterMail, 'stream' | 'userId'>) =>
  (other: LaterMail): boolean =>
    other.stream === stream && other.userId === userId;

/** The mails of one reaction. Progress is stored after each, so that a repetition of the event goes on where it was. */
const mailsOfReaction = (
  { store, records, clock, logger }: Parts,
  sendMail: SendMail,
  pace: MailPace,
  wake: () => void,
  { name, mailsOf }: MailReaction,
) => {
  const inTurn = mutex();
  const key = mailProgress(name);

  const load = async (): Promise<{ readonly stored: string | null; readonly progress: Progress }> => {
    const stored = await records.checkpoints.load(key);
    return { stored, progress: stored === null ? NONE : (JSON.parse(stored) as Progress) };
  };
  const save = async (stored: string | null, progress: Progress): Promise<void> => {
    if (!(await records.checkpoints.advance(key, stored, JSON.stringify(progress))))
      throw new Error('Another process mails meanwhile.');
  };

  const attempt = async (event: RecordedEvent, mail: Mail): Promise<'done' | 'later'> => {
    try {
      await sendMail({ ...mail, id: `${event.meta.id}.${idOf(mail)}` });
      return 'done';
    } catch (error) {
      const failure = mailFailure(error);
      if (failure === 'later') return failure;
      if (failure !== 'refused')
        throw new Error(`the mail server takes no mail: ${kindOfFailure(error)}`, { cause: error });
      logger.error('the mail server refuses a mail', { reaction: name, userId: mail.userId });
      return 'done';
    }
  };

  const mailsFor = async (event: RecordedEvent): Promise<readonly Mail[]> =>
    (await mailsOf[event.type]?.(event)) ?? [];

  const follow = async (event: RecordedEvent, signal: AbortSignal): Promise<void> => {
    const mails = (await mailsFor(event)).toSorted(byId);
    const areMany = new Set(mails.map(({ userId }) => userId)).size > 1;
    for (const mail of mails) {
      const isSent = await inTurn(async () => {
        const { stored, progress } = await load();
        const { done, later } = progress;
        const id = idOf(mail);
        if (done?.eventId === event.meta.id && id <= done.id) return false;
        const now = clock.now();
        const { stream, revision } = event;
        const waiting = { stream, revision, id, userId: mail.userId, since: now, failures: 1 };
        // Not before an older one to this person, which it may replace.
        const isLater = later.some(isInLine(waiting)) || (await attempt(event, mail)) === 'later';
        await save(stored, {
          done: { eventId: event.meta.id, id },
          later: isLater ? [...later, { ...waiting, at: now + MAIL_RETRIES.delayMs(1) }] : later,
        });
        if (isLater) wake();
        return true;
      });
      if (isSent && areMany) await pace(signal);
    }
  };

  /** Of a mail that waited: whether it waits on. */
  const tryAgain = async ({ stream, revision, id, userId, since }: LaterMail): Promise<boolean> => {
    const [recorded] = await store.readStream(stream, revision, 1);
    if (recorded === undefined) return false;
    const event = upcast.toCurrent(recorded);
    const mail = (await mailsFor(event)).find((each) => idOf(each) === id);
    if (mail === undefined) return false;
    if ((await attempt(event, mail)) === 'done') return false;
    if (clock.now() - since < MAIL_RETRIES.giveUpAfterMs) return true;
    logger.error('the mail server has not taken a mail for a day', { reaction: name, userId });
    return false;
  };

  const isHead = (each: LaterMail, _: number, later: readonly LaterMail[]): boolean =>
    later.find(isInLine(each)) === each;
  /** When a mail is to be tried again; infinite if none waits. */
  const dueAt = async (): Promise<number> =>
    Math.min(...(await load()).progress.later.filter(isHead).map(({ at }) => at));

  /** Tries the first mail again that is due. @returns false if none is */
  const retryOne = (): Promise<boolean> =>
    inTurn(async () => {
      const { stored, progress } = await load();
      const { later } = progress;
      const due = later.filter(isHead).find(({ at }) => at <= clock.now());
      if (due === undefined) return false;
      const failures = due.failures + 1;
      const waiting = { ...due, failures, at: clock.now() + MAIL_RETRIES.delayMs(failures) };
      const waitsOn = await tryAgain(due);
      await save(stored, {
        ...progress,
        later: later.flatMap((each) => (each !== due ? [each] : waitsOn ? [waiting] : [])),
      });
      return true;
    });

  return {
    reaction: { name, on: Object.fromEntries(Object.keys(mailsOf).map((type) => [type, follow])) },
    retryOne,
    dueAt,
  };
};

/**
 * Mails that follow events. Each is sent at least once. A mail that the server refuses for good is logged and dropped; one that
 * it takes later is tried again for a day, and holds up only mails of the same stream to the same person; while it takes
 * nothing, the reaction waits. If an event has mails to several people, they leave at the common pace.
 */
export const startEventMails = (
  parts: Parts,
  sendMail: SendMail,
  pace: MailPace,
  mailReactions: readonly MailReaction[],
): EventMails => {
  const { scheduler, logger } = parts;
  const resting = createWakingRest(parts);
  const mailing = mailReactions.map((each) =>
    mailsOfReaction(parts, sendMail, pace, () => resting.wake(), each),
  );
  const retrying = supervise(
    {
      backoff: { scheduler, ms: mailRestartMs },
      onFailure: (error) => logger.error('mails cannot be tried again now', { error }),
    },
    async (signal) => {
      while (!signal.aborted) {
        resting.look();
        for (const { retryOne } of mailing) while (await retryOne()) await pace(signal);
        const dueAt = await Promise.all(mailing.map((each) => each.dueAt()));
        await resting.until(Math.min(...dueAt), signal);
      }
    },
  );
  return { ...retrying, reactions: mailing.map(({ reaction }) => reaction as Reaction) };
};
