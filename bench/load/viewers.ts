import { SOCKET_JOIN, type JoinRequest } from '@flagpost/contracts';
import { WebSocket } from 'ws';
import { EVENT } from './frames.ts';

/** Clients that look like viewers to the sender, and only count the messages they receive. */
export interface Viewers {
  /** Since they are connected: messages with positions, of all viewers. */
  messages(): number;
  bytes(): number;
  close(): Promise<void>;
}

/** Called with the viewer, from 0 within its group, that has received positions. */
export type FrameListener = (viewer: number) => void;

const PING = '2';
const PONG = '3';
/** Prefixes of socket.io's packets: connected; an event; the answer to our first and only request. */
const CONNECTED = '40';
const EVENT_PACKET = '42';
const ANSWER = '430';

interface Watched {
  readonly eventId: number;
  readonly accessToken: string;
}

/** Of servers that hold one event and let everybody in. */
const ANYBODY: Watched = { eventId: EVENT, accessToken: 'any' };

/** `positions`: how they ask a gateway for them; null of a server that speaks plain websocket. */
export const connectViewers = async (
  url: string,
  count: number,
  positions: JoinRequest['positions'] | null,
  { eventId, accessToken }: Watched = ANYBODY,
  onFrame: FrameListener = () => undefined,
): Promise<Viewers> => {
  let messages = 0;
  let bytes = 0;
  const address = `${url.replace('http', 'ws')}${positions !== null ? '/socket.io/?EIO=4&transport=websocket' : ''}`;
  const join = `420${JSON.stringify([SOCKET_JOIN, { eventId, positions }])}`;

  const connect = (viewer: number): Promise<WebSocket> =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(address, { perMessageDeflate: false });
      const joined = (): void => resolve(socket);
      socket.on('error', reject);
      if (positions === null) socket.on('open', joined);
      socket.on('message', (data: Buffer, isBinary) => {
        bytes += data.length;
        if (isBinary) onFrame(viewer);
        const text = isBinary ? '' : data.toString('latin1', 0, 3);
        if (isBinary || text.startsWith(EVENT_PACKET)) messages += 1;
        else if (text === PING) socket.send(PONG);
        else if (text === ANSWER) joined();
        else if (text.startsWith('0')) socket.send(`${CONNECTED}${JSON.stringify({ accessToken })}`);
        else if (text.startsWith(CONNECTED)) socket.send(join);
      });
    });

  const sockets = await Promise.all(Array.from({ length: count }, (_, viewer) => connect(viewer)));
  return {
    messages: () => messages,
    bytes: () => bytes,
    async close() {
      const gone = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
      for (const socket of sockets) socket.close();
      await Promise.all(gone);
    },
  };
};
