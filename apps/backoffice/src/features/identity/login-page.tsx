import { Message } from 'primereact/message';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { Brand } from '../../app/shell/brand.js';
import { useAppSelector } from '../../app/store.js';
import { useTheme } from '../../app/theme/use-theme.js';
import { selectEndedBy } from '../../shared/session/slice.js';
import { useSettingsQuery } from '../../shared/settings.js';
import { TEXTS } from '../../shared/texts/common.js';
import { LanguageChoice } from '../../shared/ui/language-choice.js';
import type { FirstAccess as Access } from './login.js';
import { LoginForm } from './login-form.js';
import './login-page.css';

/** Loaded for who needs them. */
const Recovery = lazy(async () => ({ default: (await import('./recovery.js')).Recovery }));
const FirstAccess = lazy(async () => ({ default: (await import('./first-access.js')).FirstAccess }));

type Mode = { at: 'login'; isUpdated: boolean } | { at: 'recovery' } | { at: 'firstAccess'; access: Access };

const Notice = ({ isUpdated }: { isUpdated: boolean }): ReactElement | null => {
  const endedBy = useAppSelector(selectEndedBy);
  if (isUpdated) return <Message severity="success" text={TEXTS.account.updated} />;
  return endedBy === null ? null : <Message severity="info" text={endedBy} />;
};

export const LoginPage = (): ReactElement => {
  useTheme('pages');
  const { data: settings } = useSettingsQuery(null);
  const [mode, setMode] = useState<Mode>({ at: 'login', isUpdated: false });
  const toLogin = (isUpdated: boolean) => (): void => setMode({ at: 'login', isUpdated });

  return (
    <main className="login">
      <div className="login-card">
        <div className="login-flag" aria-hidden="true" />
        <div className="login-choices">
          <LanguageChoice />
        </div>
        <Brand />
        <div>
          <h1>{TEXTS.login.welcome}</h1>
          <p className="login-lead">{TEXTS.login.lead}</p>
        </div>
        <Suspense fallback={<p role="status">{TEXTS.loading}</p>}>
          {mode.at === 'login' && (
            <LoginForm
              notice={<Notice isUpdated={mode.isUpdated} />}
              onFirstAccess={(access) => setMode({ at: 'firstAccess', access })}
              onForgot={() => setMode({ at: 'recovery' })}
            />
          )}
          {mode.at === 'recovery' && <Recovery onDone={toLogin(true)} onCancel={toLogin(false)} />}
          {mode.at === 'firstAccess' && <FirstAccess access={mode.access} onCancel={toLogin(false)} />}
        </Suspense>
        {settings?.helpUrl !== undefined && (
          <a className="login-help" href={settings.helpUrl} target="_blank" rel="noreferrer">
            {TEXTS.login.help}
          </a>
        )}
      </div>
    </main>
  );
};
