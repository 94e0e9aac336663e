import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** How a proxy handles WebSockets: `refuse` answers the upgrade with 400, `kill` ends each soon. */
export type Meddling = 'none' | 'refuse' | 'kill';

export interface WebSocketProxy {
  readonly url: string;
  /** Closes open WebSockets too. */
  meddle(how: Meddling): void;
  /** Upgrade requests so far. */
  asked(): number;
  remove(): Promise<void>;
}

const UPGRADE = /^GET \/socket\.io\/\S*transport=websocket/;
const REFUSAL = 'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';
/** After the upgrade was answered and the first messages have passed. */
const KILLED_AFTER_MS = 300;

export const openWebSocketProxy = async (to: string): Promise<WebSocketProxy> => {
  const { hostname, port } = new URL(to);
  const ends = new Set<Socket>();
  const webSockets = new Set<Socket>();
  let how: Meddling = 'none';
  let asked = 0;

  const follow = (end: Socket): void => {
    ends.add(end);
    end.on('close', () => {
      ends.delete(end);
      webSockets.delete(end);
    });
    end.on('error', () => undefined);
  };
  /** A browser opens a separate connection for a WebSocket, recognized by its first bytes. */
  const begin = (near: Socket, first: Buffer): void => {
    const isWebSocket = UPGRADE.test(first.toString('latin1'));
    if (isWebSocket) {
      asked++;
      if (how === 'refuse') return void near.end(REFUSAL);
      webSockets.add(near);
      if (how === 'kill') setTimeout(() => near.destroy(), KILLED_AFTER_MS);
    }
    const far = connect(Number(port), hostname);
    follow(far);
    far.write(first);
    near.pipe(far);
    far.pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  };
  const server = createServer((near) => {
    follow(near);
    near.once('data', (first: Buffer) => begin(near, first));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    meddle(next) {
      how = next;
      if (how !== 'none') webSockets.forEach((near) => near.destroy());
    },
    asked: () => asked,
    async remove() {
      server.close();
      ends.forEach((end) => end.destroy());
      await once(server, 'close');
    },
  };
};
