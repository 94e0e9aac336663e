import type { LatLng } from '@flagpost/contracts';
import type { CanvasView } from '../canvas-view.js';
import type { Drag } from './drag.js';
import type { Handles } from './hit.js';
import type { Pixel } from './pixels.js';
import { snapSources, snapTo, type Snap, type SnapSources } from './snapping.js';
import type { EditorMapProps, EditorTool } from './types.js';

type Shown = 'scene' | 'tool' | 'draft' | 'selection' | 'snapping' | 'palette' | 'texts';
/** What is drawn, and by which tool. */
export interface SurfaceState extends Pick<EditorMapProps, Shown> {
  readonly doubledCasings: boolean;
}

/** What a surface shows now: it writes this, and its painter reads it. */
export interface Showing {
  state: SurfaceState | null;
  view: CanvasView | null;
  /** Whether a mouse or a finger points. */
  kind: 'fine' | 'coarse';
  handles: Handles | null;
  drag: Drag | null;
  /** Of a whole shape that is dragged. */
  outline: Path2D | null;
  /** Where the next point of a draft would be; null: no pointer is there. */
  aim: Pixel | null;
  /** What a draft snaps to; null before that was looked for. */
  sources: SnapSources | null;
}

const SNAP_PX = { fine: 12, coarse: 22 } as const;
const DRAWS: readonly EditorTool[] = ['line', 'boxes'];

/** Whether the tool adds points to a draft. */
export const isDrawing = (tool: EditorTool): boolean => DRAWS.includes(tool);

export const pixelIn = (view: CanvasView, place: LatLng): Pixel => {
  const [x, y] = view.toPx(place);
  return { x, y };
};

/** What a pixel snaps to; null without snapping or if there is nothing. */
export const snapped = ({ state, view, kind }: Showing, sources: SnapSources, at: Pixel): Snap | null =>
  view === null || state?.snapping !== true ? null : snapTo(sources, view, at, SNAP_PX[kind]);

/** What the next point of a draft, or a place that is set, snaps to. */
export const draftSnap = (showing: Showing, at: Pixel): Snap | null => {
  const { state } = showing;
  if (state === null || state.tool === 'poi') return null;
  showing.sources ??= snapSources(state.scene, state.draft, null);
  return snapped(showing, showing.sources, at);
};
