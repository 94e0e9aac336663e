import { signal } from '@flagpost/contracts';
import { refused, type Decoder } from './decoded.js';
import { parseJson } from './values.js';

/** One signal: `{ type, t, flagId? }`. */
export const decodeSignal: Decoder = ({ body }) => {
  const parsed = signal.safeParse(parseJson(body));
  return parsed.success ? { inputs: [{ signal: parsed.data }], dropped: [] } : refused('undecodable');
};
