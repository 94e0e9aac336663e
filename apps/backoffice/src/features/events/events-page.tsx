import type { ReactElement } from 'react';
import { PATHS } from '../../shared/paths.js';
import { TEXTS } from '../../shared/texts/events.js';
import { Page } from '../../shared/ui/page.js';
import { useMessage } from '../../shared/ui/use-message.js';
import { EventList } from './event-list.js';
import { LiveNow } from './live-now.js';
import './events-page.css';

/** / and /events/{message?}: the running events, then every event. */
export const EventsPage = (): ReactElement => {
  useMessage(TEXTS.events.deleted, PATHS.events);
  return (
    <Page title={TEXTS.events.tabs}>
      <div className="events-page">
        <LiveNow />
        <EventList />
      </div>
    </Page>
  );
};
