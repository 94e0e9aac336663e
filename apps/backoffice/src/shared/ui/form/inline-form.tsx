import { Button } from 'primereact/button';
import { useEffect, type ReactElement, type ReactNode, type SubmitEvent } from 'react';
import { FormProvider, type DefaultValues, type FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { FieldView, type Field } from './field-view.js';
import { useZodForm } from './use-zod-form.js';
import './form.css';

/** A form that is the main content of a page: its first field has the focus. */
export const InlineForm = <Input extends FieldValues, Output>({
  schema,
  start,
  fields,
  submit,
  onSubmit,
  children,
}: {
  schema: z.ZodType<Output, Input>;
  start: DefaultValues<Input>;
  fields: readonly Field<Input>[];
  submit: string;
  onSubmit: (values: Output) => Promise<unknown>;
  /** Other buttons. */
  children?: ReactNode;
}): ReactElement => {
  const { form, send } = useZodForm(schema, start, onSubmit);
  const { isSubmitting } = form.formState;
  const first = fields[0]?.name;
  useEffect(() => {
    if (first !== undefined) form.setFocus(first);
  }, [form, first]);
  const onEnter = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!isSubmitting) void send();
  };
  return (
    <FormProvider {...form}>
      <form className="form" noValidate onSubmit={onEnter}>
        <div className="form-fields">
          {fields.map((field, order) => (
            <FieldView key={field.name} field={field} isFirst={order === 0} />
          ))}
        </div>
        <div className="form-buttons">
          {children}
          <Button type="submit" label={submit} loading={isSubmitting} />
        </div>
      </form>
    </FormProvider>
  );
};
