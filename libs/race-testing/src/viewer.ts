import { io } from 'socket.io-client';
import { SOCKET_CHANNEL, SOCKET_JOIN, type SocketAck, type SocketMessage } from '@flagpost/contracts';

/** A viewer of an event on the socket of one api, starting with its snapshot. */
export interface Viewer {
  readonly messages: readonly SocketMessage[];
  of<T extends SocketMessage['type']>(type: T): Extract<SocketMessage, { type: T }>['data'][];
  leave(): void;
}

export const watch = async (url: string, accessToken: string, eventId: number): Promise<Viewer> => {
  const socket = io(url, { auth: { accessToken }, transports: ['websocket'] });
  const messages: SocketMessage[] = [];
  socket.on(SOCKET_CHANNEL, (message: SocketMessage) => messages.push(message));
  const join = async (): Promise<void> => {
    const ack = (await socket.emitWithAck(SOCKET_JOIN, { eventId })) as SocketAck;
    if (!ack.ok) throw new Error(`The socket was refused: ${JSON.stringify(ack)}`);
  };
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  await join();
  // A lost connection is restored by the library, and subscribes again.
  socket.on('connect', () => void join().catch(() => undefined));
  return {
    messages,
    of: (type) => messages.filter((message) => message.type === type).map(({ data }) => data) as never,
    leave: () => socket.disconnect(),
  };
};
