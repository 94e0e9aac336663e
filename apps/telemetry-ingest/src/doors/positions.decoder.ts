import { z } from 'zod';
import { positionInput, type DropReason } from '@flagpost/contracts';
import type { DecodedInput, Decoder } from './decoded.js';
import { BOUNDS, parseJson } from './values.js';

/** A figure out of bounds is unknown; the fix stands. */
const figure = z.number().min(0).max(BOUNDS.figure).optional().catch(undefined);

const line = positionInput
  .omit({ receivedAt: true })
  .extend({
    t: z.number().min(0).max(BOUNDS.t).optional(),
    speedKph: figure,
    headingDeg: figure,
    accuracyM: figure,
    battery: figure,
  })
  .refine((input) => (input.lat === undefined) === (input.lng === undefined))
  .refine((input) => input.lat !== undefined || input.signal !== undefined);

/** Our own door: NDJSON, one input a line, fields as in `competitor.positions`. Empty lines count for nothing. */
export const decodePositions: Decoder = ({ body }) => {
  const inputs: DecodedInput[] = [];
  const dropped: DropReason[] = [];
  for (const text of body.split('\n')) {
    if (text.trim() === '') continue;
    const input = line.safeParse(parseJson(text));
    if (input.success) inputs.push(input.data);
    else dropped.push('undecodable');
  }
  return { inputs, dropped };
};
