import type { ReactElement } from 'react';
import { useRaceSelector } from '../state/race-store.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { useLiveCars } from '../race-context.js';
import { selectShownCars } from '../state/view.js';
import { Panel } from './panel.js';

/** Offline cars; the server decides this per car. */
export const OfflinePanel = (): ReactElement => {
  const live = useLiveCars();
  const shown = useRaceSelector(selectShownCars);
  const offline = shown.filter(({ invitationId }) => live.row(invitationId)?.isOffline === true);
  return (
    <Panel name="offline" startsFolded title={TEXTS.panels.offline(offline.length, shown.length)}>
      {offline.length === 0 ? (
        <p className="panel-empty">
          {shown.length === 0 ? TEXTS.panels.noCars : TEXTS.panels.nothingOffline}
        </p>
      ) : (
        <ul className="panel-scroll">
          {offline.map(({ invitationId, carNumber, pilot }) => (
            <li key={invitationId} className="offline-car">
              <strong>{carNumber}</strong>
              <span>{pilot}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
};
