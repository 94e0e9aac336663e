import type { PositionInput, Signal } from '@flagpost/contracts';
import type { Verdict } from '../engine/engine.js';
import { INPUT, INPUT_ROW, inputOfRow, verdictOfRow } from './input-rows.js';
import type { Journal } from './journal.js';
import type { JournalNote, PlacedNote } from './notes.js';

/** One thing that the engine was given of a car. */
export type JournalEntry =
  | { readonly type: 'input'; readonly input: PositionInput; readonly verdict: Verdict | undefined }
  | Exclude<JournalNote, { type: 'signal' }>;

interface Opening {
  readonly run: number;
  readonly offset: number;
  readonly from: 'saved' | 'nothing';
}

const openingsOf = (notes: readonly PlacedNote[]): readonly Opening[] =>
  notes
    .flatMap(({ run, offset, note }) => (note.type === 'opened' ? [{ run, offset, from: note.from }] : []))
    .sort((one, other) => one.run - other.run);

interface PlacedEntry {
  /** How often the partition had begun with nothing: it may count offsets anew then. */
  readonly beginning: number;
  readonly offset: number;
  /** The notes of an offset in order of their instances, then its input. */
  readonly turn: number;
  readonly entry: JournalEntry;
}

const byPlace = (one: PlacedEntry, other: PlacedEntry): number =>
  one.beginning - other.beginning ||
  one.offset - other.offset ||
  (one.turn === other.turn ? 0 : one.turn - other.turn);

const signalsOf = ({ notes }: Journal): ReadonlyMap<number, Signal> =>
  new Map(notes.flatMap(({ offset, note }) => (note.type === 'signal' ? [[offset, note.signal]] : [])));

/**
 * All that the engine was given of one car, in order. Instances go on from each other's saved states: what an instance noted
 * beyond the offset at which the next one went on is part of no state that was kept, and is left out.
 *
 * @param journals of the car, in order of their minutes
 */
export const inOrder = (journals: readonly Journal[]): readonly JournalEntry[] => {
  const notes = journals.flatMap((journal) => journal.notes);
  const openings = openingsOf(notes);
  const beginnings = openings.filter(({ from }) => from === 'nothing').map(({ run }) => run);
  const beginningOf = (run: number): number => beginnings.findLastIndex((began) => began <= run);
  const isReplaced = ({ run, offset }: PlacedNote): boolean =>
    openings.some(
      (next) =>
        next.run > run &&
        next.from === 'saved' &&
        next.offset < offset &&
        beginningOf(next.run) === beginningOf(run),
    );

  const placed: PlacedEntry[] = [];
  for (const one of notes) {
    const { run, offset, note } = one;
    if (note.type === 'signal' || (note.type !== 'opened' && isReplaced(one))) continue;
    placed.push({ beginning: beginningOf(run), offset, turn: run, entry: note });
  }
  for (const journal of journals) {
    const { inputs } = journal;
    const signals = signalsOf(journal);
    for (let at = 0; at < inputs.length; at += INPUT_ROW) {
      const run = inputs[at + INPUT.run] ?? NaN;
      const offset = inputs[at + INPUT.offset] ?? NaN;
      const signal = signals.get(offset);
      const input = { ...inputOfRow(inputs, at), ...(signal === undefined ? {} : { signal }) };
      const entry = { type: 'input', input, verdict: verdictOfRow(inputs, at) } as const;
      placed.push({ beginning: beginningOf(run), offset, turn: Infinity, entry });
    }
  }
  return placed.sort(byPlace).map(({ entry }) => entry);
};
