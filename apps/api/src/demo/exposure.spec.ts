import { describe, expect, it } from '@jest/globals';
import { ConfigError } from '@flagpost/platform';
import { exposureOf } from './exposure.js';

const at = (address: string) => ({ address, port: 3000 });

describe('what the banner says of an address', () => {
  it.each(['127.0.0.1', '::1'])('is nothing of %s', (address) => {
    for (const demo of [true, false, 'network'] as const) expect(exposureOf(at(address), demo)).toBeNull();
  });

  it('is one line with the address that was bound, and how to close it', () => {
    expect(exposureOf(at('0.0.0.0'), true)).toMatch(
      /^The network reaches .+ at 0\.0\.0\.0:3000, while demo accounts sign in on this machine alone: HOST=127\.0\.0\.1 closes it\.$/,
    );
    expect(exposureOf(at('::'), false)).toMatch(/ at \[::\]:3000: HOST=127\.0\.0\.1 closes it\.$/);
    expect(exposureOf(at('192.168.1.7'), 'network')).toMatch(
      /^Anybody who reaches 192\.168\.1\.7:3000 can sign in .+ administrator too: DEMO=1 .+\.$/,
    );
  });

  it('is a refusal where demo accounts could never sign in', () => {
    expect(() => exposureOf(at('192.168.1.7'), true)).toThrow(ConfigError);
    expect(exposureOf(at('192.168.1.7'), false)).not.toBeNull();
  });
});
