import { useId, type ComponentProps, type ReactElement, type ReactNode } from 'react';
import { Labelled } from './labelled.js';

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly fault?: string | undefined;
}

const Field = ({
  label,
  fault,
  children,
}: {
  label: string;
  fault: string | undefined;
  children: (id: string, faultId: string) => ReactNode;
}): ReactElement => {
  const id = useId();
  return (
    <Labelled label={label} labelFor={id} fault={fault} faultId={`${id}-fault`}>
      {children(id, `${id}-fault`)}
    </Labelled>
  );
};

const InputField = ({
  label,
  value,
  onChange,
  fault,
  ...input
}: FieldProps &
  Pick<
    ComponentProps<'input'>,
    'type' | 'step' | 'min' | 'max' | 'required' | 'pattern' | 'autoComplete' | 'placeholder' | 'inputMode'
  >): ReactElement => (
  <Field label={label} fault={fault}>
    {(id, faultId) => (
      <input
        id={id}
        className="p-inputtext p-component"
        {...input}
        value={value}
        aria-invalid={fault !== undefined}
        aria-describedby={faultId}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
);

/** A local time, to the second if `step` does not say otherwise. */
export const TimeField = (
  props: FieldProps & Pick<ComponentProps<'input'>, 'step' | 'required'>,
): ReactElement => <InputField step={1} {...props} type="datetime-local" />;

export const TextField = (
  props: FieldProps & Pick<ComponentProps<'input'>, 'placeholder' | 'inputMode' | 'pattern'>,
): ReactElement => <InputField {...props} type="text" autoComplete="off" />;

export const NumberField = (
  props: FieldProps & Pick<ComponentProps<'input'>, 'min' | 'max'>,
): ReactElement => <InputField {...props} type="number" />;

/** One of several values, each with its text. */
export const SelectField = <Value extends string>({
  label,
  value,
  onChange,
  options,
  isDisabled = false,
}: {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly (readonly [Value, string])[];
  isDisabled?: boolean;
}): ReactElement => (
  <Field label={label} fault={undefined}>
    {(id) => (
      <select
        id={id}
        className="p-inputtext p-component"
        value={value}
        disabled={isDisabled}
        onChange={({ target }) => {
          const chosen = options.find(([each]) => each === target.value);
          if (chosen !== undefined) onChange(chosen[0]);
        }}
      >
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    )}
  </Field>
);
