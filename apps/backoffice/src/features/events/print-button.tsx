import type { ReactElement } from 'react';
import type { EventDetail } from '@flagpost/contracts';
import { errorKindOf } from '../../shared/failures.js';
import { useAppDispatch } from '../../shared/store.js';
import { TEXTS } from '../../shared/texts/events.js';
import { competitorsApi } from '../competitors/api.js';
import { raceApi } from '../race-control/api.js';
import { eventsApi } from './api.js';
import { SaveButton } from './save-button.js';

const NOW = { forceRefetch: true, subscribe: false } as const;

/** Reads all of a past event anew, to be printed; if a part cannot be read, it says why. */
export const PrintButton = ({
  event: { eveId },
  hasReport,
  onRead,
}: {
  event: EventDetail;
  hasReport: boolean;
  onRead: () => void;
}): ReactElement => {
  const dispatch = useAppDispatch();
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
    onRead();
  };
  return <SaveButton label={TEXTS.event.map.download} icon="pi pi-print" save={read} />;
};
