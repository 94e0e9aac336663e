import type { ReactElement } from 'react';
import { Page } from '../../app/shell/page.js';
import { useAppSelector } from '../../app/store.js';
import { selectActor } from '../../shared/session/slice.js';
import { TEXTS } from '../../shared/texts.js';
import { Failure } from '../../shared/ui/failure.js';
import { NoticesProvider } from '../../shared/ui/notices.js';
import { useEventQuery } from '../events/api.js';
import { useRouteQuery } from './api.js';
import { RaceProvider } from './race-context.js';
import { raceRights } from './race-rights.js';
import { RaceScreen } from './race-screen.js';

/** /map/{id}: what the event is and what this person may do there, then the race itself. */
export const LiveMapPage = ({ eventId }: { eventId: number }): ReactElement => {
  const actor = useAppSelector(selectActor);
  const { data: event, error, refetch } = useEventQuery(eventId);
  const { data: route } = useRouteQuery(eventId);

  if (event === undefined) {
    return (
      <Page>
        {error === undefined ? (
          <p role="status">{TEXTS.loading}</p>
        ) : (
          <Failure error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    );
  }
  return (
    <NoticesProvider>
      <RaceProvider
        eventId={eventId}
        gmtHours={route?.gmt ?? 0}
        safetyCarDelayS={event.eveSafetyCarDelay}
        {...raceRights(actor, event)}
      >
        <RaceScreen event={event} route={route ?? null} />
      </RaceProvider>
    </NoticesProvider>
  );
};
