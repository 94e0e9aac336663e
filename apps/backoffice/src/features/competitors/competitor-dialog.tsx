import type { ReactElement } from 'react';
import type { CategoryOption, CompetitorRow, EventDetail } from '@flagpost/contracts';
import { useAppDispatch } from '../../shared/store.js';
import { TEXTS } from '../../shared/texts/competitors.js';
import { FormDialog } from '../../shared/ui/form/form-dialog.js';
import { useNotices } from '../../shared/ui/notices.js';
import { competitorsApi } from './api.js';
import { useAutofill } from './autofill.js';
import { addForm, editForm, sectionsOf, startOf } from './entry.js';

const words = TEXTS.entries;
const { endpoints } = competitorsApi;
const WIDTH_PX = 650;

interface DialogProps {
  readonly event: EventDetail;
  readonly categories: readonly CategoryOption[];
  readonly onClose: () => void;
}

export const AddCompetitorDialog = ({ event, categories, onClose }: DialogProps): ReactElement => {
  const dispatch = useAppDispatch();
  const notices = useNotices();
  const autofill = useAutofill({ eventId: event.eveId, clubId: event.cluId });
  return (
    <FormDialog
      title={words.add}
      width={WIDTH_PX}
      schema={addForm}
      start={startOf(event.eveId, null)}
      sections={sectionsOf(categories, (form) => void autofill(form))}
      onSubmit={(body) => dispatch(endpoints.addCompetitor.initiate(body)).unwrap()}
      onDone={() => {
        onClose();
        notices.success(words.created);
      }}
      onCancel={onClose}
    />
  );
};

export const EditCompetitorDialog = ({
  event,
  categories,
  row,
  onClose,
}: DialogProps & { readonly row: CompetitorRow }): ReactElement => {
  const dispatch = useAppDispatch();
  const notices = useNotices();
  return (
    <FormDialog
      title={words.edit}
      width={WIDTH_PX}
      schema={editForm}
      start={startOf(event.eveId, row)}
      sections={sectionsOf(categories)}
      onSubmit={({ User, Driver, Invitation }) =>
        dispatch(
          endpoints.editCompetitor.initiate({
            User: { ...User, Email: row.Email },
            Driver,
            Invitation: { ...Invitation, Id: row.InvitationId },
          }),
        ).unwrap()
      }
      onDone={() => {
        onClose();
        notices.success(words.updated);
      }}
      onCancel={onClose}
    />
  );
};
