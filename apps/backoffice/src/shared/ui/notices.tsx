import { createListeners } from '@flagpost/map-layers/listeners';
import { Button } from 'primereact/button';
import { Toast, type ToastMessage } from 'primereact/toast';
import { createContext, use, useState, useSyncExternalStore, type ReactElement, type ReactNode } from 'react';
import { failureText, errorKindOf } from '../failures.js';
import { TEXTS } from '../texts/common.js';
import { LimitDialog } from './limit-dialog.js';
import { Modal } from './modal.js';
import './notices.css';

/** `map`: of toasts beside a map. */
const TOAST_LIFE_MS = { success: 3_000, warning: 6_000, map: 10_000 } as const;

/** Messages to users: toasts that disappear by themselves, and the dialog for failed calls. */
export interface Notices {
  readonly success: (text: string) => void;
  readonly warning: (text: string) => void;
  readonly showText: (text: string) => void;
  /**
   * For a failed call that the user waits for: the 'Atention' dialog, or that of the licence limit; nothing if the failure
   * ended the session.
   */
  readonly showDialog: (error: unknown) => void;
  /** The same as a toast, for screens that a dialog must not cover. */
  readonly showError: (error: unknown) => void;
  /** A toast of the live map. Only the newest is shown, as it summarises all alarms. */
  readonly alarm: (title: string, detail: string) => void;
}

/** `isMap`: every toast stays as long as those beside a map. */
const createNotices = (isMap: boolean) => {
  const life = isMap ? { success: TOAST_LIFE_MS.map, warning: TOAST_LIFE_MS.map } : TOAST_LIFE_MS;
  let place: Toast | null = null;
  let shownAlarm: ToastMessage | null = null;
  /** The error shown in the dialog. */
  let dialogError: unknown = null;
  const watchers = createListeners();
  const setDialogError = (error: unknown): void => {
    dialogError = error;
    watchers.call();
  };
  /** Toasts that say the same do not pile up: the newest takes the place of those before. */
  const show = (message: ToastMessage): void => {
    place?.remove(message);
    place?.show(message);
  };
  const showText = (detail: string): void =>
    show({ severity: 'error', summary: TEXTS.attention, detail, life: life.warning });
  const notices: Notices = {
    success: (summary) => show({ severity: 'success', summary, life: life.success }),
    warning: (summary) => show({ severity: 'warn', summary, life: life.warning }),
    showText,
    showDialog(error) {
      if (errorKindOf(error) !== 'tokenExpired') setDialogError(error);
    },
    showError(error) {
      const kind = errorKindOf(error);
      if (kind === 'licenceLimit') setDialogError(error);
      else if (kind !== 'tokenExpired') showText(failureText(error));
    },
    alarm(summary, detail) {
      if (shownAlarm !== null) place?.remove(shownAlarm);
      shownAlarm = { severity: 'error', summary, detail, life: TOAST_LIFE_MS.map };
      place?.show(shownAlarm);
    },
  };
  const attach = (toast: Toast | null): void => {
    place = toast;
  };
  return {
    notices,
    attach,
    watch: watchers.subscribe,
    dialogError: () => dialogError,
    close: () => setDialogError(null),
  };
};

const NoticesContext = createContext<ReturnType<typeof createNotices> | null>(null);

const useProvided = (): ReturnType<typeof createNotices> => {
  const provided = use(NoticesContext);
  if (provided === null) throw new Error('useNotices outside its provider');
  return provided;
};

export const useNotices = (): Notices => useProvided().notices;

const ErrorDialog = (): ReactElement | null => {
  const { watch, dialogError, close } = useProvided();
  const error = useSyncExternalStore(watch, dialogError);
  if (error === null) return null;
  if (errorKindOf(error) === 'licenceLimit') return <LimitDialog onClose={close} />;
  return (
    <Modal
      header={TEXTS.attention}
      onHide={close}
      footer={<Button label={TEXTS.ok} autoFocus onClick={close} />}
    >
      {failureText(error)}
    </Modal>
  );
};

/** Provides `useNotices`; toasts are rendered by `NoticesPlace`. */
export const NoticesProvider = ({
  isMap = false,
  children,
}: {
  isMap?: boolean;
  children: ReactNode;
}): ReactElement => {
  const [provided] = useState(() => createNotices(isMap));
  return (
    <NoticesContext value={provided}>
      {children}
      <ErrorDialog />
    </NoticesContext>
  );
};

/** Renders the toasts: in the flow of the page, so that they cover nothing, unless styles place them elsewhere. */
export const NoticesPlace = (): ReactElement => {
  const { attach } = useProvided();
  return <Toast ref={attach} appendTo="self" className="notices" />;
};
