import type { ComponentProps, ReactElement, ReactNode } from 'react';
import './plain.css';

/**
 * Controls with the look of PrimeReact's but without its code, for screens before login: the theme styles their
 * classes, and the login screen does not wait for the library.
 */

const classes = (...names: (string | false | undefined)[]): string => names.filter(Boolean).join(' ');

export const PlainButton = ({
  label,
  icon,
  look,
  isBusy = false,
  ...button
}: Omit<ComponentProps<'button'>, 'className' | 'children'> & {
  label?: string;
  icon?: string;
  /** Default: filled. `secondary` is a text in the colour of its surroundings. */
  look?: 'text' | 'secondary' | 'outlined';
  isBusy?: boolean;
}): ReactElement => {
  const shownIcon = isBusy ? 'p-button-loading-icon pi-spin pi pi-spinner' : icon;
  return (
    <button
      {...button}
      className={classes(
        'p-button p-component',
        look === 'outlined' && 'p-button-outlined',
        (look === 'text' || look === 'secondary') && 'p-button-text',
        look === 'secondary' && 'p-button-secondary',
        label === undefined && 'p-button-icon-only',
        isBusy && 'p-button-loading p-disabled',
      )}
      disabled={button.disabled === true || isBusy}
    >
      {shownIcon !== undefined && (
        <span
          className={classes('p-button-icon', label !== undefined && 'p-button-icon-left', shownIcon)}
          aria-hidden="true"
        />
      )}
      {label !== undefined && <span className="p-button-label">{label}</span>}
    </button>
  );
};

export type PlainInputProps = Omit<ComponentProps<'input'>, 'className'> & { invalid?: boolean };

export const PlainInput = ({ invalid = false, ...input }: PlainInputProps): ReactElement => (
  <input {...input} className={classes('p-inputtext p-component', invalid && 'p-invalid')} />
);

const ICONS = { error: 'pi-times-circle', success: 'pi-check', info: 'pi-info-circle' } as const;

export const PlainMessage = ({
  severity,
  children,
}: {
  severity: keyof typeof ICONS;
  children: ReactNode;
}): ReactElement => (
  <div
    className={`p-inline-message p-component p-inline-message-${severity}`}
    role="alert"
    aria-live="polite"
  >
    <span className={`p-inline-message-icon pi ${ICONS[severity]}`} aria-hidden="true" />
    <span className="p-inline-message-text">{children}</span>
  </div>
);
