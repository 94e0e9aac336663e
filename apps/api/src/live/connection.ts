import type { Socket as TcpSocket } from 'node:net';
import type { Socket } from 'socket.io';
import type { PositionMessage } from './position-bytes.js';
import type { Delivery } from './transport.js';

/** The websocket of engine.io's transport. */
interface WebSocket {
  terminate(): void;
}

/** The pending poll of engine.io's polling transport. */
interface Poll {
  readonly res?: { readonly socket: TcpSocket | null } | null;
}

/** The connection of one viewer. */
export interface ViewerConnection {
  delivery(): Delivery;
  /**
   * Writes a position message directly to the connection, past socket.io, which would double the cost of the write. A viewer
   * whose connection is still busy misses it. False if this viewer can only be reached through socket.io.
   */
  write(message: PositionMessage): boolean;
  /**
   * Terminates the connection at once. An orderly close of a websocket waits half a minute for the close frame of a peer that
   * may have stopped reading, and keeps its buffers meanwhile; the answer to a poll that nobody reads waits for ever.
   */
  cut(): void;
}

/** `onBytes` receives the size of everything written to the connection; a character of text counts as a byte. */
export const viewerConnection = (
  { conn, handshake, request }: Pick<Socket, 'conn' | 'handshake' | 'request'>,
  onBytes: (bytes: number) => void,
): ViewerConnection => {
  // After an upgrade from polling, the websocket has a different connection from the request.
  const connection = handshake.query['transport'] === 'websocket' ? request.socket : null;
  let queued = 0;
  let taken = 0;
  /** For polling: the connection of the newest answer, which may not be flushed yet. */
  let answering: TcpSocket | null = null;

  const polls = (): boolean => conn.transport.name === 'polling';
  /**
   * A client polls again only after it has the previous answer. A connection whose answer is not flushed by then has a client
   * that does not read; it is destroyed, so that a polling viewer holds one answer at most.
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
        // Both packets in one answer: socket.io would send the second one with the next poll.
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
