import { useEffect, useState, type ReactElement } from 'react';
import { useStore } from 'react-redux';
import { useAppSelector, type AppStore } from '../../../app/store.js';
import { firstFew } from '../../../shared/format.js';
import { TEXTS } from '../../../shared/texts.js';
import { useNotices } from '../../../shared/ui/notices.js';
import { soundAlarms } from '../live/alarms.js';
import { createSiren, type Siren } from '../live/siren.js';
import { useRace } from '../race-context.js';
import { selectAlertsToAnswer } from '../state/alerts.js';
import { SosCard } from './sos-card.js';

/** A mouse counts as pressed when it goes down, a finger when it goes up. */
const PRESSES = ['pointerdown', 'pointerup', 'keydown'] as const;

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
    for (const press of PRESSES) window.addEventListener(press, unlock);
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
      for (const press of PRESSES) window.removeEventListener(press, unlock);
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
  const { mayAcknowledge } = useRace();
  const alerts = useAppSelector(selectAlertsToAnswer);
  const blocked = useAlarms();
  useTitleCount(alerts.length);

  return (
    <>
      {mayAcknowledge && blocked !== null && (
        <button type="button" className="race-band race-band-sound" onClick={() => blocked.unlock()}>
          <i className="pi pi-volume-off" aria-hidden="true" /> {TEXTS.sos.soundOff}
        </button>
      )}
      {alerts.length > 0 && (
        <ul className="sos-strip" aria-label={TEXTS.sos.title}>
          {alerts.map((alert) => (
            <SosCard key={alert.AlertId} alert={alert} />
          ))}
        </ul>
      )}
    </>
  );
};
