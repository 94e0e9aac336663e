import { Dialog, type DialogProps } from 'primereact/dialog';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { ignoreHeldEnter } from './held-enter.js';

/** If no element of the dialog is marked for the initial focus, its close button has it. */
const FirstFocus = (): ReactElement => {
  const here = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    here.current?.closest('[role=dialog]')?.querySelector<HTMLElement>('.p-dialog-header-close')?.focus();
  }, []);
  return <span ref={here} hidden />;
};

/**
 * A dialog that is open while it is rendered; when it closes, the focus returns to the element that opened it. It takes
 * the focus as it opens, not again after its animation, as another dialog may have opened above it by then.
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
