import { Button } from 'primereact/button';
import { Skeleton } from 'primereact/skeleton';
import { useState, type ReactElement } from 'react';
import { mayEver, type LicenceRow } from '@flagpost/contracts';
import { useAppSelector } from '../../shared/store.js';
import { errorKindOf } from '../../shared/failures.js';
import { counted } from '../../shared/format.js';
import { selectActor } from '../../shared/session/slice.js';
import { TEXTS } from '../../shared/texts/institutions.js';
import { Failure } from '../../shared/ui/failure.js';
import { LimitDialog } from '../../shared/ui/limit-dialog.js';
import { List } from '../../shared/ui/list/list.js';
import { Modal } from '../../shared/ui/modal.js';
import { useClubLicencesQuery, useCurrentLicenceQuery } from './api.js';
import { periodText } from './days.js';
import { LicenceDialog } from './licence-dialog.js';

const words = TEXTS.licences;

const History = ({
  clubId,
  mayEdit,
  onGrant,
  onEdit,
  onClose,
}: {
  clubId: number;
  /** Users who may edit may also grant new ones. */
  mayEdit: boolean;
  onGrant: () => void;
  onEdit: (licence: LicenceRow) => void;
  onClose: () => void;
}): ReactElement => {
  const { data, error, refetch } = useClubLicencesQuery(clubId, { refetchOnMountOrArgChange: true });
  const [openedAt] = useState(() => Date.now());
  const period = ({ From, To, TimeZone }: LicenceRow): string => periodText(From, To, TimeZone);
  return (
    <Modal header={words.historyTitle} width="850px" onHide={onClose}>
      <List
        title={words.historyTitle}
        heading="h2"
        isTitleHidden
        actions={mayEdit && <Button label={words.create} icon="pi pi-plus" onClick={onGrant} />}
        columns={[
          { head: words.historyHeads.period, text: period, order: ({ From }) => From, shape: 'days' },
          { head: words.historyHeads.total, text: ({ Total }) => counted(Total), shape: 'number' },
          { head: words.historyHeads.used, text: ({ Given }) => counted(Given), shape: 'number' },
          { head: words.historyHeads.events, text: ({ Events }) => counted(Events), shape: 'number' },
        ]}
        rows={data}
        rowId={({ LicId }) => LicId}
        rowActions={
          mayEdit
            ? [
                {
                  icon: 'pi pi-pencil',
                  label: (licence) => words.editOf(period(licence)),
                  isOffered: ({ To }) => Date.parse(To) > openedAt,
                  act: { press: onEdit },
                },
              ]
            : []
        }
        error={error}
        onRetry={() => void refetch()}
        empty={words.empty}
        footer={words.footer}
      />
    </Modal>
  );
};

/** An institution's current licences, and the ways to more. */
export const Licences = ({
  clubId,
  zone,
}: {
  clubId: number;
  /** The IANA time zone of the institution. */
  zone: string;
}): ReactElement => {
  const mayManage = mayEver(useAppSelector(selectActor), 'licences.manage');
  const {
    currentData: current,
    error,
    isLoading,
    refetch,
  } = useCurrentLicenceQuery(clubId, {
    refetchOnMountOrArgChange: true,
  });
  const [open, setOpen] = useState<'history' | 'limit' | { licence: LicenceRow | null } | null>(null);
  const close = (): void => setOpen(null);
  const isNone = errorKindOf(error) === 'missing';
  const licence = isNone ? undefined : current;
  const facts: [string, string][] =
    licence === undefined
      ? []
      : [
          [words.assigned, words.share(counted(licence.Given), counted(licence.Total))],
          [words.period, periodText(licence.From, licence.To, zone)],
          [words.events, counted(licence.Events)],
        ];
  return (
    <section className="institution-card" aria-label={words.card}>
      <h2>{words.card}</h2>
      {isLoading && <Skeleton height="48px" />}
      {isNone && <p>{words.none}</p>}
      {error !== undefined && !isNone && <Failure error={error} onRetry={() => void refetch()} />}
      {facts.length > 0 && (
        <dl className="institution-facts">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className="institution-buttons">
        <Button label={words.history} outlined onClick={() => setOpen('history')} />
        {mayManage ? (
          <Button label={words.manage} onClick={() => setOpen({ licence: licence ?? null })} />
        ) : (
          <Button label={words.request} onClick={() => setOpen('limit')} />
        )}
      </div>
      {open === 'history' && (
        <History
          clubId={clubId}
          mayEdit={mayManage}
          onGrant={() => setOpen({ licence: null })}
          onEdit={(chosen) => setOpen({ licence: chosen })}
          onClose={close}
        />
      )}
      {open === 'limit' && <LimitDialog onClose={close} />}
      {open !== null && typeof open === 'object' && (
        <LicenceDialog clubId={clubId} zone={zone} licence={open.licence} onClose={close} />
      )}
    </section>
  );
};
