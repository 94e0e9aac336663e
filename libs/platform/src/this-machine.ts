import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Also true for an IPv4 address in its mapped form, `::ffff:127.0.0.1`. */
export const isLoopback = (address: string): boolean =>
  LOOPBACK.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

const isLoopbackName = (host: string): boolean => {
  if (!URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  return hostname === 'localhost' || isLoopback(hostname.replace(/^\[|\]$/g, ''));
};

/** Headers added by proxies, in which case the peer is the proxy and not the client. */
const FORWARDED = /^(forwarded|via|x-forwarded(-.+)?|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/;

/** The part of a request that identifies its origin. */
export interface Origin {
  readonly socket: { readonly remoteAddress?: string | undefined };
  readonly headers: IncomingHttpHeaders;
}

/**
 * Whether a request was made on this machine, for this machine: its peer is a loopback address, no proxy has forwarded it,
 * and `Host` is a loopback name, which excludes DNS rebinding.
 */
export const isFromThisMachine = ({ socket: { remoteAddress }, headers }: Origin): boolean =>
  remoteAddress !== undefined &&
  isLoopback(remoteAddress) &&
  isLoopbackName(headers.host ?? '') &&
  !Object.keys(headers).some((name) => FORWARDED.test(name));
