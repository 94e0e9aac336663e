import { Button } from 'primereact/button';
import { useEffect, useState, type ReactElement } from 'react';
import { useStore } from 'react-redux';
import { useAppSelector, type AppStore } from '../../../app/store.js';
import { failureText } from '../../../shared/api.js';
import { firstFew, timeOfDay } from '../../../shared/format.js';
import { newIdempotencyKey } from '../../../shared/idempotency-key.js';
import { TEXTS } from '../../../shared/texts.js';
import { useNotices } from '../../../shared/ui/notices.js';
import { useAcknowledgeMutation } from '../api.js';
import { soundAlarms } from '../live/alarms.js';
import { createSiren, type Siren } from '../live/siren.js';
import { useRace } from '../race-context.js';
import { selectOpenAlerts } from '../state/alerts.js';

const SHOWN = 3;

/** Runs the siren; answers it while the browser holds it back. */
const useAlarms = (): Siren | null => {
  const { mayAcknowledge } = useRace();
  const { alarm } = useNotices();
  const store = useStore() as AppStore;
  const [blocked, setBlocked] = useState<Siren | null>(null);

  useEffect(() => {
    const siren = createSiren();
    const look = (): void => setBlocked(siren.isBlocked ? siren : null);
    look();
    const unlisten = siren.onChange(look);
    const unlock = (): void => siren.unlock();
    window.addEventListener('pointerdown', unlock);
    window.addEventListener('keydown', unlock);
    const silence = soundAlarms(store, siren, {
      mayAcknowledge,
      onRaised: (alerts) => {
        const { shown, more } = firstFew(alerts.map(({ CarNumber }) => CarNumber));
        alarm(TEXTS.sos.title, TEXTS.flags.someCars(shown, more));
      },
    });
    return () => {
      silence();
      unlisten();
      window.removeEventListener('pointerdown', unlock);
      window.removeEventListener('keydown', unlock);
      siren.close();
    };
  }, [store, mayAcknowledge, alarm]);

  return blocked;
};

const useTitleCount = (count: number): void => {
  useEffect(() => {
    document.title = count === 0 ? TEXTS.product : TEXTS.sos.pageTitle(count);
    return () => {
      document.title = TEXTS.product;
    };
  }, [count]);
};

/** Open SOS, always in sight, and the band that says that sound is off. */
export const SosStrip = (): ReactElement => {
  const { mayAcknowledge, gmtHours } = useRace();
  const alerts = useAppSelector(selectOpenAlerts);
  const blocked = useAlarms();
  const notices = useNotices();
  const [acknowledge] = useAcknowledgeMutation();
  useTitleCount(alerts.length);

  const press = async (alertId: number): Promise<void> => {
    try {
      await acknowledge({ alertId, key: newIdempotencyKey() }).unwrap();
    } catch (error) {
      notices.failure(failureText(error));
    }
  };

  return (
    <>
      {mayAcknowledge && blocked !== null && (
        <button type="button" className="race-band race-band-sound" onClick={() => blocked.unlock()}>
          <i className="pi pi-volume-off" aria-hidden="true" /> {TEXTS.sos.soundOff}
        </button>
      )}
      {alerts.length > 0 && (
        <ul className="sos-strip" aria-label={TEXTS.sos.title}>
          {alerts.slice(0, SHOWN).map((alert) => (
            <li
              key={alert.AlertId}
              className={alert.AcknowledgedAt === null ? 'sos-card sos-new' : 'sos-card'}
            >
              <i className="pi pi-exclamation-circle" aria-hidden="true" />
              <span className="sos-words">
                <strong>
                  {TEXTS.sos.title} · {TEXTS.sos.car(alert.CarNumber)}
                </strong>
                <span>
                  {alert.Pilot} · {timeOfDay(Date.parse(alert.RaisedAt), gmtHours)}
                  {alert.AcknowledgedBy !== null &&
                    ` · ${TEXTS.sos.acknowledgedBy(alert.AcknowledgedBy.Name)}`}
                </span>
              </span>
              {mayAcknowledge && alert.AcknowledgedAt === null && (
                <Button
                  size="small"
                  label={TEXTS.sos.acknowledge}
                  onClick={() => void press(alert.AlertId)}
                />
              )}
            </li>
          ))}
          {alerts.length > SHOWN && <li className="sos-more">{TEXTS.sos.more(alerts.length - SHOWN)}</li>}
        </ul>
      )}
    </>
  );
};
