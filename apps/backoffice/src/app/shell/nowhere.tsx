import type { ReactElement } from 'react';
import { Link } from 'react-router-dom';
import { PATHS } from '../../shared/paths.js';
import { TEXTS } from '../../shared/texts/common.js';
import { Page } from '../../shared/ui/page.js';

/** In place of a screen, with the way back. */
const Nowhere = ({ title, text }: { title: string; text: string }): ReactElement => (
  <Page>
    <div className="nowhere">
      <h1>{title}</h1>
      <p>{text}</p>
      <Link className="p-button p-component" to={PATHS.events}>
        <i className="pi pi-arrow-left" aria-hidden="true" />
        {TEXTS.toEvents}
      </Link>
    </div>
  </Page>
);

export const NotFound = (): ReactElement => <Nowhere {...TEXTS.notFound} />;
export const Forbidden = (): ReactElement => <Nowhere {...TEXTS.forbidden} />;
