import type { TrackDocument } from './document.js';

/** How many steps can be undone. */
export const UNDO_STEPS = 200;

export interface History {
  /** Oldest first, at most `UNDO_STEPS`. */
  readonly past: readonly TrackDocument[];
  readonly present: TrackDocument;
  /** The next one to be redone first. */
  readonly future: readonly TrackDocument[];
  /** Steps with the same series, one directly after another, are undone together; null: none is under way. */
  readonly series: string | null;
}

export const historyOf = (present: TrackDocument): History => ({
  past: [],
  present,
  future: [],
  series: null,
});

/** Adds a step, unless nothing has changed. */
export const record = (history: History, present: TrackDocument, series: string | null = null): History => {
  if (present === history.present) return history;
  if (series !== null && series === history.series) return { ...history, present, future: [] };
  return { past: [...history.past, history.present].slice(-UNDO_STEPS), present, future: [], series };
};

/** The next step is undone by itself, whatever its series. */
export const endSeries = (history: History): History =>
  history.series === null ? history : { ...history, series: null };

export const undo = (history: History): History => {
  const present = history.past.at(-1);
  if (present === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present,
    future: [history.present, ...history.future],
    series: null,
  };
};

export const redo = (history: History): History => {
  const [present, ...future] = history.future;
  if (present === undefined) return history;
  return { past: [...history.past, history.present], present, future, series: null };
};
