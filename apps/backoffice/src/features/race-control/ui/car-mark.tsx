import type { ReactElement } from 'react';
import { flagOf, type CarLook } from '@flagpost/contracts';
import './car-mark.css';

/** A car's look in a list, as the map draws it. */
export const CarMark = ({ look }: { look: CarLook }): ReactElement => {
  if (typeof look === 'string') {
    return (
      <span className={`car-mark car-mark-${look}`} aria-hidden="true">
        {look === 'sos' && '!'}
      </span>
    );
  }
  const { ground, ink, pattern, letter } = flagOf(look);
  return (
    <span className="car-mark" data-ground={ground} data-ink={ink} data-pattern={pattern} aria-hidden="true">
      {letter}
    </span>
  );
};
