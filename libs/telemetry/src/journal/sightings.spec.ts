import { describe, expect, it } from '@jest/globals';
import type { PositionInput, Truth } from '@flagpost/contracts';
import fc from 'fast-check';
import { minuteOf } from '../codecs/fix-rows.js';
import { quantiseInput } from '../quantise.js';
import { PAST, PAST_ROW, type PastRows } from '../replay/car-replay.js';
import { decodePastSpan, encodePastSpan } from '../replay/past-span.js';
import { packShown } from '../replay/shown.js';
import {
  compactSightings,
  createJournalCodec,
  INPUT,
  INPUT_ROW,
  inputsIn,
  isCompact,
  openSightings,
  setInputRow,
  VERDICTS,
  type InputRows,
  type InputsOf,
} from './index.js';

const EVENT = 7;
const MINUTE = 29_638_560;
const FROM = MINUTE * 60_000;
const TRUTH: Truth = 'seen';
const RUN = FROM - 3_600_000;

const blockOf = (cars: ReadonlyMap<number, PastRows>): Uint8Array =>
  encodePastSpan({ eventId: EVENT, truth: TRUTH, from: FROM, to: FROM + 60_000, cars });
const rowsOf = (states: readonly (readonly number[])[]): PastRows => Float64Array.from(states.flat());
const inputRows = (inputs: readonly PositionInput[], firstOffset = 100, run = RUN): InputRows => {
  const rows = new Float64Array(inputs.length * INPUT_ROW);
  inputs.forEach((input, i) => setInputRow(rows, i * INPUT_ROW, input, 'accepted', firstOffset + i, run));
  return rows;
};
/** The journals of a car in the minute and in the one before. */
type Journals = readonly [minute: InputRows, before: InputRows];
const inputsFrom =
  (journals: ReadonlyMap<number, Journals>): InputsOf =>
  (id, minute) =>
    journals.get(id)?.[MINUTE - minute] ?? null;
/** As the states are before and after. */
const plain = (cars: ReadonlyMap<number, PastRows>) => [...cars].map(([id, rows]) => [id, [...rows]]);

const SHOWN = { offline: false, sos: false, linked: true, track: null, driver: null, counter: 3 };
/** The state that shows an input. */
const stateOf = (
  input: PositionInput,
  at: number,
  changes: Partial<Record<keyof typeof PAST, number>> = {},
) => {
  const state = new Array<number>(PAST_ROW).fill(NaN);
  state[PAST.at] = at;
  state[PAST.t] = input.t ?? input.receivedAt;
  state[PAST.receivedAt] = input.receivedAt;
  state[PAST.lat] = input.lat ?? 0;
  state[PAST.lng] = input.lng ?? 0;
  state[PAST.speedKph] = input.speedKph ?? 61.4;
  state[PAST.headingDeg] = input.headingDeg ?? NaN;
  state[PAST.stopped] = 0;
  state[PAST.shown] = packShown(SHOWN);
  for (const [name, value] of Object.entries(changes)) state[PAST[name as keyof typeof PAST]] = value;
  return state;
};

/** A second apart, received some time later, at whose next frame it is published. */
const driven = (seconds: number, from = FROM): PositionInput[] =>
  Array.from({ length: seconds }, (_, i) =>
    quantiseInput({
      receivedAt: from + i * 1_000 + 140 + ((i * 37) % 90),
      t: from + i * 1_000,
      lat: 44.6 + i * 0.000_271_34,
      lng: 8.16 - i * 0.000_113_7,
      speedKph: 120 + (i % 13) / 3,
      headingDeg: (350 + i) % 360,
    }),
  );
const frameAfter = (at: number): number => Math.ceil(at / 100) * 100;
const published = (inputs: readonly PositionInput[]): PastRows =>
  rowsOf(inputs.map((input) => stateOf(input, frameAfter(input.receivedAt))));

const decimal = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const optional = (value: fc.Arbitrary<number>) => fc.option(value, { nil: undefined, freq: 4 });
const fix: fc.Arbitrary<PositionInput> = fc
  .record({
    receivedAt: fc.integer({ min: FROM - 60_000, max: FROM + 59_999 }),
    t: optional(fc.integer({ min: FROM - 90_000, max: FROM + 61_000 })),
    lat: optional(decimal(-90, 90)),
    lng: optional(decimal(-180, 180)),
    speedKph: optional(decimal(0, 500)),
    headingDeg: optional(decimal(0, 720)),
  })
  .map(({ receivedAt, ...rest }) => {
    const input: PositionInput = { receivedAt };
    for (const name of ['t', 'lat', 'lng', 'speedKph', 'headingDeg'] as const)
      if (rest[name] !== undefined) input[name] = rest[name];
    return quantiseInput(input);
  });
const change = fc.record(
  {
    t: fc.integer({ min: 0, max: 1e13 }),
    receivedAt: fc.integer({ min: FROM - 600_000, max: FROM + 70_000 }),
    lat: decimal(-90, 90),
    lng: decimal(-180, 180),
    speedKph: decimal(0, 500),
    headingDeg: fc.oneof(fc.constant(NaN), decimal(0, 360)),
    stopped: fc.constantFrom(0, 1),
    shown: fc.nat(2 ** 40),
  },
  { requiredKeys: [] },
);
/** A car's inputs of two minutes, and states that show some of them, with or without a difference. */
const car = fc.record({
  inputs: fc.array(fix, { maxLength: 30 }),
  states: fc.array(
    fc.record({
      shows: fc.nat(29),
      at: fc.integer({ min: FROM - 120_000, max: FROM + 59_999 }),
      changes: fc.option(change, { nil: {}, freq: 1 }),
    }),
    { maxLength: 30 },
  ),
});
const field = fc.uniqueArray(fc.tuple(fc.nat(3_000), car), { maxLength: 5, selector: ([id]) => id });
const NOWHERE: PositionInput = { receivedAt: FROM - 5_000, lat: 1, lng: 2 };

describe('sightings that refer to the journal', () => {
  it('are the states that they were, whatever the states and the journal are', () => {
    fc.assert(
      fc.property(field, (cars) => {
        const block = blockOf(
          new Map(
            cars.map(([id, { inputs, states }]) => [
              id,
              rowsOf(
                states
                  .toSorted((one, other) => one.at - other.at)
                  .map(({ shows, at, changes }) => stateOf(inputs[shows] ?? NOWHERE, at, changes)),
              ),
            ]),
          ),
        );
        const journalOf = (inputs: readonly PositionInput[], minute: number): InputRows =>
          inputRows(inputs.filter(({ receivedAt }) => minuteOf(receivedAt) === minute));
        const inputsOf = inputsFrom(
          new Map(
            cars.map(([id, { inputs }]) => [id, [journalOf(inputs, MINUTE), journalOf(inputs, MINUTE - 1)]]),
          ),
        );
        const compact = compactSightings(block, inputsOf);
        const before = decodePastSpan(block).cars;
        expect(plain(openSightings(compact).states(inputsOf))).toEqual(plain(before));
        expect(openSightings(compact).firstAt()).toBe(openSightings(block).firstAt());
      }),
      { numRuns: 500 },
    );
  });

  it('take a fraction of the bytes', () => {
    const inputs = driven(60);
    const cars = Array.from({ length: 50 }, (_, i) => i + 1);
    const block = blockOf(new Map(cars.map((id) => [id, published(inputs)])));
    const compact = compactSightings(block, () => inputRows(inputs));
    expect(isCompact(compact)).toBe(true);
    expect(isCompact(block)).toBe(false);
    expect(compact.length).toBeLessThan(block.length / 10);
    expect(openSightings(compact).journals()).toEqual(
      cars.map((invitationId) => ({ invitationId, minute: MINUTE })),
    );
    expect(openSightings(compact).journals((id) => id > 49)).toEqual([{ invitationId: 50, minute: MINUTE }]);
    expect(openSightings(block).journals()).toEqual([]);
  });

  it('stay true while the journal grows: by parts, late inputs, and inputs that another instance reads again', () => {
    const codec = createJournalCodec();
    const inputs = driven(40);
    const [first, second] = [inputs.slice(0, 25), inputs.slice(25)];
    const parts = codec.extend(
      MINUTE,
      codec.extend(MINUTE, null, inputRows(first), []),
      inputRows(second, 125),
      [],
    );
    const block = blockOf(new Map([[1, published(inputs)]]));
    const read = (stored: Uint8Array) =>
      openSightings(compact).states(inputsIn((_id, minute) => (minute === MINUTE ? stored : undefined)));
    const compact = compactSightings(
      block,
      inputsIn((_id, minute) => (minute === MINUTE ? parts : undefined)),
    );
    const before = plain(decodePastSpan(block).cars);
    const whole = codec.append(MINUTE, parts, new Float64Array(), []);
    const late = codec.append(MINUTE, whole, inputRows(driven(5, FROM + 50_000), 700), []);
    const again = codec.append(MINUTE, late, inputRows(first, 100, RUN + 900_000), []);
    const anew = codec.append(MINUTE, again, inputRows(driven(9, FROM + 300), 0, RUN + 950_000), []);
    for (const stored of [parts, whole, late, again, anew]) expect(plain(read(stored))).toEqual(before);
  });

  it('never show the positions of another journal', () => {
    const inputs = driven(30);
    const block = blockOf(new Map([1, 2].map((id) => [id, published(inputs)])));
    const compact = compactSightings(block, () => inputRows(inputs));
    const others = [
      null,
      new Float64Array(),
      inputRows(inputs.slice(1)),
      inputRows(inputs.toSpliced(3, 1)),
      inputRows(inputs.with(7, { ...inputs[7], receivedAt: FROM + 7_140, lat: 45 })),
    ];
    for (const other of others) {
      const inputsOf: InputsOf = (id) => (id === 2 ? other : inputRows(inputs));
      expect(() => openSightings(compact).states(inputsOf)).toThrow(RangeError);
      expect(plain(openSightings(compact).states(inputsOf, (id) => id === 1))).toEqual(
        plain(decodePastSpan(block, (id) => id === 1).cars),
      );
    }
  });

  it('do not depend on verdicts, nor on which instance stored an input', () => {
    const inputs = driven(30);
    const block = blockOf(new Map([[1, published(inputs)]]));
    const compact = compactSightings(block, () => inputRows(inputs));
    const judged = inputRows(inputs, 100, RUN + 5_000);
    for (let at = 0; at < judged.length; at += INPUT_ROW)
      judged[at + INPUT.verdict] = VERDICTS.indexOf('late');
    expect(plain(openSightings(compact).states(() => judged))).toEqual(plain(decodePastSpan(block).cars));
  });

  it('refer to the minute before as they begin', () => {
    const before = driven(60, FROM - 60_000);
    const inputs = driven(30);
    const block = blockOf(new Map([[1, published([...before.slice(-2), ...inputs])]]));
    const inputsOf = inputsFrom(new Map([[1, [inputRows(inputs), inputRows(before)]]]));
    const compact = compactSightings(block, inputsOf);
    expect(
      openSightings(compact)
        .journals()
        .map(({ minute }) => minute),
    ).toEqual([MINUTE - 1, MINUTE]);
    expect(plain(openSightings(compact).states(inputsOf))).toEqual(plain(decodePastSpan(block).cars));
    const without = compactSightings(block, (id, minute) =>
      minute === MINUTE ? inputsOf(id, minute) : null,
    );
    expect(
      openSightings(without)
        .journals()
        .map(({ minute }) => minute),
    ).toEqual([MINUTE]);
    expect(compact.length).toBeLessThan(without.length);
    expect(() =>
      openSightings(compact).states((id, minute) => (minute === MINUTE ? inputsOf(id, minute) : null)),
    ).toThrow(RangeError);
  });

  it('have all values of what the journals do not have', () => {
    const inputs = driven(20);
    const upload = driven(8, FROM - 100_000).map((input) => ({ ...input, receivedAt: FROM + 21_000 }));
    const rows = rowsOf([
      // In force since the minute before, as a keyframe has it.
      stateOf(NOWHERE, FROM - 3_000),
      ...inputs.map((input) => stateOf(input, frameAfter(input.receivedAt))),
      // The newest of an upload, all received at once; then without a position of its own, and with a speed that was computed.
      stateOf(upload.at(-1) ?? NOWHERE, FROM + 21_100),
      stateOf(upload.at(-1) ?? NOWHERE, FROM + 36_237, { stopped: 1, speedKph: 0 }),
      stateOf(upload.at(-1) ?? NOWHERE, FROM + 48_900, { shown: packShown({ ...SHOWN, offline: true }) }),
    ]);
    const block = blockOf(new Map([[1, rows]]));
    const journal = inputRows([...inputs, ...upload]);
    for (const inputsOf of [() => journal, () => null]) {
      const compact = compactSightings(block, inputsOf);
      expect(plain(openSightings(compact).states(inputsOf))).toEqual(plain(decodePastSpan(block).cars));
    }
    expect(openSightings(compactSightings(block, () => null)).journals()).toEqual([]);
    expect(openSightings(block).states(() => null)).toEqual(decodePastSpan(block).cars);
  });

  it('are refused if their format is unknown, or bytes are missing', () => {
    const block = blockOf(new Map([[1, published(driven(30))]]));
    const compact = compactSightings(block, () => inputRows(driven(30)));
    expect(() => openSightings(Uint8Array.of(4, ...compact.subarray(1))).states(() => null)).toThrow(
      RangeError,
    );
    for (let length = 1; length < compact.length; length += 1)
      expect(() => openSightings(compact.subarray(0, length)).states(() => inputRows(driven(30)))).toThrow(
        RangeError,
      );
  });
});
