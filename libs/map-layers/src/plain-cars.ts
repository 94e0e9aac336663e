import { useEffect, useMemo } from 'react';
import type { CanvasView } from './canvas-view.js';
import { clearedContext } from './canvas-context.js';
import type { DrawingProps } from './map-parts.js';
import { createCarPainter } from './snapshot-cars.js';

/** Repaint interval while cars slide between two messages. */
const REPAINT_AFTER_MS = 100;

/** Paints the cars on a canvas with every message, and at most ten times a second while some are sliding. */
export const usePlainCars = (
  canvas: HTMLCanvasElement | null,
  view: CanvasView | null,
  props: DrawingProps,
): void => {
  const { cars, route, texts, palette, doubledCasings } = props;
  const { selected, leaders, live, trail, stepped, onDrawn } = props;
  const painter = useMemo(
    () => createCarPainter({ route, texts, palette, doubledCasings }),
    [route, texts, palette, doubledCasings],
  );

  useEffect(() => {
    if (canvas === null || view === null) return undefined;
    let frame: number | undefined;
    let again: number | undefined;
    const now = (): number => cars.pictureTimeS(performance.now());

    const paint = (): void => {
      frame = undefined;
      const ctx = clearedContext(canvas, view);
      if (ctx === null) return;
      painter.paint(ctx, view, {
        cars: cars.buffer,
        timeS: now(),
        selected,
        leaders,
        trail: trail?.columns() ?? null,
        greyed: !live,
        stepped,
      });
      onDrawn(cars.newestReceivedAt);
      window.clearTimeout(again);
      if (now() < cars.buffer.restsAtS) again = window.setTimeout(paintSoon, REPAINT_AFTER_MS);
    };
    const paintSoon = (): void => {
      frame ??= window.requestAnimationFrame(paint);
    };

    paintSoon();
    const stop = cars.subscribe(paintSoon);
    return () => {
      stop();
      window.clearTimeout(again);
      if (frame !== undefined) window.cancelAnimationFrame(frame);
    };
  }, [canvas, view, painter, cars, selected, leaders, live, trail, stepped, onDrawn]);
};
