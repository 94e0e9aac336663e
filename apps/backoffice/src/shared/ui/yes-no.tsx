import { Button } from 'primereact/button';
import type { ReactElement, ReactNode } from 'react';
import { Modal } from './modal.js';

/** Asks once; `danger` marks an answer that cannot be undone, and does not make it the default of Enter. */
export const YesNo = ({
  title,
  yes,
  no,
  danger = false,
  onYes,
  onNo,
  children,
}: {
  title: string;
  yes: string;
  no: string;
  danger?: boolean;
  onYes: () => void;
  onNo: () => void;
  children: ReactNode;
}): ReactElement => (
  <Modal
    header={title}

    onHide={onNo}
    footer={
      <>
        <Button label={no} text severity="secondary" autoFocus={danger} onClick={onNo} />
        <Button
          label={yes}
          {...(danger && { severity: 'danger' as const })}
          autoFocus={!danger}
          onClick={onYes}
        />
      </>
    }
  >
    {children}
  </Modal>
);
