import { useId, type ReactElement } from 'react';
import { TEXTS } from '../../texts/common.js';
import './help.css';

/** Explanation of a field, shown while its button is hovered or focused. */
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
