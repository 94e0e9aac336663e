import { useId, type ReactElement } from 'react';
import { TEXTS } from '../../texts/common.js';
import './help.css';

/** What a field is for, while its button is pointed at or has the focus. */
export const Help = ({ label, text }: { label: string; text: string }): ReactElement => {
  const id = useId();
  return (
    <span className="help">
      <button type="button" aria-label={TEXTS.form.helpOf(label)} aria-describedby={id}>
        <i className="pi pi-info-circle" aria-hidden="true" />
      </button>
      <span className="help-text" role="tooltip" id={id}>
        {text}
      </span>
    </span>
  );
};
