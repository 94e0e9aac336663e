import { Toast } from 'primereact/toast';
import { createContext, use, useMemo, useRef, type ReactElement, type ReactNode } from 'react';
import { TOAST_LIFE_MS } from '@flagpost/contracts';
import { TEXTS } from '../texts.js';
import './notices.css';

interface Notices {
  readonly success: (text: string) => void;
  readonly warning: (text: string) => void;
  readonly failure: (text: string) => void;
  /** The live map's own: stays as long as its toasts do. */
  readonly alarm: (title: string, detail: string) => void;
}

const NoticesContext = createContext<Notices | null>(null);

export const useNotices = (): Notices => {
  const notices = use(NoticesContext);
  if (notices === null) throw new Error('useNotices outside its provider');
  return notices;
};

export const NoticesProvider = ({
  position,
  children,
}: {
  position: 'bottom-right' | 'top-center';
  children: ReactNode;
}): ReactElement => {
  const toast = useRef<Toast>(null);
  const notices = useMemo(
    (): Notices => ({
      success: (summary) =>
        toast.current?.show({ severity: 'success', summary, life: TOAST_LIFE_MS.success }),
      warning: (summary) => toast.current?.show({ severity: 'warn', summary, life: TOAST_LIFE_MS.warning }),
      failure: (detail) =>
        toast.current?.show({
          severity: 'error',
          summary: TEXTS.attention,
          detail,
          life: TOAST_LIFE_MS.warning,
        }),
      alarm: (summary, detail) =>
        toast.current?.show({ severity: 'error', summary, detail, life: TOAST_LIFE_MS.map }),
    }),
    [],
  );
  return (
    <NoticesContext value={notices}>
      <Toast ref={toast} position={position} className={`notices-${position}`} />
      {children}
    </NoticesContext>
  );
};
