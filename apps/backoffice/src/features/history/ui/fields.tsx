import { useId, type ComponentProps, type ReactElement, type ReactNode } from 'react';
import { Labelled } from '../../../shared/ui/form/labelled.js';

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
    'type' | 'step' | 'autoComplete' | 'placeholder' | 'inputMode'
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

/** A time at the track, to the second. */
export const TimeField = (props: FieldProps): ReactElement => (
  <InputField {...props} type="datetime-local" step={1} />
);

export const TextField = (
  props: FieldProps & Pick<ComponentProps<'input'>, 'placeholder' | 'inputMode'>,
): ReactElement => <InputField {...props} type="text" autoComplete="off" />;

export const SelectField = <Value extends string>({
  label,
  value,
  onChange,
  options,
}: {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly (readonly [Value, string])[];
}): ReactElement => (
  <Field label={label} fault={undefined}>
    {(id) => (
      <select
        id={id}
        className="p-inputtext p-component"
        value={value}
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
