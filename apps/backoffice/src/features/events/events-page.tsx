import type { ReactElement } from 'react';
import { Page } from '../../app/shell/page.js';
import { LiveNow } from './live-now.js';

export const EventsPage = (): ReactElement => (
  <Page>
    <LiveNow />
  </Page>
);
