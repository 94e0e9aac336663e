import { createContext, use, useCallback, useMemo, useState, type ReactElement, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { STORAGE_KEYS } from '../stored-names.js';
import { mediaHook } from './media-hook.js';

/** On narrower screens the menu covers the page; on others it is beside the page. */
const useIsWide = mediaHook('(min-width: 1024px)');

interface Menu {
  isOpen: boolean;
  /** It covers the page instead of being beside it. */
  isOverlay: boolean;
  toggle: () => void;
  close: () => void;
}

const MenuContext = createContext<Menu | null>(null);

export const useMenu = (): Menu => {
  const menu = use(MenuContext);
  if (menu === null) throw new Error('useMenu outside its provider');
  return menu;
};

const wasClosed = (): boolean => window.localStorage.getItem(STORAGE_KEYS.menu) === 'closed';

/**
 * A menu beside the page is open until a person closes it, which this device remembers; a menu over the page starts
 * closed, and closes when the page changes.
 */
export const MenuProvider = ({ children }: { children: ReactNode }): ReactElement => {
  const { pathname } = useLocation();
  const isWide = useIsWide();
  const [isBeside, setIsBeside] = useState(() => !wasClosed());
  const [openOver, setOpenOver] = useState<string | null>(null);
  const isOver = openOver === pathname;

  const toggle = useCallback(() => {
    if (!isWide) {
      setOpenOver(isOver ? null : pathname);
      return;
    }
    window.localStorage.setItem(STORAGE_KEYS.menu, isBeside ? 'closed' : 'open');
    setIsBeside(!isBeside);
  }, [isWide, isOver, isBeside, pathname]);
  const close = useCallback(() => setOpenOver(null), []);

  const menu = useMemo(
    () => ({ isOpen: isWide ? isBeside : isOver, isOverlay: !isWide, toggle, close }),
    [isWide, isBeside, isOver, toggle, close],
  );
  return <MenuContext value={menu}>{children}</MenuContext>;
};
