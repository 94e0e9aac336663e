import { io } from 'socket.io-client';
import {
  SOCKET_CHANNEL,
  SOCKET_JOIN,
  SOCKET_RECONNECT_MS,
  type LiveCar,
  type SocketAck,
  type SocketMessage,
} from '@flagpost/contracts';
import { decodeFrame } from '@flagpost/telemetry';

/** A live map client without a map: decodes messages, stores none of them, and reconnects. */
export interface Screen {
  leave(): void;
}

export interface ScreenOptions {
  readonly url: string;
  readonly accessToken: string;
  readonly eventId: number;
  /** Called with each new fix of a car after decoding, with the time, epoch ms. */
  readonly onFix: (car: LiveCar, at: number) => void;
}

/** Resolves once it is connected. @throws if it is refused. */
export const openScreen = async ({ url, accessToken, eventId, onFix }: ScreenOptions): Promise<Screen> => {
  const socket = io(url, { auth: { accessToken }, transports: ['websocket'], forceNew: true });
  const known = new Map<number, number>();
  socket.on(SOCKET_CHANNEL, ({ type, data }: SocketMessage) => {
    if (type !== 'CHANGE_POSITION' || !('packed' in data)) return;
    const { cars } = decodeFrame(new Uint8Array(data.packed));
    const at = Date.now();
    for (const car of cars) {
      if (car.receivedAt === null || known.get(car.invitationId) === car.receivedAt) continue;
      known.set(car.invitationId, car.receivedAt);
      onFix(car, at);
    }
  });
  const join = async (): Promise<void> => {
    const ack = (await socket.emitWithAck(SOCKET_JOIN, { eventId, positions: 'packed' })) as SocketAck;
    if (!ack.ok) throw new Error(`The socket was refused: ${JSON.stringify(ack)}`);
  };
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    await join();
  } catch (error) {
    socket.disconnect();
    throw error;
  }
  let isHere = true;
  socket.on('connect', () => void join().catch(() => undefined));
  socket.on('disconnect', (reason) => {
    // After any other reason the library reconnects by itself.
    if (isHere && reason === 'io server disconnect')
      setTimeout(() => isHere && socket.connect(), SOCKET_RECONNECT_MS);
  });
  return {
    leave() {
      isHere = false;
      socket.disconnect();
    },
  };
};
