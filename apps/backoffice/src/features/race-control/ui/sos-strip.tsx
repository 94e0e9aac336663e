import { useEffect, type ReactElement } from 'react';
import { useRaceSelector } from '../state/race-store.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { useRace } from '../race-context.js';
import { selectAlertsToAnswer, selectUnacknowledged } from '../state/alerts.js';
import { selectCautionCards } from '../state/caution-cards.js';
import { CautionCard } from './caution-card.js';
import { SosCard } from './sos-card.js';
import { Silence, SoundOffBand, useAlarmSound } from './sos-sound.js';
import './sos-strip.css';

const useTitleCount = (count: number): void => {
  useEffect(() => {
    document.title = count === 0 ? TEXTS.product : TEXTS.sos.pageTitle(count);
    return () => {
      document.title = TEXTS.product;
    };
  }, [count]);
};

/** More cards than this are not visible at once: their count is shown above them. */
const SEEN_AT_ONCE = 3;

/** Always visible: the band that reports that sound is off, every open SOS, and for race control the cautions. */
export const SosStrip = (): ReactElement => {
  const { mayAcknowledge, mayControl } = useRace();
  const alerts = useRaceSelector(selectAlertsToAnswer);
  const unanswered = useRaceSelector(selectUnacknowledged).length;
  const cautions = useRaceSelector(selectCautionCards);
  const sound = useAlarmSound();
  useTitleCount(alerts.length);

  const isSounding = mayAcknowledge && unanswered > 0 && sound?.isBlocked === false;
  const isLong = alerts.length > SEEN_AT_ONCE;
  const shownCautions = mayControl ? cautions : [];
  return (
    <>
      {mayAcknowledge && sound?.isBlocked === true && <SoundOffBand siren={sound.siren} />}
      {alerts.length + shownCautions.length > 0 && (
        <div className="alarm-cards">
          {(isSounding || isLong) && (
            <div className="sos-head">
              {isLong && <span className="sos-count">{TEXTS.sos.open(alerts.length, unanswered)}</span>}
              {isSounding && <Silence siren={sound.siren} />}
            </div>
          )}
          <div className="alarm-list">
            {alerts.length > 0 && (
              <ul className="sos-strip" aria-label={TEXTS.sos.title}>
                {alerts.map((alert) => (
                  <SosCard key={alert.AlertId} alert={alert} />
                ))}
              </ul>
            )}
            {shownCautions.length > 0 && (
              <ul className="caution-strip" aria-label={TEXTS.cautions.label}>
                {shownCautions.map((caution) => (
                  <CautionCard key={caution.id} caution={caution} />
                ))}
              </ul>
            )}
          </div>
        </div>
      )}
    </>
  );
};
