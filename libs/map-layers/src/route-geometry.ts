import type { LatLng } from '@flagpost/contracts';
import { distanceM, localPlane } from '@flagpost/telemetry';
import type { Feature, FeatureCollection, LineString, Polygon, Position } from 'geojson';
import type { RaceRoute } from './types.js';

const position = ({ lat, lng }: LatLng): Position => [lng, lat];

/** A circle on the ground as a polygon, to scale. */
export const circle = (centre: LatLng, radiusM: number, corners = 64): Feature<Polygon> => {
  const plane = localPlane(centre.lat, centre.lng);
  const latDeg = radiusM / plane.metresPerLat;
  const lngDeg = radiusM / plane.metresPerLng;
  const ring = Array.from({ length: corners + 1 }, (_, corner): Position => {
    const angle = ((corner % corners) / corners) * 2 * Math.PI;
    return [centre.lng + lngDeg * Math.cos(angle), centre.lat + latDeg * Math.sin(angle)];
  });
  return { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } };
};

export const trackLines = (route: RaceRoute): FeatureCollection<LineString> => ({
  type: 'FeatureCollection',
  features: route.lines.map((line) => ({
    type: 'Feature',
    properties: {},
    geometry: { type: 'LineString', coordinates: line.map(position) },
  })),
});

export const boxesArea = (route: RaceRoute): FeatureCollection<Polygon> => ({
  type: 'FeatureCollection',
  features:
    route.boxes === null || route.boxes.length < 3
      ? []
      : [
          {
            type: 'Feature',
            properties: {},
            geometry: { type: 'Polygon', coordinates: [route.boxes.map(position)] },
          },
        ],
});

export const finishCircle = (route: RaceRoute): FeatureCollection<Polygon> => ({
  type: 'FeatureCollection',
  features: route.finish === null ? [] : [circle(route.finish, route.finishRadiusM)],
});

/** Every full kilometre along each stretch of track. */
export const kilometreMarks = (route: RaceRoute): { km: number; at: LatLng }[] =>
  route.lines.flatMap((line) => {
    const marks: { km: number; at: LatLng }[] = [];
    let drivenM = 0;
    line.slice(1).forEach((to, i) => {
      const from = line[i] ?? to;
      const lengthM = distanceM(from.lat, from.lng, to.lat, to.lng);
      for (let km = Math.floor(drivenM / 1000) + 1; km * 1000 <= drivenM + lengthM; km++) {
        const share = (km * 1000 - drivenM) / lengthM;
        marks.push({
          km,
          at: { lat: from.lat + (to.lat - from.lat) * share, lng: from.lng + (to.lng - from.lng) * share },
        });
      }
      drivenM += lengthM;
    });
    return marks;
  });

/** A name beside what it names. Offsets in pixels. */
export interface PlaceName {
  readonly of: readonly ('start' | 'finish' | 'boxes')[];
  readonly at: LatLng;
  readonly anchor: 'top' | 'bottom' | 'right';
  readonly offset: [number, number];
}

const apart = (a: LatLng, b: LatLng): number => distanceM(a.lat, a.lng, b.lat, b.lng);

/** Names of start, finish and boxes. Start and finish of a circuit are one place; the boxes are named at their far end. */
export const placeNames = ({ start, finish, finishRadiusM, boxes }: RaceRoute): PlaceName[] => {
  const names: PlaceName[] = [];
  const isOnePlace = start !== null && finish !== null && apart(start, finish) <= 2 * finishRadiusM;
  if (isOnePlace) names.push({ of: ['start', 'finish'], at: finish, anchor: 'top', offset: [0, 24] });
  if (start !== null && !isOnePlace)
    names.push({ of: ['start'], at: start, anchor: 'bottom', offset: [0, -12] });
  if (finish !== null && !isOnePlace)
    names.push({ of: ['finish'], at: finish, anchor: 'top', offset: [0, 24] });
  const from = finish ?? start;
  const [first, ...others] = boxes ?? [];
  if (first !== undefined) {
    const farthest =
      from === null
        ? first
        : others.reduce((far, point) => (apart(point, from) > apart(far, from) ? point : far), first);
    names.push({ of: ['boxes'], at: farthest, anchor: 'bottom', offset: [0, -12] });
  }
  return names;
};

/** South-west and north-east corners of all that is drawn of a route, null for an empty one. */
export const boundsOf = (route: RaceRoute): [[number, number], [number, number]] | null => {
  const points = [
    ...route.lines.flat(),
    ...(route.boxes ?? []),
    ...(route.start === null ? [] : [route.start]),
    ...(route.finish === null ? [] : [route.finish]),
  ];
  if (points.length === 0) return null;
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { lat, lng } of points) {
    west = Math.min(west, lng);
    east = Math.max(east, lng);
    south = Math.min(south, lat);
    north = Math.max(north, lat);
  }
  return [
    [west, south],
    [east, north],
  ];
};
