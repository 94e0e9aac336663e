import { describe, expect, it } from '@jest/globals';
import { describeRecorded } from '@flagpost/testing/describe-recorded';
import type { RecordedFix } from '@flagpost/telemetry/recordings';
import { apartM } from '@flagpost/telemetry';
import { isClosed, lengthM, offLineM, type Line } from '../line.js';
import { apartFrom, driveAlong, roadAmerica } from '../testing/drives.js';
import { line, place } from '../testing/lines.js';
import type { DriveFix } from './path.js';
import { trackFromDrive } from './track-from-drive.js';

/** Two hairpins, a chicane, and a straight that is passed a second time 60 m beside, the same way. */
const CIRCUIT = line(
  [0, 0],
  [900, 0],
  [960, 60],
  [900, 120],
  [300, 120],
  [240, 180],
  [300, 240],
  [700, 300],
  [700, 700],
  [-500, 700],
  [-500, 60],
  [500, 60],
  [560, 0],
  [560, -300],
  [-300, -300],
  [-300, 0],
  [0, 0],
);
const T = Date.UTC(2026, 4, 9, 8);
const rounds = (
  laps: number,
  more: { mps?: number; noiseM?: number; fromM?: number; t?: number } = {},
): DriveFix[] => driveAlong(CIRCUIT, { laps, mps: 30, noiseM: 3, seed: 5, t: T, ...more });
const WAY = line([0, 0], [2_000, 300], [4_000, -200], [9_000, 2_500]);
const way = (points: Line, t = T): DriveFix[] =>
  driveAlong(points, { laps: 1, mps: 25, noiseM: 0, seed: 1, t });

const expectCircuit = (track: ReturnType<typeof trackFromDrive>, meanM = 3): void => {
  expect(track.isClosed).toBe(true);
  expect(isClosed(track.line)).toBe(true);
  expect(apartFrom(CIRCUIT, track.line).meanM).toBeLessThan(meanM);
  expect(apartFrom(track.line, CIRCUIT).meanM).toBeLessThan(meanM);
};

describe('a drive of several laps', () => {
  it('gives a closed line near the way, nearer with more laps', () => {
    const [few, many] = [trackFromDrive(rounds(1.3)), trackFromDrive(rounds(12))];
    expectCircuit(few);
    expectCircuit(many, 1.5);
    expect(apartFrom(CIRCUIT, many.line).meanM).toBeLessThan(apartFrom(CIRCUIT, few.line).meanM);
    expect(few.laps).toBe(1);
    expect(many.laps).toBeGreaterThanOrEqual(11);
    expect(many.errorM).toBeLessThanOrEqual(0.3);
  });

  it('goes the way that was driven', () => {
    const { line: there } = trackFromDrive(rounds(3));
    const { line: back } = trackFromDrive(
      driveAlong(CIRCUIT.toReversed(), { laps: 3, mps: 30, noiseM: 3, seed: 5 }),
    );
    const isBefore = (points: Line, one: Line[number], other: Line[number]): boolean => {
      const at = (place: Line[number]) =>
        points.reduce((best, each, i) => (apartM(each, place) < apartM(points[best]!, place) ? i : best), 0);
      return (at(one) - at(other) + points.length) % points.length > points.length / 2;
    };
    expect(isBefore(there, place(900, 0), place(700, 300))).toBe(true);
    expect(isBefore(back, place(900, 0), place(700, 300))).toBe(false);
  });

  it('needs no times', () => {
    expectCircuit(trackFromDrive(rounds(4).map(({ lat, lng }) => ({ lat, lng }))), 2);
  });

  it('begins where the drive meets itself, and has its start and finish there', () => {
    const toTrack = way(line([-6_000, 900], [-1_500, 500], [-505, 500]));
    const { fromM, t } = { fromM: lengthM(CIRCUIT.slice(0, 10)) + 200, t: T + 400_000 };
    const track = trackFromDrive([...toTrack, ...rounds(3, { fromM, t })]);
    expectCircuit(track, 2);
    expect(apartM(track.start!, place(-500, 490))).toBeLessThan(50);
    expect(track.finish).toEqual(track.start);
    expect(track.line[0]).toEqual(track.start);
  });

  it('begins at a finish that is known', () => {
    const finish = place(500, 2);
    const track = trackFromDrive(rounds(4, { fromM: 1_300 }), { finish });
    expectCircuit(track, 2);
    expect(apartM(track.line[0]!, finish)).toBeLessThan(8);
    expect(track.finish).toEqual(finish);
    expect(track.laps).toBe(3);
  });

  it('loses standing, jumps and laps with gaps', () => {
    const driven = rounds(6);
    const standing = driven
      .slice(100, 101)
      .flatMap((at) => Array.from({ length: 300 }, () => ({ ...at, lat: at.lat })));
    const jump = { ...place(9_000, 9_000), t: (driven[150]?.t ?? 0) - 500 };
    const fixes = [
      ...driven.slice(0, 101),
      ...standing,
      ...driven.slice(101, 150),
      jump,
      ...driven.slice(150, 300),
      ...driven.slice(360),
    ];
    expectCircuit(trackFromDrive(fixes), 2);
  });

  it('is hardly drawn away by one lap through the pit lane', () => {
    const PIT = CIRCUIT.with(0, place(0, 14))
      .with(CIRCUIT.length - 1, place(0, 14))
      .toSpliced(1, 0, place(500, 14));
    const fixes = [
      ...rounds(4, { noiseM: 1 }),
      ...driveAlong(PIT, { laps: 1, mps: 20, noiseM: 1, seed: 2, t: T + 3_600_000 }),
    ];
    const { line: drawn } = trackFromDrive(fixes);
    expect(offLineM(drawn, place(300, 0))).toBeLessThan(4);
  });
});

describe('a circuit that comes back beside its finish', () => {
  it.each([
    [
      'the other way, 35 m away,',
      line(
        [-400, 0],
        [500, 0],
        [500, 35],
        [-300, 35],
        [-300, 800],
        [700, 800],
        [700, -500],
        [-400, -500],
        [-400, 0],
      ),
    ],
    [
      'the same way, 40 m away,',
      line(
        [-400, 0],
        [500, 0],
        [500, 600],
        [-500, 600],
        [-500, 40],
        [600, 40],
        [600, -500],
        [-400, -500],
        [-400, 0],
      ),
    ],
  ])('%s is one whole lap', (_, known) => {
    const fixes = driveAlong(known, { laps: 4, mps: 40, noiseM: 0, seed: 1, fromM: 1_500, t: T });
    const track = trackFromDrive(fixes, { finish: place(0, 0) });
    expect(track.isClosed).toBe(true);
    expect(lengthM(track.line)).toBeGreaterThan(0.96 * lengthM(known));
    expect(lengthM(track.line)).toBeLessThan(1.01 * lengthM(known));
    expect(apartFrom(known, track.line).meanM).toBeLessThan(3);
  });
});

describe('a drive of one lap', () => {
  it('that does not overlap is closed', () => {
    expectCircuit(trackFromDrive(rounds(0.985)));
    expectCircuit(trackFromDrive(rounds(1)));
  });
});

describe('an open drive', () => {
  it('is an open line from its start to its finish', () => {
    const track = trackFromDrive(way(WAY));
    expect(track).toMatchObject({ isClosed: false, laps: 0 });
    expect(apartFrom(WAY, track.line).meanM).toBeLessThan(3);
    expect(track.start).toEqual(track.line[0]);
    expect(track.finish).toEqual(track.line.at(-1));
    expect(track.line.length).toBeLessThan(20);
  });

  it('is one that comes back on the same road, and one with a short way round', () => {
    const back = way([...WAY, ...WAY.toReversed().slice(1)]);
    expect(trackFromDrive(back).isClosed).toBe(false);
    const roundTheBlock = way(
      line([0, 0], [5_000, 0], [5_000, 300], [4_700, 300], [4_700, 0], [5_200, 0], [9_000, 0]),
    );
    expect(trackFromDrive(roundTheBlock).isClosed).toBe(false);
  });

  it('has no more points than asked', () => {
    const track = trackFromDrive(driveAlong(WAY, { laps: 1, mps: 10, noiseM: 3, seed: 1 }), { most: 50 });
    expect(track.line).toHaveLength(50);
    expect(track.errorM).toBeGreaterThan(0.3);
  });
});

it('gives nothing for a car that stood, or without fixes', () => {
  const nothing = { line: [], start: null, finish: null, laps: 0, errorM: 0, isClosed: false };
  expect(trackFromDrive([])).toEqual(nothing);
  expect(trackFromDrive([place(0, 0), place(1, 1), place(0, 2)])).toEqual(nothing);
  expect(
    trackFromDrive([
      { lat: NaN, lng: 0 },
      { lat: 91, lng: 0 },
    ]),
  ).toEqual(nothing);
});

describeRecorded('Road America', () => {
  const secondOfDay = ({ t }: RecordedFix): number => (t / 1_000) % 86_400;
  /** Crossings of the finish in run 04, seconds of the day: a flying lap, and one into the pits. */
  const CROSSED = [71_148.65, 71_263.609, 71_395.209] as const;
  const [first, second, third] = [roadAmerica('Run01_KO'), roadAmerica('Run04_KO'), roadAmerica('Run05_TL')];
  const flying = second.filter((fix) => secondOfDay(fix) > CROSSED[0] && secondOfDay(fix) < CROSSED[1]);
  const toPits = second.filter((fix) => secondOfDay(fix) > CROSSED[1] && secondOfDay(fix) < CROSSED[2]);
  const without = (lap: readonly RecordedFix[]) => second.filter((fix) => !lap.includes(fix));
  const at1Hz = (fixes: readonly RecordedFix[]) => fixes.filter((_, i) => i % 25 === 7);

  it.each([
    ['run 01', first, [...second, ...third], 3],
    ['run 05', third, [...first, ...second], 3],
    // Others went slowly out of the pits or into them: the flying lap's own line lies beside theirs.
    ['the lap into the pits', toPits, [...first, ...without(toPits), ...third], 3.5],
    ['the flying lap', flying, [...first, ...without(flying), ...third], 4],
  ])('learned from the other laps is near %s', (_, held, others, mostM) => {
    const track = trackFromDrive(others);
    expect(track.isClosed).toBe(true);
    expect(apartFrom(held, track.line).meanM).toBeLessThan(mostM);
    expect(apartFrom(held, trackFromDrive(at1Hz(others)).line).meanM).toBeLessThan(mostM);
  });

  it('is a closed line of 6.4 km from each run alone', () => {
    for (const run of [first, second, third]) {
      const track = trackFromDrive(run);
      expect(track.isClosed).toBe(true);
      expect(lengthM(track.line)).toBeGreaterThan(6_350);
      expect(lengthM(track.line)).toBeLessThan(6_480);
    }
  });
});
