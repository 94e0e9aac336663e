import type { RouteChange } from '@flagpost/contracts';
import { TEXTS } from './texts/race-change.js';

const TEXT = TEXTS.raceChange;

const km = (kilometres: number): string => kilometres.toFixed(2);

const lineText = (before: number | null, after: number | null): string => {
  if (after === null) return TEXT.line.removed(km(before ?? 0));
  if (before === null) return TEXT.line.placed(km(after));
  return before === after ? TEXT.line.redrawn(km(after)) : TEXT.line.moved(km(before), km(after));
};

/** One change of a map with before and after: 'line 4.02 km → 3.98 km'. */
export const routeChangeText = (change: RouteChange): string => {
  switch (change.part) {
    case 'start':
    case 'finish': {
      const texts = TEXT[change.part];
      return change.change === 'moved' ? texts.moved(change.movedM ?? 0) : texts[change.change];
    }
    case 'line':
      return lineText(change.beforeKm, change.afterKm);
    case 'boxes':
      return TEXT.boxes[change.change];
    case 'timing':
      return TEXT.timing[change.from];
  }
};
