import { readFile } from 'node:fs/promises';
import { connect, type AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import type { Encryption } from './encryption.js';

/** TLS in front of a server that does not speak it: one connection behind for each in front. */
export const tlsFront = async (
  host: string,
  port: number,
  { certFile, keyFile }: Encryption,
): Promise<{ readonly port: number; readonly close: () => void }> => {
  const options = { cert: await readFile(certFile), key: await readFile(keyFile) };
  const front = createServer(options, (socket) => {
    const behind = connect(port, host);
    // An end of one is the end of the other, be it an error.
    socket.on('error', () => behind.destroy()).on('close', () => behind.destroy());
    behind.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.pipe(behind).pipe(socket);
  });
  front.on('tlsClientError', () => undefined); // a client that refuses the certificate
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  return { port: (front.address() as AddressInfo).port, close: () => void front.close() };
};
