import { useRef, type PointerEvent, type WheelEvent } from 'react';
import { dragged, zoomedAt, type Camera, type CanvasView } from './canvas-view.js';
import type { Point } from './near.js';

/** A press may tremble by so many pixels. */
const PRESS_PX = 5;
const ZOOM_PER_WHEEL_PX = 1 / 450;

interface PointerViewOptions {
  readonly view: CanvasView | null;
  readonly camera: Camera | null;
  readonly onMove: (camera: Camera) => void;
  readonly onDragStart: () => void;
  readonly onPress: (at: Point) => void;
}

interface Drag {
  readonly pointerId: number;
  readonly start: Point;
  readonly view: CanvasView;
  readonly camera: Camera;
  isDrag: boolean;
}

const pointOf = ({ currentTarget, clientX, clientY }: PointerEvent | WheelEvent): Point => {
  const { left, top } = currentTarget.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
};

/** Drags and zooms a view by pointer and wheel; a pointer that stays where it is presses. */
export const usePointerView = ({ view, camera, onMove, onDragStart, onPress }: PointerViewOptions) => {
  const drag = useRef<Drag | null>(null);
  return {
    onPointerDown: (event: PointerEvent): void => {
      if (view === null || camera === null || event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = { pointerId: event.pointerId, start: pointOf(event), view, camera, isDrag: false };
    },
    onPointerMove: (event: PointerEvent): void => {
      const from = drag.current;
      if (from?.pointerId !== event.pointerId) return;
      const { x, y } = pointOf(event);
      const [dx, dy] = [x - from.start.x, y - from.start.y];
      if (!from.isDrag && Math.hypot(dx, dy) <= PRESS_PX) return;
      if (!from.isDrag) onDragStart();
      from.isDrag = true;
      onMove(dragged(from.view, from.camera, dx, dy));
    },
    onPointerUp: (event: PointerEvent): void => {
      const from = drag.current;
      if (from?.pointerId !== event.pointerId) return;
      drag.current = null;
      if (!from.isDrag) onPress(pointOf(event));
    },
    onPointerCancel: (): void => {
      drag.current = null;
    },
    onWheel: (event: WheelEvent): void => {
      if (view === null || camera === null) return;
      const { x, y } = pointOf(event);
      onMove(zoomedAt(view, camera, -event.deltaY * ZOOM_PER_WHEEL_PX, [x, y]));
    },
  };
};
