import { Button } from 'primereact/button';
import { useState, type ReactElement } from 'react';
import type { CompetitorRow } from '@flagpost/contracts';
import { TEXTS } from '../../../shared/texts/imports.js';
import { Modal } from '../../../shared/ui/modal.js';
import { useNotices } from '../../../shared/ui/notices.js';
import { saveCompetitors, type Format } from './files.js';
import '../../../shared/ui/form/form.css';

const words = TEXTS.imports;

/** Saves all competitors of an event as a file that can be imported again. */
export const ExportButton = ({
  eventName,
  rows,
}: {
  eventName: string;
  rows: readonly CompetitorRow[];
}): ReactElement => {
  const [isOpen, setIsOpen] = useState(false);
  const notices = useNotices();
  const save = (format: Format): void => {
    setIsOpen(false);
    saveCompetitors(eventName, rows, format).catch((error: unknown) => notices.showError(error));
  };
  return (
    <>
      <Button
        label={words.export}
        icon="pi pi-download"
        outlined
        onClick={() => {
          if (rows.length === 0) notices.warning(words.noData);
          else setIsOpen(true);
        }}
      />
      {isOpen && (
        <Modal header={words.export} onHide={() => setIsOpen(false)}>
          <p>{words.exportAs}</p>
          <div className="form-buttons">
            <Button label={words.formats.csv} autoFocus onClick={() => save('csv')} />
            <Button label={words.formats.xlsx} outlined onClick={() => save('xlsx')} />
          </div>
        </Modal>
      )}
    </>
  );
};
