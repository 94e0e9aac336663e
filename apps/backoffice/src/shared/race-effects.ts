import type { RouteChange } from '@flagpost/contracts';
import { isStage } from '@flagpost/telemetry';
import { routeChanges, summaryOf, type ComparedRoute } from '@flagpost/track-geometry';
import { routeChangeText } from './route-change-text.js';
import { TEXTS } from './texts/race-change.js';

const TEXT = TEXTS.raceChange.effects;

type Timing = 'start' | 'finish' | 'none';

/** `timing`: what laps are timed from after the change; `isNew`: it was another one before. */
const effectOf = (change: RouteChange, timing: Timing, isNew: boolean): string | null => {
  switch (change.part) {
    case 'finish':
      if (change.change === 'moved') return TEXT.finishMoved;
      return change.change === 'placed' ? TEXT.finishPlaced : TEXT.finishRemoved;
    case 'start':
      if (isNew || timing === 'none') return null;
      return timing === 'start' ? TEXT.startTimed : TEXT.startIgnored;
    case 'timing':
      return change.from === 'start' ? TEXT.timedFromStart : TEXT.timedFromFinish;
    case 'line':
      return TEXT.line;
    case 'boxes':
      return change.change === 'removed' ? TEXT.boxesRemoved : TEXT.boxes;
  }
};

/**
 * What saving a map means for the race that runs on it: the changes with before and after, and their consequences for laps
 * in sentences. Both empty if the race does not notice it.
 *
 * @param radiusM of start and finish, the event's
 */
export const raceEffects = (
  before: ComparedRoute,
  after: ComparedRoute,
  radiusM: number,
): { readonly changes: readonly string[]; readonly effects: readonly string[] } => {
  const changes = routeChanges(summaryOf(before), summaryOf(after), radiusM);
  if (changes.length === 0) return { changes: [], effects: [] };
  const timing =
    after.finish === null ? 'none' : isStage(after.start, after.finish, radiusM) ? 'start' : 'finish';
  const isNew = changes.some(({ part }) => part === 'timing');
  const effects = changes.flatMap((change) => effectOf(change, timing, isNew) ?? []);
  return { changes: changes.map(routeChangeText), effects: [TEXT.atOnce, ...effects] };
};
