import { RULES_NOW, type PositionInput, type RaceRules } from '@flagpost/contracts';
import type { OnEffect } from '../engine/effects.js';
import type { Verdict } from '../engine/engine.js';
import {
  createJournalCodec,
  INPUT_ROW,
  recordedRules,
  setInputRow,
  type Journal,
  type PlacedNote,
} from '../journal/index.js';

interface Minute {
  readonly rows: Float64Array[];
  readonly notes: PlacedNote[];
}

/** Journals an engine as telemetry-ingest does. Offsets are those of one partition. */
export const createTestJournal = () => {
  const codec = createJournalCodec();
  const minutes = new Map<number, Map<number, Minute>>();
  const opened = new Set<number>();
  let opening: Omit<PlacedNote, 'note'> & { from: 'saved' | 'nothing'; rules: RaceRules } = {
    run: 0,
    offset: 0,
    from: 'nothing',
    rules: RULES_NOW,
  };
  let offset = 0;
  let now = 0;

  const minuteOf = (car: number, at: number): Minute => {
    const ofCar = minutes.get(car) ?? new Map<number, Minute>();
    minutes.set(car, ofCar);
    const minute = Math.floor(at / 60_000);
    const known = ofCar.get(minute) ?? { rows: [], notes: [] };
    ofCar.set(minute, known);
    const { from, rules, ...place } = opening;
    if (!opened.has(car))
      known.notes.push({ ...place, note: { type: 'opened', from, rules: recordedRules(rules) } });
    opened.add(car);
    return known;
  };
  const onEffect: OnEffect = (_eventId, car, note) =>
    void minuteOf(car, now).notes.push({ run: opening.run, offset, note });

  return {
    onEffect,
    setNow: (at: number): void => void (now = at),
    open(run: number, from: 'saved' | 'nothing', rules = RULES_NOW): void {
      opening = { run, offset, from, rules };
      opened.clear();
    },
    input(car: number, input: PositionInput, verdict: Verdict): void {
      const { rows, notes } = minuteOf(car, input.receivedAt);
      const { run } = opening;
      const row = new Float64Array(INPUT_ROW);
      setInputRow(row, 0, input, verdict, offset, run);
      rows.push(row);
      const { signal } = input;
      if (signal !== undefined) notes.push({ run, offset, note: { type: 'signal', signal } });
      offset += 1;
    },
    of: (car: number): readonly Journal[] =>
      [...(minutes.get(car) ?? [])]
        .sort(([one], [other]) => one - other)
        .map(([minute, { rows, notes }]) => {
          const all = Float64Array.from(rows.flatMap((row) => [...row]));
          return codec.read(minute, codec.append(minute, null, all, notes));
        }),
  };
};
