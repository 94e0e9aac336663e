import type { LatLng, MapPosition } from '@flagpost/contracts';
import type { EditorTarget } from '@flagpost/map-layers/editor';
import { closed } from '@flagpost/track-geometry';
import { act, type DrawingAction } from './actions.js';
import type { TrackDocument } from './document.js';
import { endSeries, historyOf, record, redo, undo, type History } from './history.js';
import type { ServerCopy } from './wire.js';

/** One sitting at the editor: what the server has, what was done since, and what the person is about to do. */

interface Draft {
  readonly points: readonly LatLng[];
  /** Points that were undone, the next one to be redone first. */
  readonly undone: readonly LatLng[];
}

export type Mode =
  | { readonly kind: 'normal' }
  | ({ readonly kind: 'line'; readonly isClosed: boolean } & Draft)
  | { readonly kind: 'start' | 'finish' }
  | ({ readonly kind: 'boxes' } & Draft)
  /** `before`: as it was when the mode began; `at`: the one placed last. */
  | { readonly kind: 'poi'; readonly before: History; readonly at: LatLng | null };

export interface Session {
  readonly base: ServerCopy;
  readonly history: History;
  /** 'Edit' was pressed: shapes can be changed. */
  readonly isEditing: boolean;
  readonly mode: Mode;
  readonly selection: EditorTarget | null;
}

export type SessionAction =
  | {
      readonly type: 'do';
      readonly action: DrawingAction;
      /** Actions of the same series are undone together. */
      readonly series?: string;
      /** Selected afterwards; left out: as before. */
      readonly select?: EditorTarget | null;
    }
  | { readonly type: 'select'; readonly target: EditorTarget | null }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' }
  | { readonly type: 'edit' }
  /** Everything that was not saved is dropped. */
  | { readonly type: 'discard' }
  | { readonly type: 'begin'; readonly mode: Exclude<Mode['kind'], 'normal'> }
  /** Leaves a mode without its draft. */
  | { readonly type: 'cancelMode' }
  /** A press on the map, or typed coordinates, in a mode. */
  | { readonly type: 'add'; readonly at: LatLng; readonly newPoi: string }
  | { readonly type: 'closeDraft'; readonly isClosed: boolean }
  /** Leaves a mode with its draft, unless that has too few points. */
  | { readonly type: 'finishMode' }
  | { readonly type: 'saved'; readonly base: ServerCopy; readonly keepsEditing: boolean }
  /** Somebody else's copy is the newer one; `document` is what is to be saved over it. */
  | { readonly type: 'merged'; readonly base: ServerCopy; readonly document: TrackDocument }
  /** What the device kept of an earlier sitting, and the copy that it was drawn over. */
  | { readonly type: 'restore'; readonly base: ServerCopy; readonly document: TrackDocument }
  | { readonly type: 'positioned'; readonly position: MapPosition; readonly revision: number };

const NORMAL: Mode = { kind: 'normal' };
const NO_DRAFT: Draft = { points: [], undone: [] };

/** A line needs two points, boxes three corners. */
export const LEAST_POINTS = { line: 2, boxes: 3 } as const;

/** `unsaved`: what the device kept of an earlier sitting. */
export const sessionOf = (base: ServerCopy, unsaved: TrackDocument | null): Session => {
  const history = historyOf(base.document);
  return {
    base,
    history: unsaved === null ? history : record(history, unsaved),
    isEditing: unsaved !== null,
    mode: NORMAL,
    selection: null,
  };
};

/** A target that is not in the drawing any more. */
const isGone = (
  { lines, stages, pois, boxes, start, finish }: TrackDocument,
  target: EditorTarget,
): boolean => {
  const hasPoint = (points: readonly LatLng[] | null, point: number | null): boolean =>
    points !== null && (point === null || point < points.length);
  switch (target.kind) {
    case 'line': {
      const shape = lines.find(({ id }) => id === target.id) ?? stages.find(({ id }) => id === target.id);
      return !hasPoint(shape?.points ?? null, target.point);
    }
    case 'boxes':
      return !hasPoint(boxes, target.point);
    case 'start':
      return start === null;
    case 'finish':
      return finish === null;
    case 'gate':
      return stages.find(({ id }) => id === target.id)?.[target.end] == null;
    case 'poi':
      return !pois.some(({ id }) => id === target.id);
    default:
      return target satisfies never;
  }
};

const withHistory = (session: Session, history: History): Session => {
  const { selection } = session;
  return {
    ...session,
    history,
    selection: selection === null || isGone(history.present, selection) ? null : selection,
  };
};

const doing = (
  session: Session,
  { action, series, select }: Extract<SessionAction, { type: 'do' }>,
): Session => {
  const history = record(session.history, act(session.history.present, action), series ?? null);
  const next = withHistory(session, history);
  return select === undefined ? next : { ...next, selection: select };
};

/** In a mode that draws, its points are undone first. */
const draftStep = (mode: Mode, step: 'undo' | 'redo'): Mode | null => {
  if (mode.kind !== 'line' && mode.kind !== 'boxes') return null;
  const { points, undone } = mode;
  if (step === 'undo') {
    const last = points.at(-1);
    return last === undefined ? null : { ...mode, points: points.slice(0, -1), undone: [last, ...undone] };
  }
  const [next, ...rest] = undone;
  return next === undefined ? null : { ...mode, points: [...points, next], undone: rest };
};

const step = (session: Session, which: 'undo' | 'redo'): Session => {
  const mode = draftStep(session.mode, which);
  if (mode !== null) return { ...session, mode };
  if (session.mode.kind === 'line' || session.mode.kind === 'boxes') return session;
  return withHistory(session, which === 'undo' ? undo(session.history) : redo(session.history));
};

const add = (session: Session, at: LatLng, newPoi: string): Session => {
  const { mode } = session;
  switch (mode.kind) {
    case 'normal':
      return session;
    case 'line':
    case 'boxes':
      return { ...session, mode: { ...mode, points: [...mode.points, at], undone: [] } };
    case 'start':
    case 'finish':
      return {
        ...doing(session, {
          type: 'do',
          action: { type: 'place', place: mode.kind, at },
          select: { kind: mode.kind },
        }),
        mode: NORMAL,
      };
    case 'poi': {
      const id = `new-${session.history.present.nextId}`;
      const pois = [{ position: at, description: newPoi, icon: 'location' as const }];
      return {
        ...doing(session, {
          type: 'do',
          action: { type: 'addPois', pois },
          select: { kind: 'poi', id },
        }),
        mode: { ...mode, at },
      };
    }
    default:
      return mode satisfies never;
  }
};

const finish = (session: Session): Session => {
  const { mode } = session;
  if (mode.kind === 'line' && mode.points.length >= LEAST_POINTS.line) {
    const id = `new-${session.history.present.nextId}`;
    const points = mode.isClosed ? closed(mode.points) : mode.points;
    return {
      ...doing(session, {
        type: 'do',
        action: { type: 'addLine', points },
        select: { kind: 'line', id, point: null },
      }),
      mode: NORMAL,
    };
  }
  if (mode.kind === 'boxes' && mode.points.length >= LEAST_POINTS.boxes) {
    return {
      ...doing(session, {
        type: 'do',
        action: { type: 'drawBoxes', corners: mode.points },
        select: { kind: 'boxes', point: null },
      }),
      mode: NORMAL,
    };
  }
  return mode.kind === 'poi' ? { ...session, mode: NORMAL } : session;
};

/** A line or boxes of which something is drawn. */
export const hasDraft = ({ mode }: Session): boolean =>
  (mode.kind === 'line' || mode.kind === 'boxes') && mode.points.length > 0;

/** With what is being drawn as a part of the drawing, unless that has too few points. */
export const withDraft = (session: Session): Session => (hasDraft(session) ? finish(session) : session);

const modeOf = (kind: Exclude<Mode['kind'], 'normal'>, history: History): Mode => {
  switch (kind) {
    case 'line':
      return { kind, isClosed: true, ...NO_DRAFT };
    case 'boxes':
      return { kind, ...NO_DRAFT };
    case 'poi':
      return { kind, before: history, at: null };
    case 'start':
    case 'finish':
      return { kind };
    default:
      return kind satisfies never;
  }
};

/** The map position is saved by itself, at once: undoing does not bring the former one back. */
const everywhere = (history: History, mapPosition: MapPosition): History => {
  const moved = (document: TrackDocument): TrackDocument => ({ ...document, mapPosition });
  return {
    ...history,
    past: history.past.map(moved),
    present: moved(history.present),
    future: history.future.map(moved),
  };
};

export const reduceSession = (session: Session, action: SessionAction): Session => {
  switch (action.type) {
    case 'do':
      return doing(session, action);
    case 'select':
      return { ...session, history: endSeries(session.history), selection: action.target };
    case 'undo':
    case 'redo':
      return step(session, action.type);
    case 'edit':
      return { ...session, isEditing: true };
    case 'discard':
      return sessionOf(session.base, null);
    case 'begin':
      return {
        ...session,
        isEditing: true,
        selection: null,
        mode: modeOf(action.mode, session.history),
      };
    case 'cancelMode': {
      const { mode } = session;
      const left = { ...session, mode: NORMAL };
      return mode.kind === 'poi' ? withHistory(left, mode.before) : left;
    }
    case 'add':
      return add(session, action.at, action.newPoi);
    case 'closeDraft':
      return session.mode.kind === 'line'
        ? { ...session, mode: { ...session.mode, isClosed: action.isClosed } }
        : session;
    case 'finishMode':
      return finish(session);
    case 'saved':
      return { ...session, base: action.base, isEditing: action.keepsEditing, mode: NORMAL };
    case 'merged':
      return { ...withHistory(session, record(session.history, action.document)), base: action.base };
    case 'restore':
      return sessionOf(action.base, action.document);
    case 'positioned': {
      const { base } = session;
      // Any other revision: somebody else has saved in between, which the next saving finds out.
      const isOurs = action.revision - base.revision <= 1;
      return {
        ...session,
        history: everywhere(session.history, action.position),
        base: {
          ...base,
          document: { ...base.document, mapPosition: action.position },
          revision: isOurs ? action.revision : base.revision,
        },
      };
    }
    default:
      return action satisfies never;
  }
};
