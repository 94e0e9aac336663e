import { once } from 'node:events';
import type { Server } from 'node:http';
import { isIPv6, type AddressInfo } from 'node:net';

export interface ListenAddress {
  /** 0: any that is free. */
  readonly port: number;
  readonly host: string;
  /** How whoever starts the program names the port in its configuration. */
  readonly setting?: string;
}

/** An address that cannot be listened on. The message is a sentence for whoever starts the program. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

const REFUSALS: Record<string, (address: Required<ListenAddress>) => string> = {
  EADDRINUSE: ({ port, host, setting }) =>
    `Port ${port} of ${host} is in use by another program: stop that one, or choose another ${setting}.`,
  EADDRNOTAVAIL: ({ host }) => `${host} is no address of this machine: choose another HOST.`,
  ENOTFOUND: ({ host }) => `${host} is no address of this machine: choose another HOST.`,
  EACCES: ({ port, setting }) => `Port ${port} is kept for the system: choose a ${setting} above 1023.`,
};

/** Longer than proxies keep theirs, mostly a minute: no request is sent into a connection that is just being closed. */
const KEEP_ALIVE_MS = 75_000;

/**
 * Opens the port, and answers how this machine reaches it.
 *
 * @throws {AddressRefused} where another program has the port, or the address is not this machine's.
 */
export const listen = async (
  server: Server,
  { port, host, setting = 'PORT' }: ListenAddress,
): Promise<string> => {
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    const reason = REFUSALS[(error as NodeJS.ErrnoException).code ?? ''];
    throw reason === undefined ? error : new AddressRefused(reason({ port, host, setting }));
  }
  const bound = boundAddress(server);
  const reached = LOOPBACK_OF[bound.address] ?? host;
  return `http://${isIPv6(reached) ? `[${reached}]` : reached}:${bound.port}`;
};

/** How this machine reaches a server that listens on every address. */
const LOOPBACK_OF: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** What a server listens on, with the port that the system chose where 0 was asked for. */
export interface BoundAddress {
  readonly address: string;
  readonly port: number;
}

export const boundAddress = (server: Server): BoundAddress => server.address() as AddressInfo;
