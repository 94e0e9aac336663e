import { useState, type SubmitEvent, type ReactElement } from 'react';
import { LIMITS } from '@flagpost/contracts';
import { useAppDispatch } from '../../shared/store.js';
import { TEXTS } from '../../shared/texts/common.js';
import { Labelled } from '../../shared/ui/form/labelled.js';
import { PasswordInput } from '../../shared/ui/form/password-input.js';
import { PlainButton, PlainInput, PlainMessage } from '../../shared/ui/plain.js';
import { Limited } from './limited.js';
import { loginFaults, logIn, type FirstAccess, type LoginFaults } from './login.js';

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
  const [isBusy, setIsBusy] = useState(false);
  const [faults, setFaults] = useState<LoginFaults>({});
  /** The address that too many sign-ins were tried with. */
  const [limited, setLimited] = useState<string | null>(null);

  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const found = loginFaults({ email, password });
    setFaults(found ?? {});
    setLimited(null);
    if (found !== null) return;
    setIsBusy(true);
    const outcome = await dispatch(logIn({ email, password }));
    setIsBusy(false);
    if (outcome === null) return;
    if ('refusal' in outcome) {
      setFaults({ form: outcome.refusal });
      if (outcome.isLimited) setLimited(email);
    } else onFirstAccess(outcome);
  };

  return (
    <form className="login-form" noValidate onSubmit={(event) => void submit(event)}>
      {faults.form === undefined ? notice : <PlainMessage severity="error">{faults.form}</PlainMessage>}
      {limited !== null && <Limited key={limited} email={limited} />}
      <Labelled label={TEXTS.login.email} labelFor="email" fault={faults.email} faultId="email-fault">
        <PlainInput
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
      </Labelled>
      <Labelled
        label={TEXTS.login.password}
        labelFor="password"
        fault={faults.password}
        faultId="password-fault"
      >
        <PasswordInput
          id="password"
          autoComplete="current-password"
          maxLength={LIMITS.password.max}
          value={password}
          invalid={faults.password !== undefined}
          aria-describedby="password-fault"
          onChange={(event) => setPassword(event.target.value)}
        />
      </Labelled>
      <PlainButton type="submit" label={TEXTS.login.submit} isBusy={isBusy} />
      <PlainButton type="button" label={TEXTS.account.forgot} look="text" onClick={onForgot} />
    </form>
  );
};
