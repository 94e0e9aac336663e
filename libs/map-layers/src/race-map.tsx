import './race-map.css';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactElement } from 'react';
import { Attribution } from './attribution.js';
import { canvasView, viewOf } from './canvas-view.js';
import { FailureBoundary } from './failure-boundary.js';
import { GpuMap } from './gpu-map.js';
import type { DrawingProps } from './map-parts.js';
import { carsNear, poiNear, REACH_PX, type Point, type Project } from './near.js';
import { PlainMap } from './plain-map.js';
import { PoiInfo } from './pois.js';
import { unwrapRoute } from './route-geometry.js';
import { Scale } from './scale.js';
import { TRAIL_S, createTrails } from './trails.js';
import type { RaceMapProps, RacePoi } from './types.js';
import { useFont } from './use-font.js';
import { useGraphics } from './use-graphics.js';
import { useReducedMotion } from './use-reduced-motion.js';
import { createViewMemory } from './view-memory.js';

const NONE: ReadonlySet<number> = new Set();

/**
 * The race on its ground, and below it a strip with zoom, scale, `tools` and attribution: nothing lies over the race.
 * Fills its parent. Rendered with WebGL 2, or on a 2D canvas if that is unsupported or while a
 * lost context is replaced.
 */
export const RaceMap = (props: RaceMapProps): ReactElement => {
  const {
    cars,
    pois,
    texts,
    onPick,
    onGround,
    onGraphics,
    graphicsRetries = 0,
    onFailure,
    onDrawn,
    onView,
    initialView: _initialView,
    tools,
    over,
    trailOf = null,
    trail: chosenTrail,
    ...rest
  } = props;
  const { settings, onPlace } = props;
  const route = useMemo(() => props.route && unwrapRoute(props.route), [props.route]);
  const hasFont = useFont();
  const stepped = useReducedMotion();
  const [memory] = useState(() => createViewMemory(props.initialView));
  const [controls, setControls] = useState<HTMLElement | null>(null);
  const [openPoiId, setOpenPoiId] = useState<number | null>(null);
  const [{ graphics, isMounted, generation }, control] = useGraphics({
    retries: graphicsRetries,
    onGraphics,
  });

  const ground = useRef<HTMLDivElement>(null);
  const sizeNow = useCallback(
    () => ({ widthPx: ground.current?.clientWidth ?? 0, heightPx: ground.current?.clientHeight ?? 0 }),
    [],
  );
  useEffect(() => {
    if (onView === undefined) return undefined;
    const tell = (): void => {
      const [{ camera }, size] = [memory, sizeNow()];
      if (camera !== null && size.widthPx > 0) onView(viewOf(camera, size));
    };
    tell();
    return memory.subscribe(tell);
  }, [memory, onView, sizeNow]);

  const trails = useMemo(() => createTrails(cars), [cars]);
  useEffect(() => {
    const hear = (): void => trails.hear();
    hear();
    return cars.subscribe(hear);
  }, [cars, trails]);
  const lastMinute = useMemo(
    () => (trailOf === null ? null : { lastsS: TRAIL_S, columns: () => trails.of(trailOf) }),
    [trails, trailOf],
  );

  const press = useCallback(
    (project: Project, at: Point): void => {
      const view = memory.camera === null ? null : canvasView(memory.camera, sizeNow());
      if (onPlace !== undefined) {
        if (view !== null) onPlace(view.toPlace(at.x, at.y));
        return;
      }
      const near = carsNear(cars, project, at, stepped);
      const poi = near.length === 0 ? poiNear(pois, project, at) : null;
      setOpenPoiId(poi?.id ?? null);
      if (poi !== null) return;
      onPick(near);
      if (near.length === 0 && openPoiId === null && view !== null)
        onGround?.(view.toPlace(at.x, at.y), REACH_PX * view.metresPerPx);
    },
    [cars, pois, stepped, onPick, onGround, onPlace, openPoiId, memory, sizeNow],
  );
  const openPoi = useCallback((poi: RacePoi | null) => setOpenPoiId(poi?.id ?? null), []);

  const drawnByGpu = useCallback(
    (newestReceivedAt: number | null): void => {
      control.drawn();
      onDrawn?.(newestReceivedAt);
    },
    [control, onDrawn],
  );
  const drawnPlainly = useCallback(
    (newestReceivedAt: number | null): void => onDrawn?.(newestReceivedAt),
    [onDrawn],
  );
  const fail = (error: unknown): void => {
    control.lose();
    onFailure?.(error);
  };

  const poi = pois.find(({ id }) => id === openPoiId);
  const isPlain = graphics !== 'whole';
  const drawing: Omit<DrawingProps, 'onDrawn' | 'controls'> = {
    ...rest,
    route,
    cars,
    pois,
    texts,
    leaders: props.leaders ?? NONE,
    imageryShare: props.imageryShare ?? 1,
    doubledCasings: props.doubledCasings ?? false,
    unacknowledged: props.unacknowledged ?? NONE,
    trail: chosenTrail === undefined ? lastMinute : chosenTrail,
    follow: props.follow ?? null,
    centre: props.centre ?? null,
    memory,
    stepped,
    onPoi: openPoi,
    onPress: press,
  };

  return (
    <div className="race-map">
      <div ref={ground} className="race-map-view" role="region" aria-label={texts.map}>
        {hasFont && isMounted && (
          <FailureBoundary key={generation} onFailure={fail}>
            <GpuMap
              {...drawing}
              controls={isPlain ? null : controls}
              onDrawn={drawnByGpu}
              onLost={control.lose}
              onRefused={control.refuse}
              onFailure={fail}
            />
          </FailureBoundary>
        )}
        {hasFont && isPlain && <PlainMap {...drawing} controls={controls} onDrawn={drawnPlainly} />}
        {over}
      </div>
      <div className="race-map-strip">
        <div className="race-map-strip-zoom" ref={setControls} />
        <Scale memory={memory} />
        {tools}
        {poi !== undefined && (
          <PoiInfo poi={poi} closeLabel={texts.close} onClose={() => setOpenPoiId(null)} />
        )}
        {!isPlain && settings !== null && settings.tileUrl !== '' && (
          <Attribution text={settings.attribution} />
        )}
      </div>
    </div>
  );
};
