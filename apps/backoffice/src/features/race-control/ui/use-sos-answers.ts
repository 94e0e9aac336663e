import type { AlertRow } from '@flagpost/contracts';
import { newIdempotencyKey } from '../../../shared/idempotency-key.js';
import { useNotices } from '../../../shared/ui/notices.js';
import { useAcknowledgeMutation, useClearSosMutation } from '../api.js';

interface SosAnswers {
  acknowledge: () => void;
  clear: () => void;
  isAcknowledging: boolean;
}

/** A person's two answers to an SOS; a failure is shown at once. */
export const useSosAnswers = ({ AlertId: alertId }: Pick<AlertRow, 'AlertId'>): SosAnswers => {
  const notices = useNotices();
  const [acknowledge, { isLoading }] = useAcknowledgeMutation();
  const [clear] = useClearSosMutation();
  const carryOut = async (work: Promise<unknown>): Promise<void> => {
    try {
      await work;
    } catch (error) {
      notices.showError(error);
    }
  };
  return {
    acknowledge: () => void carryOut(acknowledge({ alertId, key: newIdempotencyKey() }).unwrap()),
    clear: () => void carryOut(clear({ alertId, key: newIdempotencyKey() }).unwrap()),
    isAcknowledging: isLoading,
  };
};
