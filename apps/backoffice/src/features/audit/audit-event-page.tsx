import type { ReactElement } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { Button } from 'primereact/button';
import { AS_IT_WAS, type AuditCause, type AuditEventAnswer, type AuditRow } from '@flagpost/contracts';
import { PATHS } from '../../shared/paths.js';
import { rolesOf } from '../../shared/roles.js';
import { momentText } from '../../shared/format.js';
import { TEXTS } from '../../shared/texts/audit.js';
import { Failure } from '../../shared/ui/failure.js';
import { Fact } from '../../shared/ui/fact.js';
import { Page } from '../../shared/ui/page.js';
import { asItWasAddress, auditAddress } from './address.js';
import { useAuditEventQuery } from './api.js';
import { carText, clubText, kindText, namedText, raceText } from './words.js';
import './audit.css';

const words = TEXTS.audit;
/** Causes are indented so far. */
const DEEPEST = 4;

const Facts = ({ row }: { row: AuditRow }): ReactElement => {
  const { RecordedAt, OccurredAt, By, As, Race, Car, Stream, Revision, Club, Command, After } = row;
  return (
    <dl className="audit-facts" aria-label={words.facts}>
      <Fact name={words.recorded}>
        <time dateTime={RecordedAt}>{momentText(RecordedAt)}</time>
      </Fact>
      {OccurredAt !== null && (
        <Fact name={words.happened}>
          <time dateTime={OccurredAt}>{momentText(OccurredAt)}</time>
        </Fact>
      )}
      <Fact name={words.by}>
        {By === null ? words.program : <Link to={auditAddress({ person: String(By.Id) })}>{By.Name}</Link>}
        {As.length > 0 && ` ${words.as(rolesOf(As))}`}
      </Fact>
      {Race !== null && (
        <Fact name={words.heads.about}>
          <Link to={auditAddress({ race: String(Race.Id) })}>{raceText(Race)}</Link>
          {Car !== null && (
            <>
              {', '}
              <Link to={auditAddress({ car: String(Car.Id) })}>{carText(Car)}</Link>
              {Car.Others > 0 && ` ${words.others(Car.Others)}`}
            </>
          )}
        </Fact>
      )}
      <Fact name={words.stream}>
        <Link to={auditAddress({ stream: Stream })}>{words.inStream(Stream, Revision)}</Link>
      </Fact>
      {Race !== null && (
        <Fact name={TEXTS.asItWas.after}>
          <span className="audit-car">
            {AS_IT_WAS.map((what) => (
              <Link key={what} to={asItWasAddress({ race: Race.Id, what, instant: RecordedAt })}>
                {TEXTS.asItWas.whats[what]}
              </Link>
            ))}
          </span>
        </Fact>
      )}
      {Club !== null && <Fact name={words.institution}>{clubText(Club)}</Fact>}
      <Fact name={words.causedBy}>
        {After !== null ? (
          <Link to={PATHS.auditEvent(After.Number)}>{words.after(kindText(After.Kind), After.Number)}</Link>
        ) : Command === null ? (
          words.noCommand
        ) : (
          words.command(Command)
        )}
      </Fact>
    </dl>
  );
};

const More = ({ count }: { count: number }): ReactElement | null =>
  count === 0 ? null : <p className="audit-more">{words.more(count)}</p>;

const Changes = ({
  answer: { Changes: changes, MoreChanges },
}: {
  answer: AuditEventAnswer;
}): ReactElement => (
  <section className="audit-card" aria-labelledby="audit-changes">
    <h2 id="audit-changes">{words.changes}</h2>
    {changes.length === 0 ? (
      <p>{words.noChanges}</p>
    ) : (
      <table className="audit-table audit-values">
        <thead>
          <tr>
            <th scope="col">{words.field}</th>
            <th scope="col">{words.before}</th>
            <th scope="col">{words.now}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ Path, Before, After, BeforeName, AfterName }) => (
            <tr key={Path}>
              <th scope="row">{Path}</th>
              <td data-head={words.before}>
                <div>{namedText(Path, Before, BeforeName)}</div>
              </td>
              <td data-head={words.now}>
                <div>{namedText(Path, After, AfterName)}</div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
    <More count={MoreChanges} />
  </section>
);

const Recorded = ({ answer: { Fields, MoreFields } }: { answer: AuditEventAnswer }): ReactElement => (
  <section className="audit-card" aria-labelledby="audit-fields">
    <h2 id="audit-fields">{words.fields}</h2>
    <table className="audit-table audit-values">
      <thead>
        <tr>
          <th scope="col">{words.field}</th>
          <th scope="col">{words.value}</th>
        </tr>
      </thead>
      <tbody>
        {Fields.map(({ Path, Value, Name }) => (
          <tr key={Path}>
            <th scope="row">{Path}</th>
            <td data-head={words.value}>
              <div>{namedText(Path, Value, Name ?? null)}</div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    <More count={MoreFields} />
  </section>
);

const Cause = ({ cause, number }: { cause: AuditCause; number: number }): ReactElement => {
  const { Number: at, Kind, RecordedAt } = cause;
  if (at === null) return Kind === null ? <span>{words.unnamedCommand}</span> : <code>{Kind}</code>;
  const text = kindText(Kind ?? '');
  return (
    <>
      {at === number ? (
        <strong>{`${text}, ${words.thisEvent}`}</strong>
      ) : (
        <Link to={PATHS.auditEvent(at)}>{text}</Link>
      )}
      {RecordedAt !== null && <small>{momentText(RecordedAt)}</small>}
    </>
  );
};

const Chain = ({ answer, number }: { answer: AuditEventAnswer; number: number }): ReactElement => (
  <section className="audit-card" aria-labelledby="audit-chain">
    <h2 id="audit-chain">{words.chain}</h2>
    <p>{words.chainIntro}</p>
    <ol className="audit-chain">
      {answer.Chain.map((cause, place) => (
        <li key={cause.Number ?? `command ${place}`} data-depth={Math.min(cause.Depth, DEEPEST)}>
          <Cause cause={cause} number={number} />
        </li>
      ))}
    </ol>
    {answer.MoreChain && <p className="audit-more">{words.moreChain}</p>}
  </section>
);

/** /audit/{number}: an event of the log in full, what it changed, and the chain of its causes. */
export const AuditEventPage = ({ number }: { number: number }): ReactElement => {
  const { data, error, isFetching, refetch } = useAuditEventQuery(number, {
    refetchOnMountOrArgChange: true,
  });
  const navigate = useNavigate();
  const { key } = useLocation();
  const isMissing = (error as { status?: unknown } | undefined)?.status === 404;
  const back = (): void => void (key === 'default' ? navigate(PATHS.audit) : navigate(-1));
  return (
    <Page title={words.event(number)} of={words.title}>
      <div className="audit">
        <Button
          className="audit-back"
          label={words.back}
          icon="pi pi-arrow-left"
          text
          severity="secondary"
          onClick={back}
        />
        <header>
          <h1>{data === undefined ? words.event(number) : kindText(data.Event.Kind)}</h1>
          {data !== undefined && <p>{words.entry(number)}</p>}
        </header>
        {error !== undefined && !isFetching && (
          <Failure
            error={error}
            text={isMissing ? words.missing : undefined}
            onRetry={() => void refetch()}
          />
        )}
        {data === undefined && error === undefined && <p role="status">{TEXTS.loading}</p>}
        {data !== undefined && (
          <>
            <section className="audit-card">
              <Facts row={data.Event} />
            </section>
            <Changes answer={data} />
            <Recorded answer={data} />
            <Chain answer={data} number={number} />
          </>
        )}
      </div>
    </Page>
  );
};
