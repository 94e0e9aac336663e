import type { ReactElement } from 'react';
import { Page } from '../../shared/ui/page.js';
import { LiveNow } from './live-now.js';

export const EventsPage = (): ReactElement => (
  <Page>
    <LiveNow />
  </Page>
);
