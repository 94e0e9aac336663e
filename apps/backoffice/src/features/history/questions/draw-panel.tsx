import { Button } from 'primereact/button';
import type { ReactElement, ReactNode } from 'react';
import { TEXTS } from '../../../shared/texts/history.js';
import { RacePanel } from '../../race-control/ui/race-panel.js';

const words = TEXTS.history.questions;

/** Beside the map while a part of the track is chosen on it: what changes that part without a pointer. */
export const DrawPanel = ({
  texts,
  status,
  isEmpty,
  isWhole,
  onClear,
  onDone,
  children,
}: {
  texts: { readonly title: string; readonly hint: string; readonly clear: string };
  status: string;
  isEmpty: boolean;
  /** It can be asked for. */
  isWhole: boolean;
  onClear: () => void;
  onDone: () => void;
  children: ReactNode;
}): ReactElement => (
  <RacePanel
    header={texts.title}
    onHide={onDone}
    footer={
      <>
        <Button text severity="secondary" label={texts.clear} disabled={isEmpty} onClick={onClear} />
        <Button label={words.done} disabled={!isWhole} onClick={onDone} />
      </>
    }
  >
    <div className="draw-panel">
      <p>{texts.hint}</p>
      <p className="history-note" role="status">
        {status}
      </p>
      {children}
    </div>
  </RacePanel>
);
