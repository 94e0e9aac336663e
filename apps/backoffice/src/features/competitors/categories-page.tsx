import { Button } from 'primereact/button';
import { useState, type ReactElement } from 'react';
import { categoryNameRequest, categoryRequest, LIMITS, type CategoryOption } from '@flagpost/contracts';
import { useAppDispatch } from '../../shared/store.js';
import { TEXTS } from '../../shared/texts/tables.js';
import { EditDialog } from '../../shared/ui/form/edit-dialog.js';
import { FormDialog } from '../../shared/ui/form/form-dialog.js';
import type { Column } from '../../shared/ui/list/filter-and-sort.js';
import { editAndRemove } from '../../shared/ui/list/edit-and-remove.js';
import { List } from '../../shared/ui/list/list.js';
import { useRemoval } from '../../shared/ui/list/use-removal.js';
import { useNotices } from '../../shared/ui/notices.js';
import { Page } from '../../shared/ui/page.js';
import { categoriesApi, useCategoriesOfClubQuery } from './categories-api.js';

const words = TEXTS.categories;
const { endpoints } = categoriesApi;

const columns: Column<CategoryOption>[] = [
  { head: words.heads.name, text: ({ Description }) => Description },
];
const nameField = {
  name: 'Name',
  label: words.heads.name,
  max: LIMITS.name,
  note: () => TEXTS.keptNames,
} as const;

interface DialogProps {
  readonly clubId: number;
  readonly onClose: () => void;
}

const NewCategoryDialog = ({ clubId, onClose }: DialogProps): ReactElement => {
  const dispatch = useAppDispatch();
  const notices = useNotices();
  return (
    <FormDialog
      title={words.create}
      schema={categoryRequest}
      start={{ Name: '', ClubId: clubId }}
      sections={[{ fields: [nameField] }]}
      onSubmit={(body) => dispatch(endpoints.createCategory.initiate(body)).unwrap()}
      onDone={() => {
        onClose();
        notices.success(words.created);
      }}
      onCancel={onClose}
    />
  );
};

const CategoryNameDialog = ({
  category,
  clubId,
  onClose,
}: DialogProps & { readonly category: CategoryOption }): ReactElement => {
  const dispatch = useAppDispatch();
  const notices = useNotices();
  return (
    <EditDialog
      title={words.details}
      row={category}
      changed="category.changed"
      read={async (row) => {
        const options = { subscribe: false, forceRefetch: true };
        const all = await dispatch(endpoints.categoriesOfClub.initiate(clubId, options)).unwrap();
        return all.find(({ Id }) => Id === row.Id);
      }}
      schema={categoryNameRequest}
      valuesOf={({ Description }) => ({ Name: Description })}
      sections={[{ fields: [nameField] }]}
      onSubmit={(body, { Id, Description }) => {
        const request = { id: Id, body: { ...body, Former: { catName: Description } } };
        return dispatch(endpoints.renameCategory.initiate(request)).unwrap();
      }}
      onDone={() => {
        onClose();
        notices.success(words.updated);
      }}
      onCancel={onClose}
    />
  );
};

/** /categories/{club id}: the driver categories of an institution. */
export const CategoriesPage = ({ clubId }: { clubId: number }): ReactElement => {
  const { data, error, refetch } = useCategoriesOfClubQuery(clubId, { refetchOnMountOrArgChange: true });
  const dispatch = useAppDispatch();
  /** 'new', or the one that the dialog is about. */
  const [edited, setEdited] = useState<CategoryOption | 'new' | null>(null);

  const removal = useRemoval<CategoryOption>({
    title: words.remove,
    questionOf: ({ Description }) => TEXTS.tables.removeQuestion(Description),
    remove: ({ Id }) => dispatch(endpoints.deleteCategory.initiate(Id)).unwrap(),
    done: words.deleted,
  });

  return (
    <Page title={words.title}>
      <List
        title={words.title}
        search={words.search}
        actions={<Button label={words.create} icon="pi pi-plus" onClick={() => setEdited('new')} />}
        columns={columns}
        rows={data}
        rowId={({ Id }) => Id}
        rowActions={editAndRemove({
          nameOf: ({ Description }) => Description,
          onEdit: setEdited,
          onRemove: removal.ask,
        })}
        error={error}
        onRetry={() => void refetch()}
        empty={words.empty}
        footer={words.footer}
      />
      {edited === 'new' && <NewCategoryDialog clubId={clubId} onClose={() => setEdited(null)} />}
      {edited !== null && edited !== 'new' && (
        <CategoryNameDialog category={edited} clubId={clubId} onClose={() => setEdited(null)} />
      )}
      {removal.question}
    </Page>
  );
};
