import type { ReactElement, ReactNode } from 'react';
import './labelled.css';

export const Fault = ({ id, text }: { id: string; text: string | undefined }): ReactElement | null =>
  text === undefined ? null : (
    <small id={id} className="p-error" role="alert">
      {text}
    </small>
  );

/** An input with its label above it and, if it is invalid, its error message below. */
export const Labelled = ({
  label,
  labelFor,
  fault,
  faultId,
  help,
  note,
  children,
}: {
  label: string;
  labelFor: string;
  fault: string | undefined;
  faultId: string;
  /** Beside the label. */
  help?: ReactNode;
  /** Below the input, if it is valid. */
  note?: ReactNode;
  children: ReactNode;
}): ReactElement => (
  <div className="field">
    <span className="field-label">
      <label htmlFor={labelFor}>{label}</label>
      {help}
    </span>
    {children}
    {fault === undefined && note}
    <Fault id={faultId} text={fault} />
  </div>
);
