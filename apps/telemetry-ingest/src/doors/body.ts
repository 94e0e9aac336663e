import type { IncomingMessage } from 'node:http';

/** Beyond the limit, this many times as much is still read and discarded, so that the sender can read the answer. */
const DISCARD_FACTOR = 32;

/** What has come whole is read without events, which cost more than all else that is done with a small body. */
const wholeBody = (request: IncomingMessage, limitBytes: number): string | null => {
  const body = request.read() as Buffer | null;
  if (body === null) return '';
  return body.length > limitBytes ? null : body.toString();
};

const restOfBody = (request: IncomingMessage, limitBytes: number): Promise<string | null> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= limitBytes) chunks.push(chunk);
      else if (length > limitBytes * DISCARD_FACTOR) request.destroy();
    });
    request.on('end', () => resolve(length > limitBytes ? null : Buffer.concat(chunks).toString()));
    request.on('error', reject);
    request.on('close', () => {
      if (!request.complete) reject(new Error('The client aborted the request.'));
    });
  });

/** The body as text, or null if it is longer than `limitBytes`. Rejects if the client disconnects before it is whole. */
export const readBody = (
  request: IncomingMessage,
  limitBytes: number,
): string | null | Promise<string | null> =>
  request.complete ? wholeBody(request, limitBytes) : restOfBody(request, limitBytes);
