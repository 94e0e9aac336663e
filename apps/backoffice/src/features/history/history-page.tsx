import { useState, type ReactElement, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { CircuitRouteAnswer, EventDetail, PastStory } from '@flagpost/contracts';
import { TEXTS } from '../../shared/texts/history.js';
import { NoticesProvider } from '../../shared/ui/notices.js';
import { Page } from '../../shared/ui/page.js';
import { useEventQuery } from '../events/api.js';
import { EventMissing } from '../events/event-missing.js';
import { useRouteQuery } from '../race-control/api.js';
import { PastRaceProvider } from '../race-control/race-context.js';
import { RacePlacesProvider } from '../race-control/ui/race-places.js';
import { useStoryQuery } from './api.js';
import { ReplayScreen } from './replay-screen.js';
import { readAddress } from './use-address.js';
import { useReplay } from './use-replay.js';

const IS_READ = <p role="status">{TEXTS.history.reading}</p>;

/** In place of the race while it is read, or if it could not be. */
const Before = ({ of, children }: { of: string | undefined; children: ReactNode }): ReactElement => (
  <Page title={TEXTS.history.title} of={of}>
    <h1>{TEXTS.history.title}</h1>
    {children}
  </Page>
);

const Told = ({
  event,
  route,
  story,
}: {
  event: EventDetail;
  route: CircuitRouteAnswer | null;
  story: PastStory;
}): ReactElement => {
  const [params] = useSearchParams();
  const [first] = useState(() => readAddress(params));
  const open = useReplay(story, Date.parse(event.eveStart), first);
  if (open === null) return <Before of={event.eveName}>{IS_READ}</Before>;
  return (
    <NoticesProvider>
      <PastRaceProvider
        eventId={event.eveId}
        timeZone={event.eveTimeZone}
        safetyCarDelayS={event.eveSafetyCarDelay}
        cars={open.replay.cars}
      >
        <RacePlacesProvider>
          <ReplayScreen event={event} route={route} story={story} open={open} first={first} />
        </RacePlacesProvider>
      </PastRaceProvider>
    </NoticesProvider>
  );
};

/** /history/{id}: a race as it was, at any second. */
export const HistoryPage = ({ eventId }: { eventId: number }): ReactElement => {
  const { data: event, error: eventError, refetch } = useEventQuery(eventId);
  const { data: route, error: routeError } = useRouteQuery(eventId);
  const { data: story, error: storyError, refetch: readAgain } = useStoryQuery(eventId);
  const error = eventError ?? storyError;
  const isRouteThere = route !== undefined || routeError !== undefined;
  if (event === undefined || story === undefined || !isRouteThere) {
    return (
      <Before of={event?.eveName}>
        {error === undefined ? (
          IS_READ
        ) : (
          <EventMissing
            error={error}
            onRetry={() => {
              void refetch();
              void readAgain();
            }}
          />
        )}
      </Before>
    );
  }
  return <Told event={event} route={route ?? null} story={story} />;
};
