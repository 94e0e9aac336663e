import { InputText } from 'primereact/inputtext';
import { useId, type ReactElement } from 'react';
import { get, useFormContext, type FieldValues, type Path } from 'react-hook-form';
import { faultText } from '../../texts/rules.js';
import { Fault, Labelled } from './labelled.js';
import { PasswordInput } from './password-input.js';

interface Faults {
  readonly message?: string;
  readonly root?: { readonly message?: string };
}

interface Common<Values extends FieldValues> {
  readonly name: Path<Values>;
  readonly label: string;
}
/** A field of a form as a screen declares it. */
export type Field<Values extends FieldValues> =
  | (Common<Values> & {
      readonly kind?: 'text' | 'email' | 'tel' | 'password' | 'number' | 'date';
      /** Longest text. */
      readonly max?: number;
      readonly autoComplete?: string;
      readonly isReadOnly?: boolean;
    })
  | (Common<Values> & {
      readonly kind: 'select';
      /** Each has a number, as ids of the product are. */
      readonly options: readonly { readonly id: number; readonly name: string }[];
    })
  | (Common<Values> & {
      /** Boxes of which several may be ticked; a fault is told of all together. */
      readonly kind: 'checks';
      readonly boxes: readonly { readonly name: Path<Values>; readonly label: string }[];
    });

/** One field with its label and, where it is wrong, what to do about it. */
export const FieldView = <Values extends FieldValues>({
  field,
  isFirst,
}: {
  field: Field<Values>;
  isFirst: boolean;
}): ReactElement => {
  const id = useId();
  const faultId = `${id}-fault`;
  const {
    register,
    trigger,
    formState: { errors },
  } = useFormContext<Values>();
  // Of several boxes the fault is that of the group itself.
  const found = get<typeof errors, Faults | undefined>(errors, field.name);
  const message = found?.message ?? found?.root?.message;
  const fault = message === undefined ? undefined : faultText(message);
  // Also where a step was asked for and nothing has been sent yet.
  const onChange = (): void => {
    if (fault !== undefined) void trigger(field.name);
  };
  const said = fault === undefined ? {} : { 'aria-describedby': faultId, 'aria-invalid': true };
  const first = isFirst ? { 'data-pc-autofocus': 'true' } : {};

  if (field.kind === 'checks') {
    return (
      <fieldset className="field field-checks" {...(fault !== undefined && { 'aria-describedby': faultId })}>
        <legend>{field.label}</legend>
        {field.boxes.map(({ name, label }) => (
          <label key={name}>
            <input type="checkbox" {...register(name, { onChange })} />
            {label}
          </label>
        ))}
        <Fault id={faultId} text={fault} />
      </fieldset>
    );
  }
  const shared = { label: field.label, labelFor: id, fault, faultId };
  if (field.kind === 'select') {
    return (
      <Labelled {...shared}>
        <select
          id={id}
          className="p-inputtext p-component"
          {...first}
          {...said}
          {...register(field.name, { valueAsNumber: true, onChange })}
        >
          <option value="" />
          {field.options.map((option) => (
            <option key={option.id} value={option.id}>
              {option.name}
            </option>
          ))}
        </select>
      </Labelled>
    );
  }
  const input = {
    id,
    maxLength: field.max,
    autoComplete: field.autoComplete ?? 'off',
    readOnly: field.isReadOnly,
    invalid: fault !== undefined,
    ...first,
    ...said,
    ...register(field.name, field.kind === 'number' ? { valueAsNumber: true, onChange } : { onChange }),
  };
  return (
    <Labelled {...shared}>
      {field.kind === 'password' ? (
        <PasswordInput {...input} />
      ) : (
        <InputText type={field.kind ?? 'text'} {...input} />
      )}
    </Labelled>
  );
};
