import { Button } from 'primereact/button';
import { InputText } from 'primereact/inputtext';
import { useId, useState, type ReactElement, type SubmitEvent } from 'react';
import { LIMITS, type TimerRow } from '@flagpost/contracts';
import { useRaceSelector } from '../state/race-store.js';
import { clockFace } from '../../../shared/format.js';
import { newIdempotencyKey } from '../../../shared/idempotency-key.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { RULES } from '../../../shared/texts/rules.js';
import { useNotices } from '../../../shared/ui/notices.js';
import {
  useChangeTimerMutation,
  useCreateTimerMutation,
  useRemoveTimerMutation,
  type TimerVerb,
} from '../api.js';
import { useRace } from '../race-context.js';
import { phaseOf, selectTimers, shownMs, type TimerPhase } from '../state/timers.js';
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

const NewTimer = ({ onCreate }: { onCreate: (title: string) => Promise<boolean> }): ReactElement => {
  const [title, setTitle] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const keptId = useId();

  const submit = async (): Promise<void> => {
    setIsMissing(title.trim() === '');
    if (title.trim() !== '' && (await onCreate(title.trim()))) setTitle('');
  };

  return (
    <form
      className="timer-new"
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        void submit();
      }}
    >
      <InputText
        aria-label={TEXTS.timers.title}
        aria-describedby={keptId}
        placeholder={TEXTS.timers.title}
        maxLength={LIMITS.name}
        value={title}
        invalid={isMissing}
        onChange={(event) => {
          setTitle(event.target.value);
          setIsMissing(false);
        }}
      />
      <Button
        type="submit"
        icon="pi pi-plus"
        outlined
        aria-label={TEXTS.timers.create}
        title={TEXTS.timers.create}
      />
      <small id={keptId}>{TEXTS.keptForGood}</small>
      {isMissing && (
        <small className="p-error" role="alert">
          {RULES.fields.timerTitle}
        </small>
      )}
    </form>
  );
};

/** The event's timers. The server runs them, so every screen shows the same. */
export const TimersPanel = (): ReactElement => {
  const { eventId, mayManageTimers } = useRace();
  const heard = useRaceSelector(selectTimers);
  const nowMs = useTimerClock(heard.timers.some((timer) => phaseOf(timer) === 'running'));
  const [create] = useCreateTimerMutation();
  const [change] = useChangeTimerMutation();
  const [remove] = useRemoveTimerMutation();
  const [removing, setRemoving] = useState<TimerRow | null>(null);
  const notices = useNotices();

  const carryOut = async (work: Promise<unknown>): Promise<boolean> => {
    try {
      await work;
      return true;
    } catch (error) {
      notices.showError(error);
      return false;
    }
  };

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
              void carryOut(change({ timerId: timer.TimerId, verb, key: newIdempotencyKey() }).unwrap())
            }
            onRemove={() => setRemoving(timer)}
          />
        ))}
      </ul>
      {mayManageTimers && (
        <NewTimer
          onCreate={(Title) =>
            carryOut(create({ key: newIdempotencyKey(), request: { EventId: eventId, Title } }).unwrap())
          }
        />
      )}
      {removing !== null && (
        <RaceYesNo
          title={TEXTS.timers.removeTitle}
          yes={TEXTS.timers.removeYes}
          no={TEXTS.cancel}
          danger
          onYes={() => {
            setRemoving(null);
            void carryOut(remove({ timerId: removing.TimerId, key: newIdempotencyKey() }).unwrap());
          }}
          onNo={() => setRemoving(null)}
        >
          {TEXTS.timers.removeQuestion(removing.Title)}
        </RaceYesNo>
      )}
    </Panel>
  );
};
