import { Button } from 'primereact/button';
import { useRef, useState, type ComponentProps, type ReactElement } from 'react';
import { TEXTS } from '../../../shared/texts/imports.js';

const words = TEXTS.imports;

/** Opens the system's choice of files. */
export const FileButton = ({
  onChoose,
  ...button
}: ComponentProps<typeof Button> & { onChoose: (file: File) => void }): ReactElement => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} icon="pi pi-upload" onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,.xlsx"
        aria-label={button.label}
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
  onChoose,
}: {
  isReading: boolean;
  onChoose: (file: File) => void;
}): ReactElement => {
  const [isOver, setIsOver] = useState(false);
  return (
    <div
      className="import-drop"
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        const [file] = event.dataTransfer.files;
        if (file !== undefined && !isReading) onChoose(file);
      }}
    >
      <FileButton
        label={isReading ? words.reading : words.choose}
        loading={isReading}
        autoFocus
        onChoose={onChoose}
      />
      <p>{words.drop}</p>
    </div>
  );
};
