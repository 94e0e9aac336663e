import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { PositionInput } from '@flagpost/contracts';
import { createHealth, silentLogger, type Health } from '@flagpost/platform';
import { quantiseInput } from '@flagpost/telemetry';
import { sharedData, virtualTime } from '@flagpost/testing';
import { describeRecorded } from '@flagpost/testing/describe-recorded';
import { giveToken, openStores, temporaryFolder, type Stores } from '../testing/stores.js';
import { readInputs, serveDoors } from '../testing/serve.js';

const NOW = Date.UTC(2026, 5, 1, 12);

/** As recorded from a tracker; `expect` is what another server made of it. */
interface TrackerMessage {
  readonly protocol: string;
  readonly expect: string;
  readonly method?: string;
  readonly path?: string;
  readonly content_type?: string;
  readonly body?: string;
}

type Values = Pick<PositionInput, 't' | 'lat' | 'lng' | 'speedKph'>;

/** Below 2147483647 seconds, else milliseconds; or a text, in UTC where it names no zone. */
const time = (value: string | number | undefined): number | undefined => {
  if (value === undefined) return undefined;
  const count = Number(value);
  if (!Number.isNaN(count)) return count < 2_147_483_647 ? count * 1000 : count;
  return Date.parse(String(value).endsWith('Z') ? String(value) : `${value}Z`);
};

const read: Readonly<Record<string, (message: TrackerMessage) => Values | null>> = {
  /** JSON: m/s, -1 for unknown. */
  'OsmAnd POST': ({ body = '' }) => {
    const { coords, timestamp } = (
      JSON.parse(body) as {
        location: {
          timestamp: string;
          coords: { latitude: number; longitude: number; speed: number };
        };
      }
    ).location;
    const speedKph = coords.speed < 0 ? undefined : coords.speed * 3.6;
    return { t: time(timestamp), lat: coords.latitude, lng: coords.longitude, speedKph };
  },
  /** A query: knots. */
  'OsmAnd GET': ({ path = '' }) => {
    const of = (name: string): string | undefined => {
      const value = new RegExp(`[?&]${name}=([^&]*)`).exec(path)?.[1];
      return value === undefined ? undefined : decodeURIComponent(value.replaceAll('+', ' '));
    };
    const [lat, lng] = of('location')?.split(',') ?? [of('lat'), of('lon')];
    if (lat === undefined) return null;
    const speed = of('speed');
    return {
      t: time(of('timestamp')),
      lat: Number(lat),
      lng: Number(lng),
      speedKph: speed === undefined ? undefined : Number(speed) * 1.852,
    };
  },
  /** JSON: km/h. */
  'OwnTracks POST': ({ body = '' }) => {
    const { tst, lat, lon, vel } = JSON.parse(body) as Record<string, number>;
    return { t: time(tst), lat, lng: lon, speedKph: vel };
  },
};

const path = sharedData('tracker_messages/traccar_messages.ndjson');
const lines = path === null ? [] : readFileSync(path, 'utf8').trim().split('\n');
const messages = lines.map((line, index) => {
  const message = JSON.parse(line) as TrackerMessage;
  return [`${index} ${message.protocol}, ${message.expect}`, index, message] as const;
});

describeRecorded('the doors, with messages recorded from trackers', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let stores: Stores;
  let health: Health;
  let served: Awaited<ReturnType<typeof serveDoors>>;

  beforeAll(async () => {
    const clock = virtualTime(NOW);
    folder = await temporaryFolder();
    stores = await openStores(folder.path, clock);
    health = createHealth();
    const { topics, records } = stores;
    const { deviceTokens } = records;
    const doors = { topics, deviceTokens, clock, scheduler: clock, logger: silentLogger, health };
    served = await serveDoors(doors);
    for (const [, index] of messages) await giveToken(records, `token-${index}`, 7, index + 1);
  });
  afterAll(async () => {
    await served.close();
    await stores.close();
    await folder.remove();
  });

  const unsupported = async (): Promise<number> => {
    const { dropped } = (await health.read()).parts.doors?.details as {
      dropped: { unsupported?: number };
    };
    return dropped.unsupported ?? 0;
  };

  it('are all there', () => expect(messages).toHaveLength(24));

  (messages.length === 0 ? it.skip : it).each(messages)('%s', async (_, index, message) => {
    const { protocol, method = 'POST', path: sent = '', content_type: type, body } = message;
    const door = protocol === 'OwnTracks' ? 'owntracks' : 'osmand';
    const query = sent.includes('?') ? sent.slice(sent.indexOf('?')) : '';
    const before = await unsupported();
    const answer = await fetch(`${served.base}/ingest/${door}/token-${index}${query}`, {
      method,
      ...(body === undefined ? {} : { body }),
      ...(type === undefined ? {} : { headers: { 'content-type': type } }),
    });
    expect(answer.status).toBe(200);

    const sentValues = read[`${protocol} ${method}`]?.(message) ?? null;
    const expected = sentValues && quantiseInput(sentValues);
    const found = (await readInputs(stores.topics)).filter(({ key }) => key === `7:${index + 1}`);
    expect(found.map(({ input: { receivedAt, t, lat, lng } }) => ({ receivedAt, t, lat, lng }))).toEqual(
      expected === null ? [] : [{ receivedAt: NOW, t: expected.t, lat: expected.lat, lng: expected.lng }],
    );
    for (const { input } of found) {
      if (expected?.speedKph === undefined) expect(input.speedKph).toBeUndefined();
      else expect(input.speedKph).toBe(expected.speedKph);
    }
    expect((await unsupported()) - before).toBe(expected === null ? 1 : 0);
  });

  it('give a position wherever the other server found one in the protocols that are spoken here', () => {
    const spoken = messages.filter(([, , { protocol }]) => ['OsmAnd', 'OwnTracks'].includes(protocol));
    const located = spoken.filter(([, , one]) => read[`${one.protocol} ${one.method}`]?.(one) != null);
    // One it refused for want of a device id: the token stands for it.
    const verdict = (text: string): boolean => text.startsWith('position') || text.includes('no device id');
    expect(located.map(([name]) => name)).toEqual(
      spoken.filter(([, , one]) => verdict(one.expect)).map(([name]) => name),
    );
  });
});
