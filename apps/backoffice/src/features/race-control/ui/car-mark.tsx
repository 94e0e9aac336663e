import type { ReactElement } from 'react';
import type { CarLook } from '@flagpost/contracts';
import { TEXTS } from '../../../shared/texts/race.js';
import './car-mark.css';

/** A car's look in a list, as the map draws it. */
export const CarMark = ({ look }: { look: CarLook }): ReactElement => (
  <span className={`car-mark car-mark-${look}`} aria-hidden="true">
    {TEXTS.letters[look]}
  </span>
);
