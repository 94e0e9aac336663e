import { Button } from 'primereact/button';
import type { ReactElement } from 'react';
import { TEXTS } from '../../../shared/texts/race.js';

/** The map shows no track because it could not be loaded, not because there is none. */
export const TrackBand = ({ onRetry }: { onRetry: () => void }): ReactElement => (
  <div className="race-band" role="alert">
    <i className="pi pi-exclamation-triangle" aria-hidden="true" />
    {TEXTS.map.trackFailed}
    <Button label={TEXTS.retry} icon="pi pi-refresh" size="small" outlined onClick={onRetry} />
  </div>
);
