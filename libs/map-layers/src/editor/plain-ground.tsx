import { useEffect, useState, useSyncExternalStore, type ReactElement } from 'react';
import { clearedContext } from '../canvas-context.js';
import { paintGround } from '../snapshot-route.js';
import { usePointerView } from '../use-pointer-view.js';
import type { GroundMapProps } from './gl-ground.js';

const ignore = (): void => undefined;

/** The ground below the drawing on a 2D canvas, for browsers without WebGL 2: the grid, without imagery. */
export const PlainGround = ({ viewport, palette, texts, doubledCasings }: GroundMapProps): ReactElement => {
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null);
  const view = useSyncExternalStore(viewport.subscribe, () => viewport.view);
  useEffect(() => {
    const ctx = canvas === null || view === null ? null : clearedContext(canvas, view);
    if (ctx !== null && view !== null) paintGround(ctx, view, null, { palette, texts, doubledCasings });
  }, [canvas, view, palette, texts, doubledCasings]);
  const handlers = usePointerView({
    view,
    camera: viewport.camera,
    onMove: viewport.look,
    onDragStart: ignore,
    onPress: ignore,
  });
  return (
    <div className="race-map-editor-plain" {...handlers}>
      <canvas ref={setCanvas} />
    </div>
  );
};
