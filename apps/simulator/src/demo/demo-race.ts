import type { LatLng } from '@flagpost/contracts';
import { CENTRE_LINE, LENGTH_M, placeOf, sampleAt, STEP_M } from './circuit.js';
import { ENTRIES, type CarClass, type Entry } from './entries.js';
import { paceOf, sampleAfter, type Pace } from './pace.js';
import { chance, normal } from './random.js';

/** The readings of the phone in a car at one moment. */
export interface Moment {
  /** As the receiver has it: some metres beside the truth. */
  readonly place: LatLng;
  readonly speedKph: number;
  readonly headingDeg: number;
  /** How often the car has crossed the finish line, the first time included. */
  readonly crossings: number;
  /** Without network: fixes of this time are sent later. */
  readonly outOfReach: boolean;
  readonly sos: boolean;
}

/**
 * The demo race as a function of time: the same seed and start give the same race, in any order of calls.
 * Times are epoch ms; cars are indexes into the entries.
 */
export interface DemoRace {
  at(car: number, t: number): Moment;
}

type IncidentKind = 'stop' | 'dropout' | 'sos';
interface Incident {
  readonly kind: IncidentKind;
  /** Sample of the lap at which it happens, and how long it lasts. */
  readonly sample: number;
  readonly lastsMs: number;
}

const GPS_NOISE_M = 1.5;
const GRID_GAP_M = 8;
const GRID_GAP_MS = 1_200;
/** The first car starts this far before the line, outside any finish circle. */
const POLE_M = 120;

/** How likely a lap sees one: with 24 cars a stop and a dropout every five minutes or so, an SOS every fifteen. */
const LIKELY: readonly (readonly [IncidentKind, number])[] = [
  ['stop', 0.016],
  ['dropout', 0.016],
  ['sos', 0.005],
];
/** Seconds that each lasts, at least and at most. */
const LASTS_S: Readonly<Record<IncidentKind, readonly [number, number]>> = {
  stop: [20, 45],
  dropout: [30, 50],
  sos: [60, 90],
};
/** Whoever opens the demo sees one of each within the first lap, early in it. By car. */
const FIRST_LAP: Readonly<Record<number, IncidentKind>> = { 9: 'stop', 13: 'dropout', 18: 'sos' };

/** What a chance is asked for. */
const ASK = { incident: 1, where: 2, lasts: 3, pace: 4, skill: 5, east: 6, north: 7 } as const;

interface Lap {
  readonly number: number;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly pace: Pace;
  /** How much slower than the class can be driven. */
  readonly slower: number;
  readonly incident: Incident | null;
}

export const createRace = (seed: number, startsAt: number, entries: readonly Entry[] = ENTRIES): DemoRace => {
  const paces = new Map<CarClass, Pace>();
  const laps = new Map<number, Lap>();

  const entryOf = (car: number) => {
    const entry = entries[car];
    if (entry === undefined) throw new RangeError(`There is no car ${car}.`);
    return entry;
  };

  const incidentOf = (car: number, lap: number): Incident | null => {
    const drawn = chance(seed, car, lap, ASK.incident);
    let below = 0;
    const kind =
      lap === 1 && FIRST_LAP[car] !== undefined
        ? FIRST_LAP[car]
        : LIKELY.find(([, likely]) => drawn < (below += likely))?.[0];
    if (kind === undefined || lap === 0) return null;
    const [least, most] = LASTS_S[kind];
    return {
      kind,
      sample: Math.floor(
        CENTRE_LINE.length * (lap === 1 ? 0.2 : 0.2 + 0.5 * chance(seed, car, lap, ASK.where)),
      ),
      lastsMs: 1_000 * (least + (most - least) * chance(seed, car, lap, ASK.lasts)),
    };
  };

  const usualPace = (kind: CarClass): Pace => {
    const pace = paces.get(kind) ?? paceOf(kind);
    paces.set(kind, pace);
    return pace;
  };

  const lapOf = (car: number, number: number, lapStartsAt: number): Lap => {
    const kind = entryOf(car).car;
    const incident = incidentOf(car, number);
    const stands = incident !== null && incident.kind !== 'dropout';
    const pace = stands ? paceOf(kind, incident.sample) : usualPace(kind);
    const slower =
      1.01 + 0.025 * chance(seed, car, ASK.skill) + 0.004 * Math.abs(normal(seed, car, number, ASK.pace));
    const driven = pace.lapMs * slower + (stands ? incident.lastsMs : 0);
    return { number, startsAt: lapStartsAt, endsAt: lapStartsAt + driven, pace, slower, incident };
  };

  /** The way to the line: lap 0, of which only the end is driven. */
  const outLap = (car: number): Lap => {
    const lap = lapOf(car, 0, 0);
    const from = msAfterMetres(lap.pace, LENGTH_M - POLE_M - car * GRID_GAP_M) * lap.slower;
    const shift = startsAt + car * GRID_GAP_MS - from;
    return { ...lap, startsAt: shift, endsAt: lap.endsAt + shift };
  };

  const lapAt = (car: number, t: number): Lap => {
    const known = laps.get(car);
    let lap = known !== undefined && known.startsAt <= t ? known : outLap(car);
    while (lap.endsAt <= t) lap = lapOf(car, lap.number + 1, lap.endsAt);
    laps.set(car, lap);
    return lap;
  };

  return {
    at(car, t) {
      const lap = lapAt(car, Math.max(t, startsAt + car * GRID_GAP_MS));
      const { pace, slower, incident } = lap;
      const passed = Math.max(t, startsAt + car * GRID_GAP_MS) - lap.startsAt;
      const happensAt = incident === null ? Infinity : (pace.passedMs[incident.sample] ?? 0) * slower;
      const lastsMs = incident?.lastsMs ?? 0;
      const during = passed >= happensAt && passed < happensAt + lastsMs;
      const stands = during && incident?.kind !== 'dropout';
      const stood =
        incident === null || incident.kind === 'dropout'
          ? 0
          : Math.min(lastsMs, Math.max(0, passed - happensAt));
      const { index, share } = sampleAfter(pace, (passed - stood) / slower);
      const [from, to] = [sampleAt(index * STEP_M), sampleAt((index + 1) * STEP_M)];
      const noise = (axis: number): number =>
        GPS_NOISE_M * normal(seed, car, Math.floor((t - startsAt) / 100), axis);
      const waiting = t < startsAt + car * GRID_GAP_MS;
      return {
        place: placeOf([
          from.east + share * (to.east - from.east) + noise(ASK.east),
          from.north + share * (to.north - from.north) + noise(ASK.north),
        ]),
        speedKph: stands || waiting ? 0 : (pace.speedKph[index % pace.speedKph.length] ?? 0) / slower,
        headingDeg: from.headingDeg,
        crossings: lap.number,
        outOfReach: during && incident?.kind === 'dropout',
        sos: during && incident?.kind === 'sos',
      };
    },
  };
};

/** Milliseconds that a car needs from the finish line to so many metres beyond it. */
const msAfterMetres = (pace: Pace, metres: number): number => pace.passedMs[Math.floor(metres / STEP_M)] ?? 0;
