import { useState, type ReactElement } from 'react';
import { TEXTS } from '../../texts/common.js';
import { PlainButton, PlainInput, type PlainInputProps } from '../plain.js';
import './password-input.css';

/** A password input that can show its text. */
export const PasswordInput = (input: Omit<PlainInputProps, 'type'>): ReactElement => {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className="password-input">
      <PlainInput {...input} type={isShown ? 'text' : 'password'} />
      <PlainButton
        type="button"
        look="secondary"
        icon={isShown ? 'pi pi-eye-slash' : 'pi pi-eye'}
        aria-label={isShown ? TEXTS.form.hidePassword : TEXTS.form.showPassword}
        aria-pressed={isShown}
        onClick={() => setIsShown(!isShown)}
      />
    </div>
  );
};
