import type { NoteRow } from '@flagpost/contracts';
import type { FlagpostEvent } from '@flagpost/domain';
import { projection, type EventViews, type Filter, type FindOptions } from '@flagpost/read-models';
import { isoOf } from '../http/times.js';
import { peopleOf, personOf, type PersonLookup } from './person-names.js';

/** A note of race control. Times in epoch ms. */
interface Note {
  readonly noteId: number;
  readonly eventId: number;
  readonly text: string;
  readonly by: number;
  readonly writtenAt: number;
  /** Among the notes of its event: ids and clocks of several processes are not in the order of writing. */
  readonly order: number;
}

const NOTES = 'notes';
const notes = (views: EventViews) => views<Note>(NOTES);

export const notesProjection = projection<FlagpostEvent>({
  name: 'notes',
  version: 1,
  views: [NOTES],
  indexes: { [NOTES]: [{ eventId: 1, order: -1 }] },
  on: {
    async NoteWritten({ data, revision }, views) {
      await notes(views).put(data.noteId, { ...data, order: revision });
    },
    async EventDeleted({ data: { eventId } }, views) {
      for (const { noteId } of await notes(views).find({ eventId })) await notes(views).delete(noteId);
    },
  },
});

const rowsOf = async (lookup: PersonLookup, found: readonly Note[]): Promise<NoteRow[]> => {
  const people = await peopleOf(
    lookup,
    found.map(({ by }) => by),
  );
  return found.map(({ noteId, text, by, writtenAt }) => ({
    NoteId: noteId,
    Text: text,
    WrittenAt: isoOf(writtenAt),
    WrittenBy: personOf(people, by),
  }));
};

/** Newest first. */
export const noteRows = async (
  lookup: PersonLookup,
  filter: Filter,
  options: FindOptions = {},
): Promise<NoteRow[]> =>
  rowsOf(lookup, await lookup.readModels.view<Note>(NOTES).find(filter, { sort: { order: -1 }, ...options }));

/** Null if there is no such note. */
export const noteRow = async (lookup: PersonLookup, noteId: number): Promise<NoteRow | null> => {
  const found = await lookup.readModels.view<Note>(NOTES).get(noteId);
  return found === null ? null : ((await rowsOf(lookup, [found]))[0] ?? null);
};
