import type { ReactElement } from 'react';
import type { LatLng, RouteAsItWas } from '@flagpost/contracts';
import { TEXTS } from '../../shared/texts/audit.js';

/** Of the drawing, in its own units; what it shows has a margin. */
const SIZE = 1_000;
const MARGIN = 40;
const DOT = 14;
/** Of a place without extent, degrees. */
const LEAST = 0.000_1;

/** Places points in the square, north up and without distortion at their latitude. */
const placing = (points: readonly LatLng[]): ((point: LatLng) => readonly [number, number]) => {
  const rangeOf = (values: readonly number[]) => {
    const [low, high] = values.reduce(
      ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
      [Infinity, -Infinity],
    );
    return { middle: (low + high) / 2, extent: high - low };
  };
  const north = rangeOf(points.map(({ lat }) => lat));
  const east = rangeOf(points.map(({ lng }) => lng));
  const narrowing = Math.cos((north.middle * Math.PI) / 180);
  const scale = (SIZE - 2 * MARGIN) / Math.max(north.extent, east.extent * narrowing, LEAST);
  return ({ lat, lng }) => [
    SIZE / 2 + (lng - east.middle) * narrowing * scale,
    SIZE / 2 - (lat - north.middle) * scale,
  ];
};

/** The lines of a route with its start and finish, without a map: of imagery of then there is none. */
export const RouteSketch = ({ route }: { route: RouteAsItWas }): ReactElement | null => {
  const { Tracks, Stages, Boxes, Start, Finish, Pois } = route;
  const lines = [...Tracks, ...Stages.flatMap(({ Line }) => (Line === null ? [] : [Line]))];
  const marks = [...(Start === null ? [] : [Start]), ...(Finish === null ? [] : [Finish])];
  const places = Pois.map(({ Position }) => Position);
  const points = [...lines.flat(), ...(Boxes ?? []), ...marks, ...places];
  if (points.length === 0) return null;
  const place = placing(points);
  const pathOf = (line: readonly LatLng[]): string =>
    line
      .map((point) =>
        place(point)
          .map((each) => each.toFixed(1))
          .join(','),
      )
      .join(' ');
  const dot = (point: LatLng, look: string, key: string): ReactElement => {
    const [x, y] = place(point);
    return <circle key={key} className={look} cx={x} cy={y} r={DOT} />;
  };
  return (
    <svg
      className="route-sketch"
      viewBox={`0 0 ${SIZE} ${SIZE}`}
      role="img"
      aria-label={TEXTS.asItWas.sketch}
    >
      {Boxes !== null && <polygon points={pathOf(Boxes)} />}
      {lines.map((line, index) => (
        <polyline key={index} points={pathOf(line)} />
      ))}
      {places.map((point, index) => dot(point, 'is-poi', `poi ${index}`))}
      {Start !== null && dot(Start, 'is-start', 'start')}
      {Finish !== null && dot(Finish, 'is-finish', 'finish')}
    </svg>
  );
};
