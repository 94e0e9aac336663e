import { Skeleton } from 'primereact/skeleton';
import { useState, type ComponentProps, type ReactElement } from 'react';
import { may, type Actor, type EventDetail } from '@flagpost/contracts';
import { Page } from '../../shared/ui/page.js';
import { useAppSelector } from '../../shared/store.js';
import { PATHS } from '../../shared/paths.js';
import { selectActor } from '../../shared/session/slice.js';
import { TEXTS } from '../../shared/texts/events.js';
import { useArrivalMessage } from '../../shared/ui/use-message.js';
import { useEventQuery } from './api.js';
import { EventActions, type OpenDialog } from './event-actions.js';
import { EventCompetitors } from './event-competitors.js';
import { EventHead } from './event-head.js';
import { EventMap } from './event-map.js';
import { EventMissing } from './event-missing.js';
import { EventPrint } from './event-print.js';
import { eventRights, type EventRights } from './event-rights.js';
import { ReadyPanel } from './ready-panel.js';
import './event-page.css';

/** How often a screen that nobody touches looks whether the event has begun or ended. */
const LOOK_EVERY_MS = 60_000;

/** Its heading has the place of the event's. */
const Loading = (): ReactElement => (
  <>
    <Skeleton height="40px" borderRadius="8px" />
    <section className="event-card">
      <h1>{TEXTS.events.one}</h1>
      <div role="status">
        <span className="visually-hidden">{TEXTS.loading}</span>
        <Skeleton height="104px" borderRadius="8px" />
      </div>
    </section>
  </>
);

/** Where each missing item is fixed; none if no screen exists for it or this user may not open it. */
const waysOf = (
  actor: Actor | null,
  event: EventDetail,
  rights: EventRights,
  open: (dialog: OpenDialog) => void,
): ComponentProps<typeof ReadyPanel>['ways'] => ({
  ...(rights.mayPublish && { publish: { press: () => open('publish') } }),
  ...(rights.mayEdit && { details: { press: () => open('edit') } }),
  ...(rights.mayEditMap && { map: { to: PATHS.drawing(event.eveId) } }),
  ...(rights.mayManageCompetitors && {
    competitors: { to: PATHS.competitors(event.eveId) },
  }),
  ...(rights.mayCheck && { devices: { to: PATHS.check(event.eveId) } }),
  ...(may(actor, 'licences.read', { clubId: event.cluId }) && {
    licences: { to: PATHS.institution(event.cluId) },
  }),
});

/** `readAt`: epoch ms. What may be done follows the time, as often as the event is read. */
const Shown = ({ event, readAt }: { event: EventDetail; readAt: number }): ReactElement => {
  const actor = useAppSelector(selectActor);
  const [printings, setPrintings] = useState(0);
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const rights = eventRights(actor, event, readAt);
  return (
    <>
      <EventActions event={event} rights={rights} open={open} onOpen={setOpen} />
      <EventHead event={event} />
      {!event.past && <ReadyPanel event={event} ways={waysOf(actor, event, rights, setOpen)} />}
      <EventMap
        event={event}
        mayReport={rights.mayWatch}
        mayEdit={rights.mayEditMap}
        onPrint={() => setPrintings((count) => count + 1)}
      />
      <EventCompetitors event={event} mayManage={rights.mayManageCompetitors} />
      {event.past && <EventPrint event={event} hasReport={rights.mayWatch} printings={printings} />}
    </>
  );
};

/** /event/{id}: one event, and the actions on it. */
export const EventPage = ({ eventId }: { eventId: number }): ReactElement => {
  useArrivalMessage();
  const {
    data: event,
    error,
    refetch,
    fulfilledTimeStamp: readAt,
  } = useEventQuery(eventId, { refetchOnMountOrArgChange: true, pollingInterval: LOOK_EVERY_MS });
  return (
    <Page title={event?.eveName ?? TEXTS.events.one}>
      <div className="event">
        {error !== undefined && event === undefined && (
          <>
            <h1>{TEXTS.events.one}</h1>
            <EventMissing error={error} onRetry={() => void refetch()} />
          </>
        )}
        {event === undefined && error === undefined && <Loading />}
        {event !== undefined && readAt !== undefined && <Shown event={event} readAt={readAt} />}
      </div>
    </Page>
  );
};
