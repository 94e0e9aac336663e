import type { RaceSetup, SetupCar } from '@flagpost/contracts';
import { localPlane, type LocalPlane } from '../geodesy.js';
import { isStage } from '../stage.js';

/**
 * The engine's state. Unknown numbers are NaN, never null: a field that is always a number is written in place, so that
 * a fix allocates nothing.
 */

/** The fix being processed. */
export interface Fix {
  lat: number;
  lng: number;
  receivedAt: number;
  /** Device time, and how far it is ahead of `receivedAt`. */
  t: number;
  clockSkewMs: number;
  speedKph: number;
  headingDeg: number;
  battery: number;
  /** Device time of the previous fix, if a path leads from it; NaN at the first fix and after a gap. */
  previousT: number;
}

/** A circle that cars cross: the finish, and the start of a stage. */
export interface Gate {
  readonly plane: LocalPlane;
  readonly radiusM: number;
}

export const STAY = {
  none: 0,
  /** Entered while armed: a crossing will be stated. */
  crossing: 1,
  /** A crossing that has been stated; the car is still inside. */
  stated: 2,
  /** Entered while not armed, or inside since the first fix: only leaving counts. */
  leaving: 3,
} as const;

/** One car at one gate. */
export interface GateState {
  /** Metres east and north of the gate at the last fix; NaN before the first. */
  x: number;
  y: number;
  armed: boolean;
  /** Device time since when every fix was beyond radius + margin. */
  beyondSince: number;
  /** One of `STAY`. */
  stay: number;
  /** `receivedAt` and device time of the first fix of the stay; -Infinity if it began before the first fix. */
  enteredReceivedAt: number;
  enteredT: number;
  /** Nearest point of the path during the stay. */
  nearestM2: number;
  nearestAt: number;
  /** Device time at which the path last stopped approaching. */
  approachedAt: number;
}

/** A car's laps within one lap epoch, computed from its passages. */
export interface LapState {
  epoch: number;
  /** Laps completed. */
  counter: number;
  opened: boolean;
  /** Device time from which the current lap or run counts. */
  from: number;
  lastLapMs: number;
  bestLapMs: number;
  /** Device time of the last lap recorded before this state began: none up to there counts again. */
  recordedAt: number;
}

/** A passage of a car at a gate, from which laps are computed, also if a reset is read late. */
export interface Passage {
  /** One of `PASSAGE`. */
  kind: number;
  atStart: boolean;
  /** `receivedAt` of the input that entered, and of the input that stated the passage. */
  enteredReceivedAt: number;
  receivedAt: number;
  /** Device times: of the closest approach, and of the last approach before leaving. */
  nearestAt: number;
  approachedAt: number;
}

export const PASSAGE = {
  none: 0,
  /** A crossing, stated at the first fix outside. */
  passed: 1,
  /** A crossing, stated while inside: 10 s after entry, or where its path ends. */
  settled: 2,
  /** Left again, without a crossing or after one. */
  left: 3,
  /** No passage but a change of the device's clock: laps that began before it have no time. */
  clock: 4,
} as const;

/** Passages remembered per car: a reset that is read later than this counts from the oldest one. */
export const REMEMBERED_PASSAGES = 8;

export interface CarState {
  readonly eventId: number;
  readonly invitationId: number;
  authorized: boolean;
  /** `receivedAt` of the newest input of any kind. */
  heardAt: number;
  offline: boolean;
  /** The last accepted fix. */
  receivedAt: number;
  t: number;
  lat: number;
  lng: number;
  speedKph: number;
  headingDeg: number;
  battery: number;
  /** Of the last two periods with speeds: see `noteSpeed`. */
  speedPeriod: number;
  periodSpeedKph: number;
  formerPeriodSpeedKph: number;
  /** Where the heading was last computed from. */
  headingLat: number;
  headingLng: number;
  anchorLat: number;
  anchorLng: number;
  anchorT: number;
  stopped: boolean;
  /** Own time of the open stop outside the boxes, which names it; NaN if there is none. */
  stoppedAt: number;
  /** Where it stands since then; NaN if that is not known. */
  stopLat: number;
  stopLng: number;
  /** Own time of the newest OK. */
  okAt: number;
  /** By which `receivedAt` the driver who was asked has to answer: NaN before the question, and once it is settled. */
  answerDueAt: number;
  /** The driver was asked about the open stop. */
  isAsked: boolean;
  /** The driver has said OK of it. */
  isAnswered: boolean;
  /** Consecutive rejected fixes that agree, and the newest of them. */
  suspects: number;
  suspectT: number;
  suspectLat: number;
  suspectLng: number;
  suspectSkewMs: number;
  /** How far ahead of `receivedAt` the device clock is that three agreeing fixes confirmed; otherwise 0. */
  acceptedSkewMs: number;
  sos: boolean;
  /** `receivedAt` of the newest raise; of the newest clearing known; of the newest raise that the api recorded. */
  sosRaisedAt: number;
  sosClearedAt: number;
  sosRecordedAt: number;
  /** `receivedAt` and own time of the newest press, even if the SOS was open already. */
  sosPressedAt: number;
  sosPressedT: number;
  /** The fastest before that press, km/h. */
  sosPressedSpeedKph: number;
  /** When the newest clearing by the car itself was stated. */
  clearingStatedAt: number;
  /** Of a delayed clearing: when it is due, and its `receivedAt` and own time; NaN if none. */
  clearingDueAt: number;
  clearingHeldAt: number;
  clearingHeldT: number;
  readonly finish: GateState;
  readonly start: GateState;
  readonly laps: LapState;
  /** Ring buffer, accessed by `setPassage` and `getPassage`; `passageCount` counts all passages ever. */
  readonly passages: number[];
  passageCount: number;
  /** Whether it changed since it was last sent; `now` of the last frame. */
  changed: boolean;
  sentAt: number;
  /** It was last sent with an SOS. */
  sentSos: boolean;
  race: Race;
}

export interface Race {
  readonly eventId: number;
  /** Null between a restore and the setup that follows it. */
  setup: RaceSetup | null;
  /** By invitation: the cars that this engine handles. */
  entries: ReadonlyMap<number, SetupCar>;
  finish: Gate | null;
  /** Set only if start and finish form a stage. */
  start: Gate | null;
  readonly cars: Map<number, CarState>;
  /** Newest lap epoch that frames have shown. */
  shownEpoch: number;
  /** No car that is sent was last sent before this `now`; NaN if one may never have been. */
  sentSince: number;
}

export const createFix = (): Fix => ({
  lat: NaN,
  lng: NaN,
  receivedAt: NaN,
  t: NaN,
  clockSkewMs: NaN,
  speedKph: NaN,
  headingDeg: NaN,
  battery: NaN,
  previousT: NaN,
});

export const createGateState = (): GateState => ({
  x: NaN,
  y: NaN,
  armed: false,
  beyondSince: NaN,
  stay: STAY.none,
  enteredReceivedAt: NaN,
  enteredT: NaN,
  nearestM2: NaN,
  nearestAt: NaN,
  approachedAt: NaN,
});

/** As before the first fix. */
export const resetGateState = (state: GateState): void => {
  Object.assign(state, createGateState());
};

export const createPassage = (): Passage => ({
  kind: PASSAGE.none,
  atStart: false,
  enteredReceivedAt: NaN,
  receivedAt: NaN,
  nearestAt: NaN,
  approachedAt: NaN,
});

/** Numbers of one passage in a car's ring: as objects they would take three times as much. */
const PASSAGE_ROW = 6;

const placeOf = (index: number): number => (index % REMEMBERED_PASSAGES) * PASSAGE_ROW;

/** Stores a passage, the `index`th ever, counted from 0; replaces the oldest. */
export const setPassage = (car: CarState, index: number, passage: Passage): void => {
  const { passages } = car;
  const place = placeOf(index);
  passages[place] = passage.kind;
  passages[place + 1] = passage.atStart ? 1 : 0;
  passages[place + 2] = passage.enteredReceivedAt;
  passages[place + 3] = passage.receivedAt;
  passages[place + 4] = passage.nearestAt;
  passages[place + 5] = passage.approachedAt;
};

/** Reads the `index`th passage, which must still be remembered, into `passage`, and returns it. */
export const getPassage = (car: CarState, index: number, passage: Passage): Passage => {
  const { passages } = car;
  const place = placeOf(index);
  passage.kind = passages[place] ?? PASSAGE.none;
  passage.atStart = passages[place + 1] === 1;
  passage.enteredReceivedAt = passages[place + 2] ?? NaN;
  passage.receivedAt = passages[place + 3] ?? NaN;
  passage.nearestAt = passages[place + 4] ?? NaN;
  passage.approachedAt = passages[place + 5] ?? NaN;
  return passage;
};

export const createCar = (race: Race, invitationId: number): CarState => ({
  eventId: race.eventId,
  invitationId,
  authorized: false,
  heardAt: NaN,
  offline: true,
  receivedAt: NaN,
  t: NaN,
  lat: NaN,
  lng: NaN,
  speedKph: 0,
  headingDeg: NaN,
  battery: NaN,
  speedPeriod: NaN,
  periodSpeedKph: NaN,
  formerPeriodSpeedKph: NaN,
  headingLat: NaN,
  headingLng: NaN,
  anchorLat: NaN,
  anchorLng: NaN,
  anchorT: NaN,
  stopped: false,
  stoppedAt: NaN,
  stopLat: NaN,
  stopLng: NaN,
  okAt: NaN,
  answerDueAt: NaN,
  isAsked: false,
  isAnswered: false,
  suspects: 0,
  suspectT: NaN,
  suspectLat: NaN,
  suspectLng: NaN,
  suspectSkewMs: NaN,
  acceptedSkewMs: 0,
  sos: false,
  sosRaisedAt: NaN,
  sosClearedAt: NaN,
  sosRecordedAt: NaN,
  sosPressedAt: NaN,
  sosPressedT: NaN,
  sosPressedSpeedKph: NaN,
  clearingStatedAt: NaN,
  clearingDueAt: NaN,
  clearingHeldAt: NaN,
  clearingHeldT: NaN,
  finish: createGateState(),
  start: createGateState(),
  laps: {
    epoch: 0,
    counter: 0,
    opened: false,
    from: NaN,
    lastLapMs: NaN,
    bestLapMs: NaN,
    recordedAt: NaN,
  },
  passages: new Array<number>(REMEMBERED_PASSAGES * PASSAGE_ROW).fill(NaN),
  passageCount: 0,
  changed: true,
  sentAt: NaN,
  sentSos: false,
  race,
});

export const createRace = (eventId: number): Race => ({
  eventId,
  setup: null,
  entries: new Map(),
  finish: null,
  start: null,
  cars: new Map(),
  shownEpoch: -1,
  sentSince: NaN,
});

const sameGate = (a: Gate | null, b: Gate | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.plane.lat === b.plane.lat &&
    a.plane.lng === b.plane.lng &&
    a.radiusM === b.radiusM);

/** Applies a setup's gates; the start is ignored unless it is a stage. True if a gate has moved. */
export const placeGates = (race: Race, setup: RaceSetup): boolean => {
  const { start, finish, radiusM } = setup;
  const newFinish = finish === null ? null : { plane: localPlane(finish.lat, finish.lng), radiusM };
  const newStart =
    start !== null && isStage(start, finish, radiusM)
      ? { plane: localPlane(start.lat, start.lng), radiusM }
      : null;
  const moved = !sameGate(race.finish, newFinish) || !sameGate(race.start, newStart);
  race.finish = newFinish;
  race.start = newStart;
  return moved;
};
