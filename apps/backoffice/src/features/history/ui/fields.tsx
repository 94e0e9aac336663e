import { useId, type ReactElement, type ReactNode } from 'react';
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

/** A time at the track, to the second. */
export const TimeField = ({ label, value, onChange, fault }: FieldProps): ReactElement => (
  <Field label={label} fault={fault}>
    {(id, faultId) => (
      <input
        id={id}
        className="p-inputtext p-component"
        type="datetime-local"
        step={1}
        value={value}
        aria-invalid={fault !== undefined}
        aria-describedby={faultId}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
);

export const TextField = ({
  label,
  value,
  onChange,
  fault,
  placeholder,
}: FieldProps & { readonly placeholder?: string }): ReactElement => (
  <Field label={label} fault={fault}>
    {(id, faultId) => (
      <input
        id={id}
        className="p-inputtext p-component"
        type="text"
        autoComplete="off"
        placeholder={placeholder}
        value={value}
        aria-invalid={fault !== undefined}
        aria-describedby={faultId}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
);

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
