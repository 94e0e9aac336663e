import { useEffect, useState, type ReactElement } from 'react';
import { PUBLISHED_STATE_ID, type CircuitRouteAnswer, type EventDetail } from '@flagpost/contracts';
import { useTheme } from '../../shared/theme/use-theme.js';
import { TEXTS } from '../../shared/texts/race.js';
import { Feed } from './ui/feed.js';
import { FlagPanel } from './ui/flag-panel.js';
import { MapPane } from './ui/map-pane.js';
import { RaceFoot } from './ui/race-foot.js';
import { RaceBar } from './ui/race-bar.js';
import { SideColumn } from './ui/side-column.js';
import { StateChip } from './ui/state-chip.js';
import { StateStrip } from './ui/state-strip.js';
import { useIsPhone } from './ui/media.js';
import { EventWatch } from './event-watch.js';
import { useRace } from './race-context.js';
import './race-screen.css';

type Sheet = 'flags' | 'cars' | 'feed';

/**
 * Bar and state strip above; flags left, the map with the feed below it, alerts and cars right. Nothing lies over the map:
 * on a phone the state strip is a button of the bar, the alerts are above the map, and one of the others is below it, as a sheet.
 */
export const RaceScreen = ({
  event,
  route,
  onTrackRetry,
}: {
  event: EventDetail;
  route: CircuitRouteAnswer | null;
  /** Null unless the track could not be loaded. */
  onTrackRetry: (() => void) | null;
}): ReactElement => {
  const { theme, choose } = useTheme('liveMap');
  const { mayControl } = useRace();
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const isPhone = useIsPhone();
  const state = { isDraft: event.stsId !== PUBLISHED_STATE_ID, onTrackRetry };
  useEffect(() => {
    if (sheet === null) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      // A dialog goes first.
      if (event.key === 'Escape' && document.querySelector('[role=dialog]') === null) setSheet(null);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [sheet]);
  const sheets: [Sheet, string][] = [
    ...(mayControl ? ([['flags', TEXTS.flags.title]] as [Sheet, string][]) : []),
    ['cars', TEXTS.panels.cars],
    ['feed', TEXTS.feed.title],
  ];
  return (
    <div className="race" data-sheet={sheet ?? undefined}>
      <EventWatch event={event} />
      <RaceBar
        event={event}
        theme={theme}
        onThemeChoose={choose}
        state={isPhone && <StateChip {...state} />}
      />
      {!isPhone && <StateStrip {...state} />}
      <main className={mayControl ? 'race-body' : 'race-body race-body-watching'}>
        {mayControl && <FlagPanel />}
        <MapPane
          event={event}
          route={route}
          // What is chosen has to be seen: on a phone while the flags are open.
          choosesSectors={mayControl && (!isPhone || sheet === 'flags')}
        />
        <SideColumn />
        <Feed />
      </main>
      <RaceFoot sheets={sheets} sheet={sheet} onChoose={setSheet} />
    </div>
  );
};
