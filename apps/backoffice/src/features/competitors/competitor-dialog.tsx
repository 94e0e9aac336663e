import type { ReactElement } from 'react';
import {
  readCompetitor,
  type CategoryOption,
  type CompetitorRow,
  type EventDetail,
} from '@flagpost/contracts';
import type { z } from 'zod';
import { useAppDispatch } from '../../shared/store.js';
import { TEXTS } from '../../shared/texts/competitors.js';
import { EditDialog } from '../../shared/ui/form/edit-dialog.js';
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
  const { eveId } = event;

  const read = async ({ InvitationId }: CompetitorRow): Promise<CompetitorRow | undefined> => {
    const all = endpoints.competitors.initiate(eveId, { subscribe: false, forceRefetch: true });
    return (await dispatch(all).unwrap()).find((one) => one.InvitationId === InvitationId);
  };
  const save = (
    { User, Driver, Invitation }: z.output<typeof editForm>,
    edited: CompetitorRow,
  ): Promise<unknown> => {
    const body = {
      User: { ...User, Email: edited.Email },
      Driver,
      Invitation: { ...Invitation, Id: edited.InvitationId },
      Former: readCompetitor.parse(edited),
    };
    return dispatch(endpoints.editCompetitor.initiate(body)).unwrap();
  };
  return (
    <EditDialog
      title={words.edit}
      width={WIDTH_PX}
      row={row}
      changed="invitation.changed"
      read={read}
      schema={editForm}
      valuesOf={(edited) => startOf(eveId, edited)}
      sections={sectionsOf(categories)}
      onSubmit={save}
      onDone={() => {
        onClose();
        notices.success(words.updated);
      }}
      onCancel={onClose}
    />
  );
};
