import { useState, type ReactElement } from 'react';
import { flagOf, FLAGS } from '@flagpost/contracts';
import { TEXTS } from '../../../shared/texts/race.js';
import { selectSectorFlagCodes } from '../state/flags.js';
import { selectGraphics } from '../state/graphics.js';
import { selectLink } from '../state/link.js';
import { useRaceSelector } from '../state/race-store.js';
import { selectHiddenCars } from '../state/view.js';
import { RacePanel } from './race-panel.js';
import { StateList, type StateProps } from './state-strip.js';
import './state-chip.css';

const words = TEXTS.stateStrip;

/** Flags that one sector may have. */
const WORST_FIRST = [FLAGS.doubleYellow, FLAGS.yellow, FLAGS.surface, FLAGS.white];

/**
 * The state strip of a phone: a button in the bar with a sign for each kind of thing there is to tell, always as wide. A press lists
 * them in the place of the sheets.
 */
export const StateChip = (props: StateProps): ReactElement => {
  const [isOpen, setIsOpen] = useState(false);
  const { phase, refusal } = useRaceSelector(selectLink);
  const { drawnWith } = useRaceSelector(selectGraphics);
  const flags = new Set(useRaceSelector(selectSectorFlagCodes).values());
  const worst = WORST_FIRST.find((code) => flags.has(code));
  const hidden = useRaceSelector(selectHiddenCars);
  const troubles = [
    ...(phase === 'refused' ? [refusal ?? TEXTS.race.refused] : []),
    ...(phase === 'lost' ? [TEXTS.race.offline] : []),
    ...(props.isDraft ? [words.draft] : []),
    ...(props.onTrackRetry === null ? [] : [TEXTS.map.trackFailed]),
    ...(drawnWith === 'lost' ? [TEXTS.map.graphicsLost] : []),
    ...(drawnWith === 'missing' ? [TEXTS.map.noGraphics] : []),
  ];
  const said = [
    ...troubles,
    ...(flags.size === 0 ? [] : [words.sectorFlags]),
    ...(hidden === 0 ? [] : [words.filterHides(hidden)]),
  ];
  return (
    <>
      <button
        type="button"
        className="state-chip"
        data-troubled={troubles.length > 0}
        aria-label={`${words.title}: ${said.length === 0 ? words.quiet : said.join(', ')}`}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {said.length === 0 && <i className="pi pi-check" aria-hidden="true" />}
        {troubles.length > 0 && <i className="pi pi-exclamation-triangle" aria-hidden="true" />}
        {worst !== undefined && (
          <b data-ground={flagOf(worst).ground} aria-hidden="true">
            {flagOf(worst).letter}
          </b>
        )}
        {hidden > 0 && <i className="pi pi-filter" aria-hidden="true" />}
      </button>
      {/* Its name alone is not read aloud when it changes. */}
      <span className="visually-hidden" role="status">
        {said.join(', ')}
      </span>
      {isOpen && (
        <RacePanel header={words.title} onHide={() => setIsOpen(false)}>
          <StateList {...props} className="state-list" />
        </RacePanel>
      )}
    </>
  );
};
