import type { AlertRow } from '@flagpost/contracts';
import type { AppStore } from '../../../app/store.js';
import { selectUnacknowledged } from '../state/alerts.js';
import type { Siren } from './siren.js';

/**
 * Sounds while an SOS is open and unacknowledged, and tells of new ones once, several at a time after a lost link. It
 * starts from the arriving message, not from a screen being drawn. Who cannot acknowledge hears one tone.
 */
export const soundAlarms = (
  store: AppStore,
  siren: Pick<Siren, 'start' | 'stop' | 'beep'>,
  parts: { mayAcknowledge: boolean; onRaised: (alerts: readonly AlertRow[]) => void },
): (() => void) => {
  const known = new Set<number>();
  let before: readonly AlertRow[] | null = null;

  const follow = (): void => {
    const open = selectUnacknowledged(store.getState());
    if (open === before) return;
    before = open;
    const raised = open.filter(({ AlertId }) => !known.has(AlertId));
    for (const { AlertId } of raised) known.add(AlertId);
    if (parts.mayAcknowledge && open.length > 0) siren.start();
    else siren.stop();
    if (raised.length === 0) return;
    if (!parts.mayAcknowledge) siren.beep();
    parts.onRaised(raised);
  };

  follow();
  const unsubscribe = store.subscribe(follow);
  return () => {
    unsubscribe();
    siren.stop();
  };
};
