import { positionInput, type DropReason } from '@flagpost/contracts';
import type { DecodedInput, Decoder } from './decoded.js';
import { parseJson } from './values.js';

const line = positionInput
  .omit({ receivedAt: true })
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
