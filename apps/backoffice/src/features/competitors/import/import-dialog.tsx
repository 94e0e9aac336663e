import { Button } from 'primereact/button';
import { ProgressBar } from 'primereact/progressbar';
import { useEffect, useId, useRef, useState, type ReactElement } from 'react';
import type { ImportAnswer, ImportColumn, ImportField } from '@flagpost/contracts';
import { TEXTS } from '../../../shared/texts/imports.js';
import { FileButton } from '../../../shared/ui/file-button.js';
import { Modal } from '../../../shared/ui/modal.js';
import { useNotices } from '../../../shared/ui/notices.js';
import { useNewest } from '../../../shared/ui/use-newest.js';
import { useEventCategoriesQuery } from '../../events/api.js';
import {
  useImportCompetitorsMutation,
  useImportProgressQuery,
  usePreviewImportMutation,
  type Choices,
} from './api.js';
import { ChooseFile } from './choose-file.js';
import { faultLines } from './faults.js';
import { LIST_FILE_ENDINGS, saveRefused } from './files.js';
import { MapColumns } from './map-columns.js';
import { PreviewRows } from './preview-rows.js';
import '../../../shared/ui/form/form.css';
import './import-dialog.css';

const words = TEXTS.imports;
const PROGRESS_MS = 1_000;

type Step = 'file' | 'columns' | 'rows' | 'report';

const NEEDED: readonly ImportField[] = ['Email', 'Name', 'Surname', 'GrupoSanguineo', 'Category'];

const missingIn = (mapping: readonly (ImportField | null)[]): readonly ImportField[] =>
  NEEDED.filter(
    (field) =>
      !mapping.includes(field) &&
      !((field === 'Name' || field === 'Surname') && mapping.includes('FullName')),
  );

/** Whether no column holds something that has no value for all rows either. */
const isUnfilled = ({ mapping = [], fill = {} }: Choices): boolean =>
  missingIn(mapping).some((field) => (fill[field] ?? '').trim() === '');

/** What somebody has chosen, by the index of its column; null: it is left out. */
type Chosen = ReadonlyMap<number, ImportField | null>;
const NOTHING: Chosen = new Map();

/** What is proposed, but for columns of which something was chosen: a field has one column. */
const mappingOf = (columns: readonly ImportColumn[], chosen: Chosen): readonly (ImportField | null)[] => {
  const taken = new Set(chosen.values());
  return columns.map(({ field }, column) => {
    const own = chosen.get(column);
    if (own !== undefined) return own;
    return taken.has(field) ? null : field;
  });
};

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

/** A list of competitors from a file: columns, the outcome of each row, the import, and the refused rows. */
export const ImportDialog = ({
  eventId,
  onClose,
}: {
  eventId: number;
  onClose: () => void;
}): ReactElement => {
  const [step, setStep] = useState<Step>('file');
  const [file, setFile] = useState<File | null>(null);
  const [choices, setChoices] = useState<Choices>({ hasHeader: true });
  const [chosen, setChosen] = useState(NOTHING);
  const [preview, setPreview] = useState<ImportAnswer | null>(null);
  const [report, setReport] = useState<ImportAnswer | null>(null);
  const [mode, setMode] = useState<'all' | 'good'>('all');
  const [faults, setFaults] = useState<readonly string[]>([]);
  const [read, { isLoading: isReading }] = usePreviewImportMutation();
  const [send, { isLoading: isImporting }] = useImportCompetitorsMutation();
  const { data: categories = [] } = useEventCategoriesQuery(eventId);
  const group = useId();
  const begin = useNewest();
  const notices = useNotices();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [step, file]);

  const { mapping = [], fill = {} } = choices;
  const missing = missingIn(mapping);

  /** Reads the file with these choices; columns of which none is chosen are proposed if the choices contain none. */
  const look = async (from: File, wanted: Choices, next: Step, kept = NOTHING): Promise<void> => {
    const isNewest = begin();
    setFaults([]);
    try {
      const found = await read({ eventId, file: from, ...wanted }).unwrap();
      if (!isNewest()) return;
      setFile(from);
      setPreview(found);
      setChoices({ ...wanted, mapping: wanted.mapping ?? mappingOf(found.columns, kept) });
      setChosen(kept);
      setStep(next);
    } catch (error) {
      if (isNewest()) setFaults(faultLines(error));
    }
  };
  /** Reads a file that was mended: columns of the same names hold the same. */
  const lookAgain = async (mended: File): Promise<void> => {
    const isNewest = begin();
    setFaults([]);
    try {
      const { hasHeader } = choices;
      const nameOf = (header: string, column: number): string => (header === '' ? String(column) : header);
      const held = new Map(
        preview?.columns.map(({ header }, column) => [nameOf(header, column), mapping[column] ?? null]),
      );
      const { columns } = await read({ eventId, file: mended, hasHeader, fill }).unwrap();
      if (!isNewest()) return;
      const again = columns.map(({ header, field }, column) => {
        const known = held.get(nameOf(header, column));
        return known === undefined ? field : known;
      });
      const wanted = { hasHeader, fill, mapping: again };
      await look(mended, wanted, isUnfilled(wanted) ? 'columns' : 'rows', new Map(again.entries()));
    } catch (error) {
      if (isNewest()) setFaults(faultLines(error));
    }
  };
  const map = (column: number, field: ImportField | null): void => {
    // A field has one column.
    const former = field === null ? -1 : mapping.indexOf(field);
    const now: Chosen = new Map([
      ...chosen,
      ...(former < 0 ? [] : [[former, null] as const]),
      [column, field],
    ]);
    setChosen(now);
    setChoices({
      ...choices,
      mapping: mapping.map((each, index) => {
        const own = now.get(index);
        return own === undefined ? each : own;
      }),
    });
  };
  const carryOut = async (): Promise<void> => {
    if (file === null) return;
    setFaults([]);
    try {
      setReport(await send({ eventId, file, mode, ...choices }).unwrap());
      setStep('report');
    } catch (error) {
      setFaults(faultLines(error));
    }
  };
  const restart = (): void => {
    // What is still being read is of the former file.
    begin();
    setFaults([]);
    setStep('file');
  };

  const download = (answer: ImportAnswer): void => {
    saveRefused(answer).catch((error: unknown) => notices.showError(error));
  };

  const refused = preview?.counts.refused ?? 0;
  const wanted = (preview?.counts.new ?? 0) + (preview?.counts.changed ?? 0);
  const isStopped = wanted === 0 || (refused > 0 && mode === 'all');

  const mended = (
    <FileButton
      endings={LIST_FILE_ENDINGS}
      label={words.mended}
      outlined
      loading={isReading}
      disabled={isImporting}
      onChoose={(from) => void lookAgain(from)}
    />
  );

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
        <Faults lines={faults} />
        {step === 'file' && (
          <ChooseFile
            isReading={isReading}
            onChoose={(from) => void look(from, { hasHeader: true }, 'columns')}
          />
        )}
        {step === 'columns' && preview !== null && file !== null && (
          <>
            <MapColumns
              preview={preview}
              choices={choices}
              missing={missing}
              categories={categories}
              isBusy={isReading}
              onRead={(change) => void look(file, { ...change, fill }, 'columns', chosen)}
              onMap={map}
              onFill={(field, text) => setChoices({ ...choices, fill: { ...fill, [field]: text } })}
            />
            <div className="form-buttons">
              <Button label={words.another} text severity="secondary" onClick={restart} />
              <Button
                label={TEXTS.form.next}
                disabled={isUnfilled(choices)}
                loading={isReading}
                onClick={() => void look(file, choices, 'rows', chosen)}
              />
            </div>
          </>
        )}
        {step === 'rows' && preview !== null && (
          <>
            <PreviewRows key={preview.counts.refused} preview={preview} />
            {refused > 0 && (
              <fieldset className="import-mode" disabled={isImporting}>
                <legend>{words.mode}</legend>
                {(['all', 'good'] as const).map((each) => (
                  <label key={each} className="import-check">
                    <input type="radio" name={group} checked={mode === each} onChange={() => setMode(each)} />
                    {words.modes[each]}
                  </label>
                ))}
                <div className="import-mend">
                  <Button
                    label={words.download}
                    icon="pi pi-download"
                    outlined
                    onClick={() => download(preview)}
                  />
                  {mended}
                </div>
              </fieldset>
            )}
            {wanted === 0 && refused === 0 && <p role="status">{words.nothing}</p>}
            {isImporting && <Progress eventId={eventId} />}
            <div className="form-buttons">
              <Button
                label={TEXTS.form.previous}
                text
                severity="secondary"
                disabled={isImporting}
                onClick={() => setStep('columns')}
              />
              <Button
                label={words.submit(wanted)}
                disabled={isStopped}
                loading={isImporting}
                onClick={() => void carryOut()}
              />
            </div>
          </>
        )}
        {step === 'report' && report !== null && (
          <>
            <p role="status" className="import-done">
              <i className="pi pi-check-circle" aria-hidden="true" />
              <span>
                <strong>{words.done}</strong>
                {words.result(report.counts.new, report.counts.changed, report.counts.same)}
              </span>
            </p>
            {report.counts.refused > 0 && (
              <>
                <p>{words.refused(report.counts.refused)}</p>
                <PreviewRows preview={report} />
              </>
            )}
            <div className="form-buttons">
              {report.counts.refused > 0 && (
                <>
                  <Button
                    label={words.download}
                    icon="pi pi-download"
                    outlined
                    onClick={() => download(report)}
                  />
                  {mended}
                </>
              )}
              <Button label={TEXTS.close} onClick={onClose} />
            </div>
          </>
        )}
      </div>
    </Modal>
  );
};
