import { Button } from 'primereact/button';
import { useState, type ReactElement } from 'react';
import { may, mayEver, type CircuitRow } from '@flagpost/contracts';
import { selectActor } from '../../shared/session/slice.js';
import { useAppDispatch, useAppSelector } from '../../shared/store.js';
import { TEXTS } from '../../shared/texts/tables.js';
import type { Column } from '../../shared/ui/list/filter-and-sort.js';
import { editAndRemove } from '../../shared/ui/list/edit-and-remove.js';
import { List } from '../../shared/ui/list/list.js';
import { useRemoval } from '../../shared/ui/list/use-removal.js';
import { Page } from '../../shared/ui/page.js';
import { useCircuitsQuery, venuesApi } from './api.js';
import { CircuitDialog } from './circuit-dialog.js';

const words = TEXTS.circuits;
const { endpoints } = venuesApi;

const columns: Column<CircuitRow>[] = [
  { head: words.heads.name, text: ({ cirName }) => cirName },
  {
    head: words.heads.visibility,
    text: ({ cirVisibility }) => (cirVisibility ? words.visible.yes : words.visible.no),
  },
];
const institution: Column<CircuitRow> = { head: words.heads.institution, text: ({ cluName }) => cluName };

/** /circuits: those of the institution and, to read, those that others made visible. */
export const CircuitsPage = (): ReactElement => {
  const { data, error, refetch } = useCircuitsQuery(null, { refetchOnMountOrArgChange: true });
  const dispatch = useAppDispatch();
  const actor = useAppSelector(selectActor);
  /** 'new', or the one that the dialog is about. */
  const [edited, setEdited] = useState<CircuitRow | 'new' | null>(null);
  const mayCreate = mayEver(actor, 'circuits.edit');
  const mayEdit = ({ cluId }: CircuitRow): boolean => may(actor, 'circuits.edit', { clubId: cluId });
  const areOthersListed = data?.some(({ cluId }) => cluId !== actor?.clubId) ?? false;

  const removal = useRemoval<CircuitRow>({
    title: words.remove,
    questionOf: ({ cirName }) => TEXTS.tables.removeQuestion(cirName),
    remove: ({ cirId }) => dispatch(endpoints.deleteCircuit.initiate(cirId)).unwrap(),
    done: words.deleted,
  });

  return (
    <Page title={words.title}>
      <List
        title={words.title}
        search={words.search}
        actions={
          mayCreate && <Button label={words.create} icon="pi pi-plus" onClick={() => setEdited('new')} />
        }
        columns={areOthersListed ? [...columns, institution] : columns}
        rows={data}
        rowId={({ cirId }) => cirId}
        rowActions={
          mayCreate
            ? editAndRemove({
                nameOf: ({ cirName }) => cirName,
                onEdit: setEdited,
                onRemove: removal.ask,
                isOffered: mayEdit,
              })
            : []
        }
        error={error}
        failed={words.failed}
        onRetry={() => void refetch()}
        empty={words.empty}
        footer={words.footer}
      />
      {edited !== null && (
        <CircuitDialog circuit={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
      {removal.question}
    </Page>
  );
};
