import { Button } from 'primereact/button';
import { Message } from 'primereact/message';
import { useMemo, type ReactElement } from 'react';
import { useNavigate } from 'react-router-dom';
import { Page } from '../../shared/ui/page.js';
import { useRaceSelector } from './state/race-store.js';
import { failureText, meaningOf } from '../../shared/failures.js';
import { PATHS } from '../../shared/paths.js';
import { selectActor } from '../../shared/session/slice.js';
import { TEXTS } from '../../shared/texts/race.js';
import { Failure } from '../../shared/ui/failure.js';
import { NoticesProvider } from '../../shared/ui/notices.js';
import { useEventQuery } from '../events/api.js';
import { useRouteQuery } from './api.js';
import { RaceProvider } from './race-context.js';
import { raceRights } from './race-rights.js';
import { RaceScreen } from './race-screen.js';

/** An event that is not there, or not for this person, stays so: the way on is back. */
const NotShown = ({ error, onRetry }: { error: unknown; onRetry: () => void }): ReactElement => {
  const navigate = useNavigate();
  const meaning = meaningOf(error);
  if (meaning !== 'forbidden' && meaning !== 'missing') return <Failure error={error} onRetry={onRetry} />;
  return (
    <div className="failure">
      <Message severity="error" text={meaning === 'missing' ? TEXTS.race.notFound : failureText(error)} />
      <Button
        label={TEXTS.toEvents}
        icon="pi pi-arrow-left"
        outlined
        onClick={() => void navigate(PATHS.events)}
      />
    </div>
  );
};

/** /map/{id}: what the event is and what this person may do there, then the race itself. */
export const LiveMapPage = ({ eventId }: { eventId: number }): ReactElement => {
  const actor = useRaceSelector(selectActor);
  const { data: event, error, refetch } = useEventQuery(eventId);
  const { data: route, error: trackError, refetch: askForTrack } = useRouteQuery(eventId);
  const rights = useMemo(() => (event === undefined ? null : raceRights(actor, event)), [actor, event]);

  if (event === undefined || rights === null) {
    return (
      <Page>
        {error === undefined ? (
          <p role="status">{TEXTS.loading}</p>
        ) : (
          <NotShown error={error} onRetry={() => void refetch()} />
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
        rights={rights}
      >
        <RaceScreen
          event={event}
          route={route ?? null}
          onTrackRetry={trackError === undefined ? null : () => void askForTrack()}
        />
      </RaceProvider>
    </NoticesProvider>
  );
};
