import type { Socket } from 'socket.io';
import type { Delivery } from './transport.js';

/** What engine.io's websocket transport writes to. */
interface WebSocket {
  terminate(): void;
}

/** The connection of one viewer. */
export interface Line {
  delivery(): Delivery;
  /**
   * Hands these bytes to the connection itself, past socket.io, which costs each viewer as much again as the write does.
   * Whoever has not taken yet what came before misses them. False: nothing but socket.io reaches this viewer.
   */
  write(bytes: Buffer): boolean;
  /**
   * Ends the connection at once. A websocket that is closed in order waits half a minute for the farewell of the other
   * side, with all that was never taken: of one that reads nothing any more it does not come.
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
  conn.on('packetCreate', ({ data }: { readonly data?: string | Buffer }) => {
    queued++;
    onBytes(data?.length ?? 0);
  });
  conn.on('flush', () => {
    queued = 0;
    taken++;
  });
  const isFree = (): boolean => conn.transport.writable && (connection?.writableLength ?? 0) === 0;
  return {
    delivery: () => ({ waiting: queued + (isFree() ? 0 : 1), taken }),
    write(bytes) {
      if (connection === null) return false;
      if (conn.readyState !== 'open' || !isFree()) return true;
      taken++;
      onBytes(bytes.length);
      connection.write(bytes);
      return true;
    },
    cut: () => (conn.transport as { readonly socket?: WebSocket }).socket?.terminate(),
  };
};
