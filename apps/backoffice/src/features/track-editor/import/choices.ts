import {
  TRACK_LIMITS,
  type LatLng,
  type PoiIcon,
  type ShapeKind,
  type UploadedShape,
} from '@flagpost/contracts';
import { closed, isClosed } from '@flagpost/track-geometry';

/** What a shape of a file becomes. */
export type Purpose = ShapeKind | 'nothing';

export interface Choice {
  readonly shape: UploadedShape;
  readonly purpose: Purpose;
}

/** What is taken from a file into a drawing. */
export interface ImportedTrack {
  /** Null: the track has a name already. */
  readonly name: string | null;
  readonly lines: readonly (readonly LatLng[])[];
  readonly start: LatLng | null;
  readonly finish: LatLng | null;
  /** Closed. */
  readonly boxes: readonly LatLng[] | null;
  readonly pois: readonly {
    readonly position: LatLng;
    readonly description: string;
    readonly icon: PoiIcon;
  }[];
  /** Whether lines that are drawn already give way to these. */
  readonly replacesLines: boolean;
}

export const isPoint = ({ Positions }: UploadedShape): boolean => Positions.length === 1;

const CORNERS = 3;

/** What a shape can become, by its form. */
export const purposesOf = (shape: UploadedShape): readonly Purpose[] => {
  if (isPoint(shape)) return ['poi', 'start', 'finish', 'nothing'];
  return shape.Positions.length < CORNERS ? ['track', 'nothing'] : ['track', 'boxes', 'nothing'];
};

/** More of a kind are a collection, of which somebody wants a few. */
const PROPOSED: Readonly<Record<'track' | 'poi', number>> = { track: 12, poi: 50 };

/** What the server proposes, unless it is too much to be meant. */
export const proposedChoices = (shapes: readonly UploadedShape[]): readonly Choice[] => {
  const isMeant = (kind: ShapeKind): boolean =>
    (kind !== 'track' && kind !== 'poi') ||
    shapes.filter(({ Kind }) => Kind === kind).length <= PROPOSED[kind];
  return shapes.map((shape) => ({ shape, purpose: isMeant(shape.Kind) ? shape.Kind : 'nothing' }));
};

/** An event has one of each. */
const SINGLE: readonly Purpose[] = ['start', 'finish', 'boxes'];

/** With another purpose of one shape; that which had it becomes nothing if there can be only one. */
export const choose = (choices: readonly Choice[], at: number, purpose: Purpose): readonly Choice[] =>
  choices.map((choice, index) => {
    if (index === at) return { ...choice, purpose };
    return SINGLE.includes(purpose) && choice.purpose === purpose
      ? { ...choice, purpose: 'nothing' }
      : choice;
  });

/** All lines, or all points, as tracks or points of interest, or as nothing. */
export const chooseAll = (
  choices: readonly Choice[],
  form: 'lines' | 'points',
  isTaken: boolean,
): readonly Choice[] =>
  choices.map((choice) => {
    if (isPoint(choice.shape) !== (form === 'points')) return choice;
    if (!isTaken) return { ...choice, purpose: 'nothing' };
    if (choice.purpose !== 'nothing') return choice;
    return { ...choice, purpose: form === 'points' ? 'poi' : 'track' };
  });

const of = (choices: readonly Choice[], purpose: Purpose): readonly UploadedShape[] =>
  choices.filter((choice) => choice.purpose === purpose).map(({ shape }) => shape);

export const hasGates = (choices: readonly Choice[]): boolean =>
  of(choices, 'start').length + of(choices, 'finish').length > 0;

/** Start and finish at the ends of a line: both at one place if it is closed. */
const endsOf = (line: readonly LatLng[]): { start: LatLng | null; finish: LatLng | null } => {
  const first = line[0] ?? null;
  return { start: first, finish: isClosed(line) ? first : (line.at(-1) ?? null) };
};

/** How many lines and points of interest a drawing has. */
export interface Drawn {
  readonly lines: number;
  readonly pois: number;
}

/** Of which kind there would be more than an event may have, with those that stay drawn; null: of none. */
export const excessOf = (choices: readonly Choice[], staying: Drawn): keyof Drawn | null => {
  if (staying.lines + of(choices, 'track').length > TRACK_LIMITS.lines) return 'lines';
  return staying.pois + of(choices, 'poi').length > TRACK_LIMITS.pois ? 'pois' : null;
};

export const importedTrack = (
  choices: readonly Choice[],
  {
    name,
    gatesAtEnds,
    replacesLines,
    nameless,
  }: {
    readonly name: string | null;
    /** If the file has neither start nor finish. */
    readonly gatesAtEnds: boolean;
    readonly replacesLines: boolean;
    /** Description of a point of interest without a name. */
    readonly nameless: string;
  },
): ImportedTrack => {
  const placeOf = (purpose: Purpose): LatLng | null => of(choices, purpose)[0]?.Positions[0] ?? null;
  const lines = of(choices, 'track').map(({ Positions }) => Positions);
  const [line] = lines;
  const gates =
    gatesAtEnds && !hasGates(choices) && line !== undefined
      ? endsOf(line)
      : { start: placeOf('start'), finish: placeOf('finish') };
  const [boxes] = of(choices, 'boxes');
  return {
    name,
    lines,
    ...gates,
    boxes: boxes === undefined ? null : closed(boxes.Positions),
    pois: of(choices, 'poi').flatMap(({ Name, Icon, Positions: [position] }) =>
      position === undefined ? [] : [{ position, description: Name ?? nameless, icon: Icon ?? 'location' }],
    ),
    replacesLines,
  };
};
