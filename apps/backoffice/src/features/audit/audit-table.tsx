import { Skeleton } from 'primereact/skeleton';
import type { ReactElement } from 'react';
import { Link } from 'react-router-dom';
import type { AuditRow } from '@flagpost/contracts';
import { PATHS } from '../../shared/paths.js';
import { rolesOf } from '../../shared/roles.js';
import { momentText } from '../../shared/format.js';
import { TEXTS } from '../../shared/texts/audit.js';
import { TableHeads } from '../../shared/ui/table-heads.js';
import { auditAddress, type AuditFilters } from './address.js';
import { carText, kindText, raceText } from './words.js';

const words = TEXTS.audit;
const HEADS = [words.heads.kind, words.heads.recorded, words.heads.by, words.heads.about, words.heads.cause];
const SKELETON_ROWS = 8;

/** A time that the race gave is shown if it differs from that of the recording by so much, ms. */
const APART_MS = 1_000;

/** Narrows the log to what the text names. */
const Narrow = ({ to, text }: { to: AuditFilters; text: string }): ReactElement => (
  <Link to={auditAddress(to)} title={words.onlyOf(text)}>
    {text}
  </Link>
);

const When = ({ row: { RecordedAt, OccurredAt } }: { row: AuditRow }): ReactElement => {
  const isApart =
    OccurredAt !== null && Math.abs(Date.parse(OccurredAt) - Date.parse(RecordedAt)) >= APART_MS;
  return (
    <>
      <time dateTime={RecordedAt}>{momentText(RecordedAt)}</time>
      {isApart && <small>{words.occurred(momentText(OccurredAt))}</small>}
    </>
  );
};

const Who = ({ row: { By, As }, filters }: { row: AuditRow; filters: AuditFilters }): ReactElement =>
  By === null ? (
    <small>{words.program}</small>
  ) : (
    <>
      <Narrow to={{ ...filters, person: String(By.Id) }} text={By.Name} />
      {As.length > 0 && <small>{words.as(rolesOf(As))}</small>}
    </>
  );

const About = ({
  row: { Race, Car, Stream },
  filters,
}: {
  row: AuditRow;
  filters: AuditFilters;
}): ReactElement => (
  <>
    {Race !== null && <Narrow to={{ ...filters, race: String(Race.Id) }} text={raceText(Race)} />}
    {Car !== null && (
      <span className="audit-car">
        <Narrow to={{ ...filters, car: String(Car.Id) }} text={carText(Car)} />
        {Car.Others > 0 && <small>{words.others(Car.Others)}</small>}
      </span>
    )}
    {Race === null && Car === null && <Narrow to={{ ...filters, stream: Stream }} text={Stream} />}
  </>
);

const Cause = ({ row: { Command, After } }: { row: AuditRow }): ReactElement | null => {
  if (After !== null)
    return <Link to={PATHS.auditEvent(After.Number)}>{words.after(kindText(After.Kind), After.Number)}</Link>;
  return Command === null ? null : <code>{Command}</code>;
};

/** Rows of the log; undefined while they are loading. */
export const AuditTable = ({
  rows,
  filters,
}: {
  rows: readonly AuditRow[] | undefined;
  filters: AuditFilters;
}): ReactElement => (
  <table className="audit-table" aria-busy={rows === undefined}>
    <TableHeads heads={HEADS} />
    <tbody>
      {rows?.map((row) => (
        <tr key={row.Number}>
          <td data-head={words.heads.kind}>
            <div>
              <Link to={PATHS.auditEvent(row.Number)}>{kindText(row.Kind)}</Link>
            </div>
          </td>
          <td data-head={words.heads.recorded}>
            <div>
              <When row={row} />
            </div>
          </td>
          <td data-head={words.heads.by}>
            <div>
              <Who row={row} filters={filters} />
            </div>
          </td>
          <td data-head={words.heads.about}>
            <div>
              <About row={row} filters={filters} />
            </div>
          </td>
          <td data-head={words.heads.cause}>
            <div>
              <Cause row={row} />
            </div>
          </td>
        </tr>
      ))}
      {rows === undefined &&
        Array.from({ length: SKELETON_ROWS }, (_, row) => (
          <tr key={row}>
            {HEADS.map((head) => (
              <td key={head} data-head={head}>
                <Skeleton height="20px" />
              </td>
            ))}
          </tr>
        ))}
    </tbody>
  </table>
);
