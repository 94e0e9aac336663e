import { useEffect, useRef, type ReactElement } from 'react';
import { TEXTS } from '../../../shared/texts/imports.js';
import { Modal } from '../../../shared/ui/modal.js';
import { ChooseFile } from './choose-file.js';
import { ColumnsStep, ReportStep, RowsStep } from './steps.js';
import { useImport } from './use-import.js';
import '../../../shared/ui/form/form.css';
import './import-dialog.css';

const words = TEXTS.imports;

const Faults = ({ lines }: { lines: readonly string[] }): ReactElement | null =>
  lines.length === 0 ? null : (
    <div className="import-faults" role="alert">
      <ul>
        {lines.map((line, index) => (
          <li key={index}>{line}</li>
        ))}
      </ul>
    </div>
  );

/** A list of competitors from a file: columns, the outcome of each row, the import, and the refused rows. */
export const ImportDialog = ({
  eventId,
  onClose,
}: {
  eventId: number;
  onClose: () => void;
}): ReactElement => {
  const list = useImport(eventId);
  const { step, file, preview, report, isImporting } = list;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [step, file]);

  return (
    <Modal
      header={words.title}
      width="min(960px, calc(100vw - 16px))"
      className="import-dialog"
      closable={!isImporting}
      onHide={() => {
        if (!isImporting) onClose();
      }}
      focusOnShow={false}
    >
      <div className="import">
        {step !== 'file' && (
          <h2 ref={heading} tabIndex={-1}>
            {words.steps[step]}
            {file !== null && <small>{file.name}</small>}
          </h2>
        )}
        <Faults lines={list.faults} />
        {step === 'file' && <ChooseFile isReading={list.isReading} onChoose={list.open} />}
        {step === 'columns' && preview !== null && (
          <ColumnsStep eventId={eventId} list={list} preview={preview} />
        )}
        {step === 'rows' && preview !== null && <RowsStep eventId={eventId} list={list} preview={preview} />}
        {step === 'report' && report !== null && <ReportStep list={list} report={report} onClose={onClose} />}
      </div>
    </Modal>
  );
};
