import type { Box } from './labels.js';
import { placeNames } from './route-geometry.js';
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
  placeNames(route).map(({ of, at, anchor, offset }) => {
    const { x, y } = project([at.lng, at.lat]);
    return {
      x: x + offset[0],
      y: y + offset[1] + (anchor === 'top' ? HEIGHT_PX / 2 : -HEIGHT_PX / 2),
      widthPx: of.map((name) => texts[name]).join(' / ').length * CHARACTER_PX,
      heightPx: HEIGHT_PX,
    };
  });
