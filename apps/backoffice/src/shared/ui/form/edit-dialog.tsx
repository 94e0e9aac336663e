import { useMemo, useState, type ReactElement } from 'react';
import { get, type DefaultValues, type FieldValues } from 'react-hook-form';
import type { ToldCode } from '@flagpost/contracts';
import { TEXTS } from '../../texts/common.js';
import type { Field } from './field-view.js';
import { FormDialog, type FormDialogProps } from './form-dialog.js';
import { NewestValues } from './newest-values.js';
import { useEdited } from './use-edited.js';

interface Props<Row, Input extends FieldValues, Output> extends Omit<
  FormDialogProps<Input, Output>,
  'start' | 'summary' | 'onSubmit'
> {
  /** As the dialog was opened with it. */
  readonly row: Row;
  /** The code of the refusal of an edit over what somebody else has changed. */
  readonly changed: ToldCode;
  /** Reads the row again; undefined if it is not there any more. */
  readonly read: (row: Row) => Promise<Row | undefined>;
  readonly valuesOf: (row: Row) => Input & DefaultValues<Input>;
  /** Fields of `children`. */
  readonly others?: readonly Pick<Field<Input>, 'name' | 'label'>[];
  /** @param edited the row as it was read last, which the edit is based on */
  readonly onSubmit: (values: Output, edited: Row) => Promise<unknown>;
}

/**
 * A form of a row that somebody else may change at the same time. If its edit is refused for that, it shows the row as it is now
 * with what was typed, and names the fields that were changed; it is saved when it is submitted again.
 */
export const EditDialog = <Row, Input extends FieldValues, Output>({
  row,
  changed,
  read,
  valuesOf,
  others = [],
  onSubmit,
  children,
  ...form
}: Props<Row, Input, Output>): ReactElement => {
  const { edited, formerly, saving } = useEdited(row, changed, () => read(row));
  const [toValues] = useState(() => valuesOf);
  const values = useMemo(() => toValues(edited), [toValues, edited]);

  const changedSince = (former: Row): string => {
    const before = toValues(former);
    const valueIn = (from: Input, { name }: Pick<Field<Input>, 'name'>): string =>
      JSON.stringify(get(from, name));
    const fields = [...form.sections.flatMap((section) => section.fields), ...others].filter(
      (field) => valueIn(before, field) !== valueIn(values, field),
    );
    return TEXTS.form.changed([...new Set(fields.map(({ label }) => label))].join(', '));
  };

  return (
    <FormDialog
      {...form}
      start={values}
      {...(formerly !== null && { summary: () => changedSince(formerly) })}
      onSubmit={(body) => saving(() => onSubmit(body, edited))}
    >
      <NewestValues values={values} />
      {children}
    </FormDialog>
  );
};
