import { Message } from 'primereact/message';
import { useState, type ReactElement } from 'react';
import type { UploadedShape } from '@flagpost/contracts';
import type { DriveFix } from '@flagpost/track-geometry';
import { failureText, fieldFaults } from '../../../shared/failures.js';
import { counted } from '../../../shared/format.js';
import { TEXTS } from '../../../shared/texts/track-drive.js';
import { SelectField } from '../../../shared/ui/form/fields.js';
import { useNewest } from '../../../shared/ui/use-newest.js';
import { useUploadPolylinesMutation } from '../import/api.js';
import { ChooseFile } from '../import/choose-file.js';
import { drivenLines } from './drives.js';
import '../import/import-dialog.css';

const words = TEXTS.trackDrive;

/** A drive out of a file that a receiver recorded. */
export const FileSource = ({
  eventId,
  onDrive,
}: {
  eventId: number;
  /** Null: what was chosen before no longer is. */
  onDrive: (fixes: readonly DriveFix[] | null) => void;
}): ReactElement => {
  const [upload, { isLoading }] = useUploadPolylinesMutation();
  const [lines, setLines] = useState<readonly UploadedShape[]>([]);
  const [chosen, setChosen] = useState(0);
  const [fault, setFault] = useState<string | null>(null);
  const begin = useNewest();

  const choose = (from: readonly UploadedShape[], index: number): void => {
    setChosen(index);
    onDrive(from[index]?.Positions ?? null);
  };
  const read = async (file: File): Promise<void> => {
    setFault(null);
    setLines([]);
    onDrive(null);
    const isNewest = begin();
    try {
      const { refData } = await upload({ eventId, file }).unwrap();
      if (!isNewest()) return;
      const found = drivenLines(refData);
      setLines(found);
      if (found.length === 0) setFault(words.noLine);
      else choose(found, 0);
    } catch (error) {
      if (isNewest()) setFault([failureText(error), ...Object.values(fieldFaults(error))].join(' '));
    }
  };
  return (
    <div className="form">
      <p>{words.file}</p>
      <ChooseFile isReading={isLoading} takesFocus={false} onChoose={(file) => void read(file)} />
      {fault !== null && <Message severity="error" text={fault} role="alert" />}
      {lines.length > 1 && (
        <SelectField
          label={words.line}
          value={String(chosen)}
          options={lines.map(
            ({ Name, Positions }, index) =>
              [String(index), words.lineOf(Name ?? words.nameless, counted(Positions.length))] as const,
          )}
          onChange={(index) => choose(lines, Number(index))}
        />
      )}
    </div>
  );
};
