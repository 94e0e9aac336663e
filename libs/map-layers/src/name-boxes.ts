import type { LatLng } from '@flagpost/contracts';
import type { Box } from './labels.js';
import { nameMiddle, placeNames } from './place-names.js';
import { kilometreMarks } from './route-geometry.js';
import { stretchNames } from './stretch-style.js';
import type { RaceMapTexts, RaceRoute } from './types.js';

/** Approximate size of place names, which need only be kept clear. */
const CHARACTER_PX = 7;
const HEIGHT_PX = 20;

/** The boxes of the names of places and sectors, which car numbers must not cover. */
export const nameBoxes = (
  route: RaceRoute,
  texts: Pick<RaceMapTexts, 'start' | 'finish' | 'boxes'>,
  project: (lngLat: [lng: number, lat: number]) => { x: number; y: number },
): Box[] => {
  const box = (at: LatLng, [dx, dy]: readonly [number, number], widthPx: number): Box => {
    const { x, y } = project([at.lng, at.lat]);
    return { x: x + dx, y: y + dy, widthPx, heightPx: HEIGHT_PX };
  };
  return [
    ...placeNames(route).map((name) => {
      const widthPx = name.of.map((part) => texts[part]).join(' / ').length * CHARACTER_PX;
      return box(name.at, nameMiddle(name, widthPx, HEIGHT_PX), widthPx);
    }),
    ...stretchNames(route).map(({ label, at, offset }) => box(at, offset, label.length * CHARACTER_PX)),
  ];
};

const KILOMETRE_PX = 18;

/** The boxes of the kilometre marks, for any view of a route. */
export const kilometreBoxes = (route: RaceRoute) => {
  const marks = kilometreMarks(route);
  return (project: (lngLat: [lng: number, lat: number]) => { x: number; y: number }): Box[] =>
    marks.map(({ at }) => ({
      ...project([at.lng, at.lat]),
      widthPx: KILOMETRE_PX,
      heightPx: KILOMETRE_PX,
    }));
};
