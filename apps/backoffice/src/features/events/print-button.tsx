import type { ReactElement } from 'react';
import type { EventDetail } from '@flagpost/contracts';
import { errorKindOf } from '../../shared/failures.js';
import { useAppDispatch } from '../../shared/store.js';
import { TEXTS } from '../../shared/texts/events.js';
import { competitorsApi } from '../competitors/api.js';
import { raceApi } from '../race-control/api.js';
import { eventsApi } from './api.js';
import { ANEW, readHappened } from './read-happened.js';
import { SaveButton } from './save-button.js';

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
    const { route, pois } = raceApi.endpoints;
    const track = dispatch(route.initiate(eveId, ANEW)).unwrap();
    await Promise.all([
      track.catch((error: unknown) => {
        // An event may have no track.
        if (errorKindOf(error) !== 'missing') throw error;
      }),
      dispatch(eventsApi.endpoints.eventCategories.initiate(eveId, ANEW)).unwrap(),
      dispatch(pois.initiate(eveId, ANEW)).unwrap(),
      hasReport
        ? readHappened(dispatch, eveId)
        : dispatch(competitorsApi.endpoints.competitors.initiate(eveId, ANEW)).unwrap(),
    ]);
    onRead();
  };
  return <SaveButton label={TEXTS.event.map.download} icon="pi pi-print" save={read} />;
};
