import type { FlagRequest, FlagWithdrawalAnswer } from '@flagpost/contracts';
import type { RaceThunk } from './state/race-store.js';
import { failureText, isRefusal } from '../../shared/failures.js';
import { newIdempotencyKey } from '../../shared/idempotency-key.js';
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
import { selectionCleared } from './state/view.js';

/** From here on a person reads that there is no answer yet. */
const UNANSWERED_AFTER_MS = 3_000;
/** The call is given up, and what became of the flag is asked instead. */
const GIVE_UP_AFTER_MS = 20_000;
const ASK_EVERY_MS = 2_000;
const ASK_WITHIN_MS = 5_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => window.setTimeout(resolve, ms));

export const newOrder = (request: FlagRequest): FlagOrder => ({
  key: newIdempotencyKey(),
  correlationId: newIdempotencyKey(),
  request,
  at: Date.now(),
});

/** The attempt before was closed just when this one was sent. */
const KEY_CLOSED = 422;

const reasonOf = (failure: unknown): string =>
  (failure as { status?: unknown }).status === KEY_CLOSED ? TEXTS.noAnswer : failureText(failure);

/** Null where the server did not say it. */
const withdraw =
  ({ key, request }: FlagOrder): RaceThunk<Promise<FlagWithdrawalAnswer['Outcome'] | null>> =>
  async (dispatch) => {
    const body = { EventId: request.EventId, Key: key };
    const call = dispatch(raceApi.endpoints.withdrawFlag.initiate(body, { track: false }));
    const late = window.setTimeout(() => call.abort(), ASK_WITHIN_MS);
    try {
      return (await call.unwrap()).Outcome;
    } catch {
      return null;
    } finally {
      window.clearTimeout(late);
    }
  };

/**
 * Sends a flag, or sends one without an answer again under its key. It is called 'not sent' only where the server refused
 * it, or has closed its key before the request arrived: a flag that a person has given up must not go out when the link
 * comes back. The selection is dropped after each sending.
 * @returns why it was not sent; null where it was, or where a later attempt will tell.
 */
export const sendFlag =
  (order: FlagOrder): RaceThunk<Promise<string | null>> =>
  async (dispatch, getState) => {
    const { key } = order;
    dispatch(sendingBegan(order));
    dispatch(selectionCleared());
    const attempt = sendingOf(getState(), key)?.attempts;
    /** Neither settled by the socket's news nor in the hands of a later attempt. */
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
      const outcome = await dispatch(withdraw(order));
      if (!isOpen()) break;
      if (outcome === 'sent') dispatch(sendingEnded(key));
      else if (outcome === 'withdrawn') return fail(reasonOf(failure));
      else await pause(ASK_EVERY_MS);
    }
    return null;
  };
