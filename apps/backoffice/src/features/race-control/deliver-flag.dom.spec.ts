import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { CORRELATION_HEADER, FLAGS, ROLES, type FlagWithdrawalAnswer } from '@flagpost/contracts';
import { createRaceStore } from '../../testing/race-store.js';
import { type RaceStore } from './state/race-store.js';
import { TEXTS } from '../../shared/texts/race.js';
import { answerCalls, type Answer, type Asked } from '../../testing/fetch.js';
import { aFlag, EVENT_ID } from '../../testing/race-data.js';
import { newOrder, sendFlag } from './deliver-flag.js';
import { flagRequestFor } from './send-flag.js';
import { selectSendings, type Sending } from './state/flags.js';
import { clearCookies, writeSession, writeTokens } from '../../shared/session/cookies.js';
import { sessionEnded, sessionOpened, type Session } from '../../shared/session/slice.js';
import { asksBeforeUnload } from '../../testing/office.js';
import { raceControlled, raceLeft, raceOpened } from './state/messages.js';

const request = flagRequestFor(EVENT_ID, FLAGS.yellow, [1]);
const SENT: Answer = { status: 201, body: { FlagId: 1 } };
const told = (Outcome: FlagWithdrawalAnswer['Outcome']): Answer => ({ status: 200, body: { Outcome } });
const isCheck = ({ path }: Asked): boolean => path === '/api/flagRecords/withdrawals';

let store: RaceStore;
const sendings = (): readonly Sending[] => selectSendings(store.getState());
const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);
const after = (ms: number, answer: Answer): Promise<Answer> =>
  new Promise((resolve) => setTimeout(() => resolve(answer), ms));
const newsOf = (correlationId: string) =>
  raceControlled({
    eventId: EVENT_ID,
    streamId: 's',
    seq: 1,
    action: 'flagSent',
    flag: aFlag(1),
    correlationId,
  });

const sessionOf = (id: number): Session => ({
  user: { id, name: 'Ada Rossi', roles: [{ id: ROLES.director }], avatar: null },
  club: null,
});
const signIn = (id: number): void => {
  writeTokens({ accessToken: `h.${window.btoa(JSON.stringify({ Id: id }))}.s`, refreshToken: 'r' });
  writeSession(sessionOf(id));
};

beforeEach(() => {
  jest.useFakeTimers();
  signIn(1);
  store = createRaceStore();
});
afterEach(() => {
  jest.useRealTimers();
  clearCookies();
});

describe('a flag that is sent', () => {
  it('is over when the server has answered', async () => {
    const calls = answerCalls(() => SENT);
    const sent = store.dispatch(sendFlag(newOrder(request)));
    expect(sendings()).toMatchObject([{ status: 'sending', request }]);
    expect(await sent).toBeNull();
    expect(sendings()).toEqual([]);
    expect(calls[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
  });

  it('is not sent where the server refuses it, and nobody is asked', async () => {
    const calls = answerCalls(() => ({ status: 418, body: { statusCode: 418, message: 'No such car.' } }));
    expect(await store.dispatch(sendFlag(newOrder(request)))).toBe('No such car.');
    expect(sendings()).toMatchObject([{ status: 'failed', reason: 'No such car.' }]);
    expect(calls).toHaveLength(1);
  });

  it('has no answer yet after 3 s, and was sent when the answer comes after 10 s', async () => {
    const calls = answerCalls(() => after(10_000, SENT));
    const order = newOrder(request);
    const sent = store.dispatch(sendFlag(order));
    await pass(2_999);
    expect(sendings()).toMatchObject([{ status: 'sending' }]);
    await pass(1);
    expect(sendings()).toMatchObject([{ status: 'unanswered', at: order.at }]);
    await pass(6_998);
    expect(sendings()).toMatchObject([{ status: 'unanswered' }]);
    await pass(2);
    expect(await sent).toBeNull();
    expect(sendings()).toEqual([]);
    expect(calls).toHaveLength(1);
  });

  it("is settled by the socket's news of it, whatever becomes of the answer", async () => {
    const calls = answerCalls(() => after(10_000, 'nothing'));
    const order = newOrder(request);
    const sent = store.dispatch(sendFlag(order));
    await pass(4_000);
    expect(calls[0]?.headers.get(CORRELATION_HEADER)).toBe(order.correlationId);
    store.dispatch(newsOf('another-order'));
    expect(sendings()).toMatchObject([{ status: 'unanswered' }]);
    store.dispatch(newsOf(order.correlationId));
    expect(sendings()).toEqual([]);
    await pass(6_000);
    expect(await sent).toBeNull();
    expect(sendings()).toEqual([]);
    expect(calls).toHaveLength(1);
  });
});

describe('a flag whose race is left before its answer', () => {
  const otherRace = raceOpened({ eventId: EVENT_ID + 1 });

  it('is asked for all the same, whichever race is opened then', async () => {
    let isCut = true;
    answerCalls((asked) => (isCut || !isCheck(asked) ? 'nothing' : told('withdrawn')));
    const sent = store.dispatch(sendFlag(newOrder(request)));
    await pass(5_000);
    store.dispatch(raceLeft());
    store.dispatch(otherRace);
    expect(sendings()).toMatchObject([{ status: 'unanswered', request }]);
    isCut = false;
    await pass(2_000);
    expect(await sent).toBe(TEXTS.noAnswer);
    expect(sendings()).toMatchObject([{ status: 'failed', request }]);
  });

  it('is refused as in its race', async () => {
    answerCalls(() => after(1_000, { status: 418, body: { statusCode: 418, message: 'No such car.' } }));
    const sent = store.dispatch(sendFlag(newOrder(request)));
    store.dispatch(otherRace);
    await pass(1_000);
    expect(await sent).toBe('No such car.');
    expect(sendings()).toMatchObject([{ status: 'failed', reason: 'No such car.' }]);
  });

  it('keeps the tab until its outcome is known', async () => {
    answerCalls(() => after(1_000, SENT));
    const sent = store.dispatch(sendFlag(newOrder(request)));
    expect(asksBeforeUnload()).toBe(true);
    await pass(1_000);
    await sent;
    expect(asksBeforeUnload()).toBe(false);
  });

  it('is not asked for as another person, to whom its key says nothing', async () => {
    const calls = answerCalls((asked) => (isCheck(asked) ? told('withdrawn') : 'nothing'));
    void store.dispatch(sendFlag(newOrder(request)));
    store.dispatch(sessionEnded());
    await pass(5_000);
    expect(calls.filter(isCheck)).toEqual([]);
    signIn(2);
    store.dispatch(sessionOpened(sessionOf(2)));
    expect(sendings()).toEqual([]);
    await pass(5_000);
    expect(calls.filter(isCheck)).toEqual([]);
  });
});

describe('a flag whose answer is cut', () => {
  it('was sent where the server says so', async () => {
    const calls = answerCalls((asked) => (isCheck(asked) ? told('sent') : 'nothing'));
    const order = newOrder(request);
    expect(await store.dispatch(sendFlag(order))).toBeNull();
    expect(sendings()).toEqual([]);
    expect(calls[1]?.body).toEqual({ EventId: EVENT_ID, Key: order.key });
  });

  it('has no answer until the server can be asked, and is not sent only where it never arrived', async () => {
    let isCut = true;
    answerCalls((asked) => (isCut || !isCheck(asked) ? 'nothing' : told('withdrawn')));
    const sent = store.dispatch(sendFlag(newOrder(request)));
    await pass(40_000);
    expect(sendings()).toMatchObject([{ status: 'unanswered', reason: null }]);
    isCut = false;
    await pass(2_000);
    expect(await sent).toBe(TEXTS.noAnswer);
    expect(sendings()).toMatchObject([{ status: 'failed', reason: TEXTS.noAnswer }]);
  });

  it.each([500, 503, 504])('is asked for after a %i, which says nothing of it', async (status) => {
    const calls = answerCalls((asked) => (isCheck(asked) ? told('sent') : { status, body: {} }));
    expect(await store.dispatch(sendFlag(newOrder(request)))).toBeNull();
    expect(calls).toHaveLength(2);
    expect(sendings()).toEqual([]);
  });

  it('is asked for again while the server is at it', async () => {
    const outcomes = [told('pending'), told('pending'), told('sent')];
    answerCalls((asked) => (isCheck(asked) ? (outcomes.shift() ?? 'nothing') : 'nothing'));
    const sent = store.dispatch(sendFlag(newOrder(request)));
    await pass(3_999);
    expect(sendings()).toMatchObject([{ status: 'unanswered' }]);
    await pass(1);
    expect(await sent).toBeNull();
    expect(sendings()).toEqual([]);
  });

  it('is given up after 20 s without an answer, and asked for then', async () => {
    const hanging = new Promise<Answer>(() => undefined);
    const calls = answerCalls((asked) => (isCheck(asked) ? told('withdrawn') : hanging));
    const sent = store.dispatch(sendFlag(newOrder(request)));
    await pass(19_999);
    expect(calls).toHaveLength(1);
    expect(calls[0]?.signal.aborted).toBe(false);
    await pass(1);
    expect(await sent).toBe(TEXTS.noAnswer);
    expect(calls[0]?.signal.aborted).toBe(true);
    expect(sendings()).toMatchObject([{ status: 'failed' }]);
  });

  it('goes out again under its key, and the attempt before says nothing more', async () => {
    let isCut = true;
    const calls = answerCalls((asked) => (isCut ? 'nothing' : isCheck(asked) ? told('withdrawn') : SENT));
    const order = newOrder(request);
    const first = store.dispatch(sendFlag(order));
    await pass(9_000);
    expect(sendings()).toMatchObject([{ status: 'unanswered' }]);
    isCut = false;
    const again = store.dispatch(sendFlag(order));
    expect(sendings()).toMatchObject([{ status: 'sending', at: order.at }]);
    await pass(10_000);
    expect(await Promise.all([first, again])).toEqual([null, null]);
    expect(sendings()).toEqual([]);
    const keys = calls
      .filter((asked) => !isCheck(asked))
      .map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toEqual([order.key, order.key]);
  });
});
