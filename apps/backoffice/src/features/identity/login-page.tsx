import { Button } from 'primereact/button';
import { InputText } from 'primereact/inputtext';
import { Message } from 'primereact/message';
import { useState, type SubmitEvent, type ReactElement } from 'react';
import { LIMITS } from '@flagpost/contracts';
import { Brand } from '../../app/shell/brand.js';
import { useAppDispatch } from '../../app/store.js';
import { useTheme } from '../../app/theme/use-theme.js';
import { TEXTS } from '../../shared/texts.js';
import { loginFaults, logIn, type LoginFaults } from './login.js';
import './login-page.css';

const Fault = ({ id, text }: { id: string; text: string | undefined }): ReactElement | null =>
  text === undefined ? null : (
    <small id={id} className="p-error" role="alert">
      {text}
    </small>
  );

export const LoginPage = (): ReactElement => {
  useTheme('pages');
  const dispatch = useAppDispatch();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [isShown, setIsShown] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [faults, setFaults] = useState<LoginFaults>({});

  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const found = loginFaults({ email, password });
    setFaults(found ?? {});
    if (found !== null) return;
    setIsBusy(true);
    const refusal = await dispatch(logIn({ email, password }));
    setIsBusy(false);
    if (refusal !== null) setFaults({ form: refusal });
  };

  return (
    <main className="login">
      <form className="login-card" noValidate onSubmit={(event) => void submit(event)}>
        <div className="login-flag" aria-hidden="true" />
        <Brand />
        <div>
          <h1>{TEXTS.login.welcome}</h1>
          <p className="login-lead">{TEXTS.login.lead}</p>
        </div>
        {faults.form !== undefined && <Message severity="error" text={faults.form} />}
        <div className="login-field">
          <label htmlFor="email">{TEXTS.login.email}</label>
          <InputText
            id="email"
            type="email"
            autoComplete="username"
            autoFocus
            maxLength={LIMITS.loginEmail.max}
            value={email}
            invalid={faults.email !== undefined}
            aria-describedby="email-fault"
            onChange={(event) => setEmail(event.target.value)}
          />
          <Fault id="email-fault" text={faults.email} />
        </div>
        <div className="login-field">
          <label htmlFor="password">{TEXTS.login.password}</label>
          <div className="login-password">
            <InputText
              id="password"
              type={isShown ? 'text' : 'password'}
              autoComplete="current-password"
              maxLength={LIMITS.password.max}
              value={password}
              invalid={faults.password !== undefined}
              aria-describedby="password-fault"
              onChange={(event) => setPassword(event.target.value)}
            />
            <Button
              type="button"
              text
              severity="secondary"
              icon={isShown ? 'pi pi-eye-slash' : 'pi pi-eye'}
              aria-label={isShown ? TEXTS.form.hidePassword : TEXTS.form.showPassword}
              aria-pressed={isShown}
              onClick={() => setIsShown(!isShown)}
            />
          </div>
          <Fault id="password-fault" text={faults.password} />
        </div>
        <Button type="submit" label={TEXTS.login.submit} loading={isBusy} />
      </form>
    </main>
  );
};
