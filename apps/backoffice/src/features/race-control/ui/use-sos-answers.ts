import type { AlertRow } from '@flagpost/contracts';
import { newIdempotencyKey } from '../../../shared/idempotency-key.js';
import { useCarryOut } from '../../../shared/ui/use-carry-out.js';
import { useAcknowledgeMutation, useClearSosMutation } from '../api.js';

interface SosAnswers {
  acknowledge: () => void;
  clear: () => void;
  isAcknowledging: boolean;
}

/** A person's two answers to an SOS; a failure is shown at once. */
export const useSosAnswers = ({ AlertId: alertId }: Pick<AlertRow, 'AlertId'>): SosAnswers => {
  const carryOut = useCarryOut();
  const [acknowledge, { isLoading }] = useAcknowledgeMutation();
  const [clear] = useClearSosMutation();
  return {
    acknowledge: () => carryOut(acknowledge({ alertId, key: newIdempotencyKey() }).unwrap()),
    clear: () => carryOut(clear({ alertId, key: newIdempotencyKey() }).unwrap()),
    isAcknowledging: isLoading,
  };
};
