import { Button } from 'primereact/button';
import { useState, type ReactElement } from 'react';
import type { TimerRow } from '@flagpost/contracts';
import { useRaceSelector } from '../state/race-store.js';
import { clockFace } from '../../../shared/format.js';
import { newIdempotencyKey } from '../../../shared/idempotency-key.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { useCarryOut } from '../../../shared/ui/use-carry-out.js';
import { useChangeTimerMutation, useRemoveTimerMutation, type TimerVerb } from '../api.js';
import { useRace } from '../race-context.js';
import { phaseOf, selectTimers, shownMs, type TimerPhase } from '../state/timers.js';
import { NewTimer } from './new-timer.js';
import { Panel } from './panel.js';
import { RaceYesNo } from './race-panel.js';
import { usePinnedTimer } from './use-pinned-timer.js';
import { useTimerClock } from './use-timer-clock.js';
import './timers-panel.css';

const ICONS: Record<TimerVerb, string> = {
  start: 'pi pi-play',
  pause: 'pi pi-pause',
  resume: 'pi pi-play',
  stop: 'pi pi-stop',
};
const VERBS: Record<TimerPhase, readonly TimerVerb[]> = {
  idle: ['start'],
  running: ['pause', 'stop'],
  paused: ['resume', 'stop'],
};

const Timer = ({
  timer,
  elapsedMs,
  onChange,
  onRemove,
}: {
  timer: TimerRow;
  elapsedMs: number;
  onChange: (verb: TimerVerb) => void;
  onRemove: () => void;
}): ReactElement => {
  const { mayManageTimers } = useRace();
  const phase = phaseOf(timer);
  const [pinned, pin] = usePinnedTimer();
  const isPinned = pinned === timer.TimerId;
  const pinLabel = (isPinned ? TEXTS.timers.unpin : TEXTS.timers.pin)(timer.Title);
  return (
    <li className={`timer timer-${phase}`}>
      <span className="timer-title">{timer.Title}</span>
      <time className="timer-face">{clockFace(elapsedMs)}</time>
      <div className="timer-verbs">
        <Button
          icon="pi pi-thumbtack"
          text={!isPinned}
          severity="secondary"
          aria-label={pinLabel}
          title={pinLabel}
          onClick={() => pin(isPinned ? null : timer.TimerId)}
        />
        {mayManageTimers && (
          <>
            {VERBS[phase].map((verb) => (
              <Button
                key={verb}
                icon={ICONS[verb]}
                text
                severity="secondary"
                aria-label={TEXTS.timers[verb](timer.Title)}
                title={TEXTS.timers[verb](timer.Title)}
                onClick={() => onChange(verb)}
              />
            ))}
            <Button
              icon="pi pi-trash"
              text
              severity="secondary"
              aria-label={TEXTS.timers.remove(timer.Title)}
              title={TEXTS.timers.remove(timer.Title)}
              onClick={onRemove}
            />
          </>
        )}
      </div>
    </li>
  );
};

/** The event's timers. The server runs them, so every screen shows the same. */
export const TimersPanel = (): ReactElement => {
  const { mayManageTimers } = useRace();
  const heard = useRaceSelector(selectTimers);
  const nowMs = useTimerClock(heard.timers.some((timer) => phaseOf(timer) === 'running'));
  const [change] = useChangeTimerMutation();
  const [remove] = useRemoveTimerMutation();
  const [removing, setRemoving] = useState<TimerRow | null>(null);
  const carryOut = useCarryOut();

  return (
    <Panel name="timers" startsFolded title={TEXTS.timers.panel}>
      {heard.timers.length === 0 && <p className="panel-empty">{TEXTS.timers.empty}</p>}
      <ul className="panel-scroll">
        {heard.timers.map((timer) => (
          <Timer
            key={timer.TimerId}
            timer={timer}
            elapsedMs={shownMs(timer, heard, Math.max(nowMs, heard.arrivedMs))}
            onChange={(verb) =>
              carryOut(change({ timerId: timer.TimerId, verb, key: newIdempotencyKey() }).unwrap())
            }
            onRemove={() => setRemoving(timer)}
          />
        ))}
      </ul>
      {mayManageTimers && <NewTimer />}
      {removing !== null && (
        <RaceYesNo
          title={TEXTS.timers.removeTitle}
          yes={TEXTS.timers.removeYes}
          no={TEXTS.cancel}
          danger
          onYes={() => {
            setRemoving(null);
            carryOut(remove({ timerId: removing.TimerId, key: newIdempotencyKey() }).unwrap());
          }}
          onNo={() => setRemoving(null)}
        >
          {TEXTS.timers.removeQuestion(removing.Title)}
        </RaceYesNo>
      )}
    </Panel>
  );
};
