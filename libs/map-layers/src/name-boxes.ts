import type { Box } from './labels.js';
import { nameMiddle, placeNames } from './place-names.js';
import { kilometreMarks } from './route-geometry.js';
import type { RaceMapTexts, RaceRoute } from './types.js';

/** Of the names that the ground is drawn with: about, as they are only kept clear. */
const CHARACTER_PX = 7;
const HEIGHT_PX = 20;

/** What the names of places take of the screen: car numbers are not written over them. */
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

/** What the kilometre marks take of the screen, for any view of a route. */
export const kilometreBoxes = (route: RaceRoute) => {
  const marks = kilometreMarks(route);
  return (project: (lngLat: [lng: number, lat: number]) => { x: number; y: number }): Box[] =>
    marks.map(({ at }) => ({
      ...project([at.lng, at.lat]),
      widthPx: KILOMETRE_PX,
      heightPx: KILOMETRE_PX,
    }));
};
