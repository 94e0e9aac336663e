import { HOUR_MS } from './time.js';

/** Thresholds by which the live race is judged, in the race engine and on screens. Times in milliseconds, distances in metres. */

/** A car that was heard this lately races: taking it off asks first, and screens keep it, greyed, for as long. */
export const RACING_WITHIN_MS = 60_000;

/** The live race engine's thresholds. */
export const RACE = {
  offlineAfterMs: 15_000,
  stoppedAfterMs: 10_000,
  stoppedWithinM: 30,
  /** A car that stood outside the boxes has driven on beyond this: farther than noise ever moves it. */
  droveOnBeyondM: 60,
  /** A longer gap between two fixes (device time) is no path. */
  maxPathGapMs: 15_000,
  /** A crossing is stated this long after entry at the latest (device time). */
  crossingSettlesAfterMs: 10_000,
  /** A crossing that no further fix ends is stated when the newest fix is older than this: till then a phone may deliver what it kept. */
  crossingWaitsForFixMs: 600_000,
  /** A finish arms again after this long (device time) beyond radius + `rearmMarginM`. */
  rearmAfterMs: 5_000,
  rearmMarginM: 30,
  /** A device clock further ahead of `receivedAt` than this is wrong. */
  maxClockAheadMs: 60_000,
  /** The device time of a signal that is older than this is not meant. */
  maxSignalAgeMs: HOUR_MS,
  /** A car that clears its own SOS again and again is heard so often. */
  clearingsEveryMs: 5_000,
  /** An OK or a hazard whose own time is this close to another one of its car is the same press. */
  sameReportMs: 10_000,
  /** A driver who was asked and has not answered by then is reported to race control. */
  answerWithinMs: 30_000,
  /** A driver who says OK this long before a stop is seen, which takes 10 s, says it of this stop. */
  okBeforeStopMs: 15_000,
  /** A higher implied speed is a jump, not driving. */
  maxSpeedKph: 600,
  /** This many dropped fixes in a row that agree with each other are the new truth. */
  agreeingFixes: 3,
  sweepEveryMs: 1_000,
  /**
   * For this long after an outage of storage no car is reported as silent: a phone that was refused
   * tries again within 30 s, and is then heard for 15 s.
   */
  afterOutageMs: 45_000,
  frameEveryMs: 100,
  wholeStateEveryMs: 5_000,
} as const;

const CIRCLE_1 = [
  'offlineAfterMs',
  'stoppedAfterMs',
  'stoppedWithinM',
  'droveOnBeyondM',
  'maxPathGapMs',
  'crossingSettlesAfterMs',
  'rearmAfterMs',
  'rearmMarginM',
  'maxClockAheadMs',
  'maxSignalAgeMs',
  'clearingsEveryMs',
  'answerWithinMs',
  'okBeforeStopMs',
  'maxSpeedKph',
  'agreeingFixes',
] as const satisfies readonly (keyof typeof RACE)[];

/**
 * The rules by which the engine finds laps, stops and silence, by version, each with the thresholds that it names. A race records
 * its version. A change of the rules, or of how numbers are computed, is another version; races of the former ones are computed
 * again by theirs.
 *
 * - `circle-1`: a car that goes offline inside the finish circle has crossed by its last fix.
 * - `circle-2`: it has crossed by its last fix only if a gap follows, or no fix within `crossingWaitsForFixMs`, or the end.
 */
export const RACE_RULES = {
  'circle-1': CIRCLE_1,
  'circle-2': [...CIRCLE_1, 'crossingWaitsForFixMs'],
} as const satisfies Record<string, readonly (keyof typeof RACE)[]>;

export type RaceRules = keyof typeof RACE_RULES;

/** The rules of races from now on. */
export const RULES_NOW: RaceRules = 'circle-2';

/** The same flag to the same receivers and sector, sent again by the same person within this, is one order. */
export const SAME_ORDER_MS = 2_000;

/** When race control's screen raises a caution, and when many become one. */
export const ALARMS = {
  /** A red or a black flag is overdue after this. */
  unconfirmedAfterMs: 30_000,
  /** Half the field silent within this is one caution. */
  fieldSilentWithinMs: 15_000,
  /** More of a kind than this within `crowdWithinMs` are one card, or one line. */
  crowdOver: 10,
  crowdWithinMs: 60_000,
  silenceS: 60,
} as const;

/** So many last messages of an event are offered again, however many flags followed them. */
export const LAST_MESSAGES = 10;

/** Where race control proposes a yellow for a car in SOS. */
export const YELLOW_HERE = {
  /** In the first metres of a sector its drivers see the yellow too late: the sector before is proposed too. */
  beforeTooWithinM: 200,
  /** A car farther from the race line is in no sector. */
  onTrackWithinM: 100,
} as const;

/** A green flag is bright on a car until the car confirms it, but no longer than this; then the car has its default look. */
export const GREEN_SHOWN_MS = 60_000;

export const ALERT_TYPES = { sos: 5, ignored: 6 } as const;

/** Timers of one event. */
export const TIMERS_MAX = 20;
