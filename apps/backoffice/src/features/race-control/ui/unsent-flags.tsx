import { Button } from 'primereact/button';
import { useEffect, useState, type ReactElement } from 'react';
import { useRaceDispatch, useRaceSelector } from '../state/race-store.js';
import { duration } from '../../../shared/format.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { selectSendings, sendingEnded, type Sending } from '../state/flags.js';
import { selectCars } from '../state/roster.js';
import { flagWords } from './flag-words.js';
import { useSendFlag } from './use-send-flag.js';
import './feed.css';

const OnItsWay = ({ words }: { words: string }): ReactElement => (
  <li className="feed-line feed-unsent">
    <i className="pi pi-spin pi-spinner" aria-hidden="true" />
    <span>{`${TEXTS.flags.sending}: ${words}`}</span>
  </li>
);

/** It may have been sent or not: a retry is the same order and is executed once. */
const Unanswered = ({ sending, words }: { sending: Sending; words: string }): ReactElement => {
  const sendFlag = useSendFlag();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), 1_000);
    return () => window.clearInterval(timer);
  }, []);
  return (
    <li className="feed-line feed-unsent feed-unanswered">
      <i className="pi pi-question-circle" aria-hidden="true" />
      <span className="visually-hidden" role="alert">{`${TEXTS.flags.unanswered}: ${words}`}</span>
      <span aria-hidden="true">{`${TEXTS.flags.unansweredFor(duration(now - sending.at))}: ${words}`}</span>
      <Button size="small" label={TEXTS.retry} onClick={() => sendFlag(sending.request, sending)} />
    </li>
  );
};

const Failed = ({ sending, words }: { sending: Sending; words: string }): ReactElement => {
  const dispatch = useRaceDispatch();
  const sendFlag = useSendFlag();
  const { key, request, reason } = sending;
  const dismiss = (): void => void dispatch(sendingEnded(key));
  return (
    <li className="feed-line feed-unsent feed-failed" role="alert">
      <i className="pi pi-times-circle" aria-hidden="true" />
      <span>{`${TEXTS.flags.notSent}: ${words}. ${reason ?? ''}`}</span>
      <Button
        size="small"
        label={TEXTS.retry}
        onClick={() => {
          dismiss();
          sendFlag(request);
        }}
      />
      <Button size="small" text severity="secondary" label={TEXTS.flags.dismiss} onClick={dismiss} />
    </li>
  );
};

/** Flags whose outcome is not known, and flags that were not sent, as lines of a list. */
export const UnsentFlags = (): ReactElement => {
  const sendings = useRaceSelector(selectSendings);
  const cars = useRaceSelector(selectCars);
  return (
    <>
      {sendings.map((sending) => {
        const words = flagWords(cars, sending.request);
        const { key, status } = sending;
        if (status === 'sending') return <OnItsWay key={key} words={words} />;
        if (status === 'unanswered') return <Unanswered key={key} sending={sending} words={words} />;
        return <Failed key={key} sending={sending} words={words} />;
      })}
    </>
  );
};
