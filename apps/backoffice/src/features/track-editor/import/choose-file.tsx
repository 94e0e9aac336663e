import { Button } from 'primereact/button';
import { ProgressBar } from 'primereact/progressbar';
import { useRef, type ReactElement } from 'react';
import { TRACK_FILE_ENDINGS } from '@flagpost/contracts';
import { TEXTS } from '../../../shared/texts/track-import.js';
import { useDroppedFile } from './use-dropped-file.js';

const words = TEXTS.trackImport;

/** Opens the system's choice of files. */
export const FileButton = ({
  label,
  isQuiet = false,
  takesFocus = !isQuiet,
  onChoose,
}: {
  label: string;
  /** It is not what the dialog is for. */
  isQuiet?: boolean;
  takesFocus?: boolean;
  onChoose: (file: File) => void;
}): ReactElement => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        label={label}
        icon="pi pi-upload"
        text={isQuiet}
        autoFocus={takesFocus}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        hidden
        accept={TRACK_FILE_ENDINGS.join(',')}
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) onChoose(file);
          // The same file may be chosen again.
          target.value = '';
        }}
      />
    </>
  );
};

/** A file is chosen, or dropped here. */
export const ChooseFile = ({
  isReading,
  takesFocus = true,
  onChoose,
}: {
  isReading: boolean;
  /** False: below a tab, which keeps the focus. */
  takesFocus?: boolean;
  onChoose: (file: File) => void;
}): ReactElement => {
  const { isOver, handlers } = useDroppedFile(isReading ? null : onChoose);
  return (
    <div className="track-import-drop" data-over={isOver} {...handlers}>
      {isReading ? (
        <>
          <p role="status">{words.reading}</p>
          <ProgressBar mode="indeterminate" aria-label={words.reading} />
        </>
      ) : (
        <>
          <FileButton label={words.choose} takesFocus={takesFocus} onChoose={onChoose} />
          <p>{words.drop}</p>
        </>
      )}
    </div>
  );
};
