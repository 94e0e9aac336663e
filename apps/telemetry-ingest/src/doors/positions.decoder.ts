import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { DOOR, positionInput, type DropReason } from '@flagpost/contracts';
import type { DecodedInput, Reader } from './decoded.js';
import { BOUNDS, parseJson } from './values.js';

/** A number out of bounds counts as unknown; the fix is kept. */
const figure = z.number().min(0).max(BOUNDS.figure).optional().catch(undefined);

/** One input as a device or another's producer sends it: without `receivedAt`. */
export const positionLine = positionInput
  .omit({ receivedAt: true })
  .extend({
    t: z.number().min(0).max(BOUNDS.t).optional(),
    speedKph: figure,
    headingDeg: figure,
    accuracyM: figure,
    battery: figure,
  })
  .refine(
    (input) => (input.lat === undefined) === (input.lng === undefined),
    'lat and lng are expected together.',
  )
  .refine((input) => input.lat !== undefined || input.signal !== undefined, 'A fix or a signal is expected.');

/** What follows the first character of a line that is not blank. */
const LINE = /\S[^\n]*/g;

/** The lines that are not blank; null if they are more than a door takes at once. */
const linesOf = (body: string): readonly string[] | null => {
  const lines: string[] = [];
  for (const [line] of body.matchAll(LINE)) {
    if (lines.length === DOOR.inputsAtOnce) return null;
    lines.push(line);
  }
  return lines;
};

/** Most lines that are no input are found without the exception of `JSON.parse` or the faults of the schema, which are slow. */
const decodeLine = (line: string): DecodedInput | null => {
  if (!line.startsWith('{') || line.length > DOOR.messageBytes) return null;
  const value = parseJson(line);
  if (value === undefined) return null;
  return positionLine.safeParse(value).data ?? null;
};

/** Lines are decoded in slices, so that nothing else in the process waits for a whole message. */
const SLICE_CHARACTERS = 65_536;
/** The shortest line takes as long as this many characters. */
const LINE_CHARACTERS = 256;

/** Our own protocol: NDJSON, one input per line, fields as in `competitor.positions`. Empty lines are ignored. */
export const readPositions: Reader = ({ body }) => {
  const lines = linesOf(body);
  if (lines === null) return null;
  return {
    inputs: lines.length,
    mayHaveSignal: body.includes('"signal"'),
    async decode() {
      const inputs: DecodedInput[] = [];
      const dropped: DropReason[] = [];
      let characters = 0;
      for (const line of lines) {
        characters += LINE_CHARACTERS + line.length;
        if (characters > SLICE_CHARACTERS) {
          await nextTurn();
          characters = LINE_CHARACTERS + line.length;
        }
        const input = decodeLine(line);
        if (input === null) dropped.push('undecodable');
        else inputs.push(input);
      }
      return { inputs, dropped };
    },
  };
};
