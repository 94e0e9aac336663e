import { lazy, Suspense, useEffect, useMemo, useRef, useState, type ReactElement } from 'react';
import { lapTime } from '../../../shared/format.js';
import { TEXTS } from '../../../shared/texts/history.js';
import { InstantOf, type Place } from '../questions/columns.js';
import { SelectField } from '../../../shared/ui/form/fields.js';
import { AXES, laidOver, pointAt, type Axis } from './lap-trace.js';
import { LapSketch } from './lap-sketch.js';
import type { ChosenLap } from './use-lap-traces.js';

const SpeedChart = lazy(async () => ({ default: (await import('./speed-chart.js')).SpeedChart }));

const words = TEXTS.history.laps;
const COLOURS = ['--map-stretch-1', '--map-stretch-2', '--map-stretch-3', '--map-stretch-4'] as const;
export const MOST_LAPS = COLOURS.length;
const S = 1_000;

/** Laps that are laid over each other: their speeds, and where each car was at the same distance or time. */
export const Comparison = ({
  chosen,
  place,
}: {
  chosen: readonly ChosenLap[];
  place: Place;
}): ReactElement => {
  const [axis, setAxis] = useState<Axis>('metres');
  const [cursor, setCursor] = useState(0);
  const traces = useMemo(() => chosen.map(({ trace }) => trace), [chosen]);
  const data = useMemo(() => laidOver(traces, axis), [traces, axis]);
  const colours = useMemo(() => COLOURS.slice(0, chosen.length), [chosen]);
  const longest = data[0].at(-1) ?? 0;
  const points = traces.map((trace) => pointAt(trace, axis, Math.min(cursor, longest)));
  const section = useRef<HTMLElement>(null);
  // It is below the list.
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'start' });
  }, [chosen]);
  const unit = words.units[axis];
  const [reference] = points;
  return (
    <section ref={section} className="laps-comparison" aria-label={words.comparison}>
      <SelectField
        label={words.over}
        value={axis}
        options={AXES.map((each) => [each, words.axes[each]] as const)}
        onChange={(chosenAxis) => {
          setAxis(chosenAxis);
          setCursor(0);
        }}
      />
      <Suspense fallback={<p role="status">{TEXTS.loading}</p>}>
        <SpeedChart
          data={data}
          colours={colours}
          heads={{ along: words.axes[axis], speed: words.speed }}
          cursor={cursor}
          onCursor={setCursor}
        />
      </Suspense>
      <label className="laps-cursor">
        <span>{words.at(cursor.toFixed(axis === 'metres' ? 0 : 1), unit)}</span>
        <input
          type="range"
          min={0}
          max={longest}
          step="any"
          value={Math.min(cursor, longest)}
          aria-valuetext={words.at(cursor.toFixed(0), unit)}
          onChange={({ target }) => setCursor(Number(target.value))}
        />
      </label>
      <div className="laps-places">
        <LapSketch traces={traces} points={points} colours={colours} label={words.sketch} />
        <table>
          <thead>
            <tr>
              <th scope="col">{words.lapHead}</th>
              <th scope="col">{words.speed}</th>
              <th scope="col">{words.since}</th>
              <th scope="col">{words.behind}</th>
              <th scope="col">{words.instant}</th>
            </tr>
          </thead>
          <tbody>
            {chosen.map(({ lap }, i) => {
              const point = points[i] ?? null;
              const begins = lap.crossedAt - lap.lapTimeMs;
              return (
                <tr key={lap.id}>
                  <th scope="row">
                    <i
                      className="laps-colour"
                      style={{ background: `var(${colours[i] ?? ''})` }}
                      aria-hidden="true"
                    />
                    {words.lapOf(lap.CarNumber, lap.lap, lapTime(lap.lapTimeMs))}
                  </th>
                  <td data-label={words.speed}>{point?.kph.toFixed(0) ?? TEXTS.unknown}</td>
                  <td data-label={words.since}>{point?.seconds.toFixed(1) ?? TEXTS.unknown}</td>
                  <td data-label={words.behind}>
                    {point === null || reference == null
                      ? TEXTS.unknown
                      : axis === 'metres'
                        ? words.gapS((point.seconds - reference.seconds).toFixed(2))
                        : words.gapM((reference.metres - point.metres).toFixed(0))}
                  </td>
                  <td data-label={words.instant}>
                    {point === null ? (
                      TEXTS.unknown
                    ) : (
                      <InstantOf place={place} instant={begins + point.seconds * S} car={lap.InvitationId} />
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
};
