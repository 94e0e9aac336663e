import { raceSetup, signal, type RaceSetup, type Signal } from '@flagpost/contracts';

/** The rules of an engine, as recorded: their version, and the thresholds that it names. */
export interface RecordedRules {
  readonly version: string;
  readonly thresholds: Readonly<Record<string, number>>;
}

/** What changes a car besides the numbers of its inputs. */
export type JournalNote =
  /** Of the input with the same offset. */
  | { readonly type: 'signal'; readonly signal: Signal }
  /** A setup, with the car's own entry alone. */
  | { readonly type: 'setup'; readonly setup: RaceSetup }
  /** As of a time (epoch ms) a sweep changed the car, or a clearing that was due. */
  | { readonly type: 'sweep' | 'due'; readonly at: number }
  /** An instance went on from this offset: with the saved state, or from the setups alone. */
  | { readonly type: 'opened'; readonly from: 'saved' | 'nothing'; readonly rules: RecordedRules };

/** A note and its place: before the input of this offset, or with it. */
export interface PlacedNote {
  /** When the instance that wrote it opened the partition, epoch ms. */
  readonly run: number;
  readonly offset: number;
  readonly note: JournalNote;
}

/** A note as a block has it: JSON. */
export interface StoredNote {
  readonly run: number;
  readonly offset: number;
  readonly text: string;
}

/** How the text of a signal begins, and no other. */
export const SIGNAL_BEGINS = '{"type":"signal"';

export const storedNote = ({ run, offset, note: { type, ...content } }: PlacedNote): StoredNote => ({
  run,
  offset,
  text: JSON.stringify({ type, ...content }),
});

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const rulesOf = (value: unknown): RecordedRules | null => {
  if (!isRecord(value) || typeof value.version !== 'string' || !isRecord(value.thresholds)) return null;
  const thresholds = Object.entries(value.thresholds);
  if (!thresholds.every((one): one is [string, number] => typeof one[1] === 'number')) return null;
  return { version: value.version, thresholds: Object.fromEntries(thresholds) };
};

const noteOf = (value: unknown): JournalNote | null => {
  if (!isRecord(value)) return null;
  const { type, at, from } = value;
  if (type === 'signal') return { type, signal: signal.parse(value.signal) };
  if (type === 'setup') return { type, setup: raceSetup.parse(value.setup) };
  if (type === 'sweep' || type === 'due') return typeof at === 'number' ? { type, at } : null;
  if (type !== 'opened' || (from !== 'saved' && from !== 'nothing')) return null;
  const rules = rulesOf(value.rules);
  return rules === null ? null : { type, from, rules };
};

/** @throws RangeError for a text that is no note */
export const parseNote = ({ run, offset, text }: StoredNote): PlacedNote => {
  let note: JournalNote | null;
  try {
    note = noteOf(JSON.parse(text));
  } catch (error) {
    throw new RangeError('A note cannot be read.', { cause: error });
  }
  if (note === null) throw new RangeError('A note is of no known kind.');
  return { run, offset, note };
};
