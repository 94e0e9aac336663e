import { LIMITS } from '@flagpost/contracts';
import { given } from '@flagpost/testing/given';
import { describe, expect, it } from '@jest/globals';
import { raceControlDecider } from './race-control.js';
import { director, eventId, fold, race, type Command, type Event } from './testing/race-control.js';

const write = (more: Partial<Command<'writeNote'>> = {}): Command<'writeNote'> => ({
  type: 'writeNote',
  eventId,
  noteId: 81,
  text: 'Oil at bend 3',
  by: director,
  now: 2_000,
  race,
  ...more,
});
const written: Event<'NoteWritten'> = {
  type: 'NoteWritten',
  data: { eventId, noteId: 81, text: 'Oil at bend 3', by: director, writtenAt: 2_000 },
};

describe('a note', () => {
  it('is kept with who wrote it and when, and changes nothing of the race', () => {
    given(raceControlDecider, []).when(write()).then([written]);
    expect(fold([written])).toEqual(fold([]));
  });

  it('has a text of limited length', () => {
    given(raceControlDecider, [])
      .when(write({ text: ' ' }))
      .thenRefused('note.textRequired');
    given(raceControlDecider, [])
      .when(write({ text: 'a'.repeat(LIMITS.note + 1) }))
      .thenRefused('text.tooLong');
  });

  it('is of a published event that is not over', () => {
    given(raceControlDecider, [])
      .when(write({ race: { ...race, published: false } }))
      .thenRefused('event.unpublished');
    given(raceControlDecider, [])
      .when(write({ now: race.finishesAt + 1 }))
      .thenRefused('event.past');
  });
});
