import { Button } from 'primereact/button';
import type { ReactElement } from 'react';
import { useAppDispatch, useAppSelector } from '../../../app/store.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { selectSendings, sendingEnded, type Sending } from '../state/flags.js';
import { selectCars, type RosterCar } from '../state/roster.js';
import { flagWords } from './flag-words.js';
import { useSendFlag } from './use-send-flag.js';
import './feed.css';

const Unsent = ({ sending, cars }: { sending: Sending; cars: readonly RosterCar[] }): ReactElement => {
  const dispatch = useAppDispatch();
  const sendFlag = useSendFlag();
  const { key, request, status, reason } = sending;
  const words = flagWords(cars, request);
  if (status === 'sending') {
    return (
      <li className="feed-line feed-unsent">
        <i className="pi pi-spin pi-spinner" aria-hidden="true" />
        <span>{`${TEXTS.flags.sending}: ${words}`}</span>
      </li>
    );
  }
  return (
    <li className="feed-line feed-unsent feed-failed" role="alert">
      <i className="pi pi-times-circle" aria-hidden="true" />
      <span>{`${TEXTS.flags.notSent}: ${words}. ${reason ?? ''}`}</span>
      <Button size="small" label={TEXTS.retry} onClick={() => sendFlag(request, key)} />
      <Button
        size="small"
        text
        severity="secondary"
        label={TEXTS.flags.dismiss}
        onClick={() => dispatch(sendingEnded(key))}
      />
    </li>
  );
};

/** Flags on their way and flags that were not sent, as lines of a list. */
export const UnsentFlags = (): ReactElement => {
  const sendings = useAppSelector(selectSendings);
  const cars = useAppSelector(selectCars);
  return (
    <>
      {sendings.map((sending) => (
        <Unsent key={sending.key} sending={sending} cars={cars} />
      ))}
    </>
  );
};
