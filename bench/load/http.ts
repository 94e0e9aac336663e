import { connect, type Socket } from 'node:net';

/** Requests over connections that stay open, each written once and answered before the next one of its connection. */
export interface Connections {
  /** Sends `requests` in turn, `count` of them; calls `answered` for each. @throws if one is not answered by 2xx */
  send(requests: readonly Buffer[], count: number, answered?: (tookMs: number) => void): Promise<void>;
  /** Sends one request over the connection of this number, after those under way there. @throws as `send` */
  sendOver(connection: number, request: Buffer): Promise<void>;
  close(): void;
}

const STATUS = /^HTTP\/1\.1 (\d{3})/;
const LENGTH = /\r\ncontent-length: (\d+)\r\n/i;

/** The length of the response with this head; null while the head is incomplete. */
const lengthOf = (received: string): number | null => {
  const head = received.indexOf('\r\n\r\n');
  if (head < 0) return null;
  return head + 4 + Number(LENGTH.exec(received.slice(0, head + 2))?.[1] ?? 0);
};

const isDone = (status: number): boolean => status >= 200 && status < 300;

/** @returns the status of the answer. @throws if it is none of those that are expected */
export const exchange = (socket: Socket, request: Buffer, isExpected = isDone): Promise<number> =>
  new Promise((resolve, reject) => {
    let received = '';
    const leave = (): void => {
      socket.off('data', take).off('error', failed).off('close', gone);
    };
    const failed = (error: Error): void => {
      leave();
      reject(error);
    };
    const gone = (): void => failed(new Error('The server closed the connection.'));
    const take = (chunk: string): void => {
      received += chunk;
      const length = lengthOf(received);
      if (length === null || received.length < length) return;
      const status = Number(STATUS.exec(received)?.[1]);
      leave();
      if (isExpected(status)) resolve(status);
      else reject(new Error(`It was answered ${received}`));
    };
    if (socket.destroyed) gone();
    socket.on('data', take).on('error', failed).on('close', gone);
    socket.write(request);
  });

export const openConnections = async (url: string, count: number): Promise<Connections> => {
  const { hostname, port } = new URL(url);
  const sockets = await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(Number(port), hostname).setNoDelay(true).setEncoding('latin1');
      await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
      return socket;
    }),
  );
  const turns = sockets.map(() => Promise.resolve());
  return {
    async sendOver(connection, request) {
      const socket = sockets[connection];
      if (socket === undefined) throw new RangeError(`There is no connection ${connection}.`);
      const sent = (turns[connection] ?? Promise.resolve()).then(async () => {
        await exchange(socket, request);
      });
      turns[connection] = sent;
      return sent;
    },
    async send(requests, total, answered) {
      let sent = 0;
      const work = async (socket: Socket): Promise<void> => {
        while (sent < total) {
          const request = requests[sent++ % requests.length] as Buffer;
          const at = process.hrtime.bigint();
          await exchange(socket, request);
          answered?.(Number(process.hrtime.bigint() - at) / 1e6);
        }
      };
      await Promise.all(sockets.map(work));
    },
    close: () => sockets.forEach((socket) => socket.destroy()),
  };
};
