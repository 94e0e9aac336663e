import type { ReactElement } from 'react';
import { useRaceSelector } from '../state/race-store.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { selectCars } from '../state/roster.js';
import { selectShownCars } from '../state/view.js';
import { GraphicsState } from './graphics-state.js';
import { LinkState } from './link-state.js';
import { SectorFlags } from './sector-flags.js';
import { Trouble } from './trouble.js';
import './state-strip.css';

const words = TEXTS.stateStrip;

const FilterState = (): ReactElement | null => {
  const cars = useRaceSelector(selectCars);
  const shown = useRaceSelector(selectShownCars);
  const hidden = cars.length - shown.length;
  return hidden === 0 ? null : (
    <li>
      <i className="pi pi-filter" aria-hidden="true" />
      <span role="status">{words.filterHides(hidden)}</span>
    </li>
  );
};

/** One line under the bar that is always there: a lost link, a map that is not whole, the flags of sectors, and what the filter hides. */
export const StateStrip = ({
  onTrackRetry,
}: {
  /** Null unless the track could not be loaded: the map then shows none, which does not mean that there is none. */
  onTrackRetry: (() => void) | null;
}): ReactElement => (
  <ul className="race-state" aria-label={words.title}>
    <LinkState />
    {onTrackRetry !== null && <Trouble isUrgent text={TEXTS.map.trackFailed} onRetry={onTrackRetry} />}
    <GraphicsState />
    <SectorFlags />
    <FilterState />
    <li className="race-state-quiet">{words.quiet}</li>
  </ul>
);
