import type { ReactElement } from 'react';
import { useRaceSelector } from '../state/race-store.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { selectHiddenCars } from '../state/view.js';
import { GraphicsState } from './graphics-state.js';
import { LinkState } from './link-state.js';
import { SectorFlags } from './sector-flags.js';
import { Trouble } from './trouble.js';
import './state-strip.css';

const words = TEXTS.stateStrip;

export interface StateProps {
  /** The event is not published: the race takes neither positions nor orders. */
  isDraft: boolean;
  /** Null unless the track could not be loaded: the map then shows none, which does not mean that there is none. */
  onTrackRetry: (() => void) | null;
}

const FilterState = (): ReactElement | null => {
  const hidden = useRaceSelector(selectHiddenCars);
  return hidden === 0 ? null : (
    <li>
      <i className="pi pi-filter" aria-hidden="true" />
      <span role="status">{words.filterHides(hidden)}</span>
    </li>
  );
};

/** A lost link, an event that is not published, a map that is not whole, the flags of sectors, and what the filter hides; or that all is in order. */
export const StateList = ({
  isDraft,
  onTrackRetry,
  className,
}: StateProps & { className: string }): ReactElement => (
  <ul className={className} aria-label={words.title}>
    <LinkState />
    {isDraft && <Trouble icon="pi pi-info-circle" text={words.draft} />}
    {onTrackRetry !== null && <Trouble isUrgent text={TEXTS.map.trackFailed} onRetry={onTrackRetry} />}
    <GraphicsState />
    <SectorFlags />
    <FilterState />
    <li className="race-state-quiet">{words.quiet}</li>
  </ul>
);

/** One line under the bar that is always there. On a phone `StateChip` has its place. */
export const StateStrip = (props: StateProps): ReactElement => (
  <StateList {...props} className="race-state" />
);
