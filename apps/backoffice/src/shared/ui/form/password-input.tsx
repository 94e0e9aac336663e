import { Button } from 'primereact/button';
import { InputText } from 'primereact/inputtext';
import { useState, type ComponentProps, type ReactElement } from 'react';
import { TEXTS } from '../../texts/common.js';
import './password-input.css';

/** A password that can be looked at. */
export const PasswordInput = (input: Omit<ComponentProps<typeof InputText>, 'type'>): ReactElement => {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className="password-input">
      <InputText {...input} type={isShown ? 'text' : 'password'} />
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
  );
};
