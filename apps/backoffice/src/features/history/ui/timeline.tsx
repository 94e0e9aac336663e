import { useEffect, useRef, type ReactElement } from 'react';
import type { PastStory, Truth } from '@flagpost/contracts';
import { TEXTS } from '../../../shared/texts/history.js';
import { useShownTheme } from '../../../shared/theme/use-theme.js';
import { useRace } from '../../race-control/race-context.js';
import { timeAtTrack } from '../../race-control/track-clock.js';
import { bandsOf, type Limits, type Stretch } from '../bands.js';
import type { Player } from '../player.js';
import { useInstant } from '../use-replay.js';

const LANES = [
  TEXTS.history.bands.flag,
  TEXTS.history.bands.sos,
  TEXTS.history.bands.stop,
  TEXTS.history.bands.gap,
  TEXTS.history.bands.screens,
] as const;
/** Nothing is narrower: an SOS of seconds is seen in a race of hours. */
const LEAST_PX = 2;
const EDGE_PX = 1;

const drawBands = (
  canvas: HTMLCanvasElement,
  bands: readonly (readonly Stretch[])[],
  { from, to }: Limits,
): void => {
  const ctx = canvas.getContext('2d');
  const { clientWidth, clientHeight } = canvas;
  if (ctx === null || clientWidth === 0) return;
  const ratio = window.devicePixelRatio;
  canvas.width = clientWidth * ratio;
  canvas.height = clientHeight * ratio;
  ctx.scale(ratio, ratio);
  const style = getComputedStyle(canvas);
  const laneHeight = clientHeight / bands.length;
  const xOf = (instant: number): number => ((instant - from) / Math.max(1, to - from)) * clientWidth;
  bands.forEach((stretches, lane) => {
    for (const stretch of stretches) {
      const x = xOf(stretch.from);
      const inLane = laneHeight - 2;
      const top = lane * laneHeight + 1 + (stretch.half === 'lower' ? inLane / 2 : 0);
      const height = stretch.half === undefined ? inLane : inLane / 2;
      const width = Math.max(LEAST_PX, xOf(stretch.to) - x);
      ctx.fillStyle = style.getPropertyValue(stretch.edge ?? stretch.colour);
      ctx.fillRect(x, top, width, height);
      ctx.fillStyle = style.getPropertyValue(stretch.colour);
      ctx.fillRect(x, top + EDGE_PX, width, height - 2 * EDGE_PX);
    }
  });
};

/** Who was connected at an instant, those first who could send flags. */
const connectedAt = ({ screens }: PastStory, instant: number): string => {
  const open = screens.filter(({ From, To }) => From <= instant && instant <= To);
  const names = [...open]
    .sort((a, b) => Number(b.Directs) - Number(a.Directs))
    .map(({ Name, Directs }) => {
      const name = Name === '' ? TEXTS.unknown : Name;
      return Directs ? TEXTS.history.bands.directs(name) : name;
    });
  return names.length === 0 ? TEXTS.history.bands.nobody : [...new Set(names)].join(', ');
};

const Connected = ({ names }: { names: string }): ReactElement => {
  const text = TEXTS.history.bands.connected(names);
  return (
    <span className="history-connected" title={text}>
      {text}
    </span>
  );
};

/** The whole race: bands of what was in force, and the instant, which may be dragged anywhere. */
export const Timeline = ({
  player,
  story,
  truth,
  limits,
  car,
}: {
  player: Player;
  story: PastStory;
  truth: Truth;
  limits: Limits;
  car: number | null;
}): ReactElement => {
  const { gmtHoursAt } = useRace();
  const theme = useShownTheme();
  const instant = useInstant(player);
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const element = canvas.current;
    if (element === null) return undefined;
    const bands = bandsOf(story, truth, limits, car);
    const draw = (): void => drawBands(element, bands, limits);
    draw();
    const observer = new ResizeObserver(draw);
    observer.observe(element);
    return () => observer.disconnect();
  }, [story, truth, limits, car, theme]);

  return (
    <div className="history-timeline">
      <ul className="history-lanes" title={TEXTS.history.bands.label} aria-hidden="true">
        {LANES.map((lane) => (
          <li key={lane}>{lane}</li>
        ))}
      </ul>
      <div className="history-bands">
        <canvas ref={canvas} role="img" aria-label={TEXTS.history.bands.label} />
        <input
          type="range"
          aria-label={TEXTS.history.player.instant}
          aria-valuetext={timeAtTrack(instant, gmtHoursAt)}
          min={limits.from}
          max={limits.to}
          step="any"
          value={instant}
          onChange={({ target }) => player.seek(Number(target.value), performance.now())}
        />
      </div>
      <div className="history-ends">
        <span aria-hidden="true">{timeAtTrack(limits.from, gmtHoursAt)}</span>
        {story.screens.length > 0 && <Connected names={connectedAt(story, instant)} />}
        <span aria-hidden="true">{timeAtTrack(limits.to, gmtHoursAt)}</span>
      </div>
    </div>
  );
};
