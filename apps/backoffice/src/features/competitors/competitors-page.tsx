import { Button } from 'primereact/button';
import { useState, type ReactElement } from 'react';
import { useNavigate } from 'react-router-dom';
import { may, type CompetitorRow, type EventDetail } from '@flagpost/contracts';
import { PATHS } from '../../shared/paths.js';
import { selectActor } from '../../shared/session/slice.js';
import { useAppSelector } from '../../shared/store.js';
import { TEXTS } from '../../shared/texts/competitors.js';
import { TEXTS as IMPORTS } from '../../shared/texts/imports.js';
import { List, type RowAction } from '../../shared/ui/list/list.js';
import { Page } from '../../shared/ui/page.js';
import { useEventCategoriesQuery, useEventQuery } from '../events/api.js';
import { EventMissing } from '../events/event-missing.js';
import { competitorsApi, useCompetitorsQuery } from './api.js';
import { BulkBar } from './bulk-bar.js';
import { BulkDialogs } from './bulk-dialogs.js';
import { AddCompetitorDialog, EditCompetitorDialog } from './competitor-dialog.js';
import { DeviceDialog } from './device-dialog.js';
import { ExportButton } from './import/export-button.js';
import { ImportDialog } from './import/import-dialog.js';
import { columns, competitorName, groupsOf, inOrder } from './rows.js';
import { useBulkActions } from './use-bulk-actions.js';
import { auditAddress } from '../audit/address.js';
import './competitors-page.css';

const words = TEXTS.entries;
const { endpoints } = competitorsApi;

type Opened =
  { readonly dialog: 'add' | 'import' } | { readonly dialog: 'edit' | 'device'; readonly row: CompetitorRow };

/** Competitors answer, and mails go out, while nobody touches the screen. */
const LOOK_EVERY_MS = { calm: 30_000, mailing: 3_000 } as const;

/** The competitors of an event, for users who may change them and for those who may only read. */
const Competitors = ({ event }: { event: EventDetail }): ReactElement => {
  const actor = useAppSelector(selectActor);
  const { data: shown } = endpoints.competitors.useQueryState(event.eveId);
  const isMailing = shown?.some(({ Mail }) => Mail === 'queued') === true;
  const { data, error, refetch } = useCompetitorsQuery(event.eveId, {
    refetchOnMountOrArgChange: true,
    pollingInterval: isMailing ? LOOK_EVERY_MS.mailing : LOOK_EVERY_MS.calm,
  });
  const { data: categories = [] } = useEventCategoriesQuery(event.eveId);
  const [opened, setOpened] = useState<Opened | null>(null);
  const rows = data === undefined ? undefined : inOrder(data);
  const actions = useBulkActions(event, rows ?? []);

  const subject = { clubId: event.cluId, past: event.past };
  const mayManage = may(actor, 'competitors.manage', subject);
  const mayRemoveAll = may(actor, 'competitors.removeAll', subject);
  const close = (): void => setOpened(null);

  const rowActions: RowAction<CompetitorRow>[] = [];
  if (may(actor, 'devices.read', subject))
    rowActions.push({
      icon: 'pi pi-mobile',
      label: (row) => words.deviceOf(competitorName(row)),
      act: { press: (row) => setOpened({ dialog: 'device', row }) },
    });
  if (may(actor, 'audit.read', subject))
    rowActions.push({
      icon: 'pi pi-history',
      label: (row) => TEXTS.logOf(competitorName(row)),
      act: { to: ({ InvitationId }) => auditAddress({ car: String(InvitationId) }) },
    });
  if (mayManage)
    rowActions.push({
      icon: 'pi pi-pencil',
      label: (row) => words.editOf(competitorName(row)),
      isOffered: ({ Authorized }) => Authorized === 0,
      act: { press: (row) => setOpened({ dialog: 'edit', row }) },
    });

  const removeAll =
    mayRemoveAll && rows !== undefined && rows.length > 0 ? (
      <Button
        className="bulk-remove"
        label={words.removeAll}
        icon="pi pi-trash"
        outlined
        severity="danger"
        disabled={actions.bulk !== null}
        onClick={actions.askRemoveAll}
      />
    ) : null;

  return (
    <>
      <List
        title={words.titleOf(event.eveName)}
        search={words.search}
        actions={
          <div className="competitors-actions">
            {mayManage && (
              <>
                <Button
                  label={words.add}
                  icon="pi pi-plus"
                  outlined
                  onClick={() => setOpened({ dialog: 'add' })}
                />
                <Button
                  label={IMPORTS.imports.open}
                  icon="pi pi-upload"
                  outlined
                  onClick={() => setOpened({ dialog: 'import' })}
                />
              </>
            )}
            {rows !== undefined && <ExportButton eventName={event.eveName} rows={rows} />}
          </div>
        }
        toolbar={
          mayManage ? (
            <BulkBar
              groups={groupsOf(rows ?? [])}
              selected={actions.selected.length}
              bulk={actions.bulk}
              onSelect={(ids) => actions.select(new Set(ids))}
              onApply={actions.apply}
              onClear={actions.clear}
              removeAll={removeAll}
            />
          ) : (
            removeAll !== null && <div className="bulk-bar">{removeAll}</div>
          )
        }
        columns={columns}
        rows={rows}
        rowId={({ InvitationId }) => InvitationId}
        {...(mayManage && {
          selection: {
            ids: actions.selectedIds,
            onChange: actions.select,
            label: (row: CompetitorRow) => words.selectOf(competitorName(row)),
          },
        })}
        rowActions={rowActions}
        error={error}
        onRetry={() => void refetch()}
        empty={words.empty}
        footer={words.footer}
      />
      <BulkDialogs event={event} actions={actions} />
      {opened?.dialog === 'add' && (
        <AddCompetitorDialog event={event} categories={categories} onClose={close} />
      )}
      {opened?.dialog === 'import' && <ImportDialog eventId={event.eveId} onClose={close} />}
      {opened?.dialog === 'edit' && (
        <EditCompetitorDialog event={event} categories={categories} row={opened.row} onClose={close} />
      )}
      {opened?.dialog === 'device' && <DeviceDialog row={opened.row} mayIssue={mayManage} onClose={close} />}
    </>
  );
};

/** /drivers/{eveId}/{isPast}/{licenseId}: whether it is past is taken from the event, not from the address. */
export const CompetitorsPage = ({ eventId }: { eventId: number }): ReactElement => {
  const navigate = useNavigate();
  const { data: event, error, refetch } = useEventQuery(eventId, { refetchOnMountOrArgChange: true });
  return (
    <Page title={words.title} of={event?.eveName}>
      <div className="competitors-top">
        <Button
          label={TEXTS.back}
          icon="pi pi-arrow-left"
          text
          severity="secondary"
          onClick={() => void navigate(PATHS.event(eventId))}
        />
        {event?.past === true && <span className="competitors-past">{words.past}</span>}
      </div>
      {event === undefined && <h1>{words.title}</h1>}
      {error !== undefined && <EventMissing error={error} onRetry={() => void refetch()} />}
      {event === undefined && error === undefined && <p role="status">{TEXTS.loading}</p>}
      {event !== undefined && <Competitors event={event} />}
    </Page>
  );
};
