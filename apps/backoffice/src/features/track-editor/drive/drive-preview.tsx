import { useMemo, type ReactElement } from 'react';
import { MAP_DEFAULT } from '@flagpost/contracts';
import type { RaceRoute } from '@flagpost/map-layers';
import { kilometres, type DriveTrack } from '@flagpost/track-geometry';
import { TEXTS as RACE } from '../../../shared/texts/race.js';
import { TEXTS } from '../../../shared/texts/track-drive.js';
import { TrackGround } from '../../race-control/ui/track-ground.js';

const words = TEXTS.trackDrive;
const { kilometres: inKilometres, thinned } = TEXTS.trackGeometry;
/** Never another object: the map would draw anew. */
const MAP_TEXTS = { ...RACE.map, map: words.map, close: TEXTS.close };

/** On a phone it comes below what was pressed. */
const showWhole = (preview: HTMLElement | null): void => {
  preview?.scrollIntoView({ block: 'nearest' });
};

/** A track as it would be drawn, and what it was made of. */
export const DrivePreview = ({
  track,
  finishRadiusM,
}: {
  track: DriveTrack;
  finishRadiusM: number;
}): ReactElement => {
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
        <TrackGround
          route={route}
          home={home}
          texts={MAP_TEXTS}
          loading={<p role="status">{TEXTS.loading}</p>}
        />
      </div>
    </section>
  );
};
