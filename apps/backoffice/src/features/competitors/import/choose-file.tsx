import { Button } from 'primereact/button';
import { useRef, useState, type ReactElement } from 'react';
import { TEXTS } from '../../../shared/texts/imports.js';

const words = TEXTS.imports;

/** A file is chosen, or dropped here. */
export const ChooseFile = ({
  isReading,
  onChoose,
}: {
  isReading: boolean;
  onChoose: (file: File) => void;
}): ReactElement => {
  const input = useRef<HTMLInputElement>(null);
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
      <Button
        label={isReading ? words.reading : words.choose}
        icon="pi pi-upload"
        loading={isReading}
        autoFocus
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,.xlsx"
        aria-label={words.choose}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) onChoose(file);
          // The same file may be chosen again.
          target.value = '';
        }}
      />
      <p>{words.drop}</p>
    </div>
  );
};
