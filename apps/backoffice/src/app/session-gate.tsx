import { Suspense, useEffect, useRef, type ReactElement } from 'react';
import { Outlet, useNavigate } from 'react-router-dom';
import { LoginPage } from '../features/identity/login-page.js';
import { PATHS } from '../shared/paths.js';
import { selectSession } from '../shared/session/slice.js';
import { TEXTS } from '../shared/texts/common.js';
import { useAppSelector } from '../shared/store.js';

/** The login screen replaces every screen while nobody is logged in; logging in and out both lead to '/'. */
export const SessionGate = (): ReactElement => {
  const isOpen = useAppSelector((state) => selectSession(state) !== null);
  const navigate = useNavigate();
  const wasOpen = useRef(isOpen);

  useEffect(() => {
    if (wasOpen.current !== isOpen) void navigate(PATHS.home, { replace: true });
    wasOpen.current = isOpen;
  }, [isOpen, navigate]);

  if (!isOpen) return <LoginPage />;
  return (
    <Suspense fallback={<p role="status">{TEXTS.loading}</p>}>
      <Outlet />
    </Suspense>
  );
};
