import { Button } from 'primereact/button';
import type { ReactElement } from 'react';
import type { CheckAnswer, CheckedRow } from '@flagpost/contracts';
import { counted } from '../../shared/format.js';
import { TEXTS } from '../../shared/texts/check.js';
import { useNotices } from '../../shared/ui/notices.js';
import { useRecordCheckMutation } from './api.js';
import { minuteText } from './words.js';

const words = TEXTS.check;

/** 'Checked by Dora at 09:41, 58 of 60 well', with the time of this device. */
export const checkedText = ({ CheckedAt, CheckedBy, Cars, Well }: CheckedRow): string =>
  words.checked(CheckedBy.Name, minuteText(CheckedAt), counted(Well), counted(Cars));

/** The newest check, and the button that records another. */
export const RecordCheck = ({
  eventId,
  answer: { Checked, Past },
  isStale,
}: {
  eventId: number;
  answer: CheckAnswer;
  isStale: boolean;
}): ReactElement => {
  const [recordCheck, { isLoading }] = useRecordCheckMutation();
  const notices = useNotices();
  const record = async (): Promise<void> => {
    try {
      notices.success(checkedText(await recordCheck(eventId).unwrap()));
    } catch (error) {
      notices.showError(error);
    }
  };
  return (
    <div className="check-record">
      <p>{Checked === null ? words.notChecked : checkedText(Checked)}</p>
      {!Past && (
        <Button
          label={words.record}
          icon="pi pi-check"
          outlined
          loading={isLoading}
          disabled={isStale}
          onClick={() => void record()}
        />
      )}
    </div>
  );
};
