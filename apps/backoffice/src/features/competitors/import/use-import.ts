import { useState } from 'react';
import type { ImportAnswer, ImportField } from '@flagpost/contracts';
import { useNewest } from '../../../shared/ui/use-newest.js';
import { useImportCompetitorsMutation, usePreviewImportMutation, type Choices } from './api.js';
import { faultLines } from './faults.js';
import { isUnfilled, mappingAgain, mappingOf, NOTHING, withChosen } from './mapping.js';

type Step = 'file' | 'columns' | 'rows' | 'report';
type Mode = 'all' | 'good';

/** A list on its way from a file to the competitors of an event. */
export const useImport = (eventId: number) => {
  const [step, setStep] = useState<Step>('file');
  const [file, setFile] = useState<File | null>(null);
  const [choices, setChoices] = useState<Choices>({ hasHeader: true });
  const [chosen, setChosen] = useState(NOTHING);
  const [preview, setPreview] = useState<ImportAnswer | null>(null);
  const [report, setReport] = useState<ImportAnswer | null>(null);
  const [mode, setMode] = useState<Mode>('all');
  const [faults, setFaults] = useState<readonly string[]>([]);
  const [read, { isLoading: isReading }] = usePreviewImportMutation();
  const [send, { isLoading: isImporting }] = useImportCompetitorsMutation();
  const begin = useNewest();
  const { mapping = [], fill = {} } = choices;

  /** Reads a file with these choices; columns of which none is chosen are proposed if the choices contain none. */
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
  const lookAgain = async (mended: File): Promise<void> => {
    const isNewest = begin();
    setFaults([]);
    try {
      const { hasHeader } = choices;
      const { columns } = await read({ eventId, file: mended, hasHeader, fill }).unwrap();
      if (!isNewest()) return;
      const again = mappingAgain(columns, preview?.columns ?? [], mapping);
      const wanted = { hasHeader, fill, mapping: again };
      await look(mended, wanted, isUnfilled(wanted) ? 'columns' : 'rows', new Map(again.entries()));
    } catch (error) {
      if (isNewest()) setFaults(faultLines(error));
    }
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

  return {
    step,
    file,
    choices,
    preview,
    report,
    mode,
    faults,
    isReading,
    isImporting,
    setMode,
    open: (from: File) => void look(from, { hasHeader: true }, 'columns'),
    openMended: (mended: File) => void lookAgain(mended),
    /** Reads the file another way. */
    readAs: (change: Pick<Choices, 'hasHeader' | 'encoding'>) => {
      if (file !== null) void look(file, { ...change, fill }, 'columns', chosen);
    },
    map: (column: number, field: ImportField | null) => {
      const now = withChosen(chosen, mapping, column, field);
      setChosen(now);
      setChoices({
        ...choices,
        mapping: mapping.map((each, index) => {
          const own = now.get(index);
          return own === undefined ? each : own;
        }),
      });
    },
    fillIn: (field: ImportField, text: string) =>
      setChoices({ ...choices, fill: { ...fill, [field]: text } }),
    toRows: () => {
      if (file !== null) void look(file, choices, 'rows', chosen);
    },
    toColumns: () => setStep('columns'),
    toFile: () => {
      // What is still being read is of the former file.
      begin();
      setFaults([]);
      setStep('file');
    },
    carryOut: () => void carryOut(),
  };
};

export type Import = ReturnType<typeof useImport>;
