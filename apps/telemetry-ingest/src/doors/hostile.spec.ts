import { Agent, request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  carKey,
  DEVICE_APP,
  DOOR,
  NO_ORDERS,
  ORDERS_DOOR,
  positionInput,
  racePresence,
  ROLES,
  SIGNALS,
  TEST_ANSWERS,
  TOPICS,
  type CarOrders,
  type RoleName,
} from '@flagpost/contracts';
import { createDeadLetters } from '@flagpost/messaging';
import { createHealth, silentLogger, tokenHash, type Health } from '@flagpost/platform';
import { countingIds, until, virtualTime, type VirtualTime } from '@flagpost/testing';
import { HOSTILE_HEADERS, HOSTILE_SEGMENTS, HOSTILE_VALUES } from '@flagpost/testing/hostile-values';
import { createDeviceNotes, type DeviceNotes } from '../devices.js';
import { followOrders, type OrdersFollower } from '../orders/known-orders.js';
import { createOrdersDoor, type OrdersDoor } from '../orders/orders-door.js';
import { createPresence, type Presence } from '../orders/presence.js';
import { giveToken, openStores, temporaryFolder, type Stores } from '../testing/stores.js';
import { readInputs, serveHandler } from '../testing/serve.js';
import { createDoors } from './doors.js';

const NOW = Date.UTC(2026, 5, 1, 12);
const TOKEN = 'a-token_of-22-letters0';
const OTHER = 'b-token_of-22-letters0';
const FLOOD = 'c-token_of-22-letters0';
const LINK = 'the_secret-of-a-mailed-link-of-43-letters00';
/** By door: how a request with a token is sent, and that it is answered. */
const DOORS = {
  osmand: 'POST',
  owntracks: 'POST',
  positions: 'POST',
  signals: 'POST',
  orders: 'GET',
} as const;
type DoorName = keyof typeof DOORS;
const DOOR_NAMES = Object.keys(DOORS) as DoorName[];
const GOOD_BODY: Readonly<Record<DoorName, string | undefined>> = {
  osmand: 'lat=1&lon=2',
  owntracks: '{"_type":"location","lat":1,"lon":2}',
  positions: '{"lat":1,"lng":2}',
  signals: '{"type":"ok"}',
  orders: undefined,
};

interface Heard {
  readonly status: number;
  readonly text: string;
}

let time: VirtualTime;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let stores: Stores;
let orders: OrdersFollower;
let presence: Presence;
let devices: DeviceNotes;
let health: Health;
let ordersDoor: OrdersDoor;
let served: Awaited<ReturnType<typeof serveHandler>>;
const agent = new Agent({ keepAlive: true });
const logged: string[] = [];

beforeAll(async () => {
  time = virtualTime(NOW);
  folder = await temporaryFolder();
  stores = await openStores(folder.path, time);
  const { topics, records } = stores;
  await giveToken(records, TOKEN, 7, 70);
  await giveToken(records, OTHER, 7, 71);
  await giveToken(records, FLOOD, 7, 72);
  await records.invitationLinks.keep({ linkHash: tokenHash(LINK), eventId: 7, invitationId: 70 });
  const logger = { ...silentLogger, error: (message: string) => void logged.push(message) };
  health = createHealth();
  const { deviceTokens } = records;
  const parts = { topics, deviceTokens, clock: time, scheduler: time, logger, health };
  devices = createDeviceNotes(parts);
  orders = followOrders({
    ...parts,
    deadLetters: createDeadLetters({ ...parts, topic: TOPICS.deadLetters }),
  });
  presence = createPresence({ ...parts, ids: countingIds() });
  ordersDoor = createOrdersDoor({ ...parts, orders, presence });
  const doors = createDoors({ ...parts, devices });
  served = await serveHandler((asked, answer, next) =>
    ordersDoor.handle(asked, answer, () => doors(asked, answer, next)),
  );
  await topics.publish(TOPICS.orders, [
    { key: carKey(7, 71), value: JSON.stringify({ ...NO_ORDERS, track: 806 } satisfies CarOrders) },
  ]);
  await until('the orders', () => orders.of(carKey(7, 71))?.track === 806);
});
afterAll(async () => {
  agent.destroy();
  ordersDoor.hangUp();
  presence.stop();
  await served.close();
  await devices.stop();
  await orders.stop();
  await stores.close();
  await folder.remove();
});

/** One request as it is; a stream is ended at its first event. */
const ask = (
  method: string,
  path: string,
  headers: OutgoingHttpHeaders = {},
  body?: string,
): Promise<Heard> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(served.base);
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const asked = request(
      { agent, port, method, path, headers: { ...length, ...headers } },
      (answer: IncomingMessage) => {
        let text = '';
        const end = (): void => resolve({ status: answer.statusCode ?? 0, text });
        answer.on('data', (part: Buffer) => {
          text += part.toString();
          if (!text.includes('event: orders')) return;
          end();
          answer.destroy();
        });
        answer.on('end', end);
        answer.on('error', () => undefined);
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });

/** What is wrong with an answer; empty if nothing is. */
const faultsOf = ({ status, text }: Heard): readonly string[] => {
  const faults: string[] = [];
  if (status >= 500 || status === 418) faults.push(`answered ${status}`);
  if (/\n\s+at |node_modules|\/src\/|SQLITE|ZodError/.test(text)) faults.push(`tells of its inside: ${text}`);
  if (status < 400 || status === 431) return faults;
  const answer = JSON.parse(text) as Readonly<Record<string, unknown>>;
  if (answer['statusCode'] !== status || typeof answer['message'] !== 'string')
    faults.push(`refused with ${text}`);
  return faults;
};
const wrong: string[] = [];
const fire = async (...[method, path, headers, body]: Parameters<typeof ask>): Promise<Heard> => {
  const heard = await ask(method, path, headers, body);
  const line = [method, path.slice(0, 100), JSON.stringify(headers ?? {}).slice(0, 100), body?.slice(0, 200)];
  wrong.push(...faultsOf(heard).map((fault) => `${line.join(' ')}: ${fault}`));
  return heard;
};

const inputs = async () => (await readInputs(stores.topics)).map(({ input }) => input);
/** Everything that is stored, as its readers read it. */
const unreadable = async (): Promise<readonly unknown[]> => {
  const stored = (await inputs()).filter((input) => !positionInput.safeParse(input).success);
  const status = await stores.records.deviceTokens.status(70);
  const { testId, shownAt, confirmedAt } = status?.test ?? { testId: 1, shownAt: null, confirmedAt: null };
  const isTime = (at: number | null) => at === null || (at >= NOW && at <= time.now());
  const isTest = Number.isSafeInteger(testId) && testId > 0 && isTime(shownAt) && isTime(confirmedAt);
  const app = status?.app ?? null;
  const isNamed = app === null || DEVICE_APP.test(app);
  return [...stored, ...(isTest ? [] : [status?.test]), ...(isNamed ? [] : [app])];
};

type Path = readonly string[];
const withField = (body: object, [name = '', ...rest]: Path, value: unknown): object => {
  const inner = (body as Readonly<Record<string, unknown>>)[name];
  return { ...body, [name]: rest.length === 0 ? value : withField(inner as object, rest, value) };
};
const fieldsOf = (body: object, before: Path = []): readonly Path[] =>
  Object.entries(body).flatMap(([name, value]: [string, unknown]): readonly Path[] => {
    const path = [...before, name];
    return typeof value === 'object' && value !== null ? [path, ...fieldsOf(value, path)] : [path];
  });

const SIGNAL = { t: NOW, flagId: 3, since: NOW };
const FIX = { t: NOW, lat: 44.6, lng: 8.1, speedKph: 90, headingDeg: 90, accuracyM: 3, battery: 50 };
const COORDS = { latitude: 44.6, longitude: 8.1, speed: 20, heading: 90, accuracy: 3 };
/** Whole messages of each door: every field that is read stands in one. */
const MESSAGES: readonly (readonly [DoorName, object])[] = [
  ...SIGNALS.map((type) => ['signals', { type, ...SIGNAL }] as const),
  ...TEST_ANSWERS.map((type) => ['signals', { type, testId: 3 }] as const),
  ['positions', { receivedAt: NOW, ...FIX, signal: { type: 'sos', ...SIGNAL } }],
  ['positions', FIX],
  ['owntracks', { _type: 'location', lat: 44.6, lon: 8.1, tst: NOW, batt: 9, vel: 9, cog: 9, acc: 3 }],
  [
    'osmand',
    {
      device_id: '1',
      location: {
        timestamp: NOW,
        coords: COORDS,
        battery: { level: 0.5 },
        extras: { alarm: 'sos' },
        alarm: 'sos',
      },
    },
  ],
];
const OSMAND_NAMES = 'timestamp lat lon location speed bearing heading accuracy batt alarm'.split(' ');

describe('hostile input at the doors', () => {
  it('in any field of a message is dropped, or taken for what it says', async () => {
    for (const [door, message] of MESSAGES)
      for (const value of HOSTILE_VALUES) {
        const bodies = [value, ...fieldsOf(message).map((field) => withField(message, field, value))];
        for (const body of bodies) {
          const text = JSON.stringify(body);
          const { status } = await fire('POST', `/ingest/${door}/${TOKEN}`, {}, text);
          if (status !== 200) wrong.push(`${door} answered ${status} to ${text.slice(0, 200)}`);
        }
        await time.advance(1_000);
      }
    expect(wrong).toEqual([]);
    expect(await unreadable()).toEqual([]);
  }, 60_000);

  it('in a query, a form or the name of a program is dropped, or taken for what it says', async () => {
    for (const segment of HOSTILE_SEGMENTS) {
      for (const name of OSMAND_NAMES) {
        const query = `lat=1&lon=2&${name}=${segment}`;
        await fire('GET', `/ingest/osmand/${TOKEN}?${query}`);
        await fire('POST', `/ingest/osmand/${TOKEN}`, {}, query);
      }
      for (const door of ['positions', 'signals'] as const)
        await fire('POST', `/ingest/${door}/${TOKEN}?app=${segment}`, {}, GOOD_BODY[door]);
      await time.advance(1_000);
    }
    expect(wrong).toEqual([]);
    expect(await unreadable()).toEqual([]);
  }, 60_000);

  it('in place of a token, or of a door, finds nothing', async () => {
    const before = (await inputs()).length;
    for (const door of DOOR_NAMES)
      for (const segment of HOSTILE_SEGMENTS)
        for (const path of [`/ingest/${door}/${segment}`, `/ingest/${segment}/${TOKEN}`]) {
          const { status } = await fire(DOORS[door], path, {}, GOOD_BODY[door]);
          expect([path.slice(0, 60), status]).toEqual([path.slice(0, 60), 404]);
        }
    expect(wrong).toEqual([]);
    expect(await inputs()).toHaveLength(before);
  });

  it('in what a device says that it has is answered with the orders of its car', async () => {
    const path = `/ingest/orders/${OTHER}`;
    const accept = 'text/event-stream';
    const ids = [...HOSTILE_SEGMENTS, ...HOSTILE_SEGMENTS.map((place) => `sixteen_letters0.${place}`)];
    for (const id of ids) {
      // Not more than one car may ask.
      await time.advance(1_000);
      // Node refuses longer headers itself.
      const short = id.slice(0, 3_000);
      const answers = [
        await fire('GET', `${path}?after=${id}&wait=0`),
        await fire('GET', `${path}?wait=${id}`),
        await fire('GET', `${path}?after=${short}&after=${short}&after[$gt]=&wait=${short}`),
        await fire('GET', path, { accept, 'last-event-id': id }),
        await fire('GET', path, { accept: short, 'last-event-id': short }),
      ];
      for (const { status, text } of answers) {
        expect([id.slice(0, 60), status]).toEqual([id.slice(0, 60), 200]);
        expect(text).toContain('"track":806');
      }
    }
    expect(wrong).toEqual([]);
  }, 60_000);

  it('in a header is not read', async () => {
    for (const headers of HOSTILE_HEADERS)
      for (const door of DOOR_NAMES) {
        await time.advance(1_000);
        const { status } = await fire(DOORS[door], `/ingest/${door}/${OTHER}`, headers, GOOD_BODY[door]);
        expect([headers, door, status]).toEqual([headers, door, 200]);
      }
    expect(wrong).toEqual([]);
    expect(await unreadable()).toEqual([]);
  });

  it('leaves everything at work', async () => {
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(logged).toEqual([]);
    const said: unknown[] = [];
    const follower = stores.topics.follow({
      topic: TOPICS.presence,
      from: 'beginning',
      onBatch: async ({ messages }) => {
        said.push(...messages.map(({ value }) => racePresence.parse(JSON.parse(value ?? 'null'))));
      },
    });
    await fire('GET', `/ingest/orders/${OTHER}?wait=0`);
    await until('the presence', async () => {
      await time.advance(ORDERS_DOOR.presenceEveryMs);
      return said.length > 0;
    });
    await follower.stop();
    expect((await fire('POST', `/ingest/positions/${TOKEN}`, {}, JSON.stringify(FIX))).text).toBe(
      '{"accepted":1,"dropped":{}}',
    );
    expect((await inputs()).at(-1)).toMatchObject({ lat: FIX.lat, lng: FIX.lng });
  });
});

describe('a door', () => {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  /** As the api makes them; a door has no key to tell whether it is signed. */
  const bearerOf = (role: RoleName): string =>
    `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ Id: 3, Roles: [{ Id: ROLES[role] }] })}.${'s'.repeat(43)}`;
  const bearers = (Object.keys(ROLES) as RoleName[]).map(bearerOf);
  /** Inputs stored of both cars. */
  const counts = async (): Promise<readonly number[]> => {
    const keys = (await readInputs(stores.topics)).map(({ key }) => key);
    return [70, 71].map((car) => keys.filter((key) => key === carKey(7, car)).length);
  };

  it('takes nobody’s bearer and no secret of a link for the token of a car', async () => {
    const before = await counts();
    for (const secret of [...bearers, LINK])
      for (const door of DOOR_NAMES) {
        const { status } = await ask(DOORS[door], `/ingest/${door}/${secret}`, {}, GOOD_BODY[door]);
        expect([door, status]).toEqual([door, 404]);
      }
    expect(await counts()).toEqual(before);
  });

  it('gives who has a bearer beside a token the car of the token alone', async () => {
    for (const bearer of [...bearers, LINK, TOKEN]) {
      await time.advance(1_000);
      const headers = { authorization: `Bearer ${bearer}` };
      for (const door of DOOR_NAMES) {
        const [first = 0, other = 0] = await counts();
        const to = (token: string) => ask(DOORS[door], `/ingest/${door}/${token}`, headers, GOOD_BODY[door]);
        expect([door, (await to('not-a-token')).status]).toEqual([door, 404]);
        const { status, text } = await to(OTHER);
        expect([door, status]).toEqual([door, 200]);
        if (door === 'orders') expect(text).toContain('"track":806');
        expect(await counts()).toEqual([first, other + (door === 'orders' ? 0 : 1)]);
      }
    }
  });
});

describe('a flood of lines', () => {
  const { batchBytes, messageBytes, inputsAtOnce, inputsPerS } = DOOR;
  const post = (body: string): Promise<Heard> => ask('POST', `/ingest/positions/${FLOOD}`, {}, body);
  const upload = async (line: string, lines: number): Promise<Heard> => post(`${line}\n`.repeat(lines));
  const full = (line: string): Promise<Heard> => upload(line, Math.floor(batchBytes / (line.length + 1)));
  const read = async () => {
    const details = (await health.read()).parts['doors']?.details as
      { readonly accepted: number; readonly dropped: { readonly undecodable?: number } } | undefined;
    return (details?.accepted ?? 0) + (details?.dropped.undecodable ?? 0);
  };
  /** The bucket of the car is full again. */
  const rest = (): Promise<void> => time.advance((2 * inputsAtOnce * 1_000) / inputsPerS);
  const tooMuch = JSON.stringify({
    statusCode: 429,
    message: 'This device sends too much. Wait a moment and send it again.',
  });

  it.each(['x', '0', '{', '{}', '[]', '{"lat":1,"lng":1}'])(
    'is refused without reading it where it is 1 MiB of %s',
    async (line) => {
      const before = await read();
      const { status, text } = await full(line);
      expect([status, text]).toEqual([413, '{"statusCode":413,"message":"The message is too large."}']);
      expect(await read()).toBe(before);
    },
  );

  it.each(['', ' ', '\r'])('counts for nothing where the lines are empty: %j', async (line) => {
    const { status, text } = await full(line);
    expect([status, text]).toEqual([200, '{"accepted":0,"dropped":{}}']);
  });

  it('costs as much where nothing of it can be read, and is not read while nothing is left', async () => {
    await rest();
    const first = await upload('x', inputsAtOnce);
    expect([first.status, first.text]).toEqual([
      200,
      `{"accepted":0,"dropped":{"undecodable":${inputsAtOnce}}}`,
    ]);
    const before = await read();
    for (const lines of [1, inputsAtOnce]) {
      const { status, text } = await upload('{"lat":1}', lines);
      expect([status, text]).toEqual([429, tooMuch]);
    }
    expect(await read()).toBe(before);
  });

  it('costs as much in one message of another door', async () => {
    await rest();
    const location = Array.from({ length: inputsAtOnce }, () => 0);
    const path = `/ingest/osmand/${FLOOD}`;
    expect((await ask('POST', path, {}, JSON.stringify({ location }))).status).toBe(200);
    expect((await ask('POST', path, {}, GOOD_BODY.osmand)).status).toBe(429);
  });

  it('is taken with the signal in it while nothing is left, and refused where it only names one', async () => {
    await rest();
    expect((await upload('x', inputsAtOnce)).status).toBe(200);
    const signal = '{"signal":{"type":"sos"}}';
    const taken = await post(`${'x\n'.repeat(inputsAtOnce - 1)}${signal}`);
    expect([taken.status, taken.text]).toEqual([
      200,
      `{"accepted":1,"dropped":{"undecodable":${inputsAtOnce - 1}}}`,
    ]);
    expect((await post('{"signal":{"type":"party"}}')).status).toBe(429);
  });

  it('is dropped by the line where a line is longer than a whole message of other doors', async () => {
    await rest();
    const long = `{"lat":1,"lng":1,"more":"${'x'.repeat(messageBytes)}"}`;
    const { text } = await post(`${long}\n{"lat":1,"lng":1}`);
    expect(text).toBe('{"accepted":1,"dropped":{"undecodable":1}}');
  });
});
