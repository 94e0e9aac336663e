import { Button } from 'primereact/button';
import type { ReactElement } from 'react';
import type { CheckAnswer, TestRow } from '@flagpost/contracts';
import { counted } from '../../shared/format.js';
import { TEXTS } from '../../shared/texts/check.js';
import { useNotices } from '../../shared/ui/notices.js';
import { useSendTestMutation } from './api.js';
import type { CheckedCar } from './checked-cars.js';
import { minuteText } from './words.js';

const words = TEXTS.check;

/** 'Test sent by Dora at 09:41: 55 confirmed, 3 shown, 2 not yet' */
const testText = ({ SentAt, SentBy }: TestRow, cars: readonly CheckedCar[]): string => {
  const count = (test: CheckedCar['test']): string => counted(cars.filter((car) => car.test === test).length);
  const sent = words.testSent(SentBy.Name, minuteText(SentAt));
  return `${sent} ${words.testTally(count('confirmed'), count('shown'), count('waiting'))}`;
};

/** The newest test flag with what became of it, and the button that sends another. */
export const TestAll = ({
  eventId,
  answer: { Test, Past },
  cars,
  isStale,
}: {
  eventId: number;
  answer: CheckAnswer;
  cars: readonly CheckedCar[];
  isStale: boolean;
}): ReactElement => {
  const [sendTest, { isLoading }] = useSendTestMutation();
  const notices = useNotices();
  const send = async (): Promise<void> => {
    try {
      await sendTest(eventId).unwrap();
    } catch (error) {
      notices.showError(error);
    }
  };
  return (
    <div className="check-record">
      <p role="status">{Test === null ? words.notTested : testText(Test, cars)}</p>
      {!Past && (
        <Button
          label={words.testAll}
          icon="pi pi-flag"
          outlined
          loading={isLoading}
          disabled={isStale}
          onClick={() => void send()}
        />
      )}
    </div>
  );
};
