import { Button } from 'primereact/button';
import { useState, type ReactElement } from 'react';
import { categoryRequest, LIMITS, type CategoryOption } from '@flagpost/contracts';
import type { z } from 'zod';
import { useAppDispatch } from '../../shared/store.js';
import { TEXTS } from '../../shared/texts/tables.js';
import type { Field } from '../../shared/ui/form/field-view.js';
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
const fields: Field<z.input<typeof categoryRequest>>[] = [
  { name: 'Name', label: words.heads.name, max: LIMITS.name, note: () => TEXTS.keptNames },
];

/** Creates a category if none is given, else renames it. */
const CategoryDialog = ({
  category,
  clubId,
  onClose,
}: {
  category: CategoryOption | null;
  clubId: number;
  onClose: () => void;
}): ReactElement => {
  const dispatch = useAppDispatch();
  const notices = useNotices();
  return (
    <FormDialog
      title={category === null ? words.create : words.details}
      schema={categoryRequest}
      start={{ Name: category?.Description ?? '', ClubId: clubId }}
      sections={[{ fields }]}
      onSubmit={(body) =>
        category === null
          ? dispatch(endpoints.createCategory.initiate(body)).unwrap()
          : dispatch(endpoints.renameCategory.initiate({ id: category.Id, body })).unwrap()
      }
      onDone={() => {
        onClose();
        notices.success(category === null ? words.created : words.updated);
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
      {edited !== null && (
        <CategoryDialog
          category={edited === 'new' ? null : edited}
          clubId={clubId}
          onClose={() => setEdited(null)}
        />
      )}
      {removal.question}
    </Page>
  );
};
