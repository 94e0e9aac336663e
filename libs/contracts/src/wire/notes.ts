import { z } from 'zod';
import { LIMITS } from '../limits.js';
import { FAULTS } from '../texts/fields.js';
import { requiredLine } from './text.js';

/** Notes that race control writes into the feed and the report of an event. */

/** Body of POST /notes */
export const noteRequest = z.object({
  EventId: z.number().int().positive(),
  Text: requiredLine(LIMITS.note, FAULTS.message),
});
export type NoteRequest = z.infer<typeof noteRequest>;

export interface NoteAnswer {
  NoteId: number;
}

/** GET /events/notes/{id}, newest first; the socket sends the same. */
export interface NoteRow {
  NoteId: number;
  Text: string;
  WrittenAt: string;
  WrittenBy: { Id: number; Name: string };
}
