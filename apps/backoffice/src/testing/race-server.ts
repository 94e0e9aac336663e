import {
  carFlagsOf,
  FLAGS,
  isDriverFlag,
  isTrackFlag,
  NO_FLAGS,
  type AlertRow,
  type CarFlags,
  type CarFlagsRow,
  type CarReportRow,
  type FlagCode,
  type FlagRow,
  type LapRow,
  type LiveCar,
  type NoteRow,
  type RaceControlChange,
  type SectorFlagRow,
  type Snapshot,
  type SocketMessage,
  type TimerRow,
} from '@flagpost/contracts';
import { encodeFrame } from '@flagpost/telemetry';
import { aFlag, aLiveCar, anAlert, aSnapshot, aSnapshotCar, EVENT_ID } from './race-data.js';

/**
 * Events of a race. A car is chosen by its number, a flag and an alert by how many are newer; those that do not exist
 * are skipped.
 */
export type Happening =
  | { kind: 'flag'; code: FlagCode; to: number[]; sector: number | null }
  | { kind: 'withdraw'; flag: number; from: number | null }
  | { kind: 'confirm'; flag: number; car: number }
  | { kind: 'clearFlags' }
  | { kind: 'sos'; car: number }
  | { kind: 'acknowledge'; alert: number }
  | { kind: 'clearSos'; alert: number }
  | { kind: 'lap'; car: number }
  | { kind: 'resetLaps' }
  | { kind: 'note' }
  | { kind: 'show'; flag: number; car: number }
  | { kind: 'report'; report: CarReportRow['Report']; car: number }
  | { kind: 'timer'; elapsedMs: number }
  | { kind: 'drive'; car: number; lat: number; stopped: boolean }
  | { kind: 'enter' }
  | { kind: 'restart' };

/** The complete state of a race for a screen, computed as simply as possible and without code of the screen. */
export interface Truth {
  cars: Map<number, { live: LiveCar; flags: CarFlags }>;
  flags: FlagRow[];
  sectorFlags: Record<number, SectorFlagRow>;
  alerts: AlertRow[];
  laps: LapRow[];
  lapEpoch: number;
  notes: NoteRow[];
  reports: CarReportRow[];
  timers: TimerRow[];
}

/** A server for one screen: it holds the true state and numbers its messages. */
export const createRaceServer = () => {
  const truth: Truth = {
    cars: new Map(),
    flags: [],
    sectorFlags: {},
    alerts: [],
    laps: [],
    lapEpoch: 0,
    notes: [],
    reports: [],
    timers: [],
  };
  let [streams, seq, frame, nowMs] = [1, 0, 0, 1_700_000_000_000];
  const by = { Id: 3, Name: 'Dora' };
  const iso = (): string => new Date(nowMs).toISOString();
  const numbered = () => ({ eventId: EVENT_ID, streamId: `stream-${streams}`, seq: ++seq });
  const control = (change: RaceControlChange): SocketMessage => ({
    type: 'RACE_CONTROL',
    data: { ...numbered(), ...change },
  });
  const enter = (): void => {
    const id = truth.cars.size + 1;
    truth.cars.set(id, { live: aLiveCar(id, { lapEpoch: truth.lapEpoch }), flags: NO_FLAGS });
  };
  const positionsOf = (cars: LiveCar[]): SocketMessage => {
    const { buffer, byteOffset, byteLength } = encodeFrame({ eventId: EVENT_ID, serverTime: nowMs, cars });
    const packed = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
    const streamId = `stream-${streams}`;
    return {
      type: 'CHANGE_POSITION',
      data: { eventId: EVENT_ID, streamId, frame: ++frame, serverTime: nowMs, packed },
    };
  };

  /** The flags by which each car has its `flags`, by car. */
  const held = new Map<number, { track: FlagRow | null; driver: FlagRow | null; last: FlagRow | null }>();
  const isGone = (flag: FlagRow): boolean =>
    flag.ClearedAt !== null || flag.Withdrawals.some((one) => one.InvitationsSelected.length === 0);
  const isForAll = (flag: FlagRow): boolean =>
    flag.InvitationsSelected.length === 0 && isTrackFlag(flag.StateId);
  /** Every flag in force for all anew, from the oldest. */
  const judgeSectors = (): void => {
    truth.sectorFlags = {};
    for (const flag of truth.flags.filter((one) => isForAll(one) && !isGone(one)).toReversed()) {
      const { FlagId, StateId, SectorId } = flag;
      if (SectorId === null && ([FLAGS.red, FLAGS.safetyCar, FLAGS.green] as number[]).includes(StateId))
        truth.sectorFlags = {};
      const others = Object.values(truth.sectorFlags).filter((one) => one.SectorId !== SectorId);
      const isLeft = SectorId !== null && StateId !== FLAGS.green;
      const rows = isLeft ? [...others, { SectorId, FlagId, StateId }] : others;
      truth.sectorFlags = Object.fromEntries(rows.map((row) => [row.SectorId, row]));
    }
  };
  const show = (id: number): void => {
    const car = truth.cars.get(id);
    const { track, driver, last } = held.get(id) ?? { track: null, driver: null, last: null };
    const codes = { track: track?.StateId, driver: driver?.StateId, last: last?.StateId };
    if (car !== undefined)
      car.flags = carFlagsOf({
        track: codes.track ?? null,
        driver: codes.driver ?? null,
        last: codes.last ?? null,
      });
  };
  const nothing = { track: null, driver: null, last: null };
  const receive = (id: number, flag: FlagRow): void => {
    const before = held.get(id) ?? nothing;
    const isOfSector = flag.SectorId !== null && isForAll(flag);
    if (isDriverFlag(flag.StateId)) held.set(id, { ...before, driver: flag, last: flag });
    if (isTrackFlag(flag.StateId))
      held.set(id, { ...before, track: isOfSector ? before.track : flag, last: flag });
    show(id);
  };
  const loseFlag = (id: number, flag: FlagRow): void => {
    const before = held.get(id) ?? nothing;
    const fallback = truth.flags.find(
      (one) => one !== flag && isForAll(one) && one.SectorId === null && !isGone(one),
    );
    const track = before.track === flag ? (fallback ?? null) : before.track;
    const driver = before.driver === flag ? null : before.driver;
    held.set(id, { track, driver, last: before.last === flag ? (driver ?? track) : before.last });
    show(id);
  };

  const answerAlert = (
    alert: AlertRow | undefined,
    action: 'alertAcknowledged' | 'alertCleared',
    change: Partial<AlertRow>,
  ): SocketMessage | null => {
    if (alert === undefined || alert.ClearedAt !== null) return null;
    if (action === 'alertAcknowledged' && alert.AcknowledgedAt !== null) return null;
    Object.assign(alert, change);
    return control({ action, alert: { ...alert } });
  };

  /** The message about it; null if none is sent. */
  const happen = (happening: Happening): SocketMessage | null => {
    nowMs += 1_000;
    const chosen = 'car' in happening ? truth.cars.get(happening.car) : undefined;
    if ('car' in happening && chosen === undefined) return null;
    switch (happening.kind) {
      case 'flag': {
        const to = happening.to.filter((id) => truth.cars.has(id));
        const flag = aFlag(truth.flags.length + 1, {
          StateId: happening.code,
          InvitationsSelected: to,
          SectorId: happening.sector,
          SentAt: iso(),
        });
        truth.flags.unshift(flag);
        for (const id of truth.cars.keys()) if (to.length === 0 || to.includes(id)) receive(id, flag);
        judgeSectors();
        return control({
          action: 'flagSent',
          flag: structuredClone(flag),
          correlationId: `flag-${flag.FlagId}`,
        });
      }
      case 'withdraw': {
        const flag = truth.flags[happening.flag];
        if (flag === undefined || isGone(flag)) return null;
        const { InvitationsSelected, SectorId } = flag;
        const isOne = happening.from !== null && (!isForAll(flag) || SectorId === null);
        const named = isOne && happening.from !== null ? [happening.from] : InvitationsSelected;
        if (isOne && InvitationsSelected.length > 0 && !InvitationsSelected.includes(named[0] ?? 0))
          return null;
        flag.Withdrawals.push({
          WithdrawalId: nowMs,
          InvitationsSelected: named,
          WithdrawnAt: iso(),
          WithdrawnBy: by,
          Shown: [],
          Confirmed: [],
        });
        for (const id of truth.cars.keys()) if (named.length === 0 || named.includes(id)) loseFlag(id, flag);
        judgeSectors();
        const rowOf = (id: number, { track, driver, last }: CarFlags): CarFlagsRow => ({
          InvitationsSelected: [id],
          TrackFlag: track,
          DriverFlag: driver,
          LastFlagStatus: last,
        });
        const rows = [...truth.cars].map(([id, { flags }]) => rowOf(id, flags));
        const others = { ...rowOf(0, NO_FLAGS), InvitationsSelected: [] };
        return control({
          action: 'flagWithdrawn',
          flag: structuredClone(flag),
          flags: [others, ...rows],
          sectorFlags: Object.values(truth.sectorFlags),
        });
      }
      case 'confirm': {
        const flag = truth.flags[happening.flag];
        if (flag === undefined || flag.Confirmed.some((one) => one.InvitationId === happening.car))
          return null;
        const confirmation = { InvitationId: happening.car, ConfirmedAt: iso() };
        flag.Confirmed.push(confirmation);
        return { type: 'FLAG_CONFIRMED', data: { ...numbered(), FlagId: flag.FlagId, ...confirmation } };
      }
      case 'clearFlags': {
        const clearedAt = iso();
        for (const flag of truth.flags)
          if (flag.ClearedAt === null) Object.assign(flag, { ClearedAt: clearedAt, ClearedBy: by });
        held.clear();
        truth.sectorFlags = {};
        for (const car of truth.cars.values()) car.flags = NO_FLAGS;
        const open = truth.alerts.filter(({ ClearedAt }) => ClearedAt === null);
        for (const alert of open) {
          alert.ClearedAt = clearedAt;
          alert.ClearedBy = by;
          alert.AcknowledgedAt ??= clearedAt;
          alert.AcknowledgedBy ??= by;
        }
        return control({
          action: 'flagsCleared',
          clearedAt,
          alertIds: open.map(({ AlertId }) => AlertId),
          by,
        });
      }
      case 'sos': {
        const isOpen = truth.alerts.some(
          (one) => one.InvitationId === happening.car && one.ClearedAt === null,
        );
        if (isOpen) return null;
        const alert = anAlert(truth.alerts.length + 1, { InvitationId: happening.car, RaisedAt: iso() });
        truth.alerts.unshift(alert);
        return { type: 'DRIVER_ALERT', data: { ...numbered(), alert: { ...alert } } };
      }
      case 'acknowledge':
        return answerAlert(truth.alerts[happening.alert], 'alertAcknowledged', {
          AcknowledgedAt: iso(),
          AcknowledgedBy: by,
        });
      case 'clearSos':
        return answerAlert(truth.alerts[happening.alert], 'alertCleared', {
          ClearedAt: iso(),
          ClearedBy: by,
          AcknowledgedAt: truth.alerts[happening.alert]?.AcknowledgedAt ?? iso(),
          AcknowledgedBy: truth.alerts[happening.alert]?.AcknowledgedBy ?? by,
        });
      case 'lap': {
        if (chosen === undefined) return null;
        const { live } = chosen;
        chosen.live = { ...live, counter: live.counter + 1, lastLapMs: 100_000, bestLapMs: 100_000 };
        const lap = {
          InvitationId: happening.car,
          CarNumber: String(happening.car),
          LapEpoch: truth.lapEpoch,
          Lap: chosen.live.counter,
          lapTimeMs: 100_000,
          crossedAt: iso(),
        };
        truth.laps.push(lap);
        return { type: 'UPDATE_COUNTER', data: { ...numbered(), ...lap, Counter: lap.Lap } };
      }
      case 'resetLaps': {
        const lapEpoch = ++truth.lapEpoch;
        truth.laps = [];
        for (const car of truth.cars.values()) {
          car.live = { ...car.live, lapEpoch, counter: 0, lastLapMs: null, bestLapMs: null };
        }
        return control({ action: 'lapsReset', lapEpoch, beganAt: iso() });
      }
      case 'note': {
        const note: NoteRow = {
          NoteId: truth.notes.length + 1,
          Text: 'Oil at bend 3',
          WrittenAt: iso(),
          WrittenBy: by,
        };
        truth.notes.unshift(note);
        return control({ action: 'noteWritten', note: { ...note } });
      }
      case 'show': {
        const flag = truth.flags[happening.flag];
        if (flag === undefined || flag.Shown.some((one) => one.InvitationId === happening.car)) return null;
        const showing = { InvitationId: happening.car, ShownAt: iso() };
        flag.Shown.push(showing);
        return control({ action: 'flagShown', FlagId: flag.FlagId, ...showing });
      }
      case 'report': {
        const { report: Report, car: InvitationId } = happening;
        const report = {
          Report,
          InvitationId,
          CarNumber: String(InvitationId),
          ReportedAt: iso(),
          StoppedAt: null,
        };
        truth.reports.unshift(report);
        return control({ action: 'carReported', report: { ...report } });
      }
      case 'timer':
        truth.timers = [
          { TimerId: 1, Title: 'Briefing', RunningSince: iso(), ElapsedMs: happening.elapsedMs },
        ];
        return control({ action: 'timersChanged', timersAt: iso(), timers: structuredClone(truth.timers) });
      case 'drive': {
        if (chosen === undefined) return null;
        const { lat, stopped } = happening;
        chosen.live = { ...chosen.live, lat, stopped, receivedAt: nowMs, t: nowMs };
        return positionsOf([chosen.live]);
      }
      case 'enter':
        enter();
        return control({ action: 'eventChanged' });
      case 'restart':
        streams += 1;
        seq = 0;
        frame = 0;
        return null;
    }
  };

  const contents = (): Omit<Snapshot, 'eventId' | 'streamId' | 'seq' | 'frame'> =>
    structuredClone({
      ...aSnapshot(),
      serverTime: nowMs,
      timersAt: iso(),
      lapEpoch: truth.lapEpoch,
      cars: [...truth.cars].map(([id, { live, flags }]) =>
        aSnapshotCar(id, {
          live,
          TrackFlag: flags.track,
          DriverFlag: flags.driver,
          LastFlagStatus: flags.last,
        }),
      ),
      alerts: truth.alerts,
      flags: truth.flags,
      sectorFlags: Object.values(truth.sectorFlags),
      laps: truth.laps,
      notes: truth.notes,
      reports: truth.reports,
      timers: truth.timers,
    });

  for (let car = 1; car <= 3; car += 1) enter();
  return {
    truth,
    happen,
    contents,
    /** Every car's whole state, as it is sent every 5 s. */
    wholeFrame: () => positionsOf([...truth.cars.values()].map(({ live }) => live)),
    /** How far the stream is. */
    place: () => ({ eventId: EVENT_ID, streamId: `stream-${streams}`, seq, frame }),
  };
};
export type RaceServer = ReturnType<typeof createRaceServer>;
