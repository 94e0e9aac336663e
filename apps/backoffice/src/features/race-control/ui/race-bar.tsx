import { Button } from 'primereact/button';
import { useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { EventDetail } from '@flagpost/contracts';
import { MenuToggle } from '../../../shared/ui/menu-toggle.js';
import { ThemeChoice } from '../../../shared/theme/theme-choice.js';
import type { Theme } from '../../../shared/theme/theme.js';
import { usePageTitle } from '../../../shared/page-title.js';
import { PATHS } from '../../../shared/paths.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { ConnectionAge } from './connection-age.js';
import { FlagInForce } from './flag-in-force.js';
import { PinnedTimer } from './pinned-timer.js';
import { RaceActions } from './race-actions.js';
import { RaceClock } from './race-clock.js';
import { RaceCounts } from './race-counts.js';
import './race-bar.css';

/** Narrower bars keep their actions in one menu. */
const ACTIONS_FIT_PX = 1_160;

const useIsNarrow = (): [React.RefObject<HTMLElement | null>, boolean] => {
  const bar = useRef<HTMLElement>(null);
  const [isNarrow, setIsNarrow] = useState(false);
  useEffect(() => {
    const element = bar.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setIsNarrow(entry.contentRect.width < ACTIONS_FIT_PX);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [bar, isNarrow];
};

export const RaceBar = ({
  event,
  theme,
  onThemeChoose,
  state,
}: {
  event: EventDetail;
  theme: Theme;
  onThemeChoose: (theme: Theme) => void;
  /** Beside the connection, on a phone. */
  state: ReactNode;
}): ReactElement => {
  const navigate = useNavigate();
  const [bar, isNarrow] = useIsNarrow();
  usePageTitle(TEXTS.map.map, event.eveName);
  return (
    <header className="race-bar" ref={bar}>
      <MenuToggle />
      <FlagInForce />
      <div className="race-event">
        <h1 title={event.eveName}>{event.eveName}</h1>
        {event.past && <span className="race-past">{TEXTS.race.past}</span>}
      </div>
      <RaceClock />
      <PinnedTimer />
      <ConnectionAge />
      {state}
      <RaceCounts />
      <div className="race-actions">
        <Button
          icon="pi pi-arrow-left"
          text
          severity="secondary"
          aria-label={TEXTS.back}
          title={TEXTS.back}
          onClick={() => void navigate(PATHS.events)}
        />
        <RaceActions event={event} isNarrow={isNarrow} />
        <ThemeChoice theme={theme} onChoose={onThemeChoose} />
      </div>
    </header>
  );
};
