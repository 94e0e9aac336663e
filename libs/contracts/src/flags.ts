/** Flag codes, their names as shown and the two states they set on a car. */
export const FLAGS = {
  message: 800,
  red: 801,
  safetyCar: 802,
  black: 803,
  warning: 804,
  penalty: 805,
  yellow: 806,
  doubleYellow: 807,
  green: 808,
  white: 809,
  surface: 810,
  checkered: 811,
} as const;
export type FlagCode = (typeof FLAGS)[keyof typeof FLAGS];

export const FLAG_NAMES: Record<FlagCode, string> = {
  800: 'Message',
  801: 'Red',
  802: 'S/C',
  803: 'Black',
  804: 'Warning',
  805: 'Penalty',
  806: 'Yellow',
  807: 'D Yellow',
  808: 'Green',
  809: 'White',
  810: 'Surface',
  811: 'Checkered',
};

export const isFlagCode = (code: number): code is FlagCode => code in FLAG_NAMES;

/** The track's condition: the newest replaces the one before; with no receivers named it goes to every authorised car. */
export const TRACK_FLAGS: readonly FlagCode[] = [801, 802, 806, 807, 808, 809, 810];
/** Said to a driver; one in force is the 'locked colour'. */
export const DRIVER_FLAGS: readonly FlagCode[] = [803, 804, 805];
/** May be for one sector of the track: a hazard lies somewhere, and ends there. */
export const SECTOR_FLAGS: readonly FlagCode[] = [
  FLAGS.yellow,
  FLAGS.doubleYellow,
  FLAGS.green,
  FLAGS.white,
  FLAGS.surface,
];
/** May go to one driver only. */
export const SINGLE_DRIVER_FLAGS: readonly FlagCode[] = [FLAGS.black, FLAGS.penalty];
/** Need their receivers named. */
export const ADDRESSED_FLAGS: readonly FlagCode[] = [
  FLAGS.message,
  FLAGS.black,
  FLAGS.warning,
  FLAGS.penalty,
];

/** Flags of one car. `last` is the newest code of 801 to 810 sent to it. */
export interface CarFlags {
  readonly track: FlagCode | null;
  readonly driver: FlagCode | null;
  readonly last: FlagCode | null;
}

export const NO_FLAGS: CarFlags = { track: null, driver: null, last: null };

/** What a car's flags are once this code has reached it: 800 and 811 change nothing. */
export const withFlag = (flags: CarFlags, code: FlagCode): CarFlags => {
  if (TRACK_FLAGS.includes(code)) return { ...flags, track: code, last: code };
  if (DRIVER_FLAGS.includes(code)) return { ...flags, driver: code, last: code };
  return flags;
};

/** How a car is drawn, in the specification's order of priority. A driver's flag in force locks the colour. */
export type CarLook = 'sos' | 'offline' | 'stopped' | 'default' | FlagCode;

export const carLook = (car: {
  readonly sos: boolean;
  readonly offline: boolean;
  readonly stopped: boolean;
  readonly flags: CarFlags;
}): CarLook => {
  if (car.sos) return 'sos';
  if (car.offline) return 'offline';
  if (car.stopped && car.flags.driver === null && car.flags.track !== FLAGS.red) return 'stopped';
  return car.flags.driver ?? car.flags.last ?? 'default';
};

/** Every look, most urgent first; a screen's arrays hold an index into this list. */
export const CAR_LOOKS: readonly CarLook[] = [
  'sos',
  'offline',
  'stopped',
  801,
  802,
  806,
  807,
  808,
  809,
  810,
  805,
  803,
  804,
  'default',
];
