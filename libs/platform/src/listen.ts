import { once } from 'node:events';
import type { Server } from 'node:http';
import { isIPv6, type AddressInfo } from 'node:net';
import { errorCode } from './error-code.js';

export interface ListenAddress {
  /** 0 for any free port. */
  readonly port: number;
  readonly host: string;
  /** The setting that names the port. */
  readonly setting?: string;
}

/** An address that the program cannot listen on. The message is written for the operator. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

const REFUSALS: Record<string, (address: Required<ListenAddress>) => string> = {
  EADDRINUSE: ({ port, host, setting }) =>
    `Port ${port} of ${host} is in use by another program: stop it, or choose another ${setting}.`,
  EADDRNOTAVAIL: ({ host }) => `${host} is not an address of this machine: choose another HOST.`,
  ENOTFOUND: ({ host }) => `${host} is not an address of this machine: choose another HOST.`,
  EACCES: ({ port, setting }) => `Port ${port} is reserved for the system: choose a ${setting} above 1023.`,
};

/**
 * Longer than the keep-alive of proxies, which is mostly a minute, so that no request arrives on a connection that is
 * being closed.
 */
const KEEP_ALIVE_MS = 75_000;

/**
 * Listens on the port and returns the URL under which this machine reaches it.
 *
 * @throws {AddressRefused} if another program uses the port, or the address is not one of this machine.
 */
export const listen = async (
  server: Server,
  { port, host, setting = 'PORT' }: ListenAddress,
): Promise<string> => {
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    const reason = REFUSALS[errorCode(error)];
    throw reason === undefined ? error : new AddressRefused(reason({ port, host, setting }));
  }
  const bound = boundAddress(server);
  const reached = LOOPBACK_OF[bound.address] ?? host;
  return `http://${isIPv6(reached) ? `[${reached}]` : reached}:${bound.port}`;
};

/** The host under which this machine reaches a server that listens on every address. */
const LOOPBACK_OF: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** The address of a listening server, with the port that the system chose if 0 was requested. */
export interface BoundAddress {
  readonly address: string;
  readonly port: number;
}

export const boundAddress = (server: Server): BoundAddress => server.address() as AddressInfo;
