import { describe, expect, it } from '@jest/globals';
import { SIGNALS, type PositionInput } from '@flagpost/contracts';
import fc from 'fast-check';
import type { HistoryFix } from '../codecs/fix-rows.js';
import type { Verdict } from '../engine/engine.js';
import { quantiseInput } from '../quantise.js';
import { formerBlock } from '../testing/former-block.js';
import { gaussian, raceSetup, setupCar } from '../testing/race-scene.js';
import {
  createHistoryCodec,
  createJournalCodec,
  currentRules,
  INPUT_ROW,
  inOrder,
  inputOfRow,
  isOneBlock,
  setInputRow,
  VERDICTS,
  verdictOfRow,
  type JournalNote,
  type PlacedNote,
} from './index.js';

const codec = createJournalCodec();
const MINUTE = 29_638_560;
const began = MINUTE * 60_000;

const optional = (min: number, max: number) =>
  fc.option(fc.double({ min, max, noNaN: true }), { nil: undefined, freq: 4 });
const fix: fc.Arbitrary<PositionInput> = fc
  .record({
    receivedAt: fc.integer({ min: began, max: began + 59_999 }),
    t: fc.oneof(
      fc.constant(undefined),
      fc.integer({ min: began - 5_000, max: began + 65_000 }),
      fc.double({ min: 0, max: 1e13, noNaN: true }),
    ),
    place: fc.option(fc.tuple(fc.double({ min: -91, max: 91, noNaN: true }), fc.double({ noNaN: true }))),
    speedKph: optional(0, 1e5),
    headingDeg: optional(0, 1e5),
    accuracyM: optional(0, 1e5),
    battery: optional(0, 100),
  })
  .map(({ place, ...rest }) => {
    const input: PositionInput = { receivedAt: rest.receivedAt };
    for (const name of ['t', 'speedKph', 'headingDeg', 'accuracyM', 'battery'] as const)
      if (rest[name] !== undefined) input[name] = rest[name];
    return quantiseInput(place === null ? input : { ...input, lat: place[0], lng: place[1] });
  });
const signal = fc.record({
  type: fc.constantFrom(...SIGNALS),
  t: fc.maxSafeInteger(),
  flagId: fc.integer({ min: 1, max: 2 ** 31 }),
});

interface Given {
  readonly input: PositionInput;
  readonly verdict: Verdict;
}
const given: fc.Arbitrary<Given> = fc
  .tuple(fix, fc.option(signal, { nil: undefined, freq: 3 }), fc.constantFrom(...VERDICTS))
  .map(([input, said, verdict]) => ({
    input: said === undefined ? input : { ...input, signal: said },
    verdict,
  }));
const setup: JournalNote = { type: 'setup', setup: raceSetup(1) };
const note: fc.Arbitrary<JournalNote> = fc.oneof(
  fc.constant(setup),
  fc.integer({ min: began, max: began + 100_000 }).map((at) => ({ type: 'sweep', at }) as const),
  fc.integer({ min: began, max: began + 100_000 }).map((at) => ({ type: 'due', at }) as const),
);
const opened = (from: 'saved' | 'nothing'): JournalNote => ({ type: 'opened', from, rules: currentRules() });

const RUN = began - 3_600_000;
const FIRST = 4_000;
const at = (offset: number, content: JournalNote, run = RUN): PlacedNote => ({ run, offset, note: content });

/** Inputs with one offset after the other, with their signals. */
const partOf = (inputs: readonly Given[], from = FIRST, run = RUN) => {
  const rows = new Float64Array(inputs.length * INPUT_ROW);
  const notes: PlacedNote[] = [];
  inputs.forEach(({ input, verdict }, i) => {
    setInputRow(rows, i * INPUT_ROW, input, verdict, from + i, run);
    if (input.signal !== undefined) notes.push(at(from + i, { type: 'signal', signal: input.signal }, run));
  });
  return { rows, notes };
};
const blockOf = (inputs: readonly Given[], more: readonly PlacedNote[] = []): Uint8Array => {
  const { rows, notes } = partOf(inputs);
  return codec.append(MINUTE, null, rows, [at(FIRST, opened('nothing')), ...more, ...notes]);
};
const entriesOf = (bytes: Uint8Array) => inOrder([codec.read(MINUTE, bytes)]);
const inputsIn = (bytes: Uint8Array): Given[] =>
  entriesOf(bytes).flatMap((entry) =>
    entry.type === 'input' && entry.verdict !== undefined
      ? [{ input: entry.input, verdict: entry.verdict }]
      : [],
  );

describe('blocks of the journal', () => {
  it('give back every input exactly, with its verdict and its signal, in order', () => {
    fc.assert(
      fc.property(fc.array(given, { maxLength: 80 }), (inputs) => {
        expect(inputsIn(blockOf(inputs))).toEqual(inputs);
      }),
    );
  });

  it('give back every note at its place', () => {
    fc.assert(
      fc.property(
        fc.array(given, { maxLength: 20 }),
        fc.array(fc.tuple(fc.nat(20), note)),
        (inputs, notes) => {
          const placed = notes.map(([place, content]) => at(FIRST + place, content));
          const read = codec.read(MINUTE, blockOf(inputs, placed)).notes;
          expect(read.filter(({ note: { type } }) => type !== 'signal' && type !== 'opened')).toEqual(placed);
        },
      ),
    );
  });

  it('hold what is added again once, in whatever parts it comes', () => {
    fc.assert(
      fc.property(fc.array(given, { maxLength: 40 }), fc.nat(40), fc.nat(40), (inputs, one, other) => {
        const [from, to] = [Math.min(one, other, inputs.length), Math.max(one, other)];
        const later = partOf(inputs.slice(from), FIRST + from, RUN + 5_000);
        const first = partOf(inputs.slice(0, to));
        const opening = [at(FIRST, opened('nothing')), at(FIRST + from, opened('saved'), RUN + 5_000)];
        let bytes = codec.append(MINUTE, null, later.rows, [...opening, ...later.notes]);
        bytes = codec.append(MINUTE, bytes, first.rows, first.notes);
        const grown = codec.append(MINUTE, bytes, later.rows, [...opening, ...later.notes]);
        expect(grown).toEqual(bytes);
        expect(inputsIn(grown)).toEqual(inputs);
      }),
    );
  });

  describe('in which one place has the same note again', () => {
    const authorised = (isAuthorised: boolean): PlacedNote => {
      const cars = [setupCar(1, { authorized: isAuthorised })];
      return at(FIRST, { type: 'setup', setup: raceSetup(1, { cars }) });
    };
    const [yes, no] = [authorised(true), authorised(false)];
    const none = new Float64Array();
    const notesOf = (bytes: Uint8Array | null): readonly PlacedNote[] =>
      bytes === null ? [] : codec.read(MINUTE, bytes).notes;

    it('hold each of them, stored at once or one by one', () => {
      expect(notesOf(codec.append(MINUTE, null, none, [yes, no, yes]))).toEqual([yes, no, yes]);
      expect(notesOf(codec.extend(MINUTE, null, none, [yes, no, yes]))).toEqual([yes, no, yes]);
      for (const add of [codec.append, codec.extend]) {
        let bytes: Uint8Array | null = null;
        for (const one of [yes, no, yes]) bytes = add(MINUTE, bytes, none, [one]);
        expect(notesOf(bytes)).toEqual([yes, no, yes]);
      }
    });

    it('hold those once that are given again, with what came since', () => {
      const stored = codec.append(MINUTE, codec.append(MINUTE, null, none, [yes, no]), none, [yes, no]);
      expect(notesOf(stored)).toEqual([yes, no]);
      expect(notesOf(codec.append(MINUTE, stored, none, [yes, no, yes]))).toEqual([yes, no, yes]);
      // The first flush was stored, and the second one though its answer was lost.
      const both = codec.append(MINUTE, codec.append(MINUTE, null, none, [yes]), none, [no, yes]);
      expect(notesOf(codec.append(MINUTE, both, none, [no, yes, no]))).toEqual([yes, no, yes, no]);
    });
  });

  it('hold in parts what they hold as one, and become that', () => {
    fc.assert(
      fc.property(
        fc.array(given, { maxLength: 60 }),
        fc.array(fc.nat(60), { maxLength: 5 }),
        fc.boolean(),
        (inputs, cuts, isBegunBefore) => {
          const before = {
            receivedAt: began,
            t: began,
            lat: 44.6,
            lng: 8.1,
            speedKph: null,
            headingDeg: null,
          };
          const former = isBegunBefore ? formerBlock(MINUTE, [before]) : null;
          const opening = [at(FIRST, opened('nothing')), at(FIRST, setup)];
          const whole = partOf(inputs);
          const one = codec.append(MINUTE, former, whole.rows, [...opening, ...whole.notes]);

          let bytes = codec.append(MINUTE, former, new Float64Array(), opening);
          const ends = [...cuts.map((cut) => Math.min(cut, inputs.length)), inputs.length];
          let from = 0;
          for (const end of ends.sort((a, b) => a - b)) {
            const { rows, notes } = partOf(inputs.slice(from, end), FIRST + from);
            bytes = codec.extend(MINUTE, bytes, rows, notes);
            from = end;
          }
          expect(isOneBlock(bytes)).toBe(false);
          expect(codec.read(MINUTE, bytes)).toEqual(codec.read(MINUTE, one));
          expect(codec.inputs(MINUTE, bytes).slice()).toEqual(codec.inputs(MINUTE, one));
          expect(codec.range(MINUTE, bytes)).toEqual(codec.range(MINUTE, one));
          expect(codec.former(bytes)).toEqual(former);
          expect(createHistoryCodec().isReduced(bytes)).toBe(former !== null);
          expect(codec.append(MINUTE, bytes, new Float64Array(), [])).toEqual(one);
        },
      ),
    );
  });

  it('leave out what an instance noted beyond where the next one went on', () => {
    const sweep = (ms: number): JournalNote => ({ type: 'sweep', at: began + ms });
    const bytes = blockOf(
      [],
      [
        at(FIRST + 2, sweep(1)),
        at(FIRST + 9, sweep(2)),
        at(FIRST + 5, opened('saved'), RUN + 1),
        at(FIRST + 9, sweep(3), RUN + 1),
        // It began with nothing: offsets may count anew, and what came before stays.
        at(1, opened('nothing'), RUN + 2),
        at(3, sweep(4), RUN + 2),
      ],
    );
    expect(entriesOf(bytes).flatMap((entry) => (entry.type === 'sweep' ? [entry.at - began] : []))).toEqual([
      1, 3, 4,
    ]);
  });

  it('give an input to the newest instance that read it, as one that began with nothing knows no other', () => {
    fc.assert(
      fc.property(fc.array(given, { minLength: 1, maxLength: 20 }), fc.nat(20), (inputs, stored) => {
        const before = partOf(inputs.slice(0, stored));
        const again = partOf(inputs, FIRST, RUN + 1);
        const parts = [
          { ...before, notes: [at(FIRST, opened('nothing')), ...before.notes] },
          { ...again, notes: [at(FIRST, opened('nothing'), RUN + 1), ...again.notes] },
        ];
        for (const inTurn of [parts, parts.toReversed()]) {
          let bytes: Uint8Array | null = null;
          for (const { rows, notes } of inTurn) bytes = codec.append(MINUTE, bytes, rows, notes);
          const types = entriesOf(bytes ?? new Uint8Array()).map(({ type }) => type);
          expect(types).toEqual(['opened', 'opened', ...inputs.map(() => 'input')]);
        }
      }),
    );
  });

  it('are refused with a RangeError if they are cut, changed or of another format', () => {
    const bytes = blockOf(fc.sample(given, { numRuns: 10, seed: 5 }), [
      at(FIRST + 3, setup),
      at(FIRST + 4, { type: 'due', at: began }),
    ]);
    const isRefused = (hostile: Uint8Array): boolean => {
      try {
        codec.read(MINUTE, hostile);
        return false;
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
        return true;
      }
    };
    for (let length = 0; length < bytes.length - 1; length += 3)
      expect([length, isRefused(bytes.slice(0, length))]).toEqual([length, true]);
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(255), (index, byte) => {
        const changed = bytes.slice();
        changed[index] = byte;
        isRefused(changed);
      }),
      { numRuns: 300 },
    );
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (noise) => void isRefused(noise)));
    expect(isRefused(Uint8Array.of(2, 255, 255, 255, 255, 0, 0, 0, 255, 255))).toBe(true);
    expect(isRefused(Uint8Array.of(3, 0, 1))).toBe(true);
    expect(isRefused(Uint8Array.of(4, 0, 0))).toBe(true);
    const { rows, notes } = partOf(fc.sample(given, { numRuns: 3, seed: 6 }), FIRST + 10);
    const parts = codec.extend(MINUTE, bytes, rows, notes);
    for (let length = 0; length < parts.length; length += 3)
      expect([length, isRefused(parts.slice(0, length))]).toEqual([length, true]);
  });

  it('say between which times their positions happened, without reading them', () => {
    const input = (second: number, t: number): PositionInput => ({
      receivedAt: began + second * 1_000,
      t,
      lat: 44.6,
      lng: 8.1,
    });
    const inputs: Given[] = [
      { input: input(20, began + 19_000), verdict: 'accepted' },
      { input: input(21, began - 600_000), verdict: 'late' },
      { input: input(22, began + 900_000), verdict: 'clockAhead' },
      { input: input(23, began + 22_000), verdict: 'accepted' },
    ];
    expect(codec.range(MINUTE, blockOf(inputs))).toEqual([began - 600_000, began + 22_000]);
    expect(codec.range(MINUTE, blockOf(inputs.slice(2, 3)))).toBeNull();
  });

  it('take less than 10.5 bytes a fix at 1 Hz with 3 m of noise, accuracy and battery', () => {
    const gauss = gaussian(7);
    const inputs = Array.from({ length: 60 }, (_, second): Given => {
      const angle = second / 20;
      const input = quantiseInput({
        receivedAt: began + second * 1_000 + Math.floor(Math.min(900, Math.abs(gauss() * 60))),
        t: began + second * 1_000 - 80,
        lat: 44.6 + 0.002 * Math.sin(angle) + gauss() * 27e-6,
        lng: 8.16 + 0.002 * Math.cos(angle) + gauss() * 38e-6,
        speedKph: 160 + 20 * Math.sin(angle) + gauss(),
        headingDeg: (((angle * 180) / Math.PI) % 360) + Math.abs(gauss()),
        accuracyM: 4 + Math.abs(gauss()) * 0.3,
        battery: 80,
      });
      return { input, verdict: 'accepted' };
    });
    const { rows } = partOf(inputs);
    const spread = new Float64Array(rows);
    // A dozen cars share the partition.
    for (let i = 0; i < inputs.length; i += 1) spread[i * INPUT_ROW + 9] = FIRST + i * 12 + (i % 5);
    expect(codec.append(MINUTE, null, spread, []).length / inputs.length).toBeLessThan(10.5);
  });
});

describe('positions of blocks of either format', () => {
  const position = (second: number): HistoryFix => ({
    receivedAt: began + second * 1_000,
    t: began + second * 1_000 - 100,
    lat: (446_000 + second) / 1e4,
    lng: 8.1,
    speedKph: 120.5,
    headingDeg: null,
  });
  const inputOf = ({ speedKph, headingDeg, ...fixOf }: HistoryFix): PositionInput => ({
    ...fixOf,
    ...(speedKph === null ? {} : { speedKph }),
    ...(headingDeg === null ? {} : { headingDeg }),
  });
  const history = createHistoryCodec();

  it('are those that were accepted, and late ones', () => {
    const verdicts: Verdict[] = ['accepted', 'jump', 'late', 'unauthorized', 'noFix', 'repeated'];
    const bytes = blockOf(verdicts.map((verdict, i) => ({ input: inputOf(position(i)), verdict })));
    expect(history.decode(MINUTE, bytes)).toEqual([position(0), position(2)]);
    expect(history.isReduced(bytes)).toBe(false);
  });

  it('are read of what a former release wrote, and of a minute in which this one went on', () => {
    const former = formerBlock(MINUTE, [position(0), position(1), position(2)]);
    expect(history.decode(MINUTE, former)).toEqual([position(0), position(1), position(2)]);
    expect(history.isReduced(former)).toBe(true);

    // The third was read again after the upgrade.
    const { rows } = partOf([2, 3].map((i) => ({ input: inputOf(position(i)), verdict: 'accepted' })));
    const grown = codec.append(MINUTE, codec.append(MINUTE, former, rows, []), rows, []);
    expect(history.decode(MINUTE, grown).map(({ t }) => t)).toEqual([0, 1, 2, 3].map((i) => position(i).t));
    expect(history.isReduced(grown)).toBe(true);
    expect(verdictOfRow(codec.inputs(MINUTE, grown), 0)).toBe('accepted');
    expect(inputOfRow(codec.inputs(MINUTE, grown), 0)).toEqual(inputOf(position(2)));
  });
});
