import { Agent, request, type OutgoingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import type { Harness } from './harness.js';

/** The real port of an app: for requests that no client library would send. */
export interface Wire {
  readonly url: string;
  /** One request, with any method, path, headers and bytes. */
  ask(method: string, path: string, headers?: OutgoingHttpHeaders, body?: string | Buffer): Promise<Heard>;
  /** Sends the bytes unchanged, then the end; returns the answer until either side closed the connection. */
  say(bytes: string | Buffer, andThen?: 'end' | 'break'): Promise<string>;
  close(): void;
}

export interface Heard {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

export const openWire = ({ url }: Harness): Wire => {
  const port = Number(new URL(url).port);
  const agent = new Agent({ keepAlive: true });
  return {
    url,
    ask: (method, path, headers = {}, body) =>
      new Promise((resolve, reject) => {
        const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
        const asked = request({ agent, port, method, path, headers: { ...length, ...headers } }, (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('error', reject);
          answer.on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              type: answer.headers['content-type'] ?? '',
              text: Buffer.concat(parts).toString(),
            }),
          );
        });
        asked.on('error', reject);
        asked.end(body);
      }),
    say: (bytes, andThen = 'end') =>
      new Promise((resolve) => {
        let heard = '';
        const socket = connect(port, '127.0.0.1', () => {
          if (andThen === 'end') socket.end(bytes);
          else socket.write(bytes, () => socket.resetAndDestroy());
        });
        socket.on('data', (part) => (heard += part.toString()));
        // The server may break it first.
        socket.on('error', () => undefined);
        socket.on('close', () => resolve(heard));
      }),
    close: () => agent.destroy(),
  };
};
