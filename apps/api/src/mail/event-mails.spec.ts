import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Recorded } from '@flagpost/event-sourcing';
import { until } from '@flagpost/testing';
import { virtualTime, type VirtualTime } from '@flagpost/testing/virtual-time';
import type { ApiDependencies } from '../dependencies.js';
import { REACTION_NAMES } from '../stored-names.js';
import { memoryDependencies, NOW } from '../testing/harness.js';
import { mailReaction, startEventMails, type EventMails } from './event-mails.js';
import { createMailPace } from './mail-pace.js';
import type { Mail } from './mailer.js';

interface Moved {
  readonly type: 'Moved';
  readonly data: { readonly people: readonly number[]; readonly text: string };
}

const MINUTE_MS = 60_000;
/** Minutes. */
const DAY = 24 * 60;
const toMoved = mailReaction<Moved>({
  name: REACTION_NAMES.eventPostponed,
  mailsOf: {
    Moved: async ({ data: { people, text } }) =>
      people.map((userId) => ({ userId, to: `${userId}@example.org`, subject: 'Moved', text })),
  },
});

const answered = (responseCode: number, command = 'RCPT TO'): Error =>
  Object.assign(new Error('an answer that names 2@example.org'), {
    responseCode,
    command,
    code: 'EENVELOPE',
  });

let time: VirtualTime;
let dependencies: ApiDependencies;
let mailing: EventMails;
let logged: object[];
/** What was taken over, in order. */
let taken: (readonly [userId: number, text: string])[];
let ids: (string | undefined)[];
/** What the mail server answers to a mail; null: it takes it over. */
let answer: (mail: Mail) => Error | null;

const start = (): void => {
  const sendMail = async (mail: Mail): Promise<void> => {
    const error = answer(mail);
    if (error !== null) throw error;
    taken.push([mail.userId, mail.text]);
    ids.push(mail.id);
  };
  mailing = startEventMails(dependencies, sendMail, createMailPace(dependencies), [toMoved]);
};
beforeEach(() => {
  time = virtualTime(NOW);
  [logged, taken, ids] = [[], [], []];
  answer = () => null;
  const given = memoryDependencies(time, { MAILS_PER_MINUTE: '60' });
  const error = (text: string, details?: object): void => void logged.push({ text, ...details });
  dependencies = { ...given, logger: { ...given.logger, error } };
  start();
});
afterEach(() => mailing.stop());

const move = async (people: readonly number[], text = 'a'): Promise<Recorded<Moved>> => {
  const meta = { actorId: null, actorRoles: [], clubId: null, correlationId: 'spec', causationId: null };
  const event = { type: 'Moved', data: { people, text }, meta: { ...meta, id: text, schemaVersion: 1 } };
  const [recorded] = await dependencies.store.append('event-1', [event], 'any');
  return recorded as Recorded<Moved>;
};
const follow = async (event: Recorded<Moved>, { signal } = new AbortController()): Promise<void> => {
  await mailing.reactions[0]?.on['Moved']?.(event, signal);
};
/** With time for the pace. */
const followed = async (event: Recorded<Moved>): Promise<void> => {
  let isOver = false;
  const following = follow(event).finally(() => (isOver = true));
  following.catch(() => undefined);
  await until('the end of the handler', () => isOver, {
    everyMs: 0,
    deadlineMs: 5_000,
    advance: () => time.advance(1_000),
  });
  return following;
};
/** In steps, each with turns of the event loop for the reads and writes that it causes. */
const elapse = async (minutes: number): Promise<void> => {
  for (let step = 0; step < minutes / 5; step += 1) {
    await time.advance(5 * MINUTE_MS);
    for (let turn = 0; turn < 20; turn += 1) await time.advance(0);
  }
};
const receivers = (): number[] => taken.map(([userId]) => userId);

describe('mails that follow an event', () => {
  it('leave at the pace of all mails, each with an id of its own', async () => {
    const following = follow(await move([1, 2, 3]));
    for (const count of [1, 2, 3]) {
      for (let turn = 0; turn < 20; turn += 1) await time.advance(0);
      expect(taken).toHaveLength(count);
      await time.advance(1_000);
    }
    await following;
    expect(ids).toEqual(['a.1', 'a.2', 'a.3']);
  });

  it('go on after those that were taken when the mail server takes no more for now', async () => {
    const event = await move([1, 2, 3, 4, 5]);
    for (const limit of [2, 4]) {
      answer = () => (taken.length < limit ? null : answered(450, 'MAIL FROM'));
      await expect(followed(event)).rejects.toThrow('the mail server takes no mail: EENVELOPE');
    }
    await mailing.stop();
    start();
    answer = () => null;
    await followed(event);
    await followed(event);
    expect(receivers()).toEqual([1, 2, 3, 4, 5]);
  });

  it.each([501, 550, 554, 556])('pass over an address that is refused with %d', async (code) => {
    answer = ({ userId }) => (userId === 2 ? answered(code) : null);
    await followed(await move([1, 2, 3]));
    await elapse(2 * DAY);
    expect(receivers()).toEqual([1, 3]);
    expect(logged).toEqual([
      { text: 'the mail server refuses a mail', reaction: 'event postponed', userId: 2 },
    ]);
  });

  it('are not dropped if the mail server refuses the sender', async () => {
    const event = await move([1, 2]);
    answer = () => answered(553, 'MAIL FROM');
    await expect(followed(event)).rejects.toThrow('takes no mail');
    answer = () => null;
    await followed(event);
    expect(receivers()).toEqual([1, 2]);
  });

  it('hold nobody up whose address is not taken yet, and are tried again, also after a restart', async () => {
    answer = ({ userId }) => (userId === 2 ? answered(450) : null);
    await followed(await move([1, 2, 3]));
    expect(receivers()).toEqual([1, 3]);
    await elapse(20);
    await mailing.stop();
    answer = () => null;
    start();
    await elapse(60);
    expect(receivers()).toEqual([1, 3, 2]);
    expect(ids.at(-1)).toBe('a.2');
    await elapse(DAY);
    expect(taken).toHaveLength(3);
  });

  it('are given up after a day', async () => {
    answer = () => answered(450);
    await followed(await move([1]));
    await elapse(DAY - 60);
    expect(logged).toEqual([]);
    await elapse(180);
    expect(logged).toEqual([expect.objectContaining({ userId: 1 })]);
    answer = () => null;
    await elapse(DAY);
    expect(taken).toEqual([]);
  });

  it('keep their order for a person', async () => {
    answer = ({ userId }) => (userId === 1 ? answered(450) : null);
    await followed(await move([1, 2], 'first'));
    answer = () => null;
    await followed(await move([1, 2], 'second'));
    await elapse(60);
    expect(taken).toEqual([
      [2, 'first'],
      [2, 'second'],
      [1, 'first'],
      [1, 'second'],
    ]);
  });

  it('end with the program, and go on where they were', async () => {
    const event = await move([1, 2]);
    const stopping = new AbortController();
    const following = follow(event, stopping);
    await until('the first mail', () => taken.length === 1);
    stopping.abort(new Error('stopped'));
    await expect(following).rejects.toThrow('stopped');
    await followed(event);
    expect(receivers()).toEqual([1, 2]);
  });

  it('name no address in the reason of a failure', async () => {
    answer = () => answered(421);
    await expect(followed(await move([1]))).rejects.not.toThrow('example.org');
  });
});
