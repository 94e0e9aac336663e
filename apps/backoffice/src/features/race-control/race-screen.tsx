import { useEffect, useState, type ReactElement } from 'react';
import type { CircuitRouteAnswer, EventDetail } from '@flagpost/contracts';
import { useTheme } from '../../shared/theme/use-theme.js';
import { TEXTS } from '../../shared/texts/race.js';
import { NoticesPlace } from '../../shared/ui/notices.js';
import { CarDetail } from './ui/car-detail.js';
import { Dock } from './ui/dock.js';
import { Feed } from './ui/feed.js';
import { FlagPanel } from './ui/flag-panel.js';
import { GraphicsBand } from './ui/graphics-band.js';
import { LinkBand } from './ui/link-band.js';
import { MapPane } from './ui/map-pane.js';
import { RaceBar } from './ui/race-bar.js';
import { SosStrip } from './ui/sos-strip.js';
import { TrackBand } from './ui/track-band.js';
import { UnsentFlags } from './ui/unsent-flags.js';
import { FinishWatch } from './finish-watch.js';
import { useRace } from './race-context.js';
import './race-screen.css';

type Sheet = 'flags' | 'cars' | 'feed';

/** Bar above, flags left, dock right, feed below; on a phone one of them at a time, as a sheet. */
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
  useEffect(() => {
    if (sheet === null) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      // A dialog over the sheet goes first.
      if (event.key === 'Escape' && document.querySelector('.p-dialog') === null) setSheet(null);
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
      <FinishWatch event={event} />
      <RaceBar event={event} theme={theme} onThemeChoose={choose} />
      <main className={mayControl ? 'race-body' : 'race-body race-body-watching'}>
        {mayControl && <FlagPanel />}
        <MapPane event={event} route={route} />
        <div className="race-notes">
          <LinkBand />
          <GraphicsBand />
          {onTrackRetry !== null && <TrackBand onRetry={onTrackRetry} />}
          <SosStrip />
          <ul className="race-unsent">
            <UnsentFlags />
          </ul>
          <NoticesPlace />
        </div>
        <div className="race-side">
          <Dock />
          <CarDetail />
        </div>
        <Feed />
      </main>
      <div className="race-foot">
        {sheets.map(([name, label]) => (
          <button
            key={name}
            type="button"
            aria-pressed={sheet === name}
            onClick={() => setSheet(sheet === name ? null : name)}
          >
            {label}
          </button>
        ))}
      </div>
    </div>
  );
};
