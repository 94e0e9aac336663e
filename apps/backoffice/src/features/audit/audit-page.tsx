import { Button } from 'primereact/button';
import { Message } from 'primereact/message';
import type { ReactElement } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import type { AuditAnswer } from '@flagpost/contracts';
import { momentText } from '../../shared/format.js';
import { TEXTS } from '../../shared/texts/audit.js';
import { Failure } from '../../shared/ui/failure.js';
import { Page } from '../../shared/ui/page.js';
import { asItWasAddress, auditAddress, filtersIn, type AuditFilters as Filters } from './address.js';
import { useAuditQuery } from './api.js';
import { AuditFilters } from './audit-filters.js';
import { AuditTable } from './audit-table.js';
import './audit.css';

const words = TEXTS.audit;

const Indexing = ({ answer, onReload }: { answer: AuditAnswer; onReload: () => void }): ReactElement => (
  <div className="audit-note">
    <Message
      severity="warn"
      text={answer.IndexedTo === null ? words.indexingNothing : words.indexing(momentText(answer.IndexedTo))}
    />
    <Button label={words.reload} icon="pi pi-refresh" text onClick={onReload} />
  </div>
);

/** Below the rows: how far back they reach, and the ways to older and to the newest events. */
const Foot = ({
  answer: { Events, Before, SearchedTo },
  filters,
  isFirst,
}: {
  answer: AuditAnswer;
  filters: Filters;
  isFirst: boolean;
}): ReactElement => {
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <div className="audit-foot">
      {Events.length === 0 && Before === null && (
        <p role="status">{isFiltered || !isFirst ? words.noMatch : words.empty}</p>
      )}
      {Events.length === 0 && Before !== null && SearchedTo !== null && (
        <p role="status">{words.searchedTo(momentText(SearchedTo))}</p>
      )}
      {!isFirst && (
        <Link className="p-button p-component p-button-text" to={auditAddress(filters)}>
          {words.newest}
        </Link>
      )}
      {Before !== null && (
        <Link className="p-button p-component p-button-outlined" to={auditAddress(filters, Before)}>
          {Events.length === 0 ? words.searchOn : words.older}
        </Link>
      )}
    </div>
  );
};

/** /audit: the log of events. Its filters and its page are in the address. */
export const AuditPage = (): ReactElement => {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const filters = filtersIn(params);
  const before = params.get('before');
  const question = { ...filters, ...(before !== null && { before }) };
  const { currentData, error, isFetching, refetch } = useAuditQuery(question, {
    refetchOnMountOrArgChange: true,
  });
  const retry = (): void => void refetch();
  return (
    <Page title={words.title}>
      <section className="audit" aria-labelledby="audit-title">
        <header>
          <h1 id="audit-title">{words.title}</h1>
          <p>{words.intro}</p>
          <Link to={asItWasAddress({ race: Number(filters.race ?? '') || null })}>{TEXTS.asItWas.open}</Link>
        </header>
        <AuditFilters
          key={auditAddress(filters)}
          filters={filters}
          onChange={(next) => void navigate(auditAddress(next))}
        />
        {error !== undefined && !isFetching && <Failure error={error} onRetry={retry} />}
        {currentData?.IsComplete === false && <Indexing answer={currentData} onReload={retry} />}
        {(error === undefined || isFetching) && (
          <div className="audit-card">
            {currentData?.Events.length !== 0 && <AuditTable rows={currentData?.Events} filters={filters} />}
            {currentData === undefined ? (
              <p className="visually-hidden" role="status">
                {TEXTS.loading}
              </p>
            ) : (
              <Foot answer={currentData} filters={filters} isFirst={before === null} />
            )}
          </div>
        )}
      </section>
    </Page>
  );
};
