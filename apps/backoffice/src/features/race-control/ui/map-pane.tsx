import { lazy, Suspense, useCallback, useMemo, useState, type ReactElement } from 'react';
import type { CircuitRouteAnswer, EventDetail } from '@flagpost/contracts';
import type { Graphics } from '@flagpost/map-layers';
import { useRaceDispatch, useRaceSelector } from '../state/race-store.js';
import { useShownTheme } from '../../../shared/theme/use-theme.js';
import { report } from '../../../shared/report.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { Fallback } from '../../../shared/ui/fallback.js';
import { Modal } from '../../../shared/ui/modal.js';
import { useMapSettingsQuery } from '../api.js';
import { useRace } from '../race-context.js';
import { selectPulsing } from '../state/alerts.js';
import { graphicsChanged, selectGraphics } from '../state/graphics.js';
import { selectLink } from '../state/link.js';
import { selectCarsById } from '../state/roster.js';
import { carPressed, followEnded, selectView } from '../state/view.js';
import { ImagerySlider, useImageryPercent } from './imagery-slider.js';
import { homeOf, routeOf, usePois } from './map-data.js';
import { usePalette } from './palette.js';
import { useSectors } from './sector-choice.js';

/** Never another object: the map would draw anew. */
const MAP_TEXTS = { ...TEXTS.map, close: TEXTS.close };

const RaceMap = lazy(async () => ({ default: (await import('@flagpost/map-layers')).RaceMap }));

/** Several cars under one press are listed, never picked. */
const ChooseOne = ({ ids, onDone }: { ids: readonly number[]; onDone: () => void }): ReactElement => {
  const cars = useRaceSelector(selectCarsById);
  const dispatch = useRaceDispatch();
  return (
    <Modal header={TEXTS.map.chooseOne} onHide={onDone}>
      <ul className="choose-one">
        {ids.map((id) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => {
                dispatch(carPressed(id));
                onDone();
              }}
            >
              <strong>{cars[id]?.carNumber}</strong> {cars[id]?.pilot}
            </button>
          </li>
        ))}
      </ul>
    </Modal>
  );
};

export const MapPane = ({
  event,
  route,
}: {
  event: EventDetail;
  route: CircuitRouteAnswer | null;
}): ReactElement => {
  const { eventId, cars, screen } = useRace();
  const { data: settings } = useMapSettingsQuery(null);
  const { selection, showsPois, opened, isFollowing } = useRaceSelector(selectView);
  const pulsing = useRaceSelector(selectPulsing);
  const isLive = useRaceSelector((state) => selectLink(state).phase === 'live');
  const { drawnWith, retries } = useRaceSelector(selectGraphics);
  const dispatch = useRaceDispatch();
  const pois = usePois(eventId, showsPois);
  const [picked, setPicked] = useState<readonly number[]>([]);
  const palette = usePalette();
  const isDaylight = useShownTheme() === 'daylight';
  const imagery = useImageryPercent();
  const hasImagery = settings !== undefined && settings.tileUrl !== '';
  const selected = useMemo(() => new Set(selection), [selection]);
  const { sectors } = useSectors();
  const raceRoute = useMemo(() => routeOf(event, route, sectors), [event, route, sectors]);
  const home = useMemo(() => homeOf(event, route), [event, route]);

  const endFollowing = useCallback(() => void dispatch(followEnded()), [dispatch]);

  const tellGraphics = useCallback(
    (graphics: Graphics) => void dispatch(graphicsChanged(graphics)),
    [dispatch],
  );

  const pick = (ids: readonly number[]): void => {
    const [only, ...others] = ids;
    if (only !== undefined && others.length === 0) dispatch(carPressed(only));
    else setPicked(ids);
  };

  return (
    <div className="race-ground">
      <Fallback text={TEXTS.map.failed}>
        <Suspense fallback={<p className="race-ground-loading">{TEXTS.loading}</p>}>
          <RaceMap
            cars={cars}
            route={raceRoute}
            pois={pois}
            home={home}
            settings={settings ?? null}
            palette={palette}
            imageryShare={imagery.share}
            doubledCasings={isDaylight}
            live={isLive}
            selected={selected}
            pulsing={pulsing}
            trailOf={opened}
            follow={isFollowing ? opened : null}
            onFollowEnd={endFollowing}
            onPick={pick}
            texts={MAP_TEXTS}
            onDrawn={screen.drawn}
            onGraphics={tellGraphics}
            graphicsRetries={retries}
            onFailure={report}
          />
        </Suspense>
      </Fallback>
      {hasImagery && drawnWith === 'whole' && (
        <ImagerySlider percent={imagery.percent} onChange={imagery.change} />
      )}
      {picked.length > 0 && <ChooseOne ids={picked} onDone={() => setPicked([])} />}
    </div>
  );
};
