import { Button } from 'primereact/button';
import { InputText } from 'primereact/inputtext';
import { Message } from 'primereact/message';
import { useState, type SubmitEvent, type ReactElement } from 'react';
import { LIMITS } from '@flagpost/contracts';
import { useAppDispatch } from '../../app/store.js';
import { TEXTS } from '../../shared/texts.js';
import { loginFaults, logIn, type FirstAccess, type LoginFaults } from './login.js';

const Fault = ({ id, text }: { id: string; text: string | undefined }): ReactElement | null =>
  text === undefined ? null : (
    <small id={id} className="p-error" role="alert">
      {text}
    </small>
  );

/** Email and password. */
export const LoginForm = ({
  notice,
  onFirstAccess,
  onForgot,
}: {
  /** Said until the form is sent. */
  notice: ReactElement | null;
  onFirstAccess: (access: FirstAccess) => void;
  onForgot: () => void;
}): ReactElement => {
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
    const outcome = await dispatch(logIn({ email, password }));
    setIsBusy(false);
    if (typeof outcome === 'string') setFaults({ form: outcome });
    else if (outcome !== null) onFirstAccess(outcome);
  };

  return (
    <form className="login-form" noValidate onSubmit={(event) => void submit(event)}>
      {faults.form === undefined ? notice : <Message severity="error" text={faults.form} />}
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
      <Button type="button" label={TEXTS.account.forgot} text onClick={onForgot} />
    </form>
  );
};
