import type { KeyboardEvent } from 'react';

/** Enter presses a button once, however long it is held: the next button to have the focus is not meant. */
export const ignoreHeldEnter = (event: KeyboardEvent): void => {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
};
