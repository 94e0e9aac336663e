import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FLAGS, type FlagCode, type Snapshot, type SocketMessage } from '@flagpost/contracts';
import { createRaceStore } from '../../../testing/race-store.js';
import { EVENT_ID } from '../../../testing/race-data.js';
import { createRaceServer, type Happening, type RaceServer } from '../../../testing/race-server.js';
import { createLiveCars } from '../live-cars.js';
import { selectCars } from '../state/roster.js';
import { applyMessage } from './apply-message.js';
import { createFieldMonitor } from './field-monitor.js';
import { createMessageSequencer } from './message-sequencer.js';

/** A screen without a socket: it applies the messages it is passed. */
const aScreen = () => {
  const store = createRaceStore();
  const cars = createLiveCars();
  const field = createFieldMonitor(() => null);
  const sequencer = createMessageSequencer(EVENT_ID);
  let isWhole = false;
  return {
    take(message: SocketMessage): void {
      const { apply, needsSnapshot } = sequencer.accept(message);
      if (message.type === 'SNAPSHOT') isWhole = true;
      if (needsSnapshot) isWhole = false;
      for (const one of apply) {
        const isOutdated = applyMessage(one, { dispatch: store.dispatch, cars, field, nowMs: 0 });
        if (isOutdated) isWhole = false;
      }
    },
    cut: () => sequencer.reset(),
    isWhole: () => isWhole,
    /** The state that it shows, in the format of the server's `Truth`. */
    shows: () => {
      const { flags, alerts, laps, notes, carReports, timers, cautions } = store.getState();
      return {
        flags: flags.rows,
        sectorFlags: flags.sectorFlags,
        alerts: alerts.rows,
        laps: laps.rows,
        notes: notes.rows,
        reports: carReports.rows,
        lapEpoch: laps.epoch,
        timers: timers.timers,
        cars: selectCars(store.getState()).map(({ invitationId, flags: onCar }) => ({
          live: cars.live(invitationId),
          flags: onCar,
        })),
        standing: cautions.standing.map(({ invitationId }) => invitationId).sort(),
      };
    },
  };
};
type Screen = ReturnType<typeof aScreen>;

const truthOf = ({ truth: { cars, ...rest } }: RaceServer) => ({
  ...rest,
  cars: [...cars.values()],
  standing: [...cars].flatMap(([id, { live }]) => (live.stopped ? [id] : [])),
});

/** The way between them: it may lose, repeat, swap and cut, and a snapshot takes its time, as `createRoom` has it. */
const aLine = (server: RaceServer, screen: Screen) => {
  let cutFor = 0;
  let swapped: SocketMessage | null = null;
  const sent: SocketMessage[] = [];
  /** A snapshot under way: it is as old as its place says, its contents may be newer. */
  let arrival: {
    place: ReturnType<RaceServer['place']>;
    contents: Omit<Snapshot, keyof ReturnType<RaceServer['place']>> | null;
    held: SocketMessage[];
    readsIn: number;
    sendsIn: number;
  } | null = null;

  const ask = (delay: Delay): void => {
    arrival = { place: server.place(), contents: null, held: [], readsIn: delay[0], sendsIn: delay[1] };
  };
  const settle = (): void => {
    if (arrival === null) return;
    const { place, held } = arrival;
    const contents = arrival.contents ?? server.contents();
    arrival = null;
    screen.take({ type: 'SNAPSHOT', data: { ...contents, ...place, frame: server.place().frame } });
    held.forEach(screen.take);
  };
  const carry = (message: SocketMessage, fate: Fate): void => {
    if (fate === 'lost') return;
    if (fate === 'swapped' && swapped === null) {
      swapped = message;
      return;
    }
    screen.take(message);
    if (fate === 'twice') screen.take(structuredClone(message));
    const old = sent.at(-3);
    if (fate === 'and an old one' && old !== undefined) screen.take(structuredClone(old));
    if (swapped !== null) screen.take(swapped);
    swapped = null;
  };
  const goOn = (delay: Delay): void => {
    if (cutFor > 0) {
      cutFor -= 1;
      if (cutFor === 0) ask(delay);
      return;
    }
    if (arrival === null) {
      if (!screen.isWhole()) ask(delay);
      return;
    }
    if (arrival.readsIn-- === 0) arrival.contents = server.contents();
    if (arrival.readsIn < 0 && arrival.sendsIn-- === 0) settle();
  };

  return {
    send(message: SocketMessage | null, fate: Fate, delay: Delay): void {
      if (message !== null) {
        if (arrival !== null && message.type !== 'CHANGE_POSITION') arrival.held.push(message);
        else if (arrival === null && cutFor === 0) carry(message, fate);
        sent.push(message);
      }
      goOn(delay);
    },
    /** The server has restarted: its pending messages are lost. */
    restarted(delay: Delay): void {
      swapped = null;
      if (arrival !== null) ask(delay);
    },
    cut(messages: number): void {
      if (cutFor === 0) cutFor = messages;
      arrival = null;
      swapped = null;
      screen.cut();
    },
    join: () => {
      ask([0, 0]);
      settle();
    },
    repeatAll: () => sent.toReversed().forEach((message) => screen.take(structuredClone(message))),
    isQuiet: () => cutFor === 0 && arrival === null && screen.isWhole(),
  };
};

const fates = ['arrives', 'arrives', 'arrives', 'lost', 'twice', 'swapped', 'and an old one'] as const;
type Fate = (typeof fates)[number];
type Delay = [number, number];

const car = fc.integer({ min: 1, max: 4 });
const of = <K extends Happening['kind'], R extends object>(
  kind: K,
  rest: { [P in keyof R]: fc.Arbitrary<R[P]> },
) => fc.record({ kind: fc.constant(kind), ...rest }) as unknown as fc.Arbitrary<{ kind: K } & R>;

const happening: fc.Arbitrary<Happening> = fc.oneof(
  of('flag', {
    code: fc.constantFrom<FlagCode>(...Object.values(FLAGS)),
    to: fc.uniqueArray(car, { maxLength: 2 }),
    sector: fc.option(fc.integer({ min: 21, max: 22 })),
  }),
  of('withdraw', { flag: fc.nat(2), from: fc.option(car) }),
  of('confirm', { flag: fc.nat(1), car }),
  of('clearFlags', {}),
  of('sos', { car }),
  of('acknowledge', { alert: fc.nat(2) }),
  of('clearSos', { alert: fc.nat(2) }),
  of('lap', { car }),
  of('resetLaps', {}),
  of('note', {}),
  of('show', { flag: fc.nat(1), car }),
  of('report', { report: fc.constantFrom('ok', 'hazard'), car }),
  of('timer', { elapsedMs: fc.nat(5_000) }),
  of('drive', { car, lat: fc.constantFrom(44.5, 44.6, 44.7), stopped: fc.boolean() }),
  of('enter', {}),
  of('restart', {}),
);
const step = fc.record({
  happening: fc.oneof({ weight: 9, arbitrary: happening }, { weight: 1, arbitrary: fc.constant(null) }),
  fate: fc.constantFrom(...fates),
  delay: fc.tuple(fc.nat(3), fc.nat(2)),
  cutFor: fc.integer({ min: 1, max: 4 }),
});

describe('a screen that loses, repeats and reorders messages, is cut off and meets a server that began anew', () => {
  it('shows the truth as soon as it has the snapshots that it asked for', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (script) => {
        const server = createRaceServer();
        const screen = aScreen();
        const line = aLine(server, screen);
        line.join();
        for (const { happening: happens, fate, delay, cutFor } of script) {
          if (happens === null) line.cut(cutFor);
          else {
            const message = server.happen(happens);
            if (happens.kind === 'restart') line.restarted(delay);
            line.send(message, fate, delay);
          }
        }
        // A loss shows when something follows it, a lost frame when the whole state comes again.
        for (let left = 20; left > 0 || !line.isQuiet(); left -= 1) {
          const message = server.happen({ kind: 'timer', elapsedMs: left });
          line.send(message, 'arrives', [0, 0]);
          if (left < -20) throw new Error('The screen never becomes whole.');
        }
        line.send(server.wholeFrame(), 'arrives', [0, 0]);
        expect(screen.shows()).toEqual(truthOf(server));
        line.repeatAll();
        expect(screen.shows()).toEqual(truthOf(server));
      }),
      { numRuns: 400 },
    );
  });

  it('needs no further snapshot when nothing was lost', () => {
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 40 }), (happenings) => {
        const server = createRaceServer();
        const screen = aScreen();
        aLine(server, screen).join();
        for (const happens of happenings) {
          if (happens.kind === 'restart' || happens.kind === 'enter') continue;
          const message = server.happen(happens);
          if (message === null) continue;
          screen.take(message);
          screen.take(structuredClone(message));
        }
        screen.take(server.wholeFrame());
        expect(screen.isWhole()).toBe(true);
        expect(screen.shows()).toEqual(truthOf(server));
      }),
      { numRuns: 100 },
    );
  });
});
