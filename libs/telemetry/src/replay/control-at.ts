import type {
  AlertRow,
  CarReportRow,
  CarFlagsRow,
  FlagRow,
  NoteRow,
  PastBoard,
  PastLap,
  PastStory,
  SectorFlagRow,
  StopRow,
  Truth,
} from '@flagpost/contracts';

/** What a race was under at an instant, from its story. */
export interface ControlAt {
  readonly lapEpoch: number;
  /** Sent until then, newest first, without what came later of them. */
  readonly flags: FlagRow[];
  readonly alerts: AlertRow[];
  readonly notes: NoteRow[];
  readonly reports: CarReportRow[];
  /** As a snapshot has them: those that are open, and those whose drivers were asked. */
  readonly stops: StopRow[];
  readonly carFlags: readonly CarFlagsRow[];
  readonly sectorFlags: SectorFlagRow[];
  /** Laps that count in the epoch in force, in order of crossing. */
  readonly laps: readonly PastLap[];
}

/** Answers for one story and truth. */
export interface ControlReader {
  at(instant: number): ControlAt;
  /** Instants at which something of `ControlAt` other than its laps changes, in order. */
  readonly changes: readonly number[];
  /** All laps in order of when they counted, and these times. */
  readonly laps: readonly PastLap[];
  readonly lapTimes: readonly number[];
}

const NO_BOARD: Pick<PastBoard, 'cars' | 'sectorFlags'> = { cars: [], sectorFlags: [] };

/** The number of times up to `instant`; they are in order. */
export const countUntil = (times: readonly number[], instant: number): number => {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? Infinity) <= instant) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** When a lap counted: when it was driven, or when the fix that stated it had come. */
const lapAt = (truth: Truth, [, , , , crossedAt, receivedAt]: PastLap): number =>
  truth === 'happened' ? crossedAt : receivedAt;

type Showing = FlagRow['Shown'][number];
type Confirmation = FlagRow['Confirmed'][number];

/** When a flag or a withdrawal, by its id, was shown in a car and confirmed there, epoch ms by the clock of a truth. */
export interface SignalTimes {
  readonly timeOfShowing: (id: number, showing: Showing) => number;
  readonly timeOfConfirmation: (id: number, confirmation: Confirmation) => number;
}

export const createSignalTimes = (
  story: Pick<PastStory, 'showingsReceived' | 'confirmationsReceived'>,
  truth: Truth,
): SignalTimes => {
  const shownAt = new Map(story.showingsReceived.map(([id, car, at]) => [`${id} ${car}`, at]));
  const confirmedAt = new Map(story.confirmationsReceived.map(([id, car, at]) => [`${id} ${car}`, at]));
  return {
    timeOfShowing(id, { InvitationId, ShownAt }) {
      const own = Date.parse(ShownAt);
      return truth === 'happened' ? own : (shownAt.get(`${id} ${InvitationId}`) ?? own);
    },
    timeOfConfirmation(id, { InvitationId, ConfirmedAt }) {
      const own = Date.parse(ConfirmedAt);
      return truth === 'happened' ? own : (confirmedAt.get(`${id} ${InvitationId}`) ?? own);
    },
  };
};

/** When an SOS was raised, and cleared, by the clock of a truth, epoch ms; Infinity while it is open. */
export const createAlertTimes = (
  { alertsReceived }: Pick<PastStory, 'alertsReceived'>,
  truth: Truth,
): ((alert: AlertRow) => { readonly raisedAt: number; readonly clearedAt: number }) => {
  const received = new Map(
    truth === 'happened' ? [] : alertsReceived.map(([id, raised, cleared]) => [id, { raised, cleared }]),
  );
  return ({ AlertId, RaisedAt, ClearedAt }) => {
    const { raised, cleared } = received.get(AlertId) ?? {};
    return {
      raisedAt: raised ?? Date.parse(RaisedAt),
      clearedAt: ClearedAt === null ? Infinity : (cleared ?? Date.parse(ClearedAt)),
    };
  };
};

/** When a car said OK or told of a hazard, by the clock of a truth. */
const sayingTimes = ({ reportsReceived }: Pick<PastStory, 'reportsReceived'>, truth: Truth) => {
  const receivedAt = new Map(reportsReceived.map(([car, own, at]) => [`${car} ${own}`, at]));
  return (car: number, saidAt: string): number => {
    const own = Date.parse(saidAt);
    return truth === 'happened' ? own : (receivedAt.get(`${car} ${own}`) ?? own);
  };
};

/** Infinity: it has not come. */
const timeOf = (iso: string | null): number => (iso === null ? Infinity : Date.parse(iso));

const pastStops = (
  story: Pick<PastStory, 'questions' | 'stopsReceived' | 'reportsReceived'>,
  truth: Truth,
): { readonly changes: readonly number[]; readonly at: (instant: number) => StopRow[] } => {
  const timeOfSaying = sayingTimes(story, truth);
  const received = new Map(story.stopsReceived.map((stop) => [`${stop[0]} ${stop[1]}`, stop]));
  const stops = story.questions.map((row) => {
    const { InvitationId: car, StoppedAt, AskedAt, AnsweredAt, MissedAt, DroveOnAt } = row;
    const stop = truth === 'seen' ? received.get(`${car} ${Date.parse(StoppedAt)}`) : undefined;
    return {
      row,
      stopped: stop?.[2] ?? Date.parse(StoppedAt),
      asked: stop?.[3] ?? timeOf(AskedAt),
      answered: AnsweredAt === null ? Infinity : timeOfSaying(car, AnsweredAt),
      missed: timeOf(MissedAt),
      droveOn: stop?.[4] ?? timeOf(DroveOnAt),
    };
  });
  return {
    changes: stops.flatMap(({ row: _, ...times }) => Object.values(times)),
    at: (instant) =>
      stops
        .filter(
          ({ stopped, asked, droveOn }) => stopped <= instant && (asked <= instant || droveOn > instant),
        )
        .map(({ row, asked, answered, missed, droveOn }) => ({
          ...row,
          AskedAt: asked <= instant ? row.AskedAt : null,
          AnsweredAt: answered <= instant ? row.AnsweredAt : null,
          MissedAt: missed <= instant ? row.MissedAt : null,
          DroveOnAt: droveOn <= instant ? row.DroveOnAt : null,
        })),
  };
};

/**
 * Orders of race control have one time, that of the server. An SOS, its clearing by the car and a confirmation have two:
 * `happened` takes the car's, `seen` when they had come.
 */
export const createControlReader = (story: PastStory, truth: Truth): ControlReader => {
  const stops = pastStops(story, truth);
  const { timeOfShowing, timeOfConfirmation } = createSignalTimes(story, truth);
  const timesOfAlert = createAlertTimes(story, truth);
  const timeOfSaying = sayingTimes(story, truth);
  const timeOfReport = ({ InvitationId, ReportedAt }: CarReportRow): number =>
    timeOfSaying(InvitationId, ReportedAt);
  const laps = [...story.laps].sort((a, b) => lapAt(truth, a) - lapAt(truth, b));
  const lapTimes = laps.map((lap) => lapAt(truth, lap));
  const boardTimes = story.boards.map(({ at }) => at);
  const resetTimes = story.resets.map(({ beganAt }) => beganAt);

  const flagAt = (flag: FlagRow, instant: number): FlagRow => ({
    ...flag,
    Shown: flag.Shown.filter((one) => timeOfShowing(flag.FlagId, one) <= instant),
    Confirmed: flag.Confirmed.filter((one) => timeOfConfirmation(flag.FlagId, one) <= instant),
    Withdrawals: flag.Withdrawals.filter(({ WithdrawnAt }) => Date.parse(WithdrawnAt) <= instant).map(
      (one) => ({
        ...one,
        Shown: one.Shown.filter((each) => timeOfShowing(one.WithdrawalId, each) <= instant),
        Confirmed: one.Confirmed.filter((each) => timeOfConfirmation(one.WithdrawalId, each) <= instant),
      }),
    ),
    ClearedAt: timeOf(flag.ClearedAt) <= instant ? flag.ClearedAt : null,
  });
  const alertAt = (alert: AlertRow, instant: number): AlertRow => ({
    ...alert,
    ...(timeOf(alert.AcknowledgedAt) <= instant ? {} : { AcknowledgedAt: null, AcknowledgedBy: null }),
    ...(timesOfAlert(alert).clearedAt <= instant ? {} : { ClearedAt: null, ClearedBy: null }),
  });

  const changes = [
    ...story.flags.flatMap((flag) => [
      Date.parse(flag.SentAt),
      timeOf(flag.ClearedAt),
      ...flag.Shown.map((one) => timeOfShowing(flag.FlagId, one)),
      ...flag.Confirmed.map((one) => timeOfConfirmation(flag.FlagId, one)),
      ...flag.Withdrawals.flatMap((one) => [
        Date.parse(one.WithdrawnAt),
        ...one.Shown.map((each) => timeOfShowing(one.WithdrawalId, each)),
        ...one.Confirmed.map((each) => timeOfConfirmation(one.WithdrawalId, each)),
      ]),
    ]),
    ...story.alerts.flatMap((alert) => [...Object.values(timesOfAlert(alert)), timeOf(alert.AcknowledgedAt)]),
    ...story.reports.map(timeOfReport),
    ...stops.changes,
    ...story.notes.map(({ WrittenAt }) => Date.parse(WrittenAt)),
    ...boardTimes,
    ...resetTimes,
  ]
    .filter(Number.isFinite)
    .sort((a, b) => a - b);

  return {
    changes: [...new Set(changes)],
    laps,
    lapTimes,
    at(instant) {
      const resets = countUntil(resetTimes, instant);
      const lapEpoch = story.resets[resets - 1]?.epoch ?? 0;
      const board = story.boards[countUntil(boardTimes, instant) - 1] ?? NO_BOARD;
      return {
        lapEpoch,
        flags: story.flags
          .filter(({ SentAt }) => Date.parse(SentAt) <= instant)
          .map((flag) => flagAt(flag, instant)),
        alerts: story.alerts
          .filter((alert) => timesOfAlert(alert).raisedAt <= instant)
          .map((alert) => alertAt(alert, instant)),
        reports: story.reports.filter((report) => timeOfReport(report) <= instant),
        stops: stops.at(instant),
        notes: story.notes.filter(({ WrittenAt }) => Date.parse(WrittenAt) <= instant),
        carFlags: board.cars,
        sectorFlags: board.sectorFlags,
        laps: laps.slice(0, countUntil(lapTimes, instant)).filter(([, epoch]) => epoch === lapEpoch),
      };
    },
  };
};
