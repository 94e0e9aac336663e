import { Button } from 'primereact/button';
import { Toast, type ToastMessage } from 'primereact/toast';
import { createContext, use, useState, useSyncExternalStore, type ReactElement, type ReactNode } from 'react';
import { failureText, meaningOf } from '../failures.js';
import { TEXTS } from '../texts/common.js';
import { LimitDialog } from './limit-dialog.js';
import { Modal } from './modal.js';
import './notices.css';

/** `map`: of toasts beside a map. */
const TOAST_LIFE_MS = { success: 3_000, warning: 6_000, map: 10_000 } as const;

/** Everything that comes up to tell people something: toasts that go by themselves, and the one dialog for failures. */
export interface Notices {
  readonly success: (text: string) => void;
  readonly warning: (text: string) => void;
  readonly failure: (text: string) => void;
  /**
   * A call failed that somebody waits for: the 'Atention' dialog, or that of the licences' limit, unless the failure
   * ended the session.
   */
  readonly attention: (error: unknown) => void;
  /** The same on a screen that must stay in sight: a toast. */
  readonly failed: (error: unknown) => void;
  /** The live map's own: stays as long as its toasts do. There is one at a time, as the newest tells of all. */
  readonly alarm: (title: string, detail: string) => void;
}

const createNotices = () => {
  let place: Toast | null = null;
  let shownAlarm: ToastMessage | null = null;
  /** The failure that the dialog tells of. */
  let attention: unknown = null;
  const watchers = new Set<() => void>();
  const setAttention = (error: unknown): void => {
    attention = error;
    for (const watcher of watchers) watcher();
  };
  const failure = (detail: string): void =>
    place?.show({ severity: 'error', summary: TEXTS.attention, detail, life: TOAST_LIFE_MS.warning });
  const notices: Notices = {
    success: (summary) => place?.show({ severity: 'success', summary, life: TOAST_LIFE_MS.success }),
    warning: (summary) => place?.show({ severity: 'warn', summary, life: TOAST_LIFE_MS.warning }),
    failure,
    attention(error) {
      if (meaningOf(error) !== 'tokenExpired') setAttention(error);
    },
    failed(error) {
      const meaning = meaningOf(error);
      if (meaning === 'licenceLimit') setAttention(error);
      else if (meaning !== 'tokenExpired') failure(failureText(error));
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
  const watch = (watcher: () => void): (() => void) => {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  };
  return { notices, attach, watch, attention: () => attention, close: () => setAttention(null) };
};

const NoticesContext = createContext<ReturnType<typeof createNotices> | null>(null);

const useProvided = (): ReturnType<typeof createNotices> => {
  const provided = use(NoticesContext);
  if (provided === null) throw new Error('useNotices outside its provider');
  return provided;
};

export const useNotices = (): Notices => useProvided().notices;

const Attention = (): ReactElement | null => {
  const { watch, attention, close } = useProvided();
  const error = useSyncExternalStore(watch, attention);
  if (error === null) return null;
  if (meaningOf(error) === 'licenceLimit') return <LimitDialog onClose={close} />;
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

/** Lets what it holds give notice; toasts show where `NoticesPlace` stands. */
export const NoticesProvider = ({ children }: { children: ReactNode }): ReactElement => {
  const [provided] = useState(createNotices);
  return (
    <NoticesContext value={provided}>
      {children}
      <Attention />
    </NoticesContext>
  );
};

/** Toasts come up here: in the flow of what is around them, so that they cover nothing, or where its styles lay them. */
export const NoticesPlace = (): ReactElement => {
  const { attach } = useProvided();
  return <Toast ref={attach} appendTo="self" className="notices" />;
};
