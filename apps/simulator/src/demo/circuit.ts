import { MAP_DEFAULT, type LatLng, type PoiIcon } from '@flagpost/contracts';
import { localPlane } from '@flagpost/telemetry';

/** Metres east and north of the map's default centre. */
export type Metres = readonly [east: number, north: number];

/** Points of the demo circuit, of our own invention: driven anticlockwise, from the finish line on. */
const CORNERS: readonly Metres[] = [
  [-150, -358],
  [123, -358],
  [394, -353],
  [537, -299],
  [574, -193],
  [500, -107],
  [369, -78],
  [289, -12],
  [320, 78],
  [426, 131],
  [525, 205],
  [545, 320],
  [463, 402],
  [328, 394],
  [184, 328],
  [49, 287],
  [-74, 312],
  [-172, 394],
  [-303, 435],
  [-443, 394],
  [-496, 279],
  [-435, 176],
  [-312, 135],
  [-234, 61],
  [-271, -37],
  [-394, -82],
  [-525, -123],
  [-603, -217],
  [-566, -320],
  [-459, -353],
];

export const CIRCUIT_NAME = 'Circuito delle Langhe Nuove';

const plane = localPlane(MAP_DEFAULT.lat, MAP_DEFAULT.lng);

export const placeOf = ([east, north]: Metres): LatLng => ({
  lat: plane.lat + north / plane.metresPerLat,
  lng: plane.lng + east / plane.metresPerLng,
});

/** Metres between two samples of the centre line. */
export const STEP_M = 2;

export interface Sample {
  readonly east: number;
  readonly north: number;
  /** Degrees clockwise from north. */
  readonly headingDeg: number;
  /** Of the line driven, metres; large on a straight. */
  readonly radiusM: number;
}

const at = <T>(list: readonly T[], index: number): T => {
  const found = list[((index % list.length) + list.length) % list.length];
  if (found === undefined) throw new RangeError('The list is empty.');
  return found;
};

/** A smooth closed line through all corners (Catmull-Rom), `share` of the way from one to the next. */
const between = (index: number, share: number): Metres => {
  const [a, b, c, d] = [
    at(CORNERS, index - 1),
    at(CORNERS, index),
    at(CORNERS, index + 1),
    at(CORNERS, index + 2),
  ];
  const along = (axis: 0 | 1): number => {
    const [p0, p1, p2, p3] = [a[axis], b[axis], c[axis], d[axis]];
    const linear = p2 - p0;
    const square = 2 * p0 - 5 * p1 + 4 * p2 - p3;
    const cube = 3 * p1 - p0 - 3 * p2 + p3;
    return p1 + 0.5 * share * (linear + share * (square + share * cube));
  };
  return [along(0), along(1)];
};

/** The line cut into pieces of equal length. */
const evenly = (line: readonly Metres[], pieceM: number): Metres[] => {
  const ends = line.map((from, index) => {
    const to = at(line, index + 1);
    return { from, to, lengthM: Math.hypot(to[0] - from[0], to[1] - from[1]) };
  });
  const totalM = ends.reduce((sum, { lengthM }) => sum + lengthM, 0);
  const pieces = Math.round(totalM / pieceM);
  const points: Metres[] = [];
  let passedM = 0;
  for (const { from, to, lengthM } of ends) {
    while (points.length < pieces && (points.length * totalM) / pieces < passedM + lengthM) {
      const share = ((points.length * totalM) / pieces - passedM) / lengthM;
      points.push([from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]);
    }
    passedM += lengthM;
  }
  return points;
};

const radiusOf = (a: Metres, b: Metres, c: Metres): number => {
  const twiceArea = Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]));
  const sides = [
    Math.hypot(b[0] - a[0], b[1] - a[1]),
    Math.hypot(c[0] - b[0], c[1] - b[1]),
    Math.hypot(c[0] - a[0], c[1] - a[1]),
  ];
  return twiceArea < 1e-6 ? 1e6 : sides.reduce((product, side) => product * side, 1) / (2 * twiceArea);
};

/** Curves are measured over this far: shorter, and the sampling shows. */
const CURVE_SAMPLES = 8;

const line = CORNERS.flatMap((_, index) =>
  Array.from({ length: 50 }, (__, part) => between(index, part / 50)),
);
const points = evenly(line, STEP_M);

/** The centre line from the finish line on, one sample every `STEP_M`. */
export const CENTRE_LINE: readonly Sample[] = points.map((point, index) => {
  const [before, after] = [at(points, index - 1), at(points, index + 1)];
  return {
    east: point[0],
    north: point[1],
    headingDeg: ((Math.atan2(after[0] - before[0], after[1] - before[1]) * 180) / Math.PI + 360) % 360,
    radiusM: radiusOf(at(points, index - CURVE_SAMPLES), point, at(points, index + CURVE_SAMPLES)),
  };
});

export const LENGTH_M = CENTRE_LINE.length * STEP_M;

/** The sample that lies so many metres from the finish line, also over the end of a lap. */
export const sampleAt = (metres: number): Sample => at(CENTRE_LINE, Math.floor(metres / STEP_M));

/** The boxes area inside the main straight; the last point repeats the first. */
export const BOXES: readonly Metres[] = [
  [-110, -342],
  [170, -342],
  [170, -318],
  [-110, -318],
  [-110, -342],
];

/** Points of interest around the track. */
export const POSTS: readonly { readonly at: Metres; readonly description: string; readonly icon: PoiIcon }[] =
  [
    { at: [-40, -325], description: 'Race control', icon: 'location' },
    { at: [195, -330], description: 'Safety car', icon: 'safetycar' },
    { at: [60, -325], description: 'Medical centre', icon: 'ambulancia' },
    { at: [600, -205], description: 'Post 2, Curva del Pozzo', icon: 'banderillero' },
    { at: [265, -5], description: 'Post 4, Gomito', icon: 'banderillero' },
    { at: [545, 330], description: 'Post 6, Collina', icon: 'bomberomotorizado' },
    { at: [-70, 340], description: 'Post 8, Vigna Alta', icon: 'rescate' },
    { at: [-500, 275], description: 'Post 9, Cascina', icon: 'banderillero' },
    { at: [-225, 45], description: 'Post 11, Ponte', icon: 'bomberoapie' },
    { at: [-610, -225], description: 'Post 13, Ultima', icon: 'banderillero' },
  ];
