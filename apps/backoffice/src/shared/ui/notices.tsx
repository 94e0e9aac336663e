import { Toast, type ToastMessage } from 'primereact/toast';
import { createContext, use, useState, type ReactElement, type ReactNode } from 'react';
import { TOAST_LIFE_MS } from '@flagpost/contracts';
import { TEXTS } from '../texts.js';
import './notices.css';

export interface Notices {
  readonly success: (text: string) => void;
  readonly warning: (text: string) => void;
  readonly failure: (text: string) => void;
  /** The live map's own: stays as long as its toasts do. There is one at a time, as the newest tells of all. */
  readonly alarm: (title: string, detail: string) => void;
}

const createNotices = () => {
  let place: Toast | null = null;
  let shownAlarm: ToastMessage | null = null;
  const notices: Notices = {
    success: (summary) => place?.show({ severity: 'success', summary, life: TOAST_LIFE_MS.success }),
    warning: (summary) => place?.show({ severity: 'warn', summary, life: TOAST_LIFE_MS.warning }),
    failure: (detail) =>
      place?.show({ severity: 'error', summary: TEXTS.attention, detail, life: TOAST_LIFE_MS.warning }),
    alarm(summary, detail) {
      if (shownAlarm !== null) place?.remove(shownAlarm);
      shownAlarm = { severity: 'error', summary, detail, life: TOAST_LIFE_MS.map };
      place?.show(shownAlarm);
    },
  };
  const attach = (toast: Toast | null): void => {
    place = toast;
  };
  return { notices, attach };
};

const NoticesContext = createContext<ReturnType<typeof createNotices> | null>(null);

const useProvided = (): ReturnType<typeof createNotices> => {
  const provided = use(NoticesContext);
  if (provided === null) throw new Error('useNotices outside its provider');
  return provided;
};

export const useNotices = (): Notices => useProvided().notices;

/** Lets what it holds give notice; notices show where `NoticesPlace` stands. */
export const NoticesProvider = ({ children }: { children: ReactNode }): ReactElement => {
  const [provided] = useState(createNotices);
  return <NoticesContext value={provided}>{children}</NoticesContext>;
};

/** Notices take room of their own here, and cover nothing. */
export const NoticesPlace = (): ReactElement => {
  const { attach } = useProvided();
  return <Toast ref={attach} appendTo="self" className="notices" />;
};
