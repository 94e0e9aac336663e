import { Dialog, type DialogProps } from 'primereact/dialog';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { ignoreHeldEnter } from './held-enter.js';

/** Where nothing in the dialog is marked to begin with, its closing button has the focus. */
const FirstFocus = (): ReactElement => {
  const here = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    here.current?.closest('[role=dialog]')?.querySelector<HTMLElement>('.p-dialog-header-close')?.focus();
  }, []);
  return <span ref={here} hidden />;
};

/**
 * A dialog that is there while it is rendered; when it goes, the focus returns to what opened it. It takes the focus as
 * it opens, not once more when it has slid in, as by then another may have opened above it.
 */
export const Modal = ({
  width = '450px',
  focusOnShow = true,
  children,
  ...props
}: Omit<DialogProps, 'visible' | 'style' | 'pt'> & { width?: string }): ReactElement => {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) opener.focus();
    },
    [opener],
  );
  return (
    <Dialog
      visible
      style={{ width }}
      pt={{ root: { onKeyDown: ignoreHeldEnter } }}
      focusOnShow={false}
      {...props}
    >
      {focusOnShow && <FirstFocus />}
      {children}
    </Dialog>
  );
};
