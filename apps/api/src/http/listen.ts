import type { AddressInfo } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { z } from 'zod';
import type { listenConfig } from '../config.js';

/** An address that cannot be listened on. The message is a sentence for whoever starts the program. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

const REFUSALS: Record<string, (host: string, port: number) => string> = {
  EADDRINUSE: (host, port) =>
    `Port ${port} of ${host} is in use by another program: stop that one, or choose another PORT.`,
  EADDRNOTAVAIL: (host) => `${host} is no address of this machine: choose another HOST.`,
  ENOTFOUND: (host) => `${host} is no address of this machine: choose another HOST.`,
  EACCES: (_host, port) => `Port ${port} is kept for the system: choose a PORT above 1023.`,
};

/**
 * Opens the port, and answers how this machine reaches it.
 *
 * @throws {AddressRefused} where another program has the port, or the address is not this machine's.
 */
export const listen = async (
  app: NestExpressApplication,
  { PORT, HOST }: z.infer<typeof listenConfig>,
): Promise<string> => {
  try {
    await app.listen(PORT, HOST);
  } catch (error) {
    const reason = REFUSALS[(error as NodeJS.ErrnoException).code ?? ''];
    throw reason === undefined ? error : new AddressRefused(reason(HOST, PORT));
  }
  const { port } = app.getHttpServer().address() as AddressInfo;
  return `http://${HOST === '0.0.0.0' ? '127.0.0.1' : HOST}:${port}`;
};
