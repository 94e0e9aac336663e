import { beforeEach, describe, expect, it } from '@jest/globals';
import { ServiceUnavailableError } from '@flagpost/platform';
import { virtualTime, type VirtualTime } from '@flagpost/testing';
import { createRetrying, type Retrying } from './retry-policy.js';

const unanswered = new ServiceUnavailableError('The read was not answered.');
const forAnother = Object.assign(new Error("Hostname/IP does not match certificate's altnames"), {
  code: 14,
});

describe('a call to a store that cannot be reached', () => {
  let time: VirtualTime;
  let retrying: Retrying;
  beforeEach(() => {
    time = virtualTime();
    retrying = createRetrying('a.example:2113', time, time);
  });
  /** What a call fails with whose attempts fail with these errors, the last one again and again. */
  const failureOf = async (...errors: readonly Error[]): Promise<string> => {
    const left = [...errors];
    const failed = retrying(() => Promise.reject((left.length > 1 ? left.shift() : left[0]) as Error)).then(
      () => 'nothing',
      (error: unknown) => (error as Error).message,
    );
    await time.advance(10_000);
    return failed;
  };

  it('says why, also if it was not even answered in the end', async () => {
    expect(await failureOf(forAnother, unanswered)).toMatch(/^The certificate of EventStoreDB at a\.example/);
    expect(await failureOf(unanswered)).toMatch(/^The certificate of EventStoreDB at a\.example/);
  });

  it('says that it was not answered if nothing says more, or what did is over', async () => {
    expect(await failureOf(unanswered)).toMatch(
      /^EventStoreDB does not answer .*\(The read was not answered\.\)/,
    );
    await failureOf(forAnother);
    expect(await retrying(() => Promise.resolve(1))).toBe(1);
    expect(await failureOf(unanswered)).toMatch(/^EventStoreDB does not answer/);
  });

  it('fails at once with what the call itself throws', async () => {
    expect(await failureOf(new RangeError('No such thing.'))).toBe('No such thing.');
  });
});
