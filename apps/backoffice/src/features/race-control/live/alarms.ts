import type { AlertRow } from '@flagpost/contracts';
import type { RaceStore } from '../state/race-store.js';
import { isUnanswered, selectAlertsToAnswer, selectUnacknowledged } from '../state/alerts.js';
import { selectTones } from '../state/cautions.js';
import type { Siren } from './siren.js';

/**
 * Sounds while nobody has acknowledged an SOS, and reports new ones once, several together after a lost link; what
 * somebody has acknowledged before it is seen here alarms nobody. A
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
      toAnswer: selectAlertsToAnswer(state),
      unanswered: selectUnacknowledged(state),
      tones: selectTones(state),
    };
  };
  let before: ReturnType<typeof read> | null = null;

  const follow = (): void => {
    const now = read();
    if (now.toAnswer === before?.toAnswer && now.tones === before.tones) return;
    const arrived = now.toAnswer.filter(({ AlertId }) => !known.has(AlertId));
    for (const { AlertId } of arrived) known.add(AlertId);
    const raised = arrived.filter(isUnanswered);
    const isCall = raised.length > 0;
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
    if (isCall) parts.onRaised(raised);
  };

  follow();
  const unsubscribe = store.subscribe(follow);
  return () => {
    unsubscribe();
    siren.stop();
  };
};
