import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import {
  ALARMS,
  FLAGS,
  RACE,
  type CarReportRow,
  type RouteChangeRow,
  type Snapshot,
  type StopRow,
  type TakenOffCar,
} from '@flagpost/contracts';
import { linkLost, linkRefused } from './link.js';
import {
  fieldChanged,
  raceControlled,
  raceLeft,
  raceOpened,
  redLifted,
  flagsOverdue,
  hazardReported,
  snapshotArrived,
  type FieldChange,
  type Hazard,
  type LiftedRed,
  type OverdueFlag,
} from './messages.js';

/**
 * Alarms have three levels: an alarm (SOS, in `alerts`), a caution, which is a card and one short tone, and a notice,
 * which is a silent line of the feed. This holds the last two, judged by the times of arriving messages alone.
 */
export interface CautionsState {
  /** Cars stopped outside the boxes, in the order in which they stopped. */
  standing: Standing[];
  /** Half the field fell silent at once; null while it did not. */
  silence: Silence | null;
  /** Cars that fell silent of late, one by one. */
  fallenSilent: { invitationId: number; at: number }[];
  /** Red and black flags that waited too long, and ids of those of them whose card was dismissed. */
  overdue: OverdueFlag[];
  dismissedOverdue: number[];
  /** Hazards whose card is shown, the newest of each car, oldest first. */
  hazards: Hazard[];
  /** When each car reported its newest hazard, epoch ms. */
  hazardAt: Record<number, number>;
  /** Drivers of stopped cars who were asked and have not answered in time, oldest first. */
  unanswered: Unanswered[];
  /** When each driver said OK last, epoch ms. */
  saidOkAt: Record<number, number>;
  /** Since when each car stands, as its device tells, epoch ms; null once it drove on. A page that was opened later sees it later. */
  stoppedAt: Record<number, number | null>;
  /** How others lifted red since it was in force last, oldest first. */
  liftedReds: (Omit<LiftedRed, 'by'> & { id: LiftedId; by: string })[];
  /** Cars that an organiser took off while they raced, oldest first. */
  takenOff: TakenOff[];
  /** When each car was taken off last, as far as this screen knows, epoch ms. */
  takenOffAt: Record<number, number>;
  /** Savings of the map that the race noticed, oldest first, and the revisions of those whose card is shown. */
  routeChanges: RouteChangeRow[];
  shownRouteChanges: number[];
  /** Whether a snapshot of this race has arrived. What the first one contains is no news. */
  isJoined: boolean;
  isLinkLost: boolean;
  /** When cautions of a kind were raised within the last minute. */
  raisedAt: Record<CautionKind, number[]>;
  /** Grows by every caution that is to be heard. */
  tones: number;
  /** Oldest first. */
  notices: Notice[];
}

type CautionKind =
  | 'unanswered'
  | 'red'
  | 'black'
  | 'hazard'
  | 'lifted'
  | 'stopped'
  | 'silence'
  | 'takenOff'
  | 'route'
  | 'link';

interface TakenOff {
  id: TakenOffId;
  since: number;
  cars: TakenOffCar[];
  by: string;
}

/** Times in epoch ms. */
export interface Unanswered {
  invitationId: number;
  stoppedAt: number;
  askedAt: number;
  missedAt: number;
  isDismissed: boolean;
}

export interface Standing {
  invitationId: number;
  since: number;
  /** It is on the card of many, and stays there. */
  isFolded: boolean;
  isDismissed: boolean;
}

interface Silence {
  since: number;
  /** Cars that are silent still. */
  cars: number[];
  /** Number of cars that were heard until then. */
  of: number;
  isDismissed: boolean;
}

/** `at` is epoch ms. */
export type Notice =
  | { kind: 'stopped' | 'offline'; at: number; invitationId: number }
  | { kind: 'silence'; at: number; count: number; of: number };

/** A card keeps its id while its reason lasts. */
export type StoppedId = 'stopped' | `stopped-${number}`;
export type TakenOffId = `takenOff-${number}-${number}`;
export type RouteCardId = `route-${number}`;
export type LiftedId = `lifted-${number}`;
export type HazardId = 'hazard' | `hazard-${number}`;
export type UnansweredId = 'unanswered' | `unanswered-${number}`;
export type CardId =
  UnansweredId | 'red' | 'black' | HazardId | 'silence' | LiftedId | StoppedId | TakenOffId | RouteCardId;

export const cardOf = ({ invitationId, isFolded }: Standing): StoppedId =>
  isFolded ? 'stopped' : `stopped-${invitationId}`;

const KEPT_NOTICES = 200;
/** The events of one command that takes off many cars are recorded within this time. */
const ONE_COMMAND_MS = 5_000;

const initialState = (): CautionsState => ({
  standing: [],
  silence: null,
  fallenSilent: [],
  overdue: [],
  dismissedOverdue: [],
  liftedReds: [],
  takenOff: [],
  takenOffAt: {},
  routeChanges: [],
  shownRouteChanges: [],
  isJoined: false,
  isLinkLost: false,
  hazards: [],
  hazardAt: {},
  unanswered: [],
  saidOkAt: {},
  stoppedAt: {},
  raisedAt: {
    unanswered: [],
    red: [],
    black: [],
    hazard: [],
    lifted: [],
    stopped: [],
    silence: [],
    takenOff: [],
    route: [],
    link: [],
  },
  tones: 0,
  notices: [],
});

/** Gives its tone to a caution, unless over ten of its kind came within a minute. True: these are over ten. */
const raise = (state: CautionsState, kind: CautionKind, at: number, count = 1): boolean => {
  const before = state.raisedAt[kind].filter((raisedAt) => raisedAt > at - ALARMS.crowdWithinMs);
  if (before.length <= ALARMS.crowdOver) state.tones += 1;
  state.raisedAt[kind] = [...before, ...Array<number>(count).fill(at)];
  return before.length + count > ALARMS.crowdOver;
};

const stand = (state: CautionsState, { at, stood, left }: FieldChange): void => {
  state.standing = state.standing.filter(({ invitationId }) => !left.includes(invitationId));
  if (stood.length === 0) return;
  for (const invitationId of stood) {
    const isDismissed =
      at - (state.saidOkAt[invitationId] ?? -Infinity) < RACE.okBeforeStopMs ||
      state.unanswered.some((car) => car.invitationId === invitationId);
    const since = Math.min(at, state.stoppedAt[invitationId] ?? at);
    state.standing.push({ invitationId, since, isFolded: false, isDismissed });
    state.notices.push({ kind: 'stopped', at: since, invitationId });
  }
  const unquiet = state.standing.filter((car) => !car.isDismissed && stood.includes(car.invitationId));
  if (unquiet.length === 0) return;
  const areMany = raise(state, 'stopped', at, unquiet.length);
  const shown = state.standing.filter(({ isDismissed }) => !isDismissed);
  // A grid that fills slowly is one card too.
  if (areMany || shown.length > ALARMS.crowdOver) for (const car of shown) car.isFolded = true;
};

const hear = (state: CautionsState, heard: readonly number[]): void => {
  state.fallenSilent = state.fallenSilent.filter(({ invitationId }) => !heard.includes(invitationId));
  if (state.silence === null) return;
  state.silence.cars = state.silence.cars.filter((id) => !heard.includes(id));
  if (state.silence.cars.length * 2 < state.silence.of) state.silence = null;
};

/** One car falls silent; `heardCount` are heard still. */
const fallSilent = (
  state: CautionsState,
  { invitationId, at }: { invitationId: number; at: number },
  heardCount: number,
): void => {
  if (state.silence?.isDismissed === false) {
    const { cars } = state.silence;
    cars.push(invitationId);
    state.silence.of = Math.max(state.silence.of, cars.length);
    const told = state.notices.findLast((notice) => notice.kind === 'silence');
    if (told !== undefined) told.count = Math.max(told.count, cars.length);
    return;
  }
  state.fallenSilent = [
    ...state.fallenSilent.filter((one) => one.at >= at - ALARMS.fieldSilentWithinMs),
    { invitationId, at },
  ];
  const cars = state.fallenSilent.map((one) => one.invitationId);
  const of = cars.length + heardCount;
  // One car is no field.
  if (cars.length < 2 || cars.length * 2 < of) {
    state.notices.push({ kind: 'offline', at, invitationId });
    return;
  }
  const since = state.fallenSilent[0]?.at ?? at;
  state.silence = { since, cars, of, isDismissed: false };
  state.notices = state.notices.filter(
    (notice) => notice.kind !== 'offline' || notice.at < since || !cars.includes(notice.invitationId),
  );
  state.notices.push({ kind: 'silence', at, count: cars.length, of });
  state.fallenSilent = [];
  raise(state, 'silence', at);
};

/** The driver of a standing car says that no help is needed: its caution goes; the feed tells so. */
const takeOk = (
  state: CautionsState,
  { InvitationId, ReportedAt, StoppedAt }: CarReportRow,
  isNews: boolean,
): void => {
  const at = Date.parse(ReportedAt);
  state.saidOkAt[InvitationId] = Math.max(at, state.saidOkAt[InvitationId] ?? at);
  for (const car of state.standing)
    if (
      car.invitationId === InvitationId &&
      // One that names its stop answers it whatever the clock of the device says.
      ((isNews && StoppedAt !== null) || car.since - at < RACE.okBeforeStopMs)
    )
      car.isDismissed = true;
  if (StoppedAt === null) return;
  const stoppedAt = Date.parse(StoppedAt);
  const isOfStop = (car: Unanswered): boolean =>
    car.invitationId === InvitationId && car.stoppedAt === stoppedAt;
  state.unanswered = state.unanswered.filter((car) => !isOfStop(car));
};

/** A stop is known by two ways, in either order: from positions, and from the server, which knows its time. */
const noteStop = (
  state: CautionsState,
  { invitationId, stoppedAt, isOver }: { invitationId: number; stoppedAt: number; isOver: boolean },
): void => {
  if (isOver) {
    if (state.stoppedAt[invitationId] === stoppedAt) state.stoppedAt[invitationId] = null;
    return;
  }
  state.stoppedAt[invitationId] = stoppedAt;
  for (const car of state.standing) {
    if (car.invitationId !== invitationId || car.since <= stoppedAt) continue;
    const told = state.notices.findLast(
      (notice) =>
        notice.kind === 'stopped' && notice.invitationId === invitationId && notice.at === car.since,
    );
    if (told !== undefined) told.at = stoppedAt;
    car.since = stoppedAt;
  }
};

/**
 * What became of a question. No answer takes the place of the caution that the car stands, and is one of its own until the driver
 * answers or the car drives on.
 */
const takeStop = (state: CautionsState, row: StopRow, isNews: boolean): void => {
  const { InvitationId: invitationId, StoppedAt, AskedAt, MissedAt, AnsweredAt, DroveOnAt } = row;
  const stoppedAt = Date.parse(StoppedAt);
  noteStop(state, { invitationId, stoppedAt, isOver: DroveOnAt !== null });
  const isOfStop = (car: Unanswered): boolean =>
    car.invitationId === invitationId && car.stoppedAt === stoppedAt;
  if (AskedAt === null || MissedAt === null || AnsweredAt !== null || DroveOnAt !== null) {
    state.unanswered = state.unanswered.filter((car) => !isOfStop(car));
    return;
  }
  if (state.unanswered.some(isOfStop)) return;
  const missedAt = Date.parse(MissedAt);
  const askedAt = Date.parse(AskedAt);
  state.unanswered.push({ invitationId, stoppedAt, askedAt, missedAt, isDismissed: false });
  for (const car of state.standing) if (car.invitationId === invitationId) car.isDismissed = true;
  if (isNews) raise(state, 'unanswered', missedAt);
};

/** A hazard that was reported while the link was lost. What the first snapshot contains is no news. */
const takeMissedHazard = (state: CautionsState, { Report, InvitationId, ReportedAt }: CarReportRow): void => {
  const at = Date.parse(ReportedAt);
  if (Report !== 'hazard' || at <= (state.hazardAt[InvitationId] ?? -Infinity)) return;
  state.hazardAt[InvitationId] = at;
  if (!state.isJoined) return;
  state.hazards = state.hazards.filter(({ invitationId }) => invitationId !== InvitationId);
  state.hazards.push({ invitationId: InvitationId, at, place: null });
  raise(state, 'hazard', at);
};

interface CarsTakenOff {
  /** Epoch ms. */
  since: number;
  cars: readonly TakenOffCar[];
  by: string;
}

/** Cars that one person took off: a card and a tone for those that are not known yet. */
const takeOff = (state: CautionsState, { since, cars, by }: CarsTakenOff, isNews: boolean): void => {
  const unknown = cars.filter(
    ({ InvitationId }) => since > (state.takenOffAt[InvitationId] ?? -Infinity) + ONE_COMMAND_MS,
  );
  for (const { InvitationId } of unknown) state.takenOffAt[InvitationId] = since;
  const [first] = unknown;
  if (first === undefined || !isNews) return;
  state.takenOff.push({ id: `takenOff-${since}-${first.InvitationId}`, since, cars: unknown, by });
  raise(state, 'takenOff', since);
};

/** The cars of a snapshot that were taken off, apart for each person who did it, oldest first. */
const byWhoTookOff = (rows: Snapshot['takenOff']): CarsTakenOff[] => {
  const oldestFirst = rows.toSorted(
    (one, other) => Date.parse(one.TakenOffAt) - Date.parse(other.TakenOffAt),
  );
  const firstOfEach = new Map(oldestFirst.toReversed().map((row) => [row.TakenOffBy.Id, row]));
  return oldestFirst
    .filter((row) => firstOfEach.get(row.TakenOffBy.Id) === row)
    .map(({ TakenOffAt, TakenOffBy }) => ({
      since: Date.parse(TakenOffAt),
      cars: oldestFirst
        .filter((row) => row.TakenOffBy.Id === TakenOffBy.Id)
        .map(({ live, CarNumber, Pilot }) => ({ InvitationId: live.invitationId, CarNumber, Pilot })),
      by: TakenOffBy.Name,
    }));
};

/** Ten cards at most: more are one. */
export const hazardCardId = ({ invitationId }: Pick<Hazard, 'invitationId'>): HazardId =>
  `hazard-${invitationId}`;

export const unansweredCardId = ({ invitationId }: Pick<Unanswered, 'invitationId'>): UnansweredId =>
  `unanswered-${invitationId}`;

export const routeCardId = (revision: number): RouteCardId => `route-${revision}`;

/** Adds a saving of the map unless it is known; `isNews`: with its card and tone. */
const noteRouteChange = (state: CautionsState, row: RouteChangeRow, isNews: boolean): void => {
  if (state.routeChanges.some(({ revision }) => revision === row.revision)) return;
  state.routeChanges.push(row);
  if (!isNews) return;
  state.shownRouteChanges.push(row.revision);
  raise(state, 'route', Date.parse(row.at));
};

export const cautionsSlice = createSlice({
  name: 'cautions',
  initialState,
  reducers: {
    cautionDismissed: (state, { payload }: PayloadAction<CardId>) => {
      const code = payload === 'red' || payload === 'black' ? FLAGS[payload] : null;
      const dismissed = state.overdue.filter((flag) => flag.code === code);
      state.dismissedOverdue.push(...dismissed.map(({ flagId }) => flagId));
      if (payload === 'silence' && state.silence !== null) state.silence.isDismissed = true;
      state.takenOff = state.takenOff.filter(({ id }) => id !== payload);
      state.liftedReds = state.liftedReds.filter(({ id }) => id !== payload);
      state.shownRouteChanges = state.shownRouteChanges.filter(
        (revision) => routeCardId(revision) !== payload,
      );
      state.hazards =
        payload === 'hazard' ? [] : state.hazards.filter((one) => hazardCardId(one) !== payload);
      for (const car of state.unanswered)
        if (payload === 'unanswered' || unansweredCardId(car) === payload) car.isDismissed = true;
      for (const car of state.standing) if (cardOf(car) === payload) car.isDismissed = true;
    },
  },
  extraReducers: (builder) => {
    builder.addCase(raceOpened, initialState);
    builder.addCase(raceLeft, initialState);
    builder.addCase(fieldChanged, (state, { payload }) => {
      stand(state, payload);
      hear(state, payload.heard);
      payload.silent.forEach((car, index) => {
        fallSilent(state, car, payload.heardCount + payload.silent.length - 1 - index);
      });
      state.notices = state.notices.slice(-KEPT_NOTICES);
    });
    builder.addCase(hazardReported, (state, { payload }) => {
      state.hazards = state.hazards.filter(({ invitationId }) => invitationId !== payload.invitationId);
      state.hazards.push(payload);
      state.hazardAt[payload.invitationId] = payload.at;
      raise(state, 'hazard', payload.at);
    });
    builder.addCase(raceControlled, (state, { payload }) => {
      if (payload.action === 'carReported' && payload.report.Report === 'ok')
        takeOk(state, payload.report, true);
      if (payload.action === 'stopChanged') takeStop(state, payload.stop, true);
      if (payload.action === 'routeChanged') {
        const { revision, changes, at, by } = payload;
        noteRouteChange(state, { revision, changes, at, by }, true);
      }
      // Red again: what lifted it is over.
      if (payload.action === 'flagSent' && payload.flag.StateId === FLAGS.red) state.liftedReds = [];
      if (payload.action === 'carsTakenOff') {
        const { at, cars, by } = payload;
        takeOff(state, { since: Date.parse(at), cars, by: by.Name }, true);
      }
    });
    builder.addCase(redLifted, (state, { payload: { at, how, by } }) => {
      state.liftedReds.push({ id: `lifted-${at}`, at, how, by: by.Name });
      raise(state, 'lifted', at);
    });
    builder.addCase(flagsOverdue, (state, { payload: { at, flags } }) => {
      state.overdue.push(...flags);
      for (const kind of ['red', 'black'] as const) {
        const count = flags.filter(({ code }) => code === FLAGS[kind]).length;
        if (count > 0) raise(state, kind, at, count);
      }
    });
    builder.addCase(linkLost, (state, { payload: { at } }) => {
      if (!state.isLinkLost) raise(state, 'link', at);
      state.isLinkLost = true;
    });
    builder.addCase(linkRefused, (state) => {
      state.isLinkLost = true;
    });
    builder.addCase(snapshotArrived, (state, { payload }) => {
      const { flags, routeChanges, reports, stops, takenOff } = payload;
      state.isLinkLost = false;
      // Red again while the link was lost: what had lifted it is over.
      const reds = flags.flatMap(({ StateId, SentAt }) =>
        StateId === FLAGS.red ? [Date.parse(SentAt)] : [],
      );
      state.liftedReds = state.liftedReds.filter(({ at }) => reds.every((sentAt) => sentAt <= at));
      for (const report of reports) if (report.Report === 'ok') takeOk(state, report, false);
      state.stoppedAt = {};
      // It contains all open stops: one that it does not contain ended.
      const named = new Set(
        stops.map(({ InvitationId, StoppedAt }) => `${InvitationId} ${Date.parse(StoppedAt)}`),
      );
      state.unanswered = state.unanswered.filter(({ invitationId, stoppedAt }) =>
        named.has(`${invitationId} ${stoppedAt}`),
      );
      for (const stop of stops.toReversed()) takeStop(state, stop, state.isJoined);
      for (const report of reports.toReversed()) takeMissedHazard(state, report);
      for (const row of routeChanges) noteRouteChange(state, row, state.isJoined);
      for (const one of byWhoTookOff(takenOff)) takeOff(state, one, state.isJoined);
      state.isJoined = true;
    });
  },
});

export const { cautionDismissed } = cautionsSlice.actions;

export interface WithCautions {
  cautions: CautionsState;
}
export const selectTones = (state: WithCautions): number => state.cautions.tones;
export const selectNotices = (state: WithCautions): readonly Notice[] => state.cautions.notices;
export const selectRouteChanges = (state: WithCautions): readonly RouteChangeRow[] =>
  state.cautions.routeChanges;
export const selectKnownOverdue = (state: WithCautions): readonly OverdueFlag[] => state.cautions.overdue;
