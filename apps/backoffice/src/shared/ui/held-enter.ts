import type { KeyboardEvent } from 'react';

/** A held Enter presses a button only once, and not the button that has the focus next. */
export const ignoreHeldEnter = (event: KeyboardEvent): void => {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
};
