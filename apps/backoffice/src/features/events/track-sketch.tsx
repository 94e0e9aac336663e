import type { ReactElement } from 'react';
import type { CircuitRouteAnswer, LatLng } from '@flagpost/contracts';
import { TEXTS as RACE } from '../../shared/texts/race.js';

type Track = CircuitRouteAnswer['track'];

const SIDE = 1_000;
const MARGIN = 80;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Degrees as places in a square, north at the top. A track is so small that the earth under it is flat. */
const projection = (points: readonly LatLng[]): ((at: LatLng) => Point) => {
  const lats = points.map(({ lat }) => lat);
  const lngs = points.map(({ lng }) => lng);
  const [south, north, west, east] = [
    Math.min(...lats),
    Math.max(...lats),
    Math.min(...lngs),
    Math.max(...lngs),
  ];
  const shrink = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const scale = (SIDE - 2 * MARGIN) / Math.max(north - south, (east - west) * shrink, Number.EPSILON);
  return ({ lat, lng }) => ({
    x: SIDE / 2 + (lng - (west + east) / 2) * shrink * scale,
    y: SIDE / 2 - (lat - (south + north) / 2) * scale,
  });
};

/** The track as lines, for paper: a map in WebGL leaves none there. */
export const TrackSketch = ({ track, label }: { track: Track; label: string }): ReactElement | null => {
  const all = track.pointsTrack.flatMap(({ Positions }) => Positions);
  if (all.length === 0) return null;
  const place = projection(all);
  const line = (points: readonly LatLng[]): string =>
    points
      .map(place)
      .map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`)
      .join(' ');
  const marks = [
    { at: track.pointsMetaStart, name: RACE.map.start },
    { at: track.pointsMetaFinish, name: RACE.map.finish },
  ].flatMap(({ at, name }) => (at === null ? [] : [{ ...place(at), name }]));
  return (
    <svg className="track-sketch" viewBox={`0 0 ${SIDE} ${SIDE}`} role="img" aria-label={label}>
      {track.pointsTrack.map(({ Positions }, at) => (
        <polyline key={at} points={line(Positions)} />
      ))}
      {track.pointsBoxes !== null && <polygon points={line(track.pointsBoxes)} />}
      {marks.map(({ x, y, name }) => (
        <g key={name}>
          <circle cx={x} cy={y} r={12} />
          <text x={x + 20} y={y + 10}>
            {name}
          </text>
        </g>
      ))}
    </svg>
  );
};
