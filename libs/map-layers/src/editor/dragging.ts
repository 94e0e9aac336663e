import { tellDrag, type SurfaceListener } from './actions.js';
import { beginDrag, outlineOf } from './drag.js';
import type { Hit } from './hit.js';
import type { Painter } from './painter.js';
import type { Pixel } from './pixels.js';
import { snapped, type Showing } from './showing.js';

/** The drag of a part of the scene. */
export interface Dragging {
  readonly start: (hit: Hit, from: Pixel) => void;
  readonly step: (to: Pixel) => void;
  /** Tells of the drag. Its picture stays until the scene has the change. */
  readonly finish: (to: Pixel) => void;
  /** Ends it without a change, or its picture. */
  readonly end: () => void;
  /** Whether it was told of. */
  readonly isTold: boolean;
}

export const createDragging = (
  heard: SurfaceListener,
  showing: Showing,
  { paint, paintMoving, paintMovingSoon }: Painter,
): Dragging => {
  let isTold = false;

  const end = (): void => {
    if (showing.drag === null) return;
    showing.drag = null;
    showing.outline = null;
    isTold = false;
    paint();
    paintMoving();
  };

  const step = (to: Pixel): void => {
    const { drag } = showing;
    if (drag === null) return;
    const free = { x: to.x + drag.offset.x, y: to.y + drag.offset.y };
    const isFree = drag.shape !== null || drag.target.kind === 'poi';
    drag.snap = isFree ? null : snapped(showing, drag.sources, free);
    drag.pixel = drag.snap?.pixel ?? free;
    paintMovingSoon();
  };

  return {
    start(hit, from) {
      const { state, view } = showing;
      if (state === null || view === null) return;
      const drag = beginDrag(state.scene, view, hit, from);
      showing.drag = drag;
      showing.outline = drag === null || drag.shape === null ? null : outlineOf(drag.shape, view);
      paint();
    },
    step,
    finish(to) {
      step(to);
      const { drag } = showing;
      if (drag === null) return;
      isTold = true;
      tellDrag(heard, showing, drag);
      // The changed scene arrives before the next frame; else the change was refused.
      window.requestAnimationFrame(() => {
        if (isTold) end();
      });
    },
    end,
    get isTold() {
      return isTold;
    },
  };
};
