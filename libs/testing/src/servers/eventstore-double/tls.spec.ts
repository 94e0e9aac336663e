import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { EventStore } from '@flagpost/event-sourcing';
import { eventStoreDb } from '@flagpost/event-sourcing/eventstoredb';
import { ServiceUnavailableError, silentLogger } from '@flagpost/platform';
import type { Clock, Scheduler } from '@flagpost/platform';
import { systemClock, systemScheduler } from '@flagpost/platform/system';
import { makeCertificate } from '../../certificate.js';
import { startEventStoreCluster } from './cluster.js';
import { startEventStoreDouble } from './index.js';

/** The adapter's waiting is done this many times as fast. */
const HASTE = 5;
const clock: Clock = { now: () => systemClock.now() * HASTE };
const scheduler: Scheduler = {
  after: (ms, callback) => systemScheduler.after(ms / HASTE, callback),
  every: (ms, callback) => systemScheduler.every(ms / HASTE, callback),
};

const BY_ADDRESS = makeCertificate('127.0.0.1');
const BY_NAME = makeCertificate('localhost');

describe('EventStoreDB over TLS, over its double', () => {
  let folder: string;
  /** What a test has started, stopped in reverse order. */
  const started: (() => Promise<unknown>)[] = [];
  const later = <T>(value: T, stop: (value: T) => Promise<unknown>): T => {
    started.push(() => stop(value));
    return value;
  };
  const double = async (tls: typeof BY_NAME) =>
    later(await startEventStoreDouble({ path: join(folder, 'events.db'), tls }), (one) => one.stop());
  const cluster = async (tls: typeof BY_NAME) =>
    later(await startEventStoreCluster({ path: join(folder, 'events.db'), tls }), (one) => one.stop());
  const open = async (address: string, { cert }: typeof BY_NAME): Promise<EventStore> => {
    const path = join(folder, 'ca.pem');
    await writeFile(path, cert);
    const settings = {
      EVENTSTORE_URL: `${address}&tlsCAFile=${encodeURIComponent(path)}`,
      EVENTSTORE_PREFIX: '',
    };
    const parts = { clock, scheduler, logger: silentLogger };
    return later(await eventStoreDb(settings, parts), (store) => store.close());
  };
  const NAMES = /^The certificate of EventStoreDB at .* by its setting AdvertiseHostToClientAs\. \(/;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'flagpost-double-'));
  });
  afterEach(async () => {
    for (const stop of started.splice(0).toReversed()) await stop();
    await rm(folder, { recursive: true });
  });

  it.each([
    ['127.0.0.1', BY_ADDRESS],
    ['localhost', BY_NAME],
  ])('connects to %s with a certificate for it', async (host, tls) => {
    const { port } = await double(tls);
    const store = await open(`esdb://${host}:${port}?tls=true`, tls);
    expect(await store.head()).toBeNull();
  });

  it('connects to a cluster whose nodes advertise addresses', async () => {
    const { address } = await cluster(BY_ADDRESS);
    const store = await open(address, BY_ADDRESS);
    expect(await store.head()).toBeNull();
  });

  it('says that the certificate is for another name, and refuses the node', async () => {
    const { address } = await double(BY_NAME);
    const opening = open(address, BY_NAME);
    await expect(opening).rejects.toBeInstanceOf(ServiceUnavailableError);
    await expect(opening).rejects.toThrow(NAMES);
  });

  it('says the same of a cluster, by its seeds and by what its nodes advertise', async () => {
    const { address } = await cluster(BY_NAME);
    await expect(open(address, BY_NAME)).rejects.toThrow(NAMES);
    await expect(open(address.replaceAll('127.0.0.1', 'localhost'), BY_NAME)).rejects.toThrow(NAMES);
  });

  it('refuses a certificate of an authority that is unknown', async () => {
    const { address } = await double(BY_ADDRESS);
    await expect(open(address, makeCertificate('127.0.0.1'))).rejects.toThrow('self-signed certificate');
  });
});
