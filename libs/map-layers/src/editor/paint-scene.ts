import type { LatLng } from '@flagpost/contracts';
import type { CanvasView } from '../canvas-view.js';
import { css } from '../colours.js';
import { MAP_FONT } from '../ground-images.js';
import { casingPxOf } from '../line-widths.js';
import { startLine } from '../route-geometry.js';
import { pattern, paintText } from '../snapshot-route.js';
import { STRETCH_COLOURS, type MapPalette } from '../types.js';
import { REACH, type Handles } from './hit.js';
import {
  lineColours,
  paintArrows,
  paintDisc,
  strokeCased,
  traceLine,
  type Context2D,
  type Trace,
} from './paint-line.js';
import { isInView, pixelAt, pixelsOf, type Pixel } from './pixels.js';
import { isSameTarget, keyOf, placesOf, pointOf, shapesOf, type Shape } from './shapes.js';
import type { EditorMapTexts, EditorScene, EditorTarget } from './types.js';

/** The part of the scene that is being dragged, which the preview shows in its place. */
export interface Hidden {
  readonly target: EditorTarget;
  /** Segments of its shape by index; null hides the whole target. */
  readonly segments: ReadonlySet<number> | null;
}

export interface ScenePicture {
  readonly scene: EditorScene;
  readonly draft: readonly LatLng[];
  readonly draftRole: 'race' | 'boxes';
  readonly selection: EditorTarget | null;
  /** Of the chosen shape; null while nothing may be moved. */
  readonly handles: Handles | null;
  /** Whether places get handles. */
  readonly movesPlaces: boolean;
  readonly hidden: Hidden | null;
  readonly palette: MapPalette;
  readonly texts: EditorMapTexts;
  readonly doubledCasings: boolean;
  readonly isCoarse: boolean;
}

/** The specified weight of the race line. */
export const LINE_PX = 4;
/** Beside the casing of the line. */
const STRETCH_PX = 5;
const SELECTION_PX = 3;
const LABEL_MOST_PX = 180;
const LABEL_PX = 16;

export const traceOf = ({ points, count, isClosed }: Shape, view: CanvasView): Trace => ({
  pixels: pixelsOf(points, view),
  count,
  isClosed,
});

const openTrace = (points: readonly LatLng[], view: CanvasView): Trace => ({
  pixels: pixelsOf(points, view),
  count: points.length,
  isClosed: false,
});

/** Words that fit a label, shortened at the end if they are longer. */
const shortened = (ctx: Context2D, words: string): string => {
  if (ctx.measureText(words).width <= LABEL_MOST_PX) return words;
  let kept = words;
  while (kept.length > 1 && ctx.measureText(`${kept}…`).width > LABEL_MOST_PX) kept = kept.slice(0, -1);
  return `${kept.trimEnd()}…`;
};

/** Paints labels in order of importance; one that would cover an earlier one is left out. */
const labelPainter = (ctx: Context2D, view: CanvasView, palette: MapPalette) => {
  const taken: { x: number; y: number; halfWidth: number }[] = [];
  return (words: string, at: Pixel): void => {
    if (words === '' || !isInView(at, view, 0)) return;
    const shown = shortened(ctx, words);
    const halfWidth = ctx.measureText(shown).width / 2 + 4;
    const isFree = taken.every(
      ({ x, y, halfWidth: half }) =>
        Math.abs(x - at.x) >= half + halfWidth || Math.abs(y - at.y) >= LABEL_PX + 2,
    );
    if (!isFree) return;
    taken.push({ ...at, halfWidth });
    paintText(ctx, shown, at.x, at.y, palette);
  };
};

/** The point at this share of those in view, by count. */
const pointAlong = ({ pixels, count }: Trace, view: CanvasView, share: number): Pixel | null => {
  const seen: number[] = [];
  for (let index = 0; index < count; index++) if (isInView(pixelAt(pixels, index), view, 0)) seen.push(index);
  const found = seen[Math.floor(seen.length * share)];
  return found === undefined ? null : pixelAt(pixels, found);
};

/** Start lines by scene: looking for the line nearest to the start takes all points. */
const startLines = new WeakMap<EditorScene, ReturnType<typeof startLine>>();
const startLineOf = (scene: EditorScene): ReturnType<typeof startLine> => {
  const known = startLines.get(scene);
  if (known !== undefined) return known;
  const lines = scene.lines.filter(({ role }) => role === 'race').map(({ points }) => points);
  const found = startLine({ ...scene, lines });
  startLines.set(scene, found);
  return found;
};

const patterns = new WeakMap<MapPalette, Map<string, CanvasPattern | string>>();
const patternOf = (ctx: Context2D, id: 'hatch' | 'chequer', palette: MapPalette): CanvasPattern | string => {
  const known = patterns.get(palette) ?? new Map<string, CanvasPattern | string>();
  patterns.set(palette, known);
  const made = known.get(id) ?? pattern(ctx, id, palette);
  known.set(id, made);
  return made;
};

/** The circle of the finish, to scale. */
export const paintFinish = (
  ctx: Context2D,
  at: Pixel,
  radiusM: number,
  view: CanvasView,
  palette: MapPalette,
): void => {
  ctx.beginPath();
  ctx.arc(at.x, at.y, radiusM / view.metresPerPx, 0, 2 * Math.PI);
  ctx.globalAlpha = 0.55;
  ctx.fillStyle = patternOf(ctx, 'chequer', palette);
  ctx.fill();
  ctx.globalAlpha = 1;
  ctx.lineWidth = 1.5;
  ctx.strokeStyle = css(palette.text);
  ctx.stroke();
};

const paintStart = (ctx: Context2D, scene: EditorScene, view: CanvasView, palette: MapPalette): void => {
  for (const { geometry } of startLineOf(scene).features) {
    ctx.beginPath();
    for (const [lng = NaN, lat = NaN] of geometry.coordinates) ctx.lineTo(...view.toPx({ lat, lng }));
    strokeCased(ctx, 4, 2, { line: palette.white, casing: palette.black });
  }
};

const paintShapes = (ctx: Context2D, view: CanvasView, picture: ScenePicture): void => {
  const { scene, hidden, palette, selection } = picture;
  const casingPx = casingPxOf(picture.doubledCasings);
  const roles = new Map(scene.lines.map(({ id, role }) => [id, role]));
  const chosen = selection === null ? null : keyOf(selection);
  const dragged = hidden === null ? null : keyOf(hidden.target);
  for (const shape of shapesOf(scene)) {
    const { target } = shape;
    const isDragged = keyOf(target) === dragged;
    if (isDragged && hidden?.segments === null) continue;
    const omitted = isDragged ? (hidden?.segments ?? null) : null;
    const role = target.kind === 'boxes' ? 'boxes' : (roles.get(target.id) ?? 'drawing');
    const trace = traceOf(shape, view);
    ctx.beginPath();
    traceLine(ctx, trace, view, omitted);
    if (role === 'boxes' && omitted === null) {
      ctx.fillStyle = patternOf(ctx, 'hatch', palette);
      ctx.fill();
    }
    if (keyOf(target) === chosen) {
      ctx.globalAlpha = 0.5;
      ctx.lineWidth = LINE_PX + 2 * (casingPx + SELECTION_PX);
      ctx.strokeStyle = css(palette.selection);
      ctx.stroke();
      ctx.globalAlpha = 1;
    }
    if (role === 'drawing') ctx.setLineDash([10, 8]);
    strokeCased(ctx, role === 'race' ? LINE_PX : LINE_PX - 1, casingPx, lineColours(role, palette));
    ctx.setLineDash([]);
    if (role === 'race' || role === 'stage') paintArrows(ctx, trace, view, lineColours(role, palette));
  }
};

const paintStretches = (
  ctx: Context2D,
  view: CanvasView,
  { scene, palette, doubledCasings }: ScenePicture,
): void => {
  ctx.globalAlpha = 0.75;
  ctx.lineWidth = LINE_PX + 2 * (casingPxOf(doubledCasings) + STRETCH_PX);
  ctx.lineCap = 'butt';
  for (const { points, colour } of scene.stretches ?? []) {
    const name = STRETCH_COLOURS[colour % STRETCH_COLOURS.length] ?? 'stretch1';
    ctx.beginPath();
    traceLine(ctx, openTrace(points, view), view);
    ctx.strokeStyle = css(palette[name]);
    ctx.stroke();
  }
  ctx.lineCap = 'round';
  ctx.globalAlpha = 1;
};

const paintPlaces = (ctx: Context2D, view: CanvasView, picture: ScenePicture): void => {
  const { scene, hidden, palette, selection, movesPlaces, isCoarse } = picture;
  const isHidden = (target: EditorTarget): boolean =>
    hidden !== null && keyOf(hidden.target) === keyOf(target);
  for (const { target, at } of placesOf(scene)) {
    if (isHidden(target)) continue;
    const [x, y] = view.toPx(at);
    if (target.kind === 'finish') paintFinish(ctx, { x, y }, scene.finishRadiusM, view, palette);
    if (target.kind === 'start') paintStart(ctx, scene, view, palette);
    const isChosen = isSameTarget(target, selection);
    if (target.kind === 'poi') {
      if (!isChosen) continue;
      paintDisc(ctx, { x, y }, 18, { fill: palette.selection, ring: palette.white });
    } else if (movesPlaces || target.kind === 'gate') {
      const fill = isChosen ? palette.selection : target.kind === 'gate' ? palette.stage : palette.white;
      paintDisc(ctx, { x, y }, isCoarse ? 11 : 7, { fill, ring: isChosen ? palette.white : palette.black });
    }
  }
};

/** Handles are circles: of points filled, halfway between them smaller and open. */
const paintHandles = (ctx: Context2D, view: CanvasView, picture: ScenePicture): void => {
  const { handles, selection, palette, isCoarse, hidden } = picture;
  if (handles === null || hidden !== null) return;
  const pixels = pixelsOf(handles.shape.points, view);
  const chosen = pointOf(selection);
  const radiusPx = isCoarse ? 11 : 6;
  for (const { x, y } of handles.midpoints) {
    ctx.globalAlpha = 0.85;
    paintDisc(ctx, { x, y }, radiusPx - 3, { fill: palette.carCasing, ring: palette.white });
    ctx.globalAlpha = 1;
  }
  for (const index of handles.points) {
    if (index === chosen) continue;
    paintDisc(ctx, pixelAt(pixels, index), radiusPx, { fill: palette.white, ring: palette.black });
  }
  if (chosen !== null)
    paintDisc(ctx, pixelAt(pixels, chosen), radiusPx + 3, { fill: palette.selection, ring: palette.white });
  if (handles.grip !== null) {
    const { x, y } = handles.grip;
    paintDisc(ctx, { x, y }, Math.max(14, REACH[isCoarse ? 'coarse' : 'fine'].handlePx - 4), {
      fill: palette.selection,
      ring: palette.white,
    });
    ctx.beginPath();
    for (const [dx, dy] of [
      [1, 0],
      [0, 1],
      [-1, 0],
      [0, -1],
    ] as const) {
      ctx.moveTo(x, y);
      ctx.lineTo(x + 8 * dx, y + 8 * dy);
      ctx.lineTo(x + 5 * dx - 3 * dy, y + 5 * dy + 3 * dx);
      ctx.moveTo(x + 8 * dx, y + 8 * dy);
      ctx.lineTo(x + 5 * dx + 3 * dy, y + 5 * dy - 3 * dx);
    }
    ctx.lineWidth = 1.5;
    ctx.strokeStyle = css(palette.white);
    ctx.stroke();
  }
};

const paintDraft = (ctx: Context2D, view: CanvasView, picture: ScenePicture): void => {
  const { draft, draftRole, palette, isCoarse } = picture;
  if (draft.length === 0) return;
  const trace = openTrace(draft, view);
  ctx.beginPath();
  traceLine(ctx, trace, view);
  strokeCased(ctx, LINE_PX, casingPxOf(picture.doubledCasings), lineColours(draftRole, palette));
  if (draftRole === 'race') paintArrows(ctx, trace, view, lineColours(draftRole, palette));
  const last = draft.length - 1;
  draft.forEach((_, index) => {
    const isEnd = index === 0 || index === last;
    paintDisc(ctx, pixelAt(trace.pixels, index), (isCoarse ? 9 : 5) + (isEnd ? 2 : 0), {
      fill: index === last ? palette.selection : palette.white,
      ring: index === last ? palette.white : palette.black,
    });
  });
};

const paintLabels = (ctx: Context2D, view: CanvasView, { scene, texts, palette }: ScenePicture): void => {
  const label = labelPainter(ctx, view, palette);
  const below = (at: LatLng, byPx: number): Pixel => {
    const [x, y] = view.toPx(at);
    return { x, y: y + byPx };
  };
  const isOnePlace =
    scene.start !== null &&
    scene.finish !== null &&
    Math.hypot(
      below(scene.start, 0).x - below(scene.finish, 0).x,
      below(scene.start, 0).y - below(scene.finish, 0).y,
    ) < 24;
  if (scene.finish !== null)
    label(
      isOnePlace ? `${texts.start} / ${texts.finish}` : texts.finish,
      below(scene.finish, Math.max(24, scene.finishRadiusM / view.metresPerPx + 14)),
    );
  if (scene.start !== null && !isOnePlace) label(texts.start, below(scene.start, 24));
  const alongside = (points: readonly LatLng[], words: string | null, share: number): void => {
    const at = words === null ? null : pointAlong(openTrace(points, view), view, share);
    if (at !== null && words !== null) label(words, { x: at.x, y: at.y - 18 });
  };
  for (const { points, label: words } of scene.stretches ?? []) alongside(points, words, 0.5);
  // Not where the sectors of a circuit have their middle.
  for (const { points, label: words } of scene.lines) alongside(points, words, 0.28);
  if (scene.boxes !== null) alongside(scene.boxes, texts.boxes, 0.5);
  for (const { position, description } of scene.pois) label(description, below(position, 24));
};

/** All of the scene but what is being dragged. The marks of points of interest are elements of the page. */
export const paintScene = (ctx: Context2D, view: CanvasView, picture: ScenePicture): void => {
  ctx.font = `600 12px ${MAP_FONT}`;
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  paintStretches(ctx, view, picture);
  paintShapes(ctx, view, picture);
  paintDraft(ctx, view, picture);
  paintPlaces(ctx, view, picture);
  paintHandles(ctx, view, picture);
  paintLabels(ctx, view, picture);
};
