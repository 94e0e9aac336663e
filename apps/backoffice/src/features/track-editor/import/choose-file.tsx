import { ProgressBar } from 'primereact/progressbar';
import type { ReactElement } from 'react';
import { TRACK_FILE_ENDINGS } from '@flagpost/contracts';
import { TEXTS } from '../../../shared/texts/track-import.js';
import { FileButton } from '../../../shared/ui/file-button.js';
import '../../../shared/ui/file-drop.css';
import { useDroppedFile } from '../../../shared/ui/use-dropped-file.js';

const words = TEXTS.trackImport;

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
    <div className="file-drop" data-over={isOver} {...handlers}>
      {isReading ? (
        <>
          <p role="status">{words.reading}</p>
          <ProgressBar mode="indeterminate" aria-label={words.reading} />
        </>
      ) : (
        <>
          <FileButton
            endings={TRACK_FILE_ENDINGS}
            label={words.choose}
            autoFocus={takesFocus}
            onChoose={onChoose}
          />
          <p>{words.drop}</p>
        </>
      )}
    </div>
  );
};
