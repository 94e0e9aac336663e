import type { AppThunk } from '../../app/store.js';
import { failureText } from '../../shared/failures.js';
import { newIdempotencyKey } from '../../shared/idempotency-key.js';
import { flagOf, type FlagCode, type FlagRequest, type SectorRow } from '@flagpost/contracts';
import { TEXTS } from '../../shared/texts/race.js';
import { raceApi } from './api.js';
import { sendingBegan, sendingEnded, sendingFailed } from './state/flags.js';
import { selectionCleared } from './state/view.js';

/** What a press on a flag leads to, before anything is sent. */
export type FlagStep =
  | { step: 'send' }
  /** Yes or no: red and checkered. */
  | { step: 'confirm' }
  /** The safety car's delay, with a way out. */
  | { step: 'countDown' }
  | { step: 'chooseCar' }
  | { step: 'writeMessage' }
  | { step: 'refuse'; text: string };

export const stepFor = (
  code: FlagCode,
  receivers: readonly number[],
  { safetyCarDelayS }: { safetyCarDelayS: number },
): FlagStep => {
  const { press, receivers: wanted } = flagOf(code);
  if (press === 'write') return { step: 'writeMessage' };
  if (press === 'confirm') return { step: 'confirm' };
  if (press === 'countDown' && safetyCarDelayS > 0) return { step: 'countDown' };
  if (wanted === 'one') {
    if (receivers.length > 1) return { step: 'refuse', text: TEXTS.flags.onlyOne };
    return receivers.length === 0 ? { step: 'chooseCar' } : { step: 'send' };
  }
  if (wanted === 'named' && receivers.length === 0) return { step: 'refuse', text: TEXTS.flags.atLeastOne };
  return { step: 'send' };
};

/** The sector that this flag names: a hazard's does, where one is chosen. */
export const sectorOf = (code: FlagCode, chosen: SectorRow | null): SectorRow | null =>
  flagOf(code).bySector ? chosen : null;

/** A flag for a sector says so in words too: to the driver, and in the feed. */
export const flagRequestFor = (
  eventId: number,
  code: FlagCode,
  receivers: readonly number[],
  message: string | null = null,
  sector: SectorRow | null = null,
): FlagRequest => {
  const place = sectorOf(code, sector);
  return {
    EventId: eventId,
    StateId: code,
    InvitationsSelected: [...receivers],
    Message: place === null ? message : TEXTS.flags.sector(place.secNumber),
    SectorId: place?.secId ?? null,
    SectorImg: place?.secPicpath ?? null,
    SanctionedDriver: flagOf(code).receivers === 'one' ? (receivers[0] ?? null) : null,
  };
};

/** A flag without an answer for this long is given up, so that it does not go out when the link comes back. */
const ANSWER_WITHIN_MS = 3_000;

/**
 * Sends a flag, or sends it again under the key it had. The selection is dropped after each sending.
 * @returns why it was not sent; null when the server has answered.
 */
export const sendFlag =
  (request: FlagRequest, key = newIdempotencyKey()): AppThunk<Promise<string | null>> =>
  async (dispatch) => {
    dispatch(sendingBegan({ key, request }));
    dispatch(selectionCleared());
    const call = dispatch(raceApi.endpoints.sendFlag.initiate({ key, request }, { track: false }));
    const late = window.setTimeout(() => call.abort(), ANSWER_WITHIN_MS);
    try {
      await call.unwrap();
      dispatch(sendingEnded(key));
      return null;
    } catch (error) {
      const reason = failureText(error);
      dispatch(sendingFailed({ key, reason }));
      return reason;
    } finally {
      window.clearTimeout(late);
    }
  };
