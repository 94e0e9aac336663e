import type {
  AlertRow,
  FlagRow,
  LiveCar,
  RaceControlChange,
  Snapshot,
  SocketMessage,
} from '@flagpost/contracts';
import { encodeFrame } from '@flagpost/telemetry';
import { EMPTY_RACE } from '@flagpost/testing';
import { carAt, FRAMES_PER_S } from './frames.ts';

/** The messages of a race to a screen, generated as fast as they are requested: no race runs behind them. */
export interface FedRace {
  /** The current state of the race. */
  snapshot(): SocketMessage;
  /** The messages of the next tenth of a second of the race. */
  next(): SocketMessage[];
}

const FRAME_MS = 1_000 / FRAMES_PER_S;
/** Every car finishes a stage so often, each in its own second. */
const STAGE_S = 600;
const FLAG_EVERY_S = 60;
const FLAG_LASTS_S = 30;
const SOS_EVERY_S = 300;
const SOS_LASTS_S = 60;
const STREAM = 'fed';
const SOMEBODY = { Id: 3, Name: 'Dora Direttore' };
const YELLOW = 806;

/**
 * So many cars at 1 Hz, a stage of each every ten minutes; a yellow flag every minute that every tenth car confirms, and an
 * SOS every five minutes; every hundredth car stops for a minute now and then, and another is silent.
 */
export const createFedRace = (eventId: number, cars: number, startsAt: number): FedRace => {
  let seq = 0;
  let frame = 0;
  let open: { flag: FlagRow | null; alert: AlertRow | null } = { flag: null, alert: null };
  const field = { cars, hz: 1, seconds: Infinity, startsAt };
  const nowMs = (): number => startsAt + frame * FRAME_MS;
  const secondOf = (): number => frame / FRAMES_PER_S;
  const iso = (): string => new Date(nowMs()).toISOString();
  const idOf = (index: number): number => carAt(field, index, startsAt).invitationId;
  const counterOf = (index: number): number => Math.floor((secondOf() + (index % STAGE_S)) / STAGE_S);

  const stateOf = (index: number): LiveCar => {
    const minute = Math.floor(secondOf() / 60);
    const isOut = (index + minute) % 100 === 0;
    return {
      ...carAt(field, index, nowMs()),
      counter: counterOf(index),
      stopped: isOut && index % 2 === 0,
      offline: isOut && index % 2 === 1,
      sos: open.alert?.InvitationId === idOf(index),
    };
  };

  const numbered = () => ({ eventId, streamId: STREAM, seq: ++seq });

  const positions = (): SocketMessage => {
    const due = Array.from({ length: cars }, (_, index) => index).filter(
      (index) => (index + frame) % FRAMES_PER_S === 0,
    );
    const packed = encodeFrame({ eventId, serverTime: nowMs(), cars: due.map(stateOf) });
    return {
      type: 'CHANGE_POSITION',
      data: { eventId, streamId: STREAM, frame, serverTime: nowMs(), packed },
    };
  };

  const laps = (): SocketMessage[] =>
    Array.from({ length: cars }, (_, index) => index)
      .filter((index) => (secondOf() + (index % STAGE_S)) % STAGE_S === 0)
      .map((index) => ({
        type: 'UPDATE_COUNTER',
        data: {
          ...numbered(),
          InvitationId: idOf(index),
          CarNumber: String(index + 1),
          LapEpoch: 0,
          Lap: counterOf(index),
          Counter: counterOf(index),
          lapTimeMs: STAGE_S * 1_000 + index,
          crossedAt: iso(),
        },
      }));

  const flags = (): SocketMessage[] => {
    const since = secondOf() % FLAG_EVERY_S;
    if (since === 0) {
      const flag: FlagRow = {
        FlagId: 1 + secondOf() / FLAG_EVERY_S,
        StateId: YELLOW,
        Message: '',
        InvitationsSelected: [],
        SectorId: null,
        SectorImg: null,
        SanctionedDriver: null,
        SentAt: iso(),
        SentBy: SOMEBODY,
        Shown: [],
        Confirmed: [],
        Withdrawals: [],
        ClearedAt: null,
        ClearedBy: null,
      };
      open = { ...open, flag };
      return [
        { type: 'RACE_CONTROL', data: { ...numbered(), action: 'flagSent', flag, correlationId: 'bench' } },
      ];
    }
    const { flag } = open;
    if (flag !== null && since === FLAG_LASTS_S) {
      open = { ...open, flag: null };
      const cleared: RaceControlChange = {
        action: 'flagsCleared',
        clearedAt: iso(),
        alertIds: [],
        by: SOMEBODY,
      };
      return [{ type: 'RACE_CONTROL', data: { ...numbered(), ...cleared } }];
    }
    if (flag === null || since % 1 !== 0 || since > 10) return [];
    return Array.from({ length: Math.floor(cars / 100) }, (_, k) => ({
      type: 'FLAG_CONFIRMED',
      data: {
        ...numbered(),
        FlagId: flag.FlagId,
        InvitationId: idOf(k * 100 + since),
        ConfirmedAt: iso(),
      },
    }));
  };

  const alerts = (): SocketMessage[] => {
    const since = secondOf() % SOS_EVERY_S;
    if (since === 0) {
      const number = Math.floor(secondOf() / SOS_EVERY_S);
      const index = (number * 37) % cars;
      const alert: AlertRow = {
        AlertId: number + 1,
        AlertType: 5,
        InvitationId: idOf(index),
        CarNumber: String(index + 1),
        Pilot: 'Ada Rossi',
        RaisedAt: iso(),
        SpeedBefore: 143.2,
        AcknowledgedAt: null,
        AcknowledgedBy: null,
        ClearedBy: null,
        ClearedAt: null,
      };
      open = { ...open, alert };
      return [{ type: 'DRIVER_ALERT', data: { ...numbered(), alert } }];
    }
    if (open.alert === null || since !== SOS_LASTS_S) return [];
    const alert = { ...open.alert, AcknowledgedAt: iso(), AcknowledgedBy: SOMEBODY, ClearedAt: iso() };
    open = { ...open, alert: null };
    return [{ type: 'RACE_CONTROL', data: { ...numbered(), action: 'alertCleared', alert } }];
  };

  const snapshot = (): Snapshot => ({
    ...EMPTY_RACE,
    eventId,
    streamId: STREAM,
    seq,
    frame,
    serverTime: nowMs(),
    cars: Array.from({ length: cars }, (_, index) => ({
      live: stateOf(index),
      CarNumber: String(index + 1),
      Name: 'Ada',
      Surname: 'Rossi',
      UserId: index + 1,
      CategoryId: 1,
      Category: 'Rally2',
      TrackFlag: open.flag?.StateId ?? null,
      DriverFlag: null,
      LastFlagStatus: open.flag?.StateId ?? null,
    })),
    alerts: open.alert === null ? [] : [open.alert],
    flags: open.flag === null ? [] : [open.flag],
    timersAt: iso(),
  });

  return {
    snapshot: () => ({ type: 'SNAPSHOT', data: snapshot() }),
    next() {
      frame += 1;
      const isWholeSecond = frame % FRAMES_PER_S === 0;
      return [...(isWholeSecond ? [...flags(), ...alerts(), ...laps()] : []), positions()];
    },
  };
};
