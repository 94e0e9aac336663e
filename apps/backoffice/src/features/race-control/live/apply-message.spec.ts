import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FLAGS, type SocketMessage } from '@flagpost/contracts';
import { encodeFrame } from '@flagpost/telemetry';
import { createStore } from '../../../app/store.js';
import { aFlag, aLiveCar, anAlert, aSnapshot, aSnapshotCar, EVENT_ID } from '../../../testing/race.js';
import { createLiveCars } from '../live-cars.js';
import { selectCars } from '../state/roster.js';
import { applyMessage } from './apply-message.js';
import { createMessageGate } from './message-gate.js';

/** A screen without a socket: what it is given, it applies. */
const aScreen = () => {
  const store = createStore();
  const cars = createLiveCars();
  const gate = createMessageGate(EVENT_ID);
  let isWhole = true;
  const take = (message: SocketMessage): void => {
    const { apply, needsSnapshot } = gate.accept(message);
    if (message.type === 'SNAPSHOT') isWhole = true;
    if (needsSnapshot) isWhole = false;
    for (const one of apply) applyMessage(one, { dispatch: store.dispatch, cars, nowMs: 0 });
  };
  return {
    take,
    isWhole: () => isWhole,
    state: () => {
      const { roster, flags, alerts, laps, timers } = store.getState();
      return {
        roster,
        flags: flags.rows,
        alerts: alerts.rows,
        laps: { epoch: laps.epoch, rows: laps.rows },
        timers: timers.timers,
      };
    },
    cars: () => selectCars(store.getState()),
  };
};
type Screen = ReturnType<typeof aScreen>;

type Happening =
  | { kind: 'flag'; code: number; to: number[] }
  | { kind: 'confirm'; flag: number; car: number }
  | { kind: 'clear' }
  | { kind: 'sos'; car: number }
  | { kind: 'acknowledge'; alert: number }
  | { kind: 'lap'; car: number }
  | { kind: 'reset' }
  | { kind: 'timer'; elapsedMs: number };

const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({
    kind: fc.constant('flag' as const),
    code: fc.constantFrom(...Object.values(FLAGS)),
    to: fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { maxLength: 2 }),
  }),
  fc.record({ kind: fc.constant('confirm' as const), flag: fc.nat(5), car: fc.integer({ min: 1, max: 3 }) }),
  fc.constant({ kind: 'clear' as const }),
  fc.record({ kind: fc.constant('sos' as const), car: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant('acknowledge' as const), alert: fc.nat(5) }),
  fc.record({ kind: fc.constant('lap' as const), car: fc.integer({ min: 1, max: 3 }) }),
  fc.constant({ kind: 'reset' as const }),
  fc.record({ kind: fc.constant('timer' as const), elapsedMs: fc.nat(5_000) }),
);

/** Turns happenings into the messages that a server would number. */
const messagesOf = (happenings: readonly Happening[]): SocketMessage[] => {
  const laps = new Map<number, number>();
  let epoch = 0;
  let flags = 0;
  let alerts = 0;
  return happenings.map((happened, index): SocketMessage => {
    const base = { eventId: EVENT_ID, streamId: 'stream', seq: index + 1 };
    const at = new Date(1_700_000_000_000 + index * 1_000).toISOString();
    switch (happened.kind) {
      case 'flag':
        return {
          type: 'RACE_CONTROL',
          data: {
            ...base,
            action: 'flagSent',
            flag: aFlag(++flags, { StateId: happened.code, InvitationsSelected: happened.to, SentAt: at }),
          },
        };
      case 'confirm':
        return {
          type: 'FLAG_CONFIRMED',
          data: { ...base, FlagId: happened.flag, InvitationId: happened.car, ConfirmedAt: at },
        };
      case 'clear':
        return {
          type: 'RACE_CONTROL',
          data: {
            ...base,
            action: 'flagsCleared',
            clearedAt: at,
            alertIds: Array.from({ length: alerts }, (_, id) => id + 1),
            by: { Id: 3, Name: 'Dora' },
          },
        };
      case 'sos':
        return {
          type: 'DRIVER_ALERT',
          data: { ...base, alert: anAlert(++alerts, { InvitationId: happened.car, RaisedAt: at }) },
        };
      case 'acknowledge':
        return {
          type: 'RACE_CONTROL',
          data: {
            ...base,
            action: 'alertAcknowledged',
            alert: anAlert(happened.alert, { AcknowledgedAt: at }),
          },
        };
      case 'lap': {
        const lap = (laps.get(happened.car) ?? 0) + 1;
        laps.set(happened.car, lap);
        return {
          type: 'UPDATE_COUNTER',
          data: {
            ...base,
            InvitationId: happened.car,
            CarNumber: String(happened.car),
            LapEpoch: epoch,
            Lap: lap,
            lapTimeMs: 100_000,
            crossedAt: at,
            Counter: lap,
          },
        };
      }
      case 'reset':
        laps.clear();
        return {
          type: 'RACE_CONTROL',
          data: { ...base, action: 'lapsReset', lapEpoch: ++epoch, beganAt: at },
        };
      case 'timer':
        return {
          type: 'RACE_CONTROL',
          data: {
            ...base,
            action: 'timersChanged',
            timersAt: at,
            timers: [{ TimerId: 1, Title: 'Briefing', RunningSince: at, ElapsedMs: happened.elapsedMs }],
          },
        };
    }
  });
};

/** What the server would tell a newcomer, read from a screen that missed nothing. */
const snapshotOf = (truth: Screen, seq: number): SocketMessage => {
  const { flags, alerts, laps, timers } = truth.state();
  return {
    type: 'SNAPSHOT',
    data: aSnapshot({
      seq,
      lapEpoch: laps.epoch,
      flags,
      alerts,
      laps: laps.rows,
      timers,
      cars: truth.cars().map((car) =>
        aSnapshotCar(car.invitationId, {
          TrackFlag: car.flags.track,
          DriverFlag: car.flags.driver,
          LastFlagStatus: car.flags.last,
        }),
      ),
    }),
  };
};

const fate = fc.constantFrom('arrives', 'arrives', 'arrives', 'lost', 'twice', 'and an old one');

describe('a screen that loses, repeats and reorders messages', () => {
  it('agrees with one that missed nothing as soon as it has the snapshots that it asked for', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(happening, fate), { maxLength: 40 }), (script) => {
        // The last message arrives: a loss shows when something follows it.
        const messages = messagesOf([...script.map(([happened]) => happened), { kind: 'sos', car: 1 }]);
        const truth = aScreen();
        const screen = aScreen();
        truth.take({ type: 'SNAPSHOT', data: aSnapshot() });
        screen.take({ type: 'SNAPSHOT', data: aSnapshot() });
        messages.forEach((message, index) => {
          truth.take(message);
          const happens = script[index]?.[1] ?? 'arrives';
          if (happens !== 'lost') screen.take(message);
          if (!screen.isWhole()) screen.take(snapshotOf(truth, index + 1));
          const old = happens === 'twice' ? message : messages[index - 3];
          if (happens === 'twice' || (happens === 'and an old one' && old !== undefined)) {
            screen.take(old ?? message);
          }
        });
        expect(screen.state()).toEqual(truth.state());
      }),
      { numRuns: 200 },
    );
  });

  it('agrees without any snapshot when nothing was lost', () => {
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 40 }), (happenings) => {
        const [truth, screen] = [aScreen(), aScreen()];
        for (const message of [{ type: 'SNAPSHOT', data: aSnapshot() } as const, ...messagesOf(happenings)]) {
          truth.take(message);
          screen.take(message);
          screen.take({ ...message });
        }
        expect(screen.isWhole()).toBe(true);
        expect(screen.state()).toEqual(truth.state());
      }),
      { numRuns: 100 },
    );
  });
});

it('reads packed positions', () => {
  const store = createStore();
  const cars = createLiveCars();
  const apply = (message: SocketMessage) =>
    applyMessage(message, { dispatch: store.dispatch, cars, nowMs: 0 });
  apply({ type: 'SNAPSHOT', data: aSnapshot() });
  const frame = {
    eventId: EVENT_ID,
    serverTime: 1_001_000,
    cars: [aLiveCar(2, { speedKph: 87.5, stopped: true })],
  };
  const { buffer, byteOffset, byteLength } = encodeFrame(frame);
  const packed = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
  const data = { eventId: EVENT_ID, streamId: 'stream', frame: 1, serverTime: frame.serverTime, packed };
  expect(apply({ type: 'CHANGE_POSITION', data })).toBe(false);
  expect(cars.row(2)).toMatchObject({ speedKph: 87.5, state: 'stopped' });
});
