import { lazy, Suspense, useMemo, type ReactElement } from 'react';
import { MAP_DEFAULT } from '@flagpost/contracts';
import type { RaceRoute } from '@flagpost/map-layers';
import { kilometres, type DriveTrack } from '@flagpost/track-geometry';
import { report } from '../../../shared/report.js';
import { TEXTS as RACE } from '../../../shared/texts/race.js';
import { TEXTS } from '../../../shared/texts/track-drive.js';
import { Fallback } from '../../../shared/ui/fallback.js';
import { useMapSettingsQuery } from '../../race-control/api.js';
import { usePalette } from '../../race-control/ui/palette.js';

const words = TEXTS.trackDrive;
const { kilometres: inKilometres, thinned } = TEXTS.trackGeometry;
/** Never another object: the map would draw anew. */
const MAP_TEXTS = { ...RACE.map, map: words.map, close: TEXTS.close };
const NO_POIS: readonly never[] = [];

const TrackMap = lazy(async () => ({ default: (await import('@flagpost/map-layers')).TrackMap }));

/** On a phone it comes below what was pressed. */
const showWhole = (preview: HTMLElement | null): void => preview?.scrollIntoView({ block: 'nearest' });

/** A track as it would be drawn, and what it was made of. */
export const DrivePreview = ({
  track,
  finishRadiusM,
}: {
  track: DriveTrack;
  finishRadiusM: number;
}): ReactElement => {
  const { data: settings } = useMapSettingsQuery(null);
  const palette = usePalette();
  const route = useMemo(
    (): RaceRoute => ({
      lines: [track.line],
      start: track.start,
      finish: track.finish,
      finishRadiusM,
      boxes: null,
    }),
    [track, finishRadiusM],
  );
  const home = useMemo(() => ({ ...MAP_DEFAULT, ...track.line[0] }), [track]);
  return (
    <section aria-label={words.preview} className="track-drive-preview" ref={showWhole}>
      <div role="status">
        <ul className="track-drive-facts">
          <li>{inKilometres(kilometres([track.line]).toFixed(2))}</li>
          <li>{track.isClosed ? words.circuit(track.laps) : words.open}</li>
          <li>{thinned(track.line.length, track.errorM.toFixed(2))}</li>
        </ul>
      </div>
      <div className="track-drive-map">
        <Fallback text={RACE.map.failed}>
          <Suspense fallback={<p role="status">{TEXTS.loading}</p>}>
            <TrackMap
              route={route}
              pois={NO_POIS}
              home={home}
              settings={settings ?? null}
              palette={palette}
              texts={MAP_TEXTS}
              onFailure={report}
            />
          </Suspense>
        </Fallback>
      </div>
    </section>
  );
};
