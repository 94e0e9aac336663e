import {
  carFlagsOf,
  isFlagCode,
  NO_FLAGS,
  sectorOfFlag,
  withFlag,
  withSectorFlag,
  type AlertRow,
  type CarFlags,
  type CarReportRow,
  type StopRow,
  type FlagRow,
  type LapRow,
  type LiveCar,
  type NoteRow,
  type RaceControlChange,
  type SectorFlagRow,
  type Snapshot,
  type SocketMessage,
} from '@flagpost/contracts';
import { decodeFrame, encodeFrame } from '@flagpost/telemetry';

/** A client's state of a race, updated from the socket's messages as docs/wire.md requires. */
export interface Picture {
  /** True if it is incomplete and a snapshot is needed. */
  take(message: SocketMessage): boolean;
  /** The connection is lost: only a snapshot counts now. */
  reset(): void;
  /** The state as text; null before the first snapshot. */
  text(): string | null;
  openAlerts(): readonly AlertRow[];
  /** Flags that were neither cleared nor taken back from all. */
  flagsInForce(): readonly FlagRow[];
}

interface ShownCar {
  live: LiveCar;
  flags: CarFlags;
}

type FlagsCleared = Extract<RaceControlChange, { action: 'flagsCleared' }>;
type FlagShown = Extract<RaceControlChange, { action: 'flagShown' }>;
type Noted = Pick<FlagRow, 'Shown' | 'Confirmed'>;
type FlagWithdrawn = Extract<RaceControlChange, { action: 'flagWithdrawn' }>;
type Reliable = Exclude<SocketMessage, { type: 'CHANGE_POSITION' | 'SNAPSHOT' }>;

const lapKey = ({ InvitationId, LapEpoch, Lap }: LapRow): string => `${InvitationId}-${LapEpoch}-${Lap}`;

const reportKey = ({ Report, InvitationId, ReportedAt }: CarReportRow): string =>
  `${Report}-${InvitationId}-${ReportedAt}`;
const stopKey = ({ InvitationId, StoppedAt }: Pick<StopRow, 'InvitationId' | 'StoppedAt'>): string =>
  `${InvitationId}-${StoppedAt}`;

/** Rounded as in a packed frame, so that the state does not depend on the encoding. */
const packed = (car: LiveCar): LiveCar =>
  decodeFrame(encodeFrame({ eventId: 1, serverTime: car.receivedAt ?? 0, cars: [car] })).cars[0] ?? car;

const sorted = <T>(rows: Iterable<readonly [string | number, T]>): (readonly [string | number, T])[] =>
  [...rows].sort(([a], [b]) => (a < b ? -1 : 1));

export const createPicture = (): Picture => {
  let streamId: string | null = null;
  let seq = 0;
  let frame = 0;
  let lapEpoch = 0;
  let isComplete = false;
  const alerts = new Map<number, AlertRow>();
  const flags = new Map<number, FlagRow>();
  const laps = new Map<string, LapRow>();
  const notes = new Map<number, NoteRow>();
  const reports = new Map<string, CarReportRow>();
  const stops = new Map<string, StopRow>();
  const cars = new Map<number, ShownCar>();
  let sectorFlags: Readonly<Record<number, SectorFlagRow>> = {};

  const showSectorFlags = (rows: readonly SectorFlagRow[]): void => {
    sectorFlags = Object.fromEntries(rows.map((row) => [row.SectorId, row]));
  };

  const begin = (snapshot: Snapshot): void => {
    ({ streamId, seq, frame, lapEpoch } = snapshot);
    isComplete = true;
    for (const rows of [alerts, flags, laps, notes, reports, stops, cars]) rows.clear();
    for (const row of snapshot.alerts) alerts.set(row.AlertId, row);
    for (const row of snapshot.flags) flags.set(row.FlagId, row);
    showSectorFlags(snapshot.sectorFlags);
    for (const row of snapshot.notes) notes.set(row.NoteId, row);
    for (const row of snapshot.reports) reports.set(reportKey(row), row);
    for (const row of snapshot.stops) stops.set(stopKey(row), row);
    for (const row of snapshot.laps) laps.set(lapKey(row), row);
    for (const { live, TrackFlag, DriverFlag, LastFlagStatus } of snapshot.cars) {
      const shown = { track: TrackFlag, driver: DriverFlag, last: LastFlagStatus };
      cars.set(live.invitationId, { live, flags: carFlagsOf(shown) });
    }
  };

  const countLap = (row: LapRow & { Counter: number }): void => {
    const { InvitationId, CarNumber, LapEpoch, Lap, lapTimeMs, crossedAt, Counter } = row;
    if (LapEpoch === lapEpoch) {
      const lap = { InvitationId, CarNumber, LapEpoch, Lap, lapTimeMs, crossedAt };
      if (!laps.has(lapKey(lap))) laps.set(lapKey(lap), lap);
    }
    const car = cars.get(InvitationId);
    if (car === undefined || car.live.lapEpoch > LapEpoch) return;
    if (car.live.lapEpoch === LapEpoch && car.live.counter >= Counter) return;
    car.live = { ...car.live, lapEpoch: LapEpoch, counter: Counter };
  };

  const beginEpoch = (epoch: number): void => {
    if (epoch <= lapEpoch) return;
    lapEpoch = epoch;
    laps.clear();
    for (const car of cars.values()) {
      if (car.live.lapEpoch < epoch)
        car.live = { ...car.live, lapEpoch: epoch, counter: 0, lastLapMs: null, bestLapMs: null };
    }
  };

  const showFlag = (flag: FlagRow): void => {
    const { FlagId, StateId, InvitationsSelected, SectorId } = flag;
    if (!flags.has(FlagId)) flags.set(FlagId, flag);
    const sent = { code: StateId, receivers: InvitationsSelected, sectorId: SectorId };
    const sector = sectorOfFlag(sent);
    sectorFlags = withSectorFlag(sectorFlags, sent, { SectorId: sector ?? 0, FlagId, StateId });
    for (const [car, shown] of cars) {
      const reached = InvitationsSelected.length === 0 || InvitationsSelected.includes(car);
      if (reached && isFlagCode(StateId)) shown.flags = withFlag(shown.flags, StateId, sector !== null);
    }
  };

  /** Notes it of the flag, or of the withdrawal, that has this id. */
  const note = (id: number, add: <Row extends Noted>(row: Row) => Row): void => {
    for (const [flagId, row] of flags) {
      if (flagId === id) flags.set(flagId, add(row));
      else if (row.Withdrawals.some(({ WithdrawalId }) => WithdrawalId === id))
        flags.set(flagId, {
          ...row,
          Withdrawals: row.Withdrawals.map((one) => (one.WithdrawalId === id ? add(one) : one)),
        });
    }
  };
  const isOf = (car: number) => (one: { readonly InvitationId: number }) => one.InvitationId === car;

  const showOnDevice = ({ FlagId, InvitationId, ShownAt }: FlagShown): void =>
    note(FlagId, (row) =>
      row.Shown.some(isOf(InvitationId)) ? row : { ...row, Shown: [...row.Shown, { InvitationId, ShownAt }] },
    );

  const takeBack = ({ flag, flags: rows, sectorFlags: sectors }: FlagWithdrawn): void => {
    flags.set(flag.FlagId, flag);
    showSectorFlags(sectors);
    for (const [id, car] of cars) {
      const row = rows.find(({ InvitationsSelected }) => InvitationsSelected.includes(id)) ?? rows[0];
      if (row === undefined) continue;
      const { TrackFlag: track, DriverFlag: driver, LastFlagStatus: last } = row;
      car.flags = carFlagsOf({ track, driver, last });
    }
  };

  const clearFlags = ({ clearedAt, alertIds, by }: FlagsCleared): void => {
    for (const [id, row] of flags) {
      const isCleared = row.ClearedAt === null && Date.parse(row.SentAt) <= Date.parse(clearedAt);
      if (isCleared) flags.set(id, { ...row, ClearedAt: clearedAt, ClearedBy: by });
    }
    for (const car of cars.values()) car.flags = NO_FLAGS;
    sectorFlags = {};
    for (const id of alertIds) {
      const row = alerts.get(id);
      if (row === undefined) continue;
      alerts.set(id, {
        ...row,
        ClearedAt: row.ClearedAt ?? clearedAt,
        ClearedBy: row.ClearedBy ?? by,
        AcknowledgedAt: row.AcknowledgedAt ?? clearedAt,
        AcknowledgedBy: row.AcknowledgedBy ?? by,
      });
    }
  };

  /** True if only a snapshot contains the change. */
  const apply = ({ type, data }: Reliable): boolean => {
    switch (type) {
      case 'DRIVER_ALERT':
        alerts.set(data.alert.AlertId, data.alert);
        return false;
      case 'UPDATE_COUNTER':
        countLap(data);
        return false;
      case 'FLAG_CONFIRMED': {
        const { InvitationId, ConfirmedAt } = data;
        note(data.FlagId, (row) =>
          row.Confirmed.some(isOf(InvitationId))
            ? row
            : { ...row, Confirmed: [...row.Confirmed, { InvitationId, ConfirmedAt }] },
        );
        return false;
      }
      case 'RACE_CONTROL':
        if (data.action === 'flagSent') showFlag(data.flag);
        if (data.action === 'flagWithdrawn') takeBack(data);
        if (data.action === 'flagsCleared') clearFlags(data);
        if (data.action === 'alertAcknowledged' || data.action === 'alertCleared')
          alerts.set(data.alert.AlertId, data.alert);
        if (data.action === 'noteWritten') notes.set(data.note.NoteId, data.note);
        if (data.action === 'carReported') {
          const { InvitationId, StoppedAt, ReportedAt } = data.report;
          reports.set(reportKey(data.report), data.report);
          const key = stopKey({ InvitationId, StoppedAt: StoppedAt ?? '' });
          const stop = stops.get(key);
          if (stop !== undefined) stops.set(key, { ...stop, AnsweredAt: ReportedAt });
        }
        if (data.action === 'stopChanged') {
          const { stop } = data;
          // As in a snapshot: what is over is kept if its driver was asked.
          if (stop.AskedAt === null && stop.DroveOnAt !== null) stops.delete(stopKey(stop));
          else stops.set(stopKey(stop), stop);
        }
        if (data.action === 'flagShown') showOnDevice(data);
        if (data.action === 'lapsReset') beginEpoch(data.lapEpoch);
        return data.action === 'eventChanged';
    }
  };

  const move = (moved: readonly LiveCar[]): boolean => {
    let known = true;
    for (const live of moved) {
      const car = cars.get(live.invitationId);
      if (car === undefined) known = false;
      else car.live = live;
    }
    return !known;
  };

  return {
    take(message) {
      if (message.type === 'SNAPSHOT') {
        begin(message.data);
        return false;
      }
      if (streamId === null) return false;
      if (message.data.streamId !== streamId) return true;
      if (message.type === 'CHANGE_POSITION') {
        const { data } = message;
        if (data.frame <= frame) return false;
        frame = data.frame;
        return move('cars' in data ? data.cars : decodeFrame(new Uint8Array(data.packed)).cars);
      }
      if (message.data.seq <= seq) return false;
      const gap = message.data.seq > seq + 1;
      seq = message.data.seq;
      return apply(message) || gap;
    },
    reset() {
      streamId = null;
    },
    text() {
      if (!isComplete) return null;
      const shownCars = [...cars].map(
        ([id, { live, flags: of }]) => [id, { live: packed(live), flags: of }] as const,
      );
      return JSON.stringify(
        {
          lapEpoch,
          alerts: sorted(alerts),
          flags: sorted(flags),
          sectorFlags,
          laps: sorted(laps),
          notes: sorted(notes),
          reports: sorted(reports),
          stops: sorted(stops),
          cars: sorted(shownCars),
        },
        null,
        1,
      );
    },
    flagsInForce: () =>
      [...flags.values()].filter(
        ({ ClearedAt, InvitationsSelected, Withdrawals }) =>
          ClearedAt === null &&
          !Withdrawals.some((row) => row.InvitationsSelected.length === InvitationsSelected.length),
      ),
    openAlerts: () => [...alerts.values()].filter(({ ClearedAt }) => ClearedAt === null),
  };
};
