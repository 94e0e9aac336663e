import { PrimeReactProvider } from 'primereact/api';
import { Suspense, useEffect, useRef, type ReactElement } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { isLiveMap } from '../../shared/paths.js';
import { TEXTS } from '../../shared/texts/common.js';
import { Fallback } from '../../shared/ui/fallback.js';
import { NoticesProvider } from '../../shared/ui/notices.js';
import { MenuProvider, useMenu } from '../../shared/ui/menu-state.js';
import { Page } from '../../shared/ui/page.js';
import { useLiveMapAhead } from '../live-map-ahead.js';
import { usePushRenewal } from '../push-renewal.js';
import { SideMenu } from './side-menu.js';
import { SkipToMap } from './skip-to-map.js';
import './shell.css';

const Frame = (): ReactElement => {
  const { isOpen, isOverlay, close } = useMenu();
  const { pathname } = useLocation();
  const page = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (page.current !== null) page.current.scrollTop = 0;
  }, [pathname]);

  useEffect(() => {
    if (!isOpen || !isOverlay) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') close();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isOpen, isOverlay, close]);

  return (
    <div className={isOverlay ? 'shell shell-overlay' : 'shell'}>
      {isLiveMap(pathname) && <SkipToMap />}
      {isOpen && <SideMenu />}
      {isOpen && isOverlay && <div className="shell-mask" onClick={close} />}
      <div className="shell-page" ref={page}>
        <Suspense fallback={<p className="shell-loading">{TEXTS.loading}</p>}>
          <Fallback place={pathname} frame={(said) => <Page title="">{said}</Page>}>
            <Outlet />
          </Fallback>
        </Suspense>
      </div>
    </div>
  );
};

export const Shell = (): ReactElement => {
  useLiveMapAhead();
  usePushRenewal();
  return (
    <PrimeReactProvider>
      <MenuProvider>
        <NoticesProvider>
          <Frame />
        </NoticesProvider>
      </MenuProvider>
    </PrimeReactProvider>
  );
};
