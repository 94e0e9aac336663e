import type { ReactElement } from 'react';
import type { LatLng } from '@flagpost/contracts';
import { localPlane, east, north } from '@flagpost/telemetry';
import type { LapPoint, LapTrace } from './lap-trace.js';

const SIDE = 1_000;
const MARGIN = 60;
const MARK = 26;

/** What was driven in each lap, north at the top, and the cars of all of them at one distance or time. */
export const LapSketch = ({
  traces,
  points,
  colours,
  label,
}: {
  traces: readonly LapTrace[];
  points: readonly (LapPoint | null)[];
  colours: readonly string[];
  label: string;
}): ReactElement | null => {
  const all = traces.flatMap(({ places }) => places);
  const [first] = all;
  if (first === undefined) return null;
  const plane = localPlane(first.lat, first.lng);
  const metres = all.map(({ lat, lng }) => ({ x: east(plane, lng), y: north(plane, lat) }));
  const [west, south] = [Math.min(...metres.map(({ x }) => x)), Math.min(...metres.map(({ y }) => y))];
  const width = Math.max(...metres.map(({ x }) => x)) - west;
  const height = Math.max(...metres.map(({ y }) => y)) - south;
  const scale = (SIDE - 2 * MARGIN) / Math.max(width, height, 1);
  const placed = ({ lat, lng }: LatLng) => ({
    x: MARGIN + (east(plane, lng) - west) * scale,
    y: MARGIN + (height - (north(plane, lat) - south)) * scale,
  });
  const viewBox = `0 0 ${2 * MARGIN + width * scale} ${2 * MARGIN + height * scale}`;
  return (
    <svg className="laps-sketch" viewBox={viewBox} role="img" aria-label={label}>
      {traces.map(({ places }, lap) => (
        <polyline
          key={lap}
          style={{ stroke: `var(${colours[lap] ?? ''})` }}
          points={places
            .map(placed)
            .map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`)
            .join(' ')}
        />
      ))}
      {points.map((point, lap) => {
        if (point === null) return null;
        const { x, y } = placed(point);
        return <circle key={lap} cx={x} cy={y} r={MARK} style={{ fill: `var(${colours[lap] ?? ''})` }} />;
      })}
    </svg>
  );
};
