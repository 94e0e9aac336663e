import type { LatLng } from '@flagpost/contracts';
import { apartM, lngNear, localPlane } from '@flagpost/telemetry';
import type {
  Feature,
  FeatureCollection,
  GeoJsonProperties,
  LineString,
  Point,
  Polygon,
  Position,
} from 'geojson';
import type { RaceRoute } from './types.js';

const position = ({ lat, lng }: LatLng): Position => [lng, lat];

/** Of a circle that is drawn as a polygon. */
const CORNERS = 64;
/** A circle on the ground as a polygon, to scale. */
export const circle = (centre: LatLng, radiusM: number): Feature<Polygon> => {
  const plane = localPlane(centre.lat, centre.lng);
  const latDeg = radiusM / plane.metresPerLat;
  const lngDeg = radiusM / plane.metresPerLng;
  const ring = Array.from({ length: CORNERS + 1 }, (_, corner): Position => {
    const angle = ((corner % CORNERS) / CORNERS) * 2 * Math.PI;
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

interface NearestTrack {
  readonly awayM: number;
  /** Degrees clockwise from north. */
  readonly bearingDeg: number;
}

/** The track where it passes nearest to a place; null without a track. */
export const nearestTrack = (route: Pick<RaceRoute, 'lines'>, place: LatLng): NearestTrack | null => {
  const plane = localPlane(place.lat, place.lng);
  let nearest: NearestTrack | null = null;
  for (const line of route.lines) {
    line.slice(1).forEach((to, i) => {
      const from = line[i] ?? to;
      const [x, y] = [
        (from.lng - place.lng) * plane.metresPerLng,
        (from.lat - place.lat) * plane.metresPerLat,
      ];
      const [dx, dy] = [(to.lng - from.lng) * plane.metresPerLng, (to.lat - from.lat) * plane.metresPerLat];
      const lengthM2 = dx * dx + dy * dy;
      if (lengthM2 === 0) return;
      const share = Math.min(1, Math.max(0, -(x * dx + y * dy) / lengthM2));
      const awayM = Math.hypot(x + dx * share, y + dy * share);
      if (nearest !== null && awayM >= nearest.awayM) return;
      nearest = { awayM, bearingDeg: ((Math.atan2(dx, dy) * 180) / Math.PI + 360) % 360 };
    });
  }
  return nearest;
};

/** Bearing of the track where it passes nearest to a place, degrees clockwise from north; null without a track. */
export const trackBearingDeg = (route: RaceRoute, place: LatLng): number | null =>
  nearestTrack(route, place)?.bearingDeg ?? null;

const START_HALF_WIDTH_M = 12;

/** The start as a line across the track, to scale. */
export const startLine = (route: RaceRoute): FeatureCollection<LineString> => {
  const { start } = route;
  const bearingDeg = start === null ? null : trackBearingDeg(route, start);
  if (start === null || bearingDeg === null) return { type: 'FeatureCollection', features: [] };
  const plane = localPlane(start.lat, start.lng);
  const across = ((bearingDeg + 90) * Math.PI) / 180;
  const end = (sideM: number): Position => [
    start.lng + (Math.sin(across) * sideM) / plane.metresPerLng,
    start.lat + (Math.cos(across) * sideM) / plane.metresPerLat,
  ];
  return {
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        properties: {},
        geometry: { type: 'LineString', coordinates: [end(-START_HALF_WIDTH_M), end(START_HALF_WIDTH_M)] },
      },
    ],
  };
};

export const points = (
  places: readonly { at: LatLng; properties: GeoJsonProperties }[],
): FeatureCollection<Point> => ({
  type: 'FeatureCollection',
  features: places.map(({ at, properties }) => ({
    type: 'Feature',
    properties,
    geometry: { type: 'Point', coordinates: position(at) },
  })),
});

/** Length of all stretches together, metres. */
export const trackLengthM = (route: RaceRoute): number =>
  route.lines.reduce(
    (totalM, line) =>
      totalM +
      line.slice(1).reduce((lineM, to, i) => lineM + (line[i] === undefined ? 0 : apartM(line[i], to)), 0),
    0,
  );

/** Every full kilometre along each stretch of track. */
export const kilometreMarks = (route: RaceRoute): { km: number; at: LatLng }[] =>
  route.lines.flatMap((line) => {
    const marks: { km: number; at: LatLng }[] = [];
    let drivenM = 0;
    line.slice(1).forEach((to, i) => {
      const from = line[i] ?? to;
      const lengthM = apartM(from, to);
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

type Ground = Pick<RaceRoute, 'lines' | 'start' | 'finish' | 'boxes'>;

/** By the lines of a route: its ground stays the same while only stretches change, and the view is fitted to it once. */
const unwrappedGrounds = new WeakMap<RaceRoute['lines'], { readonly of: Ground; readonly ground: Ground }>();

/**
 * The route with all longitudes within half a turn of its first point: across the antimeridian it goes on beyond 180
 * degrees. The same object if it does not cross it.
 */
export const unwrapRoute = (route: RaceRoute): RaceRoute => {
  const { lines, start, finish, boxes, stretches } = route;
  const places = [...lines.flat(), ...(boxes ?? []), ...[start, finish].filter((place) => place !== null)];
  const origin = places[0]?.lng ?? NaN;
  if (!places.some(({ lng }) => lngNear(origin, lng) !== lng)) return route;
  const near = ({ lat, lng }: LatLng): LatLng => ({ lat, lng: lngNear(origin, lng) });
  let known = unwrappedGrounds.get(lines);
  if (known?.of.start !== start || known.of.finish !== finish || known.of.boxes !== boxes) {
    const ground: Ground = {
      lines: lines.map((line) => line.map(near)),
      start: start && near(start),
      finish: finish && near(finish),
      boxes: boxes && boxes.map(near),
    };
    known = { of: { lines, start, finish, boxes }, ground };
    unwrappedGrounds.set(lines, known);
  }
  const drawn = stretches?.map((stretch) => ({ ...stretch, points: stretch.points.map(near) }));
  return { ...route, ...known.ground, ...(drawn !== undefined && { stretches: drawn }) };
};

/** South-west and north-east corners of all that is drawn of an unwrapped route, null for an empty one. */
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
