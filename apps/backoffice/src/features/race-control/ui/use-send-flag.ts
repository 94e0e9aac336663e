import type { FlagRequest } from '@flagpost/contracts';
import { useRaceDispatch } from '../state/race-store.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { useNotices } from '../../../shared/ui/notices.js';
import { newOrder, sendFlag } from '../deliver-flag.js';
import type { FlagOrder } from '../state/flags.js';
import { flagName } from './flag-words.js';

/**
 * Sends a flag, or resends one whose outcome is unknown as the same order; a failure is shown at once, wherever the
 * person looks.
 */
export const useSendFlag = (): ((request: FlagRequest, order?: FlagOrder) => void) => {
  const dispatch = useRaceDispatch();
  const notices = useNotices();
  return (request, order = newOrder(request)) => {
    void dispatch(sendFlag(order)).then((reason) => {
      if (reason === null) return;
      notices.showText(`${TEXTS.flags.notSent}: ${flagName(request.StateId)}. ${reason}`);
    });
  };
};
