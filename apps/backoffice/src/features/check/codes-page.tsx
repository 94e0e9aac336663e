import { Button } from 'primereact/button';
import encodeQR from 'qr';
import type { ReactElement } from 'react';
import { Link } from 'react-router-dom';
import type { CarCode } from '@flagpost/contracts';
import { byCarNumber } from '../../shared/format.js';
import { PATHS } from '../../shared/paths.js';
import { TEXTS } from '../../shared/texts/check.js';
import { Failure } from '../../shared/ui/failure.js';
import { Page } from '../../shared/ui/page.js';
import { EventMissing } from '../events/event-missing.js';
import { useCheckQuery, useMakeCodesMutation } from './api.js';
import './codes.css';

const words = TEXTS.check;

/** With error correction for a sheet that gets wet and scratched. */
const imageOf = (link: string): string => {
  const { href } = new URL(link, window.location.origin);
  return `data:image/svg+xml,${encodeURIComponent(encodeQR(href, 'svg', { ecc: 'medium' }))}`;
};

const Sheet = ({ codes, event }: { codes: readonly CarCode[]; event: string }): ReactElement => (
  <ul className="codes-sheet" aria-label={words.codes}>
    {codes
      .toSorted((a, b) => byCarNumber(a.CarNumber ?? '', b.CarNumber ?? ''))
      .map(({ InvitationId, CarNumber, Driver, Link: link }) => (
        <li key={InvitationId}>
          <img src={imageOf(link)} alt={words.codeOf(CarNumber ?? words.noNumber)} />
          <strong>{CarNumber ?? words.noNumber}</strong>
          <span>{Driver}</span>
          <small>{event}</small>
        </li>
      ))}
  </ul>
);

/** /check/{eventId}/codes: a code for each car, to be printed and stuck into it. */
export const CodesPage = ({ eventId }: { eventId: number }): ReactElement => {
  const { data: check, error: checkError, refetch } = useCheckQuery(eventId);
  const [makeCodes, { data: codes, error, isLoading }] = useMakeCodesMutation();
  const make = (): void => void makeCodes(eventId);
  return (
    <Page title={words.codes} of={check?.EventName}>
      <section className="codes" aria-labelledby="codes-title">
        <header className="codes-head">
          <div>
            <h1 id="codes-title">{words.codes}</h1>
            {check !== undefined && <p>{check.EventName}</p>}
          </div>
          <Link className="p-button p-component p-button-text" to={PATHS.check(eventId)}>
            {words.toCheck}
          </Link>
        </header>
        {checkError !== undefined && check === undefined && (
          <EventMissing error={checkError} onRetry={() => void refetch()} />
        )}
        {check !== undefined && (
          <div className="codes-lead">
            <p>{words.codesLead}</p>
            <p>{words.codesWarning}</p>
            {error !== undefined && <Failure error={error} onRetry={make} />}
            {codes === undefined && !check.Past && (
              <Button label={words.makeCodes} icon="pi pi-qrcode" loading={isLoading} onClick={make} />
            )}
            {check.Past && <p>{words.codesPast}</p>}
            {codes !== undefined && codes.length > 0 && (
              <Button label={words.print} icon="pi pi-print" onClick={() => window.print()} />
            )}
            {codes?.length === 0 && <p role="status">{words.empty}</p>}
          </div>
        )}
        {codes !== undefined && check !== undefined && <Sheet codes={codes} event={check.EventName} />}
      </section>
    </Page>
  );
};
