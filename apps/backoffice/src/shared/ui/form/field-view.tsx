import { InputText } from 'primereact/inputtext';
import { useId, type ReactElement } from 'react';
import {
  get,
  useFormContext,
  useWatch,
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormReturn,
} from 'react-hook-form';
import { faultText } from '../../texts/rules.js';
import { Help } from './help.js';
import { Fault, Labelled } from './labelled.js';
import { PasswordInput } from './password-input.js';
import { SeveralField } from './several-field.js';

interface Faults {
  readonly message?: string;
  readonly root?: { readonly message?: string };
}

interface Common<Values extends FieldValues> {
  readonly name: Path<Values>;
  readonly label: string;
  /** Explanation of the field, shown by a button beside its label. */
  readonly help?: string;
  /** A text derived from the current values, shown below the field. */
  readonly note?: (values: Values) => string | null;
  /** Called if the field is left or another choice is made: its value may determine other fields. */
  readonly onLeave?: (form: UseFormReturn<Values>) => void;
}
/** A choice offered by a field. */
export interface Option {
  readonly id: number | string;
  readonly name: string;
}
/** A field of a form as a screen declares it. */
export type Field<Values extends FieldValues> =
  | (Common<Values> & {
      readonly kind?: 'text' | 'email' | 'tel' | 'password' | 'number' | 'date' | 'datetime-local';
      /** Maximum length of the text. */
      readonly max?: number;
      /** When the field is left, a number outside these limits is set to the nearer limit. */
      readonly clamp?: { readonly min: number; readonly max: number };
      readonly autoComplete?: string;
      readonly isReadOnly?: boolean;
      readonly isDisabled?: boolean;
    })
  | (Common<Values> & {
      readonly kind: 'select';
      /** Only the present choice is offered. */
      readonly isReadOnly?: boolean;
      /** Their ids are either all numbers, as the product's ids are, or all strings. */
      readonly options: readonly Option[];
    })
  | (Common<Values> & {
      /** Several choices, by their ids. */
      readonly kind: 'several';
      readonly options: readonly (Option & { readonly id: number })[];
      /** Shown if there are no options. */
      readonly empty: string;
    })
  | (Common<Values> & {
      /** Checkboxes, with one error message for the group. */
      readonly kind: 'checks';
      readonly boxes: readonly { readonly name: Path<Values>; readonly label: string }[];
    });

/** A text derived from the current values. */
const Note = ({ say }: { say: (values: FieldValues) => string | null }): ReactElement | null => {
  const { control } = useFormContext();
  const text = say(useWatch({ control }));
  return text === null ? null : (
    <small className="field-note" role="status">
      {text}
    </small>
  );
};

/** A field with its label and, if it is invalid, its error message. */
export const FieldView = <Values extends FieldValues>({
  field,
  isFirst,
}: {
  field: Field<Values>;
  isFirst: boolean;
}): ReactElement => {
  const id = useId();
  const faultId = `${id}-fault`;
  const form = useFormContext<Values>();
  const {
    register,
    trigger,
    getValues,
    setValue,
    formState: { errors },
  } = form;
  const onLeave = (): void => field.onLeave?.(form);
  // For several checkboxes the error is on the group itself.
  const found = get<typeof errors, Faults | undefined>(errors, field.name);
  const message = found?.message ?? found?.root?.message;
  const fault = message === undefined ? undefined : faultText(message);
  // Also if only a step was validated and nothing has been submitted yet.
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
  if (field.kind === 'several') {
    const { name, label, options, empty } = field;
    return <SeveralField {...{ name, label, options, empty, fault, isFirst }} />;
  }
  const shared = {
    label: field.label,
    labelFor: id,
    fault,
    faultId,
    help: field.help === undefined ? null : <Help label={field.label} text={field.help} />,
    note:
      field.note === undefined ? null : <Note say={field.note as (values: FieldValues) => string | null} />,
  };
  if (field.kind === 'select') {
    const { isReadOnly = false } = field;
    const present: unknown = getValues(field.name);
    const options = isReadOnly ? field.options.filter(({ id }) => id === present) : field.options;
    return (
      <Labelled {...shared}>
        <select
          id={id}
          className="p-inputtext p-component"
          {...(isReadOnly && { 'aria-readonly': true })}
          {...first}
          {...said}
          {...register(field.name, {
            valueAsNumber: field.options.some((option) => typeof option.id === 'number'),
            onChange: () => {
              onChange();
              onLeave();
            },
          })}
        >
          {!isReadOnly && <option value="" />}
          {options.map((option) => (
            <option key={option.id} value={option.id}>
              {option.name}
            </option>
          ))}
        </select>
      </Labelled>
    );
  }
  const clamp = (): void => {
    const typed: number = getValues(field.name);
    if (field.clamp === undefined || Number.isNaN(typed)) return;
    const { min, max } = field.clamp;
    const kept = Math.min(max, Math.max(min, typed)) as PathValue<Values, Path<Values>>;
    if (kept !== typed) setValue(field.name, kept, { shouldDirty: true, shouldValidate: true });
  };
  const input = {
    id,
    maxLength: field.max,
    autoComplete: field.autoComplete ?? 'off',
    readOnly: field.isReadOnly,
    disabled: field.isDisabled,
    invalid: fault !== undefined,
    ...first,
    ...said,
    ...(field.clamp ?? {}),
    ...register(
      field.name,
      field.kind === 'number'
        ? { valueAsNumber: true, onChange, onBlur: clamp }
        : { onChange, onBlur: onLeave },
    ),
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
