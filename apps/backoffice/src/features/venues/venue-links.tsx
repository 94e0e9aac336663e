import type { ReactElement } from 'react';
import { Link } from 'react-router-dom';
import { PATHS } from '../../shared/paths.js';
import { TEXTS } from '../../shared/texts/tables.js';

/** The ways to the circuits and tracks; from a form in a tab of their own, so that nothing typed is lost. */
export const VenueLinks = ({ inNewTab = false }: { inNewTab?: boolean }): ReactElement => (
  <>
    {[
      { to: PATHS.circuits, label: TEXTS.circuits.title },
      { to: PATHS.tracks, label: TEXTS.tracks.title },
    ].map(({ to, label }) => (
      <Link
        key={to}
        className="p-button p-component p-button-text"
        to={to}
        {...(inNewTab && { target: '_blank', rel: 'noreferrer' })}
      >
        {label}
        {inNewTab && <i className="pi pi-external-link" aria-hidden="true" />}
      </Link>
    ))}
  </>
);
