import type { Socket as Connection } from 'node:net';
import type { Socket } from 'socket.io';
import type { PositionMessage } from './position-bytes.js';
import type { Delivery } from './transport.js';

/** What engine.io's websocket transport writes to. */
interface WebSocket {
  terminate(): void;
}

/** What engine.io's polling transport answers: there while a poll waits for its answer. */
interface Poll {
  readonly res?: { readonly socket: Connection | null } | null;
}

/** The connection of one viewer. */
export interface Line {
  delivery(): Delivery;
  /**
   * Hands a position message to the connection itself, past socket.io, which costs each viewer as much again as the write
   * does. Whoever has not taken yet what came before misses it. False: nothing but socket.io reaches this viewer.
   */
  write(message: PositionMessage): boolean;
  /**
   * Ends the connection at once. A websocket that is closed in order waits half a minute for the farewell of the other
   * side, with all that was never taken: of one that reads nothing any more it does not come. The answer to a poll that
   * nobody reads waits for ever.
   */
  cut(): void;
}

/** `onBytes` is told what is handed to the connection; a character of text is taken for a byte. */
export const lineOf = (
  { conn, handshake, request }: Pick<Socket, 'conn' | 'handshake' | 'request'>,
  onBytes: (bytes: number) => void,
): Line => {
  // One that began by polling has its websocket on another connection than its request.
  const connection = handshake.query['transport'] === 'websocket' ? request.socket : null;
  let queued = 0;
  let taken = 0;
  /** Of a poller: the connection of the newest answer, which may not have taken it yet. */
  let answering: Connection | null = null;

  const polls = (): boolean => conn.transport.name === 'polling';
  /**
   * Whoever polls anew has the answer before: a connection that has not taken its answer by then belongs to somebody who
   * does not read, and so a poller holds one answer at most.
   */
  const beginAnswer = (): void => {
    if (!polls()) return;
    const next = (conn.transport as Poll).res?.socket ?? null;
    if (answering !== next && answering !== null && answering.writableLength > 0) answering.destroy();
    answering = next;
  };
  conn.on('packetCreate', ({ data }: { readonly data?: string | Buffer }) => {
    queued++;
    onBytes(data?.length ?? 0);
  });
  conn.on('flush', () => {
    beginAnswer();
    queued = 0;
    taken++;
  });
  const isFree = (): boolean =>
    conn.transport.writable && (connection?.writableLength ?? 0) + (answering?.writableLength ?? 0) === 0;
  return {
    delivery: () => ({ waiting: queued + (isFree() ? 0 : 1), taken }),
    write(message) {
      if (connection === null && !polls()) return false;
      if (conn.readyState !== 'open' || !isFree()) return true;
      taken++;
      onBytes(message.bytes.length);
      if (connection !== null) connection.write(message.bytes);
      else {
        beginAnswer();
        // Both packets in one answer: socket.io would send the second with the answer to the next poll.
        conn.transport.send(message.packets());
      }
      return true;
    },
    cut() {
      (conn.transport as { readonly socket?: WebSocket }).socket?.terminate();
      if (answering !== null && answering.writableLength > 0) answering.destroy();
    },
  };
};
