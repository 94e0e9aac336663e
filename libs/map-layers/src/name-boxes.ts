import type { Box } from './labels.js';
import { nameMiddle, placeNames } from './place-names.js';
import { kilometreMarks } from './route-geometry.js';
import type { RaceMapTexts, RaceRoute } from './types.js';

/** Approximate size of place names, which need only be kept clear. */
const CHARACTER_PX = 7;
const HEIGHT_PX = 20;

/** The boxes of place names, which car numbers must not cover. */
export const nameBoxes = (
  route: RaceRoute,
  texts: Pick<RaceMapTexts, 'start' | 'finish' | 'boxes'>,
  project: (lngLat: [lng: number, lat: number]) => { x: number; y: number },
): Box[] =>
  placeNames(route).map((name) => {
    const { x, y } = project([name.at.lng, name.at.lat]);
    const widthPx = name.of.map((part) => texts[part]).join(' / ').length * CHARACTER_PX;
    const [dx, dy] = nameMiddle(name, widthPx, HEIGHT_PX);
    return { x: x + dx, y: y + dy, widthPx, heightPx: HEIGHT_PX };
  });

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
