import { z } from 'zod';
import { positionInput, type DropReason } from '@flagpost/contracts';
import type { DecodedInput, Decoder } from './decoded.js';
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

/** Our own protocol: NDJSON, one input per line, fields as in `competitor.positions`. Empty lines are ignored. */
export const decodePositions: Decoder = ({ body }) => {
  const inputs: DecodedInput[] = [];
  const dropped: DropReason[] = [];
  for (const text of body.split('\n')) {
    if (text.trim() === '') continue;
    const input = positionLine.safeParse(parseJson(text));
    if (input.success) inputs.push(input.data);
    else dropped.push('undecodable');
  }
  return { inputs, dropped };
};
