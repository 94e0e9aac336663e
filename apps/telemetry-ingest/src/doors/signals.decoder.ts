import { signal, testAnswer } from '@flagpost/contracts';
import { refused, type Decoder } from './decoded.js';
import { parseJson } from './values.js';

/** One signal, `{ type, t, flagId? }`, or the answer to a test, `{ type, testId }`. */
export const decodeSignal: Decoder = ({ body }) => {
  const message = parseJson(body);
  const answer = testAnswer.safeParse(message);
  if (answer.success) return { inputs: [], dropped: [], test: answer.data };
  const parsed = signal.safeParse(message);
  return parsed.success ? { inputs: [{ signal: parsed.data }], dropped: [] } : refused('undecodable');
};
