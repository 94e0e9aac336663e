import { lazy, Suspense, useCallback, useMemo, useState, type ReactElement, type ReactNode } from 'react';
import type { CircuitRouteAnswer, EventDetail, LatLng, MapPosition } from '@flagpost/contracts';
import type { Graphics, MapView, TrailSource } from '@flagpost/map-layers';
import { useRaceDispatch, useRaceSelector } from '../state/race-store.js';
import { PLACE_OF_MAP } from '../../../shared/paths.js';
import { useShownTheme } from '../../../shared/theme/use-theme.js';
import { report } from '../../../shared/report.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { Fallback } from '../../../shared/ui/fallback.js';
import { useMapSettingsQuery } from '../api.js';
import { useRace } from '../race-context.js';
import { selectUnacknowledgedCars } from '../state/alerts.js';
import { graphicsChanged, selectGraphics } from '../state/graphics.js';
import { selectLeaders } from '../state/laps.js';
import { selectLink } from '../state/link.js';
import { selectReceivers, type Receivers } from '../state/receivers.js';
import { selectCarsById } from '../state/roster.js';
import { carPressed, followEnded, sectorPressed, selectView } from '../state/view.js';
import { ImagerySlider, useImageryPercent } from './imagery-slider.js';
import { homeOf, routeOf, useFlaggedRoute, usePois, useSectorLooks } from './map-data.js';
import { usePalette } from './palette.js';
import { RacePanel } from './race-panel.js';
import { useSectors } from './sector-choice.js';
import { useFindPlace } from './use-car-place.js';

/** Never another object: the map would draw anew. */
const MAP_TEXTS = { ...TEXTS.map, close: TEXTS.close };

const RaceMap = lazy(async () => ({ default: (await import('@flagpost/map-layers')).RaceMap }));

/** The car that is shown and the cars that are named as receivers; not those of whole categories. */
const ringed = (
  receivers: Receivers,
  opened: number | null,
  marked: ReadonlySet<number>,
): ReadonlySet<number> =>
  new Set([
    ...marked,
    ...(receivers.kind === 'cars' ? receivers.invitationIds : []),
    ...(opened === null ? [] : [opened]),
  ]);

/** Several cars under one press are listed, never picked. */
const ChooseOne = ({ ids, onDone }: { ids: readonly number[]; onDone: () => void }): ReactElement => {
  const cars = useRaceSelector(selectCarsById);
  const dispatch = useRaceDispatch();
  return (
    <RacePanel header={TEXTS.map.chooseOne} onHide={onDone}>
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
    </RacePanel>
  );
};

const NONE: ReadonlySet<number> = new Set();

export const MapPane = ({
  event,
  route,
  marked = NONE,
  choosesSectors = false,
  onView,
  onPlace,
  over,
  trail,
  initialView = null,
}: {
  event: EventDetail;
  route: CircuitRouteAnswer | null;
  /** Further cars with a ring. */
  marked?: ReadonlySet<number>;
  /** A press on the track chooses the sector of the next flag of a hazard. */
  choosesSectors?: boolean;
  onView?: (view: MapView) => void;
  /** A press chooses a place, and no car. */
  onPlace?: ((place: LatLng) => void) | undefined;
  /** Over the map. */
  over?: ReactNode;
  /** In place of the last minute of the car that is shown. */
  trail?: TrailSource | null;
  /** In place of a view that is fitted to the track; read once. */
  initialView?: MapPosition | null;
}): ReactElement => {
  const { eventId, cars, screen } = useRace();
  const { data: settings } = useMapSettingsQuery(null);
  const { showsPois, opened, centre, isFollowing } = useRaceSelector(selectView);
  const unacknowledged = useRaceSelector(selectUnacknowledgedCars);
  const isLive = useRaceSelector((state) => selectLink(state).phase === 'live');
  const { drawnWith, retries } = useRaceSelector(selectGraphics);
  const dispatch = useRaceDispatch();
  const pois = usePois(eventId, showsPois);
  const [picked, setPicked] = useState<readonly number[]>([]);
  const palette = usePalette();
  const isDaylight = useShownTheme() === 'daylight';
  const imagery = useImageryPercent();
  const hasImagery = settings !== undefined && settings.tileUrl !== '';
  const receivers = useRaceSelector(selectReceivers);
  const selected = useMemo(() => ringed(receivers, opened, marked), [receivers, opened, marked]);
  const leaders = useRaceSelector(selectLeaders);
  const { sectors, chosen } = useSectors();
  const drawn = useMemo(() => routeOf(event, route, sectors), [event, route, sectors]);
  const raceRoute = useFlaggedRoute(drawn, route, sectors, chosen);
  useSectorLooks(route, sectors);
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

  const findPlace = useFindPlace();
  /** A press that closes the list of cars chooses nothing. */
  const chooseSector = (place: LatLng, reachM: number): void => {
    const sector = picked.length > 0 ? null : (findPlace?.(place, reachM).sector ?? null);
    if (sector !== null) dispatch(sectorPressed(sector.secId));
  };

  return (
    <div className="race-ground" id={PLACE_OF_MAP} tabIndex={-1}>
      <Fallback text={TEXTS.map.failed}>
        <Suspense fallback={<p className="race-ground-loading">{TEXTS.loading}</p>}>
          <RaceMap
            cars={cars}
            route={raceRoute}
            pois={pois}
            home={home}
            initialView={initialView}
            settings={settings ?? null}
            palette={palette}
            imageryShare={imagery.share}
            doubledCasings={isDaylight}
            live={isLive}
            selected={selected}
            leaders={leaders}
            unacknowledged={unacknowledged}
            trailOf={opened}
            trail={trail}
            follow={isFollowing ? opened : null}
            centre={centre}
            onFollowEnd={endFollowing}
            onPick={pick}
            onGround={choosesSectors ? chooseSector : undefined}
            {...(onView !== undefined && { onView })}
            onPlace={onPlace}
            over={over}
            texts={MAP_TEXTS}
            tools={
              hasImagery &&
              drawnWith === 'whole' && <ImagerySlider percent={imagery.percent} onChange={imagery.change} />
            }
            onDrawn={screen.drawn}
            onGraphics={tellGraphics}
            graphicsRetries={retries}
            onFailure={report}
          />
        </Suspense>
      </Fallback>
      {picked.length > 0 && <ChooseOne ids={picked} onDone={() => setPicked([])} />}
    </div>
  );
};
