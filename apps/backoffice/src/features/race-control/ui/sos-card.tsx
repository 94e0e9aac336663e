import { Button } from 'primereact/button';
import { useRef, useState, type KeyboardEvent, type MouseEvent, type ReactElement } from 'react';
import type { AlertRow } from '@flagpost/contracts';
import { duration } from '../../../shared/format.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { ignoreHeldEnter } from '../../../shared/ui/held-enter.js';
import { useSosPhoneQuery } from '../api.js';
import { useRace, useRaceClock } from '../race-context.js';
import { isUnanswered } from '../state/alerts.js';
import { useRaceSelector } from '../state/race-store.js';
import { selectCarsById } from '../state/roster.js';
import { placeWords } from './place-words.js';
import { SosFacts } from './sos-facts.js';
import { useCarPlace } from './use-car-place.js';
import { useDriver } from './use-driver.js';
import { useSosAnswers } from './use-sos-answers.js';
import { YellowHere } from './yellow-here.js';

const words = TEXTS.sos;

/** Asks once, in the card itself; the answer that changes nothing has the focus. */
const ClearQuestion = ({
  carNumber,
  onYes,
  onNo,
}: {
  carNumber: string;
  onYes: () => void;
  onNo: () => void;
}): ReactElement => (
  <div className="sos-step" role="group" aria-label={words.clearTitle} onKeyDown={ignoreHeldEnter}>
    <p>{words.clearQuestion(carNumber)}</p>
    <div>
      <Button outlined autoFocus label={TEXTS.no} onClick={onNo} />
      <Button label={TEXTS.yes} onClick={onYes} />
    </div>
  </div>
);

/** The SOS of one car with all its actions, until it is over and somebody has acknowledged it. */
export const SosCard = ({ alert, onShow }: { alert: AlertRow; onShow: () => void }): ReactElement => {
  const { mayControl, mayAcknowledge, mayClearSos, mayCall } = useRace();
  const { AlertId, InvitationId, CarNumber, RaisedAt, AcknowledgedBy, ClearedAt } = alert;
  const now = useRaceClock();
  const car = useRaceSelector((state) => selectCarsById(state)[InvitationId]);
  const driver = useDriver(car);
  const place = useCarPlace(InvitationId);
  const { data } = useSosPhoneQuery(AlertId, { skip: !mayCall });
  const phone = data?.Phone ?? null;
  const { acknowledge, clear, isAcknowledging } = useSosAnswers(alert);
  const [step, setStep] = useState<'yellow' | 'clear' | null>(null);
  const opener = useRef<HTMLElement>(null);

  const open = (next: 'yellow' | 'clear', event: MouseEvent<HTMLElement>): void => {
    opener.current = event.currentTarget;
    setStep(step === next ? null : next);
  };
  const close = (): void => {
    setStep(null);
    opener.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || step === null) return;
    event.stopPropagation();
    close();
  };

  return (
    <li className={isUnanswered(alert) ? 'sos-card sos-new' : 'sos-card'} onKeyDown={onKeyDown}>
      <p className="sos-line">
        <i className="pi pi-exclamation-circle" aria-hidden="true" />
        <strong>
          <span className="sos-title">{words.title} · </span>
          {words.car(CarNumber)}
        </strong>
        <span className="sos-short" aria-hidden="true">
          {ClearedAt === null ? placeWords(place) : words.clearedByCar}
        </span>
        <time dateTime={RaisedAt}>{duration(now - Date.parse(RaisedAt))}</time>
      </p>
      {step === 'yellow' && <YellowHere place={place} onDone={close} />}
      {step === 'clear' && (
        <ClearQuestion
          carNumber={CarNumber}
          onYes={() => {
            close();
            clear();
          }}
          onNo={close}
        />
      )}
      {step === null && <SosFacts alert={alert} driver={driver} place={place} phone={phone} />}
      {AcknowledgedBy !== null && <p className="sos-note">{words.acknowledgedBy(AcknowledgedBy.Name)}</p>}
      {mayAcknowledge && isUnanswered(alert) && (
        <Button
          className="sos-acknowledge"
          label={words.acknowledge}
          disabled={isAcknowledging}
          onClick={acknowledge}
        />
      )}
      <div className="sos-actions">
        <Button outlined label={words.show} data-alert={AlertId} onClick={onShow} />
        {mayControl && (
          <Button
            outlined
            label={words.yellowHere}
            aria-expanded={step === 'yellow'}
            onClick={(event) => open('yellow', event)}
          />
        )}
        {phone !== null && (
          <a className="p-button p-button-outlined" href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>
            {words.call}
          </a>
        )}
        {mayClearSos && ClearedAt === null && (
          <Button
            outlined
            label={words.clear}
            aria-expanded={step === 'clear'}
            onClick={(event) => open('clear', event)}
          />
        )}
      </div>
    </li>
  );
};
