import { connect, type Socket } from 'node:net';

const HEAD_END = '\r\n\r\n';
const LENGTH = /\r\ncontent-length: (\d+)\r\n/i;
const STATUS_AT = 'HTTP/1.1 '.length;
const STATUS_LENGTH = 3;

/** A connection to a server. @throws if it cannot be had */
export const connected = (url: string): Promise<Socket> => {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname).setNoDelay(true);
    socket.once('error', reject).once('connect', () => resolve(socket.off('error', reject)));
  });
};

/** Calls with the status of each answer that a connection receives; answers have a length. */
export const eachAnswer = (socket: Socket, answered: (status: number) => void): void => {
  let received = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    received += chunk;
    for (let head = received.indexOf(HEAD_END); head >= 0; head = received.indexOf(HEAD_END)) {
      const length = Number(LENGTH.exec(received.slice(0, head + 2))?.[1] ?? 0);
      const end = head + HEAD_END.length + length;
      if (received.length < end) return;
      const status = Number(received.slice(STATUS_AT, STATUS_AT + STATUS_LENGTH));
      received = received.slice(end);
      answered(status);
    }
  });
};
