import type { ReactElement } from 'react';
import { clockFace } from '../../../shared/format.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { useRaceSelector } from '../state/race-store.js';
import { phaseOf, selectTimers, shownMs } from '../state/timers.js';
import { usePinnedTimer } from './use-pinned-timer.js';
import { useTimerClock } from './use-timer-clock.js';

/** The timer that this browser has pinned to the bar; nothing if this race has none of that id. A press unpins it. */
export const PinnedTimer = (): ReactElement | null => {
  const [pinned, pin] = usePinnedTimer();
  const heard = useRaceSelector(selectTimers);
  const timer = heard.timers.find(({ TimerId }) => TimerId === pinned);
  const phase = timer === undefined ? 'idle' : phaseOf(timer);
  const nowMs = useTimerClock(phase === 'running');
  if (timer === undefined) return null;
  const elapsedMs = shownMs(timer, heard, Math.max(nowMs, heard.arrivedMs));
  return (
    <button
      type="button"
      className={`pinned-timer pinned-timer-${phase}`}
      title={TEXTS.timers.unpin(timer.Title)}
      onClick={() => pin(null)}
    >
      <time>{clockFace(elapsedMs)}</time>
      <span>{timer.Title}</span>
    </button>
  );
};
