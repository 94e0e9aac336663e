import { Dialog, type DialogProps } from 'primereact/dialog';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { ignoreHeldEnter } from './held-enter.js';

/** What each open dialog was opened from, the nearest first. */
const openersOf = new WeakMap<Element, readonly Element[]>();

/** What has the focus, and what the dialog that contains it was opened from: that one may be about to close. */
const currentOpeners = (): readonly Element[] => {
  const active = document.activeElement;
  if (active === null) return [];
  const around = active.closest('[role=dialog]');
  return [active, ...((around && openersOf.get(around)) ?? [])];
};

/** If no element of the dialog is marked for the initial focus, its close button has it. */
const Focus = ({ openers, takes }: { openers: readonly Element[]; takes: boolean }): ReactElement => {
  const here = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const dialog = here.current?.closest('[role=dialog]');
    if (dialog == null) return;
    openersOf.set(dialog, openers);
    if (takes) dialog.querySelector<HTMLElement>('.p-dialog-header-close')?.focus();
  }, [openers, takes]);
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
  const [openers] = useState(currentOpeners);
  useEffect(
    () => () => {
      const opener = openers.find(({ isConnected }) => isConnected);
      if (opener instanceof HTMLElement) opener.focus();
    },
    [openers],
  );
  return (
    <Dialog
      visible
      style={{ width }}
      pt={{ root: { onKeyDown: ignoreHeldEnter } }}
      focusOnShow={false}
      {...props}
    >
      <Focus openers={openers} takes={focusOnShow} />
      {children}
    </Dialog>
  );
};
