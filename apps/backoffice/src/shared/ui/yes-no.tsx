import { Button } from 'primereact/button';
import type { ReactElement, ReactNode } from 'react';
import { Modal } from './modal.js';

/** Asked once; `danger` marks an answer that cannot be undone, and does not make it the default of Enter. */
export interface YesNoProps {
  title: string;
  yes: string;
  no: string;
  danger?: boolean;
  onYes: () => void;
  onNo: () => void;
  children: ReactNode;
}

/** Both answers, for the foot of whatever asks. */
export const YesNoButtons = ({
  yes,
  no,
  danger = false,
  onYes,
  onNo,
}: Omit<YesNoProps, 'title' | 'children'>): ReactElement => (
  <>
    <Button label={no} text severity="secondary" autoFocus={danger} onClick={onNo} />
    <Button
      label={yes}
      {...(danger && { severity: 'danger' as const })}
      autoFocus={!danger}
      onClick={onYes}
    />
  </>
);

export const YesNo = ({ title, onNo, children, ...answers }: YesNoProps): ReactElement => (
  <Modal header={title} onHide={onNo} footer={<YesNoButtons {...answers} onNo={onNo} />}>
    {children}
  </Modal>
);
