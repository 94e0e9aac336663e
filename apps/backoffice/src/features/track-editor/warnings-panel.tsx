import { Button } from 'primereact/button';
import type { ReactElement } from 'react';
import type { RouteWarning } from '@flagpost/track-geometry';
import { TEXTS } from '../../shared/texts/editor.js';
import { warningText } from '../../shared/track-warnings.js';

const words = TEXTS.editor;

/** What is probably not meant. Nothing of it keeps a drawing from being saved. */
export const WarningsPanel = ({
  warnings,
  onShow,
}: {
  warnings: readonly RouteWarning[];
  onShow: () => void;
}): ReactElement | null =>
  warnings.length === 0 ? null : (
    <section className="editor-section" aria-label={words.warnings}>
      <h2>{words.warnings}</h2>
      <ul className="editor-warnings">
        {warnings.map((warning) => (
          <li key={warning.code}>
            <i className="pi pi-exclamation-triangle" aria-hidden="true" />
            <span>{warningText(warning)}</span>
            <Button label={words.show} text onClick={onShow} />
          </li>
        ))}
      </ul>
    </section>
  );
