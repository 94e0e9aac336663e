import { useEffect, useId, useRef, type ReactElement, type ReactNode } from 'react';
import { TEXTS } from '../../../shared/texts/drive.js';
import type { Failure } from '../api.js';

/** A sentence with a mark: its meaning is never shown by colour alone. */
const MARKS = { info: 'i', good: '✓', warning: '!', error: '✕' } as const;

export const Note = ({ kind, children }: { kind: keyof typeof MARKS; children: ReactNode }): ReactElement => (
  <p className={`drive-note is-${kind}`}>
    <span aria-hidden="true" className="drive-note-mark">
      {MARKS[kind]}
    </span>
    <span>{children}</span>
  </p>
);

export const FailureNote = ({ failure }: { failure: Failure }): ReactElement => (
  <div role="alert">
    <Note kind="error">{failure.kind === 'refused' ? failure.message : TEXTS.noAnswer}</Note>
  </div>
);

/** Asks before something is done. Escape is 'no'. */
export const Question = ({
  title,
  yes,
  onYes,
  onNo,
  children,
}: {
  title: string;
  yes: string;
  onYes: () => void;
  onNo: () => void;
  children: ReactNode;
}): ReactElement => {
  const id = useId();
  const no = useRef<HTMLButtonElement>(null);
  useEffect(() => no.current?.focus(), []);
  return (
    <div className="drive-mask">
      <div
        role="dialog"
        aria-modal="true"
        aria-labelledby={id}
        className="drive-question"
        onKeyDown={({ key }) => {
          if (key === 'Escape') onNo();
        }}
      >
        <h2 id={id}>{title}</h2>
        {children}
        <div className="drive-answers">
          <button type="button" className="drive-button" onClick={onYes}>
            {yes}
          </button>
          <button ref={no} type="button" className="drive-button is-quiet" onClick={onNo}>
            {TEXTS.cancel}
          </button>
        </div>
      </div>
    </div>
  );
};
