import { Button } from 'primereact/button';
import type { ReactElement } from 'react';
import { TEXTS } from '../../../shared/texts/history.js';
import { useNotices } from '../../../shared/ui/notices.js';
import { useRace } from '../../race-control/race-context.js';
import { timeAtTrack } from '../../race-control/track-clock.js';
import { MARK_KINDS, nextMark, type MarkKind, type Marks } from '../marks.js';
import { SPEEDS } from '../player.js';
import { useInstant, usePlayerState, type OpenReplay } from '../use-replay.js';
import { goTo, stepBy, stepByFix, togglePlay } from '../use-replay-keys.js';

const words = TEXTS.history.player;
const SECOND_MS = 1_000;

const ICONS: Readonly<Record<MarkKind, string>> = {
  flag: 'pi pi-flag-fill',
  sos: 'pi pi-exclamation-circle',
  lap: 'pi pi-stopwatch',
  stop: 'pi pi-stop',
  gap: 'pi pi-wifi',
};

const Step = ({
  icon,
  label,
  onPress,
}: {
  icon: string;
  label: string;
  onPress: () => void;
}): ReactElement => (
  <Button icon={icon} text severity="secondary" aria-label={label} title={label} onClick={onPress} />
);

/** The instant, and what moves it. */
export const Transport = ({
  open,
  marks,
  car,
  carNumber,
  onAsk,
  onLaps,
  onTrails,
  onReport,
  onExport,
  onHelp,
}: {
  open: OpenReplay;
  marks: Marks;
  /** Invitation id of the car that is shown in full: steps and marks are its own. */
  car: number | null;
  carNumber: string | null;
  onAsk: () => void;
  onLaps: () => void;
  onTrails: () => void;
  onReport: () => void;
  onExport: () => void;
  onHelp: () => void;
}): ReactElement => {
  const { gmtHoursAt } = useRace();
  const { showText, showError } = useNotices();
  const instant = useInstant(open.player);
  const { sinceMs, speed } = usePlayerState(open.player);
  const isPlaying = sinceMs !== null;
  const tenths = Math.floor((((instant % SECOND_MS) + SECOND_MS) % SECOND_MS) / 100);
  const copy = (): void => {
    const address = window.location.href;
    if (!window.isSecureContext) {
      showError(words.copyFailed);
      return;
    }
    void navigator.clipboard.writeText(address).then(
      () => showText(words.copied),
      () => showError(words.copyFailed),
    );
  };
  return (
    <div className="history-transport">
      <time className="history-instant" dateTime={new Date(instant).toISOString()}>
        {timeAtTrack(instant, gmtHoursAt)}
        <small>.{tenths}</small>
      </time>
      <div className="history-steps">
        <Step
          icon="pi pi-step-backward"
          label={words.fixBack}
          onPress={() => void stepByFix(open, car, false)}
        />
        <Step icon="pi pi-angle-left" label={words.back} onPress={() => stepBy(open, -SECOND_MS)} />
        <Button
          className="history-play"
          icon={isPlaying ? 'pi pi-pause' : 'pi pi-play'}
          aria-label={isPlaying ? words.pause : words.play}
          title={isPlaying ? words.pause : words.play}
          onClick={() => togglePlay(open)}
        />
        <Step icon="pi pi-angle-right" label={words.forward} onPress={() => stepBy(open, SECOND_MS)} />
        <Step
          icon="pi pi-step-forward"
          label={words.fixForward}
          onPress={() => void stepByFix(open, car, true)}
        />
      </div>
      <label className="history-speed">
        <span>{words.speed}</span>
        <select
          value={speed}
          onChange={({ target }) => {
            const chosen = SPEEDS.find((each) => String(each) === target.value);
            if (chosen !== undefined) open.player.setSpeed(chosen, performance.now());
          }}
        >
          {SPEEDS.map((each) => (
            <option key={each} value={each}>
              {words.times(each)}
            </option>
          ))}
        </select>
      </label>
      {/* It scrolls on a phone: by the keyboard too if none of its buttons takes the focus. */}
      <div
        className="history-marks"
        role="group"
        aria-label={TEXTS.history.marks.label}
        tabIndex={MARK_KINDS.every((kind) => marks[kind].length === 0) ? 0 : undefined}
      >
        {MARK_KINDS.map((kind) => {
          const [before, next] = [
            nextMark(marks[kind], instant, false),
            nextMark(marks[kind], instant, true),
          ];
          return (
            <span key={kind}>
              <button
                type="button"
                aria-label={TEXTS.history.marks.before[kind]}
                title={TEXTS.history.marks.before[kind]}
                disabled={before === undefined}
                onClick={() => goTo(open, before)}
              >
                <i className="pi pi-angle-left" aria-hidden="true" />
              </button>
              <i className={ICONS[kind]} aria-hidden="true" />
              <button
                type="button"
                aria-label={TEXTS.history.marks.next[kind]}
                title={TEXTS.history.marks.next[kind]}
                disabled={next === undefined}
                onClick={() => goTo(open, next)}
              >
                <i className="pi pi-angle-right" aria-hidden="true" />
              </button>
            </span>
          );
        })}
        <span className="history-marks-of">
          {carNumber === null ? TEXTS.history.marks.ofAll : TEXTS.history.marks.of(carNumber)}
        </span>
      </div>
      <div className="history-more">
        <Step icon="pi pi-table" label={TEXTS.history.questions.title} onPress={onAsk} />
        <Step icon="pi pi-chart-line" label={TEXTS.history.laps.title} onPress={onLaps} />
        <Step icon="pi pi-wave-pulse" label={TEXTS.history.trails.title} onPress={onTrails} />
        <Step icon="pi pi-file" label={TEXTS.history.report.title} onPress={onReport} />
        <Step icon="pi pi-download" label={TEXTS.history.exports.title} onPress={onExport} />
        <Step icon="pi pi-link" label={words.copy} onPress={copy} />
        <Step icon="pi pi-question" label={words.keys} onPress={onHelp} />
      </div>
    </div>
  );
};
