import type { MouseEvent, ReactElement } from 'react';
import { PLACE_OF_MAP } from '../../shared/paths.js';
import { TEXTS } from '../../shared/texts/common.js';

/** The first stop of the Tab key on the live map, seen while it has the focus. */
export const SkipToMap = (): ReactElement => {
  const skip = (event: MouseEvent): void => {
    // The address stays that of the race.
    event.preventDefault();
    const place = document.getElementById(PLACE_OF_MAP);
    // The canvas takes keys; a map that is drawn plainly has none.
    (place?.querySelector<HTMLElement>('canvas[tabindex="0"]') ?? place)?.focus();
  };
  return (
    <a className="skip-to-map" href={`#${PLACE_OF_MAP}`} onClick={skip}>
      {TEXTS.skipToMap}
    </a>
  );
};
