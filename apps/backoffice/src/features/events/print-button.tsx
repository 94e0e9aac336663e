import { useEffect, useState, type ReactElement } from 'react';
import type { EventDetail } from '@flagpost/contracts';
import { errorKindOf } from '../../shared/failures.js';
import { useAppDispatch } from '../../shared/store.js';
import { TEXTS } from '../../shared/texts/events.js';
import { competitorsApi } from '../competitors/api.js';
import { raceApi } from '../race-control/api.js';
import { eventsApi } from './api.js';
import { SaveButton } from './save-button.js';

const NOW = { forceRefetch: true, subscribe: false } as const;

/** Prints a past event, once all of it has been read anew; if a part cannot be read, it says why. */
export const PrintButton = ({
  event: { eveId },
  hasReport,
}: {
  event: EventDetail;
  hasReport: boolean;
}): ReactElement => {
  const dispatch = useAppDispatch();
  const [printings, setPrintings] = useState(0);
  useEffect(() => {
    // What was read is on the page by now.
    if (printings > 0) window.print();
  }, [printings]);
  const read = async (): Promise<void> => {
    const { eventCategories, flags, alerts, notes } = eventsApi.endpoints;
    const { route, pois } = raceApi.endpoints;
    const track = dispatch(route.initiate(eveId, NOW)).unwrap();
    await Promise.all([
      track.catch((error: unknown) => {
        // An event may have no track.
        if (errorKindOf(error) !== 'missing') throw error;
      }),
      dispatch(eventCategories.initiate(eveId, NOW)).unwrap(),
      dispatch(pois.initiate(eveId, NOW)).unwrap(),
      dispatch(competitorsApi.endpoints.competitors.initiate(eveId, NOW)).unwrap(),
      ...(hasReport
        ? [
            dispatch(flags.initiate(eveId, NOW)).unwrap(),
            dispatch(alerts.initiate(eveId, NOW)).unwrap(),
            dispatch(notes.initiate(eveId, NOW)).unwrap(),
          ]
        : []),
    ]);
    setPrintings((count) => count + 1);
  };
  return <SaveButton label={TEXTS.event.map.download} icon="pi pi-print" save={read} />;
};
