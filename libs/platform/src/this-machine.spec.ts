import { describe, expect, it } from '@jest/globals';
import { isFromThisMachine, isLoopback } from './this-machine.js';

const from = (remoteAddress: string | undefined, headers: Record<string, string> = {}): boolean =>
  isFromThisMachine({ socket: { remoteAddress }, headers: { host: 'localhost:3000', ...headers } });

describe('a request of this machine', () => {
  it.each(['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'])('comes from %s', (address) => {
    expect(isLoopback(address)).toBe(true);
    expect(from(address)).toBe(true);
  });

  it.each(['192.168.1.7', '10.0.0.1', '::ffff:192.168.1.7', 'fe80::1', '0.0.0.0', '', undefined])(
    'does not come from %s',
    (address) => expect(from(address)).toBe(false),
  );

  it.each(['localhost', 'LOCALHOST:80', '127.0.0.1:3000', '[::1]:3000'])('is for %s', (host) => {
    expect(from('127.0.0.1', { host })).toBe(true);
  });

  it.each(['192.168.1.7:3000', 'rebound.example', 'localhost.example', '127.0.0.1.example', '', 'a b'])(
    'is not for %s',
    (host) => expect(from('127.0.0.1', { host })).toBe(false),
  );

  it.each(['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'])(
    'has no header %s',
    (name) => expect(from('127.0.0.1', { [name]: '127.0.0.1' })).toBe(false),
  );
});
