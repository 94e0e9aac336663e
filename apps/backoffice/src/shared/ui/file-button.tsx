import { Button } from 'primereact/button';
import { useRef, type ComponentProps, type ReactElement } from 'react';

/** Opens the system's choice of files. */
export const FileButton = ({
  endings,
  onChoose,
  ...button
}: ComponentProps<typeof Button> & {
  /** Of the files that can be chosen. */
  endings: readonly string[];
  onChoose: (file: File) => void;
}): ReactElement => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} icon="pi pi-upload" onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        accept={endings.join(',')}
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
