import type { ReactElement } from 'react';
import { TEXTS } from '../../../shared/texts/imports.js';
import { FileButton } from '../../../shared/ui/file-button.js';
import '../../../shared/ui/file-drop.css';
import { useDroppedFile } from '../../../shared/ui/use-dropped-file.js';
import { LIST_FILE_ENDINGS } from './files.js';

const words = TEXTS.imports;

/** A file is chosen, or dropped here. */
export const ChooseFile = ({
  isReading,
  onChoose,
}: {
  isReading: boolean;
  onChoose: (file: File) => void;
}): ReactElement => {
  const { isOver, handlers } = useDroppedFile(isReading ? null : onChoose);
  return (
    <div className="file-drop" data-over={isOver} {...handlers}>
      <FileButton
        endings={LIST_FILE_ENDINGS}
        label={isReading ? words.reading : words.choose}
        loading={isReading}
        autoFocus
        onChoose={onChoose}
      />
      <p>{words.drop}</p>
    </div>
  );
};
