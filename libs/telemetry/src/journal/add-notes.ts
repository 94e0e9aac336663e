import { SIGNAL_BEGINS, storedNote, type PlacedNote, type StoredNote } from './notes.js';

/** Within a place notes keep their order. A signal belongs to its input, whoever read it; all else to the instance. */
const placeOf = ({ run, offset, text }: StoredNote): string =>
  text.startsWith(SIGNAL_BEGINS) ? `${offset} ${text}` : `${run} ${offset}`;

const textsByPlace = (notes: readonly StoredNote[]): ReadonlyMap<string, readonly string[]> => {
  const byPlace = new Map<string, string[]>();
  for (const one of notes) {
    const place = placeOf(one);
    const texts = byPlace.get(place);
    if (texts === undefined) byPlace.set(place, [one.text]);
    else texts.push(one.text);
  }
  return byPlace;
};

/**
 * How many of the given notes of a place are stored: as many as the stored ones end with. A write that failed may have been stored;
 * it is given again, followed by what came since. A note may also be new though the place has the same one: a car that is
 * authorised, unauthorised and authorised again between two inputs.
 */
const storedOf = (given: readonly string[], stored: readonly string[]): number => {
  for (let count = Math.min(given.length, stored.length); count > 0; count -= 1) {
    const end = stored.slice(-count);
    if (end.every((text, i) => text === given[i])) return count;
  }
  return 0;
};

/** The stored notes with those given that are not stored yet, `most` altogether. Neither need be in order. */
export const addNotes = (
  stored: readonly StoredNote[],
  notes: readonly PlacedNote[],
  most: number,
): readonly StoredNote[] => {
  if (notes.length === 0) return stored;
  const given = notes.map(storedNote);
  const before = textsByPlace(stored);
  /** Of each place, how many of the given notes are still to be left out. */
  const repeated = new Map(
    [...textsByPlace(given)].map(([place, texts]) => [place, storedOf(texts, before.get(place) ?? [])]),
  );
  const added = given.filter((one) => {
    const place = placeOf(one);
    const left = repeated.get(place) ?? 0;
    repeated.set(place, left - 1);
    return left <= 0;
  });
  return [...stored, ...added].slice(0, most);
};
