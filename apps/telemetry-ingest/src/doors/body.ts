import type { IncomingMessage } from 'node:http';

/** Beyond the limit, this many times as much is still read and discarded, so that the sender can read the answer. */
const DISCARD_FACTOR = 32;

/** The body as text, or null if it is longer than `limitBytes`. Rejects if the client disconnects. */
export const readBody = (request: IncomingMessage, limitBytes: number): Promise<string | null> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= limitBytes) chunks.push(chunk);
      else if (length > limitBytes * DISCARD_FACTOR) request.destroy();
    });
    request.on('end', () => {
      const [only] = chunks;
      if (length > limitBytes) resolve(null);
      else
        resolve(
          only !== undefined && chunks.length === 1 ? only.toString() : Buffer.concat(chunks).toString(),
        );
    });
    request.on('error', reject);
    request.on('close', () => {
      if (!request.complete) reject(new Error('The client aborted the request.'));
    });
  });
