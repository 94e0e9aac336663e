import { Dialog, type DialogProps } from 'primereact/dialog';
import { useEffect, useState, type ReactElement } from 'react';
import { ignoreHeldEnter } from './held-enter.js';

/** A dialog that is there while it is rendered; when it goes, the focus returns to what opened it. */
export const Modal = ({
  width = '450px',
  ...props
}: Omit<DialogProps, 'visible' | 'style' | 'pt'> & { width?: string }): ReactElement => {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) opener.focus();
    },
    [opener],
  );
  return <Dialog visible style={{ width }} pt={{ root: { onKeyDown: ignoreHeldEnter } }} {...props} />;
};
