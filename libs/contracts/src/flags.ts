/** Colours that belong to race states, by the names that tokens and the map's palette give them. */
export type FlagColour = 'red' | 'yellow' | 'green' | 'white' | 'black';
/** The pattern on the ground of a flag. */
export type FlagPattern = 'plain' | 'letters' | 'pair' | 'stripes' | 'diagonal' | 'checkers' | 'envelope';

interface FlagDefinition {
  readonly code: number;
  /**
   * `track`: the track's condition; the newest replaces the one before, and without receivers it goes to every authorised
   * car. `driver`: sent to one driver; one in force is the 'locked colour'. `notice`: changes no car's look.
   */
  readonly scope: 'track' | 'driver' | 'notice';
  /** Shown beside the colour, on a car and in the bar; state is never shown by colour alone. */
  readonly letter: string;
  /** Null: the colour of the screen's surface. */
  readonly ground: FlagColour | null;
  readonly ink: FlagColour;
  readonly pattern: FlagPattern;
  /** May be for one sector of the track: a hazard is at one place, and ends there. */
  readonly bySector: boolean;
  /** `one`: exactly one driver. `named`: receivers must be named. `any`: no receivers means all cars. */
  readonly receivers: 'any' | 'named' | 'one';
  /** The effect of a press: it is sent, after a yes, after the safety car's countdown, or with a text. */
  readonly press: 'send' | 'confirm' | 'countDown' | 'write';
  /** The first free letter of its English name. */
  readonly key: string;
  /** Group of the flag panel, and the place in it. Red is alone at the head and never beside green. */
  readonly panel: readonly [group: 'head' | 'track' | 'driver', place: number];
}

/** Every flag. A new one is a row here and its name in each language. Rows of one scope: the most urgent first. */
// prettier-ignore
const FLAG_TABLE = {
  red: { code: 801, scope: 'track', letter: 'R', ground: 'red', ink: 'white', pattern: 'plain', bySector: false, receivers: 'any', press: 'confirm', key: 'R', panel: ['head', 1] },
  safetyCar: { code: 802, scope: 'track', letter: 'SC', ground: 'white', ink: 'black', pattern: 'letters', bySector: false, receivers: 'any', press: 'countDown', key: 'S', panel: ['track', 3] },
  yellow: { code: 806, scope: 'track', letter: 'Y', ground: 'yellow', ink: 'black', pattern: 'plain', bySector: true, receivers: 'any', press: 'send', key: 'Y', panel: ['track', 1] },
  doubleYellow: { code: 807, scope: 'track', letter: 'YY', ground: 'yellow', ink: 'black', pattern: 'pair', bySector: true, receivers: 'any', press: 'send', key: 'D', panel: ['track', 2] },
  green: { code: 808, scope: 'track', letter: 'G', ground: 'green', ink: 'black', pattern: 'plain', bySector: true, receivers: 'any', press: 'send', key: 'G', panel: ['track', 6] },
  white: { code: 809, scope: 'track', letter: 'W', ground: 'white', ink: 'black', pattern: 'plain', bySector: true, receivers: 'any', press: 'send', key: 'W', panel: ['track', 5] },
  surface: { code: 810, scope: 'track', letter: 'S', ground: 'yellow', ink: 'black', pattern: 'stripes', bySector: true, receivers: 'any', press: 'send', key: 'U', panel: ['track', 4] },
  penalty: { code: 805, scope: 'driver', letter: 'P', ground: 'white', ink: 'black', pattern: 'letters', bySector: false, receivers: 'one', press: 'send', key: 'P', panel: ['driver', 2] },
  black: { code: 803, scope: 'driver', letter: 'B', ground: 'black', ink: 'white', pattern: 'plain', bySector: false, receivers: 'one', press: 'send', key: 'B', panel: ['driver', 3] },
  warning: { code: 804, scope: 'driver', letter: '!', ground: 'white', ink: 'red', pattern: 'diagonal', bySector: false, receivers: 'named', press: 'send', key: 'A', panel: ['driver', 1] },
  message: { code: 800, scope: 'notice', letter: 'M', ground: null, ink: 'black', pattern: 'envelope', bySector: false, receivers: 'named', press: 'write', key: 'M', panel: ['driver', 4] },
  checkered: { code: 811, scope: 'notice', letter: 'C', ground: 'white', ink: 'black', pattern: 'checkers', bySector: false, receivers: 'any', press: 'confirm', key: 'C', panel: ['track', 7] },
} as const satisfies Record<string, FlagDefinition>;

type FlagTable = typeof FLAG_TABLE;
type Rows = FlagTable[keyof FlagTable];
export type FlagCode = Rows['code'];
export type TrackFlagCode = Extract<Rows, { readonly scope: 'track' }>['code'];
export type DriverFlagCode = Extract<Rows, { readonly scope: 'driver' }>['code'];

/** Codes by the names that the code gives them. */
export const FLAGS = Object.fromEntries(
  Object.entries(FLAG_TABLE).map(([name, { code }]) => [name, code]),
) as { readonly [Name in keyof FlagTable]: FlagTable[Name]['code'] };

const ROWS: readonly (FlagDefinition & { readonly code: FlagCode })[] = Object.values(FLAG_TABLE);
const BY_CODE = Object.fromEntries(ROWS.map((row) => [row.code, row])) as Record<
  FlagCode,
  (typeof ROWS)[number]
>;

export const isFlagCode = (code: number): code is FlagCode => code in BY_CODE;
export const flagOf = (code: FlagCode): FlagDefinition => BY_CODE[code];
export const isTrackFlag = (code: number): code is TrackFlagCode =>
  isFlagCode(code) && flagOf(code).scope === 'track';
export const isDriverFlag = (code: number): code is DriverFlagCode =>
  isFlagCode(code) && flagOf(code).scope === 'driver';

export const FLAG_CODES: readonly FlagCode[] = ROWS.map(({ code }) => code);

/** The flags of one group of the panel, in their order there. */
export const flagsOfPanel = (group: FlagDefinition['panel'][0]): FlagCode[] =>
  ROWS.filter(({ panel }) => panel[0] === group)
    .sort((one, other) => one.panel[1] - other.panel[1])
    .map(({ code }) => code);

/** Flags of one car. `last` is the newest code of 801 to 810 sent to it. */
export interface CarFlags {
  readonly track: TrackFlagCode | null;
  readonly driver: DriverFlagCode | null;
  readonly last: TrackFlagCode | DriverFlagCode | null;
}

export const NO_FLAGS: CarFlags = { track: null, driver: null, last: null };

/** Flags as they come over a wire; a code that this release does not know counts as none. */
export const carFlagsOf = (codes: {
  readonly track: number | null;
  readonly driver: number | null;
  readonly last: number | null;
}): CarFlags => {
  const { track, driver, last } = codes;
  return {
    track: track !== null && isTrackFlag(track) ? track : null,
    driver: driver !== null && isDriverFlag(driver) ? driver : null,
    last: last !== null && (isTrackFlag(last) || isDriverFlag(last)) ? last : null,
  };
};

/** What a flag says of its receivers and its place. */
interface Addressed {
  readonly code: number;
  readonly receivers: readonly number[];
  readonly sectorId: number | null;
}

/** The sector whose flag it is, null if it is none: a track flag for all cars that names one. */
export const sectorOfFlag = ({ code, receivers, sectorId }: Addressed): number | null =>
  isTrackFlag(code) && receivers.length === 0 ? sectorId : null;

/** Whether it ends the flags of all sectors: red, safety car and green for the whole track and all cars. */
export const endsSectorFlags = ({ code, receivers, sectorId }: Addressed): boolean =>
  sectorId === null &&
  receivers.length === 0 &&
  (code === FLAGS.red || code === FLAGS.safetyCar || code === FLAGS.green);

/**
 * The flags of the sectors once this one was sent. Green for a sector ends its flag.
 *
 * @param flags of any shape, by sector
 * @param flag in that shape
 */
export const withSectorFlag = <Flag>(
  flags: Readonly<Record<number, Flag>>,
  sent: Addressed,
  flag: Flag,
): Readonly<Record<number, Flag>> => {
  if (endsSectorFlags(sent)) return {};
  const sectorId = sectorOfFlag(sent);
  if (sectorId === null) return flags;
  if (sent.code !== FLAGS.green) return { ...flags, [sectorId]: flag };
  const { [sectorId]: _ended, ...others } = flags;
  return others;
};

/**
 * A car's flags once this code has reached it; a notice changes nothing. A flag of a sector is the newest that was sent,
 * and not the track's.
 */
export const withFlag = (flags: CarFlags, code: FlagCode, isOfSector = false): CarFlags => {
  if (isTrackFlag(code)) return isOfSector ? { ...flags, last: code } : { ...flags, track: code, last: code };
  if (isDriverFlag(code)) return { ...flags, driver: code, last: code };
  return flags;
};

/**
 * How a car is drawn, in the specification's order of priority. A driver's flag in force locks the colour. Red and safety
 * car of the track come before the flag of the sector in which the car is, and that before the track's other flags.
 */
export type CarLook = 'sos' | 'offline' | 'stopped' | 'default' | TrackFlagCode | DriverFlagCode;

export const carLook = (car: {
  readonly sos: boolean;
  readonly offline: boolean;
  readonly stopped: boolean;
  readonly flags: CarFlags;
  /** Of the sector in which the car is; null if that has none, or is not known. */
  readonly sectorFlag?: TrackFlagCode | null;
}): CarLook => {
  if (car.sos) return 'sos';
  if (car.offline) return 'offline';
  if (car.stopped && car.flags.driver === null && car.flags.track !== FLAGS.red) return 'stopped';
  const { track, driver } = car.flags;
  if (driver !== null) return driver;
  const isWhole = track === FLAGS.red || track === FLAGS.safetyCar;
  return (isWhole ? track : (car.sectorFlag ?? track)) ?? 'default';
};

/** Every look, most urgent first; a screen's arrays hold an index into this list. */
export const CAR_LOOKS: readonly CarLook[] = [
  'sos',
  'offline',
  'stopped',
  ...FLAG_CODES.filter(isTrackFlag),
  ...FLAG_CODES.filter(isDriverFlag),
  'default',
];

const INDEX_OF_LOOK = new Map<CarLook, number>(CAR_LOOKS.map((look, index) => [look, index]));

/** @throws RangeError for a look that is not in `CAR_LOOKS`; there is no fallback. */
export const lookIndex = (look: CarLook): number => {
  const index = INDEX_OF_LOOK.get(look);
  if (index === undefined) throw new RangeError(`${look} is not a look of a car.`);
  return index;
};

/** @throws RangeError for an index outside `CAR_LOOKS`. */
export const lookAt = (index: number): CarLook => {
  const look = CAR_LOOKS[index];
  if (look === undefined) throw new RangeError(`${index} is not the index of a look.`);
  return look;
};
