import { useMemo, type ReactElement } from 'react';
import { Page } from '../../shared/ui/page.js';
import { useRaceSelector } from './state/race-store.js';
import { selectActor } from '../../shared/session/slice.js';
import { TEXTS } from '../../shared/texts/race.js';
import { NoticesProvider } from '../../shared/ui/notices.js';
import { useEventQuery } from '../events/api.js';
import { EventMissing } from '../events/event-missing.js';
import { useRouteQuery } from './api.js';
import { RaceProvider } from './race-context.js';
import { raceRights } from './race-rights.js';
import { RaceScreen } from './race-screen.js';
import { RacePlacesProvider } from './ui/race-places.js';

/** /map/{id}: loads the event and the person's rights, then shows the race. */
export const LiveMapPage = ({ eventId }: { eventId: number }): ReactElement => {
  const actor = useRaceSelector(selectActor);
  const { data: event, error, refetch } = useEventQuery(eventId);
  const { data: route, error: trackError, refetch: askForTrack } = useRouteQuery(eventId);
  const rights = useMemo(() => (event === undefined ? null : raceRights(actor, event)), [actor, event]);

  if (event === undefined || rights === null) {
    return (
      <Page title={TEXTS.map.map}>
        <h1>{TEXTS.map.map}</h1>
        {error === undefined ? (
          <p role="status">{TEXTS.loading}</p>
        ) : (
          <EventMissing error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    );
  }
  return (
    <NoticesProvider>
      <RaceProvider
        eventId={eventId}
        timeZone={event.eveTimeZone}
        safetyCarDelayS={event.eveSafetyCarDelay}
        rights={rights}
      >
        <RacePlacesProvider>
          <RaceScreen
            event={event}
            route={route ?? null}
            onTrackRetry={trackError === undefined ? null : () => void askForTrack()}
          />
        </RacePlacesProvider>
      </RaceProvider>
    </NoticesProvider>
  );
};
