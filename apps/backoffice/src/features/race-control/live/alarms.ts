import type { AlertRow } from '@flagpost/contracts';
import type { RaceStore } from '../state/race-store.js';
import { selectOpenAlerts, selectUnacknowledged } from '../state/alerts.js';
import { selectTones } from '../state/cautions.js';
import type { Siren } from './siren.js';

/**
 * Sounds while an SOS is open and unacknowledged, and reports new ones once, several together after a lost link. A
 * caution is one short tone, which the siren covers. All start when the message arrives, not when a screen renders.
 * A user who cannot acknowledge hears one tone; a user who does not control the race hears no cautions.
 */
export const soundAlarms = (
  store: RaceStore,
  siren: Pick<Siren, 'start' | 'stop' | 'beep' | 'endSilence'>,
  parts: {
    mayAcknowledge: boolean;
    mayControl: boolean;
    onRaised: (alerts: readonly AlertRow[]) => void;
  },
): (() => void) => {
  const known = new Set<number>();
  const read = () => {
    const state = store.getState();
    return {
      open: selectOpenAlerts(state),
      unanswered: selectUnacknowledged(state),
      tones: selectTones(state),
    };
  };
  let before: ReturnType<typeof read> | null = null;

  const follow = (): void => {
    const now = read();
    if (now.open === before?.open && now.tones === before.tones) return;
    const raised = now.open.filter(({ AlertId }) => !known.has(AlertId));
    for (const { AlertId } of raised) known.add(AlertId);
    const isCall = raised.some(({ AcknowledgedAt }) => AcknowledgedAt === null);
    const isCaution = parts.mayControl && now.tones > (before?.tones ?? 0);
    before = now;
    if (parts.mayAcknowledge && now.unanswered.length > 0) {
      // Silencing one SOS does not silence the next.
      if (isCall) siren.endSilence();
      siren.start();
    } else {
      siren.stop();
      if (isCall || isCaution) siren.beep();
    }
    if (raised.length > 0) parts.onRaised(raised);
  };

  follow();
  const unsubscribe = store.subscribe(follow);
  return () => {
    unsubscribe();
    siren.stop();
  };
};
