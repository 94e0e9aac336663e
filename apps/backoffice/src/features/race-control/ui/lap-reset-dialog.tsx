import type { ReactElement } from 'react';
import { newIdempotencyKey } from '../../../shared/idempotency-key.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { useNotices } from '../../../shared/ui/notices.js';
import { YesNo } from '../../../shared/ui/yes-no.js';
import { useResetLapsMutation } from '../api.js';

/** Asks before the laps of an event are counted from 1 again. */
export const LapResetDialog = ({
  eventId,
  onClose,
}: {
  eventId: number;
  onClose: () => void;
}): ReactElement => {
  const [resetLaps] = useResetLapsMutation();
  const notices = useNotices();
  const reset = async (): Promise<void> => {
    onClose();
    try {
      await resetLaps({ eventId, key: newIdempotencyKey() }).unwrap();
      notices.success(TEXTS.laps.done);
    } catch (error) {
      notices.showError(error);
    }
  };
  return (
    <YesNo
      title={TEXTS.laps.resetTitle}
      yes={TEXTS.laps.reset}
      no={TEXTS.cancel}
      danger
      onYes={() => void reset()}
      onNo={onClose}
    >
      {TEXTS.laps.resetQuestion}
    </YesNo>
  );
};
