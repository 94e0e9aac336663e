import { Button } from 'primereact/button';
import { useState, type ReactElement } from 'react';
import { categoryRequest, LIMITS, type CategoryOption } from '@flagpost/contracts';
import type { z } from 'zod';
import { useAppDispatch } from '../../shared/store.js';
import { TEXTS } from '../../shared/texts/tables.js';
import type { Field } from '../../shared/ui/form/field-view.js';
import { FormDialog } from '../../shared/ui/form/form-dialog.js';
import type { Column } from '../../shared/ui/list/arrange.js';
import { List } from '../../shared/ui/list/list.js';
import { useNotices } from '../../shared/ui/notices.js';
import { Page } from '../../shared/ui/page.js';
import { YesNo } from '../../shared/ui/yes-no.js';
import { categoriesApi, useCategoriesOfClubQuery } from './categories-api.js';

const words = TEXTS.categories;
const { endpoints } = categoriesApi;

const columns: Column<CategoryOption>[] = [
  { head: words.heads.name, text: ({ Description }) => Description },
];
const fields: Field<z.input<typeof categoryRequest>>[] = [
  { name: 'Name', label: words.heads.name, max: LIMITS.name },
];

/** Creates one where there is none yet, else renames it. */
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
  const notices = useNotices();
  /** 'new', or the one that the dialog is about. */
  const [edited, setEdited] = useState<CategoryOption | 'new' | null>(null);
  const [removed, setRemoved] = useState<CategoryOption | null>(null);

  const remove = async ({ Id }: CategoryOption): Promise<void> => {
    setRemoved(null);
    try {
      await dispatch(endpoints.deleteCategory.initiate(Id)).unwrap();
      notices.success(words.deleted);
    } catch (failure) {
      notices.attention(failure);
    }
  };

  return (
    <Page>
      <List
        title={words.title}
        search={words.search}
        actions={<Button label={words.create} icon="pi pi-plus" onClick={() => setEdited('new')} />}
        columns={columns}
        rows={data}
        rowId={({ Id }) => Id}
        rowActions={[
          {
            icon: 'pi pi-pencil',
            label: ({ Description }) => TEXTS.tables.editOf(Description),
            act: { press: setEdited },
          },
          {
            icon: 'pi pi-trash',
            label: ({ Description }) => TEXTS.tables.removeOf(Description),
            isDanger: true,
            act: { press: setRemoved },
          },
        ]}
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
      {removed !== null && (
        <YesNo
          title={words.remove}
          yes={words.remove}
          no={TEXTS.cancel}
          danger
          onYes={() => void remove(removed)}
          onNo={() => setRemoved(null)}
        >
          {TEXTS.tables.removeQuestion(removed.Description)}
        </YesNo>
      )}
    </Page>
  );
};
