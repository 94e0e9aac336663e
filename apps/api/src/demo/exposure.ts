import { isIPv6 } from 'node:net';
import { ConfigError, isLoopback, type BoundAddress } from '@flagpost/platform';
import type { DemoSetting } from '../access/demo-access.js';

const ANY_ADDRESS = ['0.0.0.0', '::'];

/**
 * What is open to the network at an address, and how it is closed, in one line; null if only this machine reaches it.
 *
 * @throws {ConfigError} if demo accounts are to sign in on this machine alone, and the address is none of its loopback.
 */
export const exposureOf = ({ address, port }: BoundAddress, demo: DemoSetting): string | null => {
  if (isLoopback(address)) return null;
  if (demo === true && !ANY_ADDRESS.includes(address))
    throw new ConfigError(
      `Demo accounts sign in on this machine alone, and ${address} is no loopback address: choose HOST=127.0.0.1, ` +
        'HOST=0.0.0.0 or DEMO=0.',
    );
  const at = `${isIPv6(address) ? `[${address}]` : address}:${port}`;
  if (demo === 'network')
    return (
      `Anybody who reaches ${at} can sign in with the published password of the demo, as an administrator too: ` +
      'DEMO=1 lets demo accounts in on this machine alone.'
    );
  const demoToo = demo ? ', while demo accounts sign in on this machine alone' : '';
  return `The network reaches login, API and doors at ${at}${demoToo}: HOST=127.0.0.1 closes it.`;
};
