import { expect, it } from '@jest/globals';
import { ServiceUnavailableError } from '@flagpost/platform';
import { holdLease } from '@flagpost/records';
import { virtualTime } from '@flagpost/testing';
import { memoryDependencies } from '../testing/harness.js';
import { takeLease } from './take-lease.js';

const PATIENCE_MS = 15_000;

it('says who keeps a lease from us: another process, or records that are away', async () => {
  const time = virtualTime();
  const dependencies = memoryDependencies(time);
  const { leases } = dependencies.records;
  const nothing = () => undefined;
  const other = holdLease({
    ...dependencies,
    leases,
    name: 'it',
    holder: 'other',
    onHeld: nothing,
    onLost: nothing,
  });
  const refused = expect(takeLease(dependencies, 'it')).rejects.toThrow(
    new ServiceUnavailableError('Another process holds the lease it.'),
  );
  await time.advance(PATIENCE_MS);
  await refused;
  await other.stop();

  const isAway = () => Promise.reject(new ServiceUnavailableError('Records: the server does not answer.'));
  const records = { ...dependencies.records, leases: { load: isAway, advance: isAway } };
  const away = expect(takeLease({ ...dependencies, records }, 'it')).rejects.toThrow(
    new ServiceUnavailableError('Records: the server does not answer.'),
  );
  await time.advance(PATIENCE_MS);
  await away;
  await Promise.all(
    [dependencies.store, dependencies.topics, dependencies.records].map((part) => part.close()),
  );
});
