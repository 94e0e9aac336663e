import type { FlagRequest } from '@flagpost/contracts';
import { useAppDispatch } from '../../../app/store.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { useNotices } from '../../../shared/ui/notices.js';
import { sendFlag } from '../send-flag.js';
import { flagName } from './flag-words.js';

/** Sends a flag; one that was not sent says so at once, wherever the person looks. */
export const useSendFlag = (): ((request: FlagRequest, key?: string) => void) => {
  const dispatch = useAppDispatch();
  const notices = useNotices();
  return (request, key) => {
    void dispatch(sendFlag(request, key)).then((reason) => {
      if (reason === null) return;
      notices.failure(`${TEXTS.flags.notSent}: ${flagName(request.StateId)}. ${reason}`);
    });
  };
};
