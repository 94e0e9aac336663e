import { Button } from 'primereact/button';
import type { ReactElement } from 'react';
import type { AlertRow } from '@flagpost/contracts';
import { duration } from '../../../shared/format.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { useRace, useRaceClock } from '../race-context.js';
import { isUnanswered } from '../state/alerts.js';
import { useSosAnswers } from './use-sos-answers.js';

/** A further SOS on one line. A press on it shows the car and makes it the card. */
export const SosRow = ({ alert, onShow }: { alert: AlertRow; onShow: () => void }): ReactElement => {
  const { mayAcknowledge } = useRace();
  const now = useRaceClock();
  const { acknowledge, isAcknowledging } = useSosAnswers(alert);
  const { CarNumber, Pilot, RaisedAt, AcknowledgedBy, ClearedAt } = alert;
  const details = [
    ...(ClearedAt === null ? [] : [TEXTS.sos.clearedByCar]),
    ...(AcknowledgedBy === null ? [] : [TEXTS.sos.acknowledgedBy(AcknowledgedBy.Name)]),
    Pilot,
  ].join(' · ');
  return (
    <li className={isUnanswered(alert) ? 'sos-card sos-row sos-new' : 'sos-card sos-row'}>
      <button type="button" className="sos-show" data-alert={alert.AlertId} title={details} onClick={onShow}>
        <span>
          <span className="visually-hidden">{TEXTS.sos.show} </span>
          <strong>{TEXTS.sos.car(CarNumber)}</strong> {duration(now - Date.parse(RaisedAt))}
        </span>
        <span className="sos-details">{details}</span>
      </button>
      {mayAcknowledge && isUnanswered(alert) && (
        <Button label={TEXTS.sos.acknowledge} disabled={isAcknowledging} onClick={acknowledge} />
      )}
    </li>
  );
};
