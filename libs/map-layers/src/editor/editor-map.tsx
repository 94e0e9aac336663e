import '../race-map.css';
import './editor.css';
import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type ReactElement,
} from 'react';
import { lngNear } from '@flagpost/telemetry';
import { Attribution } from '../attribution.js';
import { FailureBoundary } from '../failure-boundary.js';
import { PoiMark } from '../pois.js';
import { useFont } from '../use-font.js';
import { useGraphics } from '../use-graphics.js';
import { useSize } from '../use-size.js';
import { ZoomButtons } from '../zoom-buttons.js';
import { GlGround } from './gl-ground.js';
import { isInView } from './pixels.js';
import { PlainGround } from './plain-ground.js';
import { placesToFit, positionOf } from './shapes.js';
import type { SurfaceListener } from './actions.js';
import { createSurface, type Surface } from './surface.js';
import type { EditorMapProps, EditorPoi } from './types.js';
import { createViewport, type Viewport } from './viewport.js';

/** The view is told when it has not changed for so long. */
const REST_MS = 200;
/** An arrow key moves the view by so many pixels, with Shift exactly. */
const PAN_PX = 80;
const FINE_PAN_PX = 8;
/** A chosen point this close to the edge is brought into the middle. */
const EDGE_PX = 48;

const PANS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The view of the drawing: first of all of the scene, then as it is asked for. */
const useViewport = ({ scene, home, selection, goTo, onView }: EditorMapProps, root: HTMLElement | null) => {
  const [viewport] = useState(createViewport);
  const hasView = useSyncExternalStore(viewport.subscribe, () => viewport.camera !== null);
  const size = useSize(root);

  const begin = useEffectEvent(() => {
    if (viewport.camera === null) viewport.fit(placesToFit(scene), home);
  });
  useLayoutEffect(() => {
    if (size === null) return;
    viewport.resize(size);
    begin();
  }, [viewport, size]);

  const tell = useEffectEvent(onView);
  useEffect(() => {
    let timer: number | undefined;
    const stop = viewport.subscribe((_, camera) => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => tell({ ...camera, lng: lngNear(0, camera.lng) }), REST_MS);
    });
    return () => {
      stop();
      window.clearTimeout(timer);
    };
  }, [viewport]);

  useEffect(() => {
    if (goTo !== null && hasView) viewport.go(goTo);
  }, [viewport, goTo, hasView]);

  const chosen = selection === null ? null : positionOf(scene, selection);
  const showChosen = useEffectEvent(() => {
    const { view, camera } = viewport;
    if (chosen === null || view === null || camera === null) return;
    const [x, y] = view.toPx(chosen);
    if (!isInView({ x, y }, view, -EDGE_PX)) viewport.go({ ...chosen, zoom: camera.zoom });
  });
  useEffect(() => showChosen(), [chosen?.lat, chosen?.lng]);

  return { viewport, hasView };
};

/** The surface above the map, which draws without React. */
const useSurface = (props: EditorMapProps, viewport: Viewport, root: HTMLElement | null) => {
  const { scene, tool, draft, selection, snapping, palette, texts, doubledCasings = false } = props;
  const [sceneCanvas, setSceneCanvas] = useState<HTMLCanvasElement | null>(null);
  const [liveCanvas, setLiveCanvas] = useState<HTMLCanvasElement | null>(null);
  const [marks] = useState(() => new Map<string, HTMLElement>());
  const surface = useRef<Surface | null>(null);

  const heard = useRef<SurfaceListener>(props);
  useLayoutEffect(() => {
    heard.current = props;
  });

  const show = useEffectEvent(() =>
    surface.current?.update({ scene, tool, draft, selection, snapping, palette, texts, doubledCasings }),
  );
  useLayoutEffect(() => {
    if (root === null || sceneCanvas === null || liveCanvas === null) return undefined;
    const created = createSurface(
      { root, scene: sceneCanvas, live: liveCanvas, marks },
      {
        onSelect: (target) => heard.current.onSelect(target),
        onMove: (target, to) => heard.current.onMove(target, to),
        onMoveShape: (target, from, to) => heard.current.onMoveShape(target, from, to),
        onInsert: (target, index, at) => heard.current.onInsert(target, index, at),
        onAdd: (at) => heard.current.onAdd(at),
        onFinish: () => heard.current.onFinish(),
        onOpenPoi: (id) => heard.current.onOpenPoi(id),
      },
    );
    surface.current = created;
    show();
    if (viewport.view !== null) created.look(viewport.view);
    const stop = viewport.subscribe((view) => created.look(view));
    return () => {
      stop();
      created.dispose();
      surface.current = null;
    };
  }, [root, sceneCanvas, liveCanvas, marks, viewport]);

  useLayoutEffect(() => show(), [scene, tool, draft, selection, snapping, palette, texts, doubledCasings]);
  return { surface, marks, setSceneCanvas, setLiveCanvas };
};

/**
 * The track of an event as it is drawn and changed. Fills its parent. The scene is drawn on a 2D canvas above the map,
 * so that it is the same with WebGL 2, without it, and while a lost context is replaced.
 *
 * While the map has the keyboard, arrows move the view unless something is chosen, + and - zoom, and Space adds a point
 * at the crosshair or chooses what lies there, as Enter does where a place is set or chosen. Other keys are not handled.
 */
export const EditorMap = (props: EditorMapProps): ReactElement => {
  const { scene, tool, selection, home, settings, palette, texts } = props;
  const { onSelect, onOpenPoi, onGraphics, graphicsRetries = 0, onFailure } = props;
  const { imageryShare = 1, doubledCasings = false } = props;
  const hasFont = useFont();
  const keysId = useId();
  const [root, setRoot] = useState<HTMLDivElement | null>(null);
  const [{ graphics, isMounted, generation }, control] = useGraphics({
    retries: graphicsRetries,
    onGraphics,
  });
  const { viewport, hasView } = useViewport(props, root);
  const { surface, marks, setSceneCanvas, setLiveCanvas } = useSurface(props, viewport, root);

  const handleKey = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.target instanceof Element && event.target.closest('button, a, input') !== null) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const pan = PANS[event.key];
    const draws = tool === 'line' || tool === 'boxes';
    if (event.key === 'Escape') {
      if (surface.current?.cancel() !== true) return;
    } else if (pan !== undefined) {
      if (selection !== null && tool === 'select') return;
      const stepPx = event.shiftKey ? FINE_PAN_PX : PAN_PX;
      viewport.pan(pan[0] * stepPx, pan[1] * stepPx);
    } else if (event.key === '+' || event.key === '=') viewport.zoom(1);
    else if (event.key === '-') viewport.zoom(-1);
    else if (event.key === ' ' || (event.key === 'Enter' && !draws)) {
      if (event.repeat) return;
      surface.current?.pressMiddle();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const openPoi = ({ id }: EditorPoi): void => {
    if (tool === 'select') onSelect({ kind: 'poi', id });
    if (tool === 'select' || tool === 'view') onOpenPoi(id);
  };
  const fail = (error: unknown): void => {
    control.lose();
    onFailure?.(error);
  };

  const ground = { viewport, home, settings, palette, texts, imageryShare, doubledCasings };
  return (
    <div
      ref={setRoot}
      className="race-map race-map-editor"
      role="region"
      aria-label={texts.map}
      aria-describedby={keysId}
      tabIndex={0}
      onKeyDown={handleKey}
      onFocus={({ target }) =>
        surface.current?.aimAtMiddle(target === root && root.matches(':focus-visible'))
      }
      onBlur={() => surface.current?.aimAtMiddle(false)}
    >
      {hasFont && hasView && isMounted && (
        <FailureBoundary key={generation} onFailure={fail}>
          <GlGround
            {...ground}
            zoomsOnDoublePress={tool === 'view'}
            onDrawn={control.drawn}
            onLost={control.lose}
            onRefused={control.refuse}
          />
        </FailureBoundary>
      )}
      {hasFont && hasView && graphics !== 'whole' && <PlainGround {...ground} />}
      {hasFont && <canvas ref={setSceneCanvas} />}
      {hasFont && <canvas ref={setLiveCanvas} />}
      <div className="race-map-marks">
        {scene.pois.map((poi) => (
          <div
            key={poi.id}
            ref={(element) => {
              if (element !== null) marks.set(poi.id, element);
              return () => void marks.delete(poi.id);
            }}
          >
            <PoiMark poi={poi} onOpen={openPoi} />
          </div>
        ))}
      </div>
      <span className="race-map-crosshair" aria-hidden />
      <div className="race-map-editor-corner">
        <ZoomButtons
          texts={texts}
          onZoomIn={() => viewport.zoom(1)}
          onZoomOut={() => viewport.zoom(-1)}
          onFit={() => viewport.fit(placesToFit(scene), home)}
        />
        {settings !== null && settings.tileUrl !== '' && <Attribution text={settings.attribution} />}
      </div>
      <p id={keysId} className="race-map-keys">
        {texts.keys}
      </p>
    </div>
  );
};
