import { Button } from 'primereact/button';
import { ProgressBar } from 'primereact/progressbar';
import { useId, type ReactElement } from 'react';
import type { ImportAnswer } from '@flagpost/contracts';
import { TEXTS } from '../../../shared/texts/imports.js';
import { FileButton } from '../../../shared/ui/file-button.js';
import { useCarryOut } from '../../../shared/ui/use-carry-out.js';
import { useEventCategoriesQuery } from '../../events/api.js';
import { useImportProgressQuery } from './api.js';
import { LIST_FILE_ENDINGS, saveRefused } from './files.js';
import { MapColumns } from './map-columns.js';
import { isUnfilled, missingIn } from './mapping.js';
import { PreviewRows } from './preview-rows.js';
import type { Import } from './use-import.js';

const words = TEXTS.imports;
const PROGRESS_MS = 1_000;
const MODES = ['all', 'good'] as const;

/** How far the import is, once it takes longer than a second. */
const Progress = ({ eventId }: { eventId: number }): ReactElement => {
  const { data } = useImportProgressQuery(eventId, { pollingInterval: PROGRESS_MS });
  const isKnown = data !== undefined && data.total > 0;
  return (
    <div className="import-progress">
      <p role="status">{isKnown ? words.progress(data.done, data.total) : words.importing}</p>
      <ProgressBar
        aria-label={words.importing}
        {...(isKnown
          ? { value: Math.floor((100 * data.done) / data.total) }
          : { mode: 'indeterminate' as const })}
      />
    </div>
  );
};

/** Saves the refused rows as a file, and takes that file once it was mended. */
const Mend = ({ list, refused }: { list: Import; refused: ImportAnswer }): ReactElement => {
  const carryOut = useCarryOut();
  return (
    <>
      <Button
        label={words.download}
        icon="pi pi-download"
        outlined
        onClick={() => carryOut(saveRefused(refused))}
      />
      <FileButton
        endings={LIST_FILE_ENDINGS}
        label={words.mended}
        outlined
        loading={list.isReading}
        disabled={list.isImporting}
        onChoose={list.openMended}
      />
    </>
  );
};

export const ColumnsStep = ({
  eventId,
  list,
  preview,
}: {
  eventId: number;
  list: Import;
  preview: ImportAnswer;
}): ReactElement => {
  const { data: categories = [] } = useEventCategoriesQuery(eventId);
  const { choices, isReading } = list;
  return (
    <>
      <MapColumns
        preview={preview}
        choices={choices}
        missing={missingIn(choices.mapping ?? [])}
        categories={categories}
        isBusy={isReading}
        onRead={list.readAs}
        onMap={list.map}
        onFill={list.fillIn}
      />
      <div className="form-buttons">
        <Button label={words.another} text severity="secondary" onClick={list.toFile} />
        <Button
          label={TEXTS.form.next}
          disabled={isUnfilled(choices)}
          loading={isReading}
          onClick={list.toRows}
        />
      </div>
    </>
  );
};

export const RowsStep = ({
  eventId,
  list,
  preview,
}: {
  eventId: number;
  list: Import;
  preview: ImportAnswer;
}): ReactElement => {
  const group = useId();
  const { mode, isImporting } = list;
  const { counts } = preview;
  const wanted = counts.new + counts.changed;
  return (
    <>
      <PreviewRows key={counts.refused} preview={preview} />
      {counts.refused > 0 && (
        <fieldset className="import-mode" disabled={isImporting}>
          <legend>{words.mode}</legend>
          {MODES.map((each) => (
            <label key={each} className="import-check">
              <input type="radio" name={group} checked={mode === each} onChange={() => list.setMode(each)} />
              {words.modes[each]}
            </label>
          ))}
          <div className="import-mend">
            <Mend list={list} refused={preview} />
          </div>
        </fieldset>
      )}
      {wanted === 0 && counts.refused === 0 && <p role="status">{words.nothing}</p>}
      {isImporting && <Progress eventId={eventId} />}
      <div className="form-buttons">
        <Button
          label={TEXTS.form.previous}
          text
          severity="secondary"
          disabled={isImporting}
          onClick={list.toColumns}
        />
        <Button
          label={words.submit(wanted)}
          disabled={wanted === 0 || (counts.refused > 0 && mode === 'all')}
          loading={isImporting}
          onClick={list.carryOut}
        />
      </div>
    </>
  );
};

export const ReportStep = ({
  list,
  report,
  onClose,
}: {
  list: Import;
  report: ImportAnswer;
  onClose: () => void;
}): ReactElement => {
  const { counts } = report;
  return (
    <>
      <p role="status" className="import-done">
        <i className="pi pi-check-circle" aria-hidden="true" />
        <span>
          <strong>{words.done}</strong>
          {words.result(counts.new, counts.changed, counts.same)}
        </span>
      </p>
      {counts.refused > 0 && (
        <>
          <p>{words.refused(counts.refused)}</p>
          <PreviewRows preview={report} />
        </>
      )}
      <div className="form-buttons">
        {counts.refused > 0 && <Mend list={list} refused={report} />}
        <Button label={TEXTS.close} onClick={onClose} />
      </div>
    </>
  );
};
