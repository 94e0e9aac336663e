import { Button } from 'primereact/button';
import { useState, type ReactElement } from 'react';
import type { AlertRow } from '@flagpost/contracts';
import { timeOfDay } from '../../../shared/format.js';
import { newIdempotencyKey } from '../../../shared/idempotency-key.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { useNotices } from '../../../shared/ui/notices.js';
import { YesNo } from '../../../shared/ui/yes-no.js';
import { useAcknowledgeMutation, useClearSosMutation } from '../api.js';
import { useRace } from '../race-context.js';

/** One open SOS on one line, with its actions. */
export const SosCard = ({ alert }: { alert: AlertRow }): ReactElement => {
  const { mayAcknowledge, mayClearSos, gmtHours } = useRace();
  const { AlertId: alertId, CarNumber, Pilot, RaisedAt, AcknowledgedAt, AcknowledgedBy } = alert;
  const notices = useNotices();
  const [acknowledge, { isLoading }] = useAcknowledgeMutation();
  const [clear] = useClearSosMutation();
  const [asksToClear, setAsksToClear] = useState(false);

  const carryOut = async (work: Promise<unknown>): Promise<void> => {
    setAsksToClear(false);
    try {
      await work;
    } catch (error) {
      notices.showError(error);
    }
  };
  const answer = (): void => void carryOut(acknowledge({ alertId, key: newIdempotencyKey() }).unwrap());
  const close = (): void => void carryOut(clear({ alertId, key: newIdempotencyKey() }).unwrap());

  const details = [
    Pilot,
    timeOfDay(Date.parse(RaisedAt), gmtHours),
    ...(AcknowledgedBy === null ? [] : [TEXTS.sos.acknowledgedBy(AcknowledgedBy.Name)]),
  ].join(' · ');

  return (
    <li className={AcknowledgedAt === null ? 'sos-card sos-new' : 'sos-card'}>
      <i className="pi pi-exclamation-circle" aria-hidden="true" />
      <strong>
        <span className="sos-title">{TEXTS.sos.title} · </span>
        {TEXTS.sos.car(CarNumber)}
      </strong>
      <span className="sos-details" title={details}>
        {details}
      </span>
      {mayAcknowledge && AcknowledgedAt === null && (
        <Button label={TEXTS.sos.acknowledge} disabled={isLoading} onClick={answer} />
      )}
      {mayClearSos && <Button outlined label={TEXTS.sos.clear} onClick={() => setAsksToClear(true)} />}
      {asksToClear && (
        <YesNo
          title={TEXTS.sos.clearTitle}
          yes={TEXTS.yes}
          no={TEXTS.no}
          danger
          onYes={close}
          onNo={() => setAsksToClear(false)}
        >
          {TEXTS.sos.clearQuestion(CarNumber)}
        </YesNo>
      )}
    </li>
  );
};
