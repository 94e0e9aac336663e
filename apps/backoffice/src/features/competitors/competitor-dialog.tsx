import { useMemo, type ReactElement } from 'react';
import { get } from 'react-hook-form';
import {
  readCompetitor,
  type CategoryOption,
  type CompetitorRow,
  type EventDetail,
} from '@flagpost/contracts';
import type { z } from 'zod';
import { useAppDispatch } from '../../shared/store.js';
import { TEXTS } from '../../shared/texts/competitors.js';
import { FormDialog } from '../../shared/ui/form/form-dialog.js';
import { NewestValues } from '../../shared/ui/form/newest-values.js';
import { useEdited } from '../../shared/ui/form/use-edited.js';
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
  const { InvitationId } = row;
  const { edited, formerly, saving } = useEdited(row, 'invitation.changed', async () => {
    const read = endpoints.competitors.initiate(eveId, { subscribe: false, forceRefetch: true });
    return (await dispatch(read).unwrap()).find((one) => one.InvitationId === InvitationId);
  });
  const values = useMemo(() => startOf(eveId, edited), [eveId, edited]);
  const sections = sectionsOf(categories);

  const save = ({ User, Driver, Invitation }: z.output<typeof editForm>): Promise<void> => {
    const body = {
      User: { ...User, Email: edited.Email },
      Driver,
      Invitation: { ...Invitation, Id: InvitationId },
      Former: readCompetitor.parse(edited),
    };
    return saving(() => dispatch(endpoints.editCompetitor.initiate(body)).unwrap());
  };
  const changed = (former: CompetitorRow): string => {
    const before = startOf(eveId, former);
    const labels = sections
      .flatMap(({ fields }) => fields)
      .flatMap(({ name, label }) => (Object.is(get(before, name), get(values, name)) ? [] : [label]));
    return words.changed(labels.join(', '));
  };

  return (
    <FormDialog
      title={words.edit}
      width={WIDTH_PX}
      schema={editForm}
      start={values}
      sections={sections}
      {...(formerly !== null && { summary: () => changed(formerly) })}
      onSubmit={save}
      onDone={() => {
        onClose();
        notices.success(words.updated);
      }}
      onCancel={onClose}
    >
      <NewestValues values={values} />
    </FormDialog>
  );
};
