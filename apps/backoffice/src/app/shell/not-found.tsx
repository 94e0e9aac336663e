import type { ReactElement } from 'react';
import { Link } from 'react-router-dom';
import { PATHS } from '../../shared/paths.js';
import { TEXTS } from '../../shared/texts/common.js';
import { Page } from '../../shared/ui/page.js';

/** A message in place of a screen, with a link back. */
const MessagePage = ({ title, text }: { title: string; text: string }): ReactElement => (
  <Page title={title}>
    <div className="not-found">
      <h1>{title}</h1>
      <p>{text}</p>
      <Link className="p-button p-component" to={PATHS.events}>
        <i className="pi pi-arrow-left" aria-hidden="true" />
        {TEXTS.toEvents}
      </Link>
    </div>
  </Page>
);

export const NotFound = (): ReactElement => <MessagePage {...TEXTS.notFound} />;
export const Forbidden = (): ReactElement => <MessagePage {...TEXTS.forbidden} />;
