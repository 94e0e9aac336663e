import { lazy, Suspense, useState, type ReactElement } from 'react';
import { useAppSelector } from '../../shared/store.js';
import { selectEndedBy } from '../../shared/session/slice.js';
import { useSettingsQuery } from '../../shared/settings.js';
import { TEXTS } from '../../shared/texts/common.js';
import { PlainMessage } from '../../shared/ui/plain.js';
import { useBrowserLinkCode } from './browser-link-code.js';
import type { FirstAccess as Access } from './login.js';
import { LoginCard } from './login-card.js';
import { LoginForm } from './login-form.js';

/** Loaded on demand. */
const BrowserLink = lazy(async () => ({ default: (await import('./browser-link.js')).BrowserLink }));
const Recovery = lazy(async () => ({ default: (await import('./recovery.js')).Recovery }));
const FirstAccess = lazy(async () => ({ default: (await import('./first-access.js')).FirstAccess }));

/** The step just completed; shown once. */
type Done = 'passwordUpdated' | 'browserKnown' | null;
type Mode = { at: 'login'; done: Done } | { at: 'recovery' } | { at: 'firstAccess'; access: Access };

const Notice = ({ done }: { done: Done }): ReactElement | null => {
  const endedBy = useAppSelector(selectEndedBy);
  if (done === 'passwordUpdated')
    return <PlainMessage severity="success">{TEXTS.account.updated}</PlainMessage>;
  if (done === 'browserKnown') return <PlainMessage severity="success">{TEXTS.login.linkDone}</PlainMessage>;
  return endedBy === null ? null : <PlainMessage severity="info">{endedBy}</PlainMessage>;
};

const TITLES: Readonly<Record<Mode['at'], string>> = {
  login: TEXTS.login.submit,
  recovery: TEXTS.account.forgot,
  firstAccess: TEXTS.account.firstTitle,
};

export const LoginPage = (): ReactElement => {
  const { data: settings } = useSettingsQuery(null);
  const [mode, setMode] = useState<Mode>({ at: 'login', done: null });
  const code = useBrowserLinkCode();
  const toLogin = (done: Done) => (): void => setMode({ at: 'login', done });

  return (
    <LoginCard title={code === null ? TITLES[mode.at] : TEXTS.login.linkTitle}>
      <Suspense fallback={<p role="status">{TEXTS.loading}</p>}>
        {code !== null && <BrowserLink code={code} onDone={toLogin('browserKnown')} />}
        {code === null && mode.at === 'login' && (
          <LoginForm
            notice={<Notice done={mode.done} />}
            onFirstAccess={(access) => setMode({ at: 'firstAccess', access })}
            onForgot={() => setMode({ at: 'recovery' })}
          />
        )}
        {code === null && mode.at === 'recovery' && (
          <Recovery onDone={toLogin('passwordUpdated')} onCancel={toLogin(null)} />
        )}
        {code === null && mode.at === 'firstAccess' && (
          <FirstAccess access={mode.access} onCancel={toLogin(null)} />
        )}
      </Suspense>
      <p className="login-help">
        {settings?.helpUrl !== undefined && (
          <a href={settings.helpUrl} target="_blank" rel="noreferrer">
            {TEXTS.login.help}
          </a>
        )}
      </p>
    </LoginCard>
  );
};
