import { Button } from 'primereact/button';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { Link } from 'react-router-dom';
import { useRaceDispatch, useRaceSelector } from '../state/race-store.js';
import { duration } from '../../../shared/format.js';
import { PATHS } from '../../../shared/paths.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { selectAlertsToAnswer } from '../state/alerts.js';
import { selectSendings, sendingEnded, type Sending } from '../state/flags.js';
import { selectCars } from '../state/roster.js';
import { useRace } from '../race-context.js';
import { flagName, flagWords } from './flag-words.js';
import { useFocusKey } from './use-focus-key.js';
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

/** A flag of another race that was left: only its own screen knows its cars, and sends it again. */
const Elsewhere = ({ sending }: { sending: Sending }): ReactElement => {
  const dispatch = useRaceDispatch();
  const { key, request, status, reason } = sending;
  const hasFailed = status === 'failed';
  const what = TEXTS.flags.ofOtherRace(flagName(request.StateId));
  return (
    <li className={`feed-line feed-unsent feed-${status}`} role="alert">
      <i className={`pi ${hasFailed ? 'pi-times-circle' : 'pi-question-circle'}`} aria-hidden="true" />
      <span>
        {hasFailed
          ? `${TEXTS.flags.notSent}: ${what}. ${reason ?? ''}`
          : `${TEXTS.flags.unanswered}: ${what}`}
      </span>
      <Link to={PATHS.liveMap(request.EventId)}>{TEXTS.flags.openOtherRace}</Link>
      {hasFailed && (
        <Button
          size="small"
          text
          severity="secondary"
          label={TEXTS.flags.dismiss}
          onClick={() => dispatch(sendingEnded(key))}
        />
      )}
    </li>
  );
};

/** Flags that are being sent, as lines of a list. */
export const FlagsOnTheirWay = (): ReactElement => {
  const { eventId } = useRace();
  const sendings = useRaceSelector(selectSendings).filter(({ request }) => request.EventId === eventId);
  const cars = useRaceSelector(selectCars);
  return (
    <>
      {sendings
        .filter(({ status }) => status === 'sending')
        .map(({ key, request }) => (
          <OnItsWay key={key} words={flagWords(cars, request)} />
        ))}
    </>
  );
};

/** Flags without an answer, and flags that were not sent: somebody has to decide. The key of alerts leads here if there is none. */
export const UnsentFlags = (): ReactElement | null => {
  const sendings = useRaceSelector(selectSendings).filter(({ status }) => status !== 'sending');
  const cars = useRaceSelector(selectCars);
  const { eventId } = useRace();
  const list = useRef<HTMLUListElement>(null);
  const hasAlerts = useRaceSelector(selectAlertsToAnswer).length > 0;
  useFocusKey('alert', () => {
    if (!hasAlerts) list.current?.querySelector('button')?.focus();
  });
  if (sendings.length === 0) return null;
  return (
    <ul ref={list} className="race-unsent" aria-label={TEXTS.flags.unsent}>
      {sendings.map((sending) => {
        const words = flagWords(cars, sending.request);
        const { key, status, request } = sending;
        if (request.EventId !== eventId) return <Elsewhere key={key} sending={sending} />;
        if (status === 'unanswered') return <Unanswered key={key} sending={sending} words={words} />;
        return <Failed key={key} sending={sending} words={words} />;
      })}
    </ul>
  );
};
