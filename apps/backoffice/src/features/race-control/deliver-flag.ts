import type { FlagRequest, FlagWithdrawalAnswer } from '@flagpost/contracts';
import type { RaceThunk } from './state/race-store.js';
import { failureText, isRefusal } from '../../shared/failures.js';
import { selectActor } from '../../shared/session/slice.js';
import { newIdempotencyKey } from '../../shared/idempotency-key.js';
import { randomId } from '../../shared/random-id.js';
import { TEXTS } from '../../shared/texts/race.js';
import { raceApi } from './api.js';
import {
  sendingBegan,
  sendingEnded,
  sendingFailed,
  sendingOf,
  sendingUnanswered,
  type FlagOrder,
} from './state/flags.js';

/** After this time the screen shows that there is no answer yet. */
const UNANSWERED_AFTER_MS = 3_000;
/** After this time the call is aborted and the outcome of the flag is queried instead. */
const GIVE_UP_AFTER_MS = 20_000;
const ASK_EVERY_MS = 2_000;
const ASK_WITHIN_MS = 5_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => window.setTimeout(resolve, ms));

export const newOrder = (request: FlagRequest): FlagOrder => ({
  key: newIdempotencyKey(),
  correlationId: randomId(),
  request,
  at: Date.now(),
});

/** The key was closed for the previous attempt just when this one was sent. */
const KEY_CLOSED = 422;

const reasonOf = (failure: unknown): string =>
  (failure as { status?: unknown }).status === KEY_CLOSED ? TEXTS.noAnswer : failureText(failure);

/** A tab that is closed asks nobody what became of the flag: the browser warns. Returns the function that ends it. */
const holdTab = (): (() => void) => {
  const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
  window.addEventListener('beforeunload', warn);
  return () => window.removeEventListener('beforeunload', warn);
};

/** Null if the server did not answer. */
const withdraw =
  ({ key, request }: FlagOrder): RaceThunk<Promise<FlagWithdrawalAnswer['Outcome'] | null>> =>
  async (dispatch) => {
    const body = { EventId: request.EventId, Key: key };
    const call = dispatch(raceApi.endpoints.withdrawRequest.initiate(body, { track: false }));
    const late = window.setTimeout(() => call.abort(), ASK_WITHIN_MS);
    try {
      return (await call.unwrap()).Outcome;
    } catch {
      return null;
    } finally {
      window.clearTimeout(late);
    }
  };

const deliver =
  (order: FlagOrder): RaceThunk<Promise<string | null>> =>
  async (dispatch, getState) => {
    const { key } = order;
    dispatch(sendingBegan({ ...order, by: selectActor(getState())?.userId ?? null }));
    const attempt = sendingOf(getState(), key)?.attempts;
    /** Neither settled by a socket message nor replaced by a later attempt. */
    const isOpen = (): boolean => sendingOf(getState(), key)?.attempts === attempt;
    const fail = (reason: string): string => {
      dispatch(sendingFailed({ key, reason }));
      return reason;
    };

    const call = dispatch(raceApi.endpoints.sendFlag.initiate(order, { track: false }));
    const timers = [
      window.setTimeout(() => isOpen() && dispatch(sendingUnanswered(key)), UNANSWERED_AFTER_MS),
      window.setTimeout(() => call.abort(), GIVE_UP_AFTER_MS),
    ];
    let failure: unknown;
    try {
      await call.unwrap();
      dispatch(sendingEnded(key));
      return null;
    } catch (error) {
      failure = error;
    } finally {
      timers.forEach((timer) => window.clearTimeout(timer));
    }
    if (!isOpen()) return null;
    if (isRefusal(failure)) return fail(reasonOf(failure));

    dispatch(sendingUnanswered(key));
    while (isOpen()) {
      // Who signs in may be another person, to whom this key says nothing.
      const outcome = selectActor(getState()) === null ? null : await dispatch(withdraw(order));
      if (!isOpen()) break;
      if (outcome === 'sent') dispatch(sendingEnded(key));
      else if (outcome === 'withdrawn') return fail(reasonOf(failure));
      else await pause(ASK_EVERY_MS);
    }
    return null;
  };

/**
 * Sends a flag, or resends an unanswered one under its key. It is reported as 'not sent' only if the server refused it
 * or closed its key before the request arrived: a flag that a person has given up must not be sent when the link comes
 * back. Leaving its race ends nothing of this.
 * @returns why it was not sent; null if it was, or if a later attempt decides.
 */
export const sendFlag =
  (order: FlagOrder): RaceThunk<Promise<string | null>> =>
  async (dispatch) => {
    const letGo = holdTab();
    try {
      return await dispatch(deliver(order));
    } finally {
      letGo();
    }
  };
