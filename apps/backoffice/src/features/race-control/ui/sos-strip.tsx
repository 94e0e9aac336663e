import { useEffect, useRef, useState, type ReactElement } from 'react';
import type { AlertRow } from '@flagpost/contracts';
import { useRaceDispatch, useRaceSelector } from '../state/race-store.js';
import { useAlarmTitle } from '../../../shared/page-title.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { arranged, cardOf, type HeldOrder } from '../alert-order.js';
import { useRace } from '../race-context.js';
import { isUnanswered, selectAlertsToAnswer } from '../state/alerts.js';
import { selectCautionCards } from '../state/caution-cards.js';
import { carShown } from '../state/view.js';
import { CautionCard } from './caution-card.js';
import { SosCard } from './sos-card.js';
import { SosRow } from './sos-row.js';
import { Silence, SoundOffBand, useAlarmSound } from './sos-sound.js';
import { useFocusKey } from './use-focus-key.js';
import './sos-strip.css';

/** A pointer that rests is not about to press. */
const HELD_FOR_MS = 3_000;
const LOOK_MS = 500;

/** The alerts as cards and rows. Under a moving pointer none of them changes its place. */
export const SosList = ({ alerts }: { alerts: readonly AlertRow[] }): ReactElement => {
  const dispatch = useRaceDispatch();
  const list = useRef<HTMLUListElement>(null);
  const [held, setHeld] = useState<HeldOrder | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const rows = arranged(alerts, held);
  const card = cardOf(rows, held, chosen);

  const movedAtMs = useRef(0);

  useEffect(() => {
    if (held === null) return undefined;
    const timer = window.setInterval(() => {
      if (performance.now() - movedAtMs.current >= HELD_FOR_MS) setHeld(null);
    }, LOOK_MS);
    return () => window.clearInterval(timer);
  }, [held]);
  const hold = (): void =>
    setHeld({ cars: rows.map(({ InvitationId }) => InvitationId), card: card?.InvitationId ?? null });

  const oldest = alerts[0]?.AlertId;
  useFocusKey('alert', () => list.current?.querySelector<HTMLElement>(`[data-alert="${oldest}"]`)?.focus());

  const show = ({ InvitationId }: AlertRow): void => {
    setChosen(InvitationId);
    // The movement that led to the press may not have been rendered yet.
    setHeld((before) => before && { ...before, card: InvitationId });
    dispatch(carShown(InvitationId));
  };
  return (
    <ul
      ref={list}
      className="sos-strip"
      aria-label={TEXTS.sos.title}
      onPointerMove={({ timeStamp }) => {
        movedAtMs.current = timeStamp;
        if (held === null) hold();
      }}
      onPointerLeave={() => setHeld(null)}
    >
      {rows.map((alert) =>
        alert === card ? (
          <SosCard key={alert.InvitationId} alert={alert} onShow={() => show(alert)} />
        ) : (
          <SosRow key={alert.InvitationId} alert={alert} onShow={() => show(alert)} />
        ),
      )}
    </ul>
  );
};

/** Always visible: the band that reports that sound is off, every SOS that is open or unacknowledged, and for race control the cautions. */
export const SosStrip = (): ReactElement => {
  const { mayAcknowledge, mayControl } = useRace();
  const alerts = useRaceSelector(selectAlertsToAnswer);
  const unanswered = alerts.filter(isUnanswered).length;
  const cautions = useRaceSelector(selectCautionCards);
  const sound = useAlarmSound();
  useAlarmTitle(alerts.length === 0 ? '' : TEXTS.sos.pageTitle(alerts.length));

  const isSounding = mayAcknowledge && unanswered > 0 && sound?.isBlocked === false;
  const shownCautions = mayControl ? cautions : [];
  return (
    <>
      {mayAcknowledge && sound?.isBlocked === true && <SoundOffBand siren={sound.siren} />}
      {alerts.length + shownCautions.length > 0 && (
        <div className="alarm-cards">
          {alerts.length > 0 && (
            <div
              className="sos-head"
              data-new={unanswered > 0}
              data-spare={!isSounding && alerts.length === 1}
            >
              <span className="sos-count">{TEXTS.sos.open(alerts.length, unanswered)}</span>
              {isSounding && <Silence siren={sound.siren} />}
            </div>
          )}
          <div className="alarm-list">
            {alerts.length > 0 && <SosList alerts={alerts} />}
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
