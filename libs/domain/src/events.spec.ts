import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { FLAGS } from '@flagpost/contracts';
import { describe, expect, it } from '@jest/globals';
import {
  EMPTY_BOARD,
  EVENT_VERSIONS,
  FORMER_EVENT_NAMES,
  LOG_FORMAT,
  UPCASTERS,
  categoryDecider,
  circuitDecider,
  clubDecider,
  eventDecider,
  invitationDecider,
  lapsDecider,
  licenceDecider,
  pastExportsDecider,
  raceControlDecider,
  routeDecider,
  timersDecider,
  userDecider,
  type Upcasters,
} from './index.js';

/** One stored event of every type and version, as every later version of the program has to read it. */
interface Stored {
  readonly type: string;
  readonly schemaVersion: number;
  readonly stream: string;
  readonly revision: number;
  readonly data: unknown;
}

const folder = new URL('../examples/', import.meta.url);
const examples = readdirSync(folder).map((file) => ({
  file,
  stored: JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Stored,
}));

/** The steps that a store's reader applies. */
const upToDate = (
  { type: stored, schemaVersion, data }: Pick<Stored, 'type' | 'schemaVersion' | 'data'>,
  versions: Readonly<Record<string, number>>,
  upcasters: Upcasters,
): { type: string; data: unknown } => {
  const type = FORMER_EVENT_NAMES[stored] ?? stored;
  let current = data;
  for (let version = schemaVersion; version < (versions[type] ?? 1); version += 1) {
    const step = upcasters[type]?.[version];
    if (step === undefined) throw new Error(`${type} has no upcaster from version ${version}.`);
    current = step(current);
  }
  return { type, data: current };
};

interface Folds {
  readonly initialState: unknown;
  evolve(state: unknown, event: unknown): unknown;
}

/** The state that the stored examples of one stream give. */
const folded = (decider: unknown, stream: string): unknown => {
  const { initialState, evolve } = decider as Folds;
  return examples
    .map(({ stored }) => stored)
    .filter((stored) => stored.stream === stream)
    .sort((one, other) => one.revision - other.revision)
    .reduce((state, stored) => evolve(state, upToDate(stored, EVENT_VERSIONS, UPCASTERS)), initialState);
};

it('the number of the format of the log was raised with the last change of an event type', () => {
  const sorted = Object.entries(EVENT_VERSIONS).sort(([one], [other]) => (one < other ? -1 : 1));
  const digest = createHash('sha256').update(JSON.stringify(sorted)).digest('hex').slice(0, 12);
  expect(LOG_FORMAT.digest).toBe(digest);
});

/** As an example of a club that was registered has it. */
const ALBA = {
  name: 'Scuderia Alba',
  countryId: 380,
  state: 'Piemonte',
  city: 'Alba',
  address: 'Via Roma 1',
  position: { lat: 44.7, lng: 8.03 },
  web: 'https://scuderia.example.org',
  socialNetwork: null,
  facebook: 'ScuderiaAlba',
  instagram: 'scuderia.alba',
  contactId: 22,
};

describe('stored examples', () => {
  it('stand for every type and version', () => {
    const expected = Object.entries(EVENT_VERSIONS).flatMap(([type, current]) =>
      Array.from({ length: current }, (_, index) => `${type}.v${index + 1}.json`),
    );
    const former = Object.keys(FORMER_EVENT_NAMES);
    const named = examples.filter(({ stored }) => former.includes(stored.type));
    expect(new Set(named.map(({ stored }) => stored.type))).toEqual(new Set(former));
    expect(examples.map(({ file }) => file).sort()).toEqual(
      [...expected, ...named.map(({ file }) => file)].sort(),
    );
  });

  it('of a former name are those of a type of today, and no type has a former name', () => {
    const types = Object.keys(EVENT_VERSIONS);
    for (const { stored } of examples)
      expect(types).toContain(upToDate(stored, EVENT_VERSIONS, UPCASTERS).type);
    expect(types.filter((type) => type in FORMER_EVENT_NAMES)).toEqual([]);
  });

  it.each(examples)('$file says what it is', ({ file, stored }) => {
    expect(file).toBe(`${stored.type}.v${stored.schemaVersion}.json`);
  });

  it('have an upcaster for every version left behind', () => {
    for (const { stored } of examples)
      expect(upToDate(stored, EVENT_VERSIONS, UPCASTERS).data).toEqual(expect.any(Object));
  });

  it('hold neither the name, address of mail or phone of a person, nor a password or token', () => {
    for (const { stored } of examples)
      expect(JSON.stringify(stored.data)).not.toMatch(/@|"(email|surname|phone|password|token|tokenHash)"/);
    const ofPersons = examples.filter(({ stored }) => /^(user|invitation|licence)-/.test(stored.stream));
    expect(ofPersons.length).toBeGreaterThan(20);
    for (const { stored } of ofPersons) expect(JSON.stringify(stored.data)).not.toMatch(/"\w*name"/i);
  });

  it.each([
    {
      stream: 'event-1',
      decider: eventDecider,
      state: {
        status: 'deleted',
        clubId: 3,
        categoryIds: [11, 12],
        startsAt: 1772960400000,
        finishesAt: 1772992800000,
        arePositionsDeleted: true,
        events: 7,
        revision: 5,
      },
    },
    {
      stream: 'event-2',
      decider: eventDecider,
      state: {
        status: 'draft',
        clubId: 3,
        categoryIds: [11, 12],
        startsAt: 1772355600000,
        finishesAt: 1772388000000,
        arePositionsDeleted: false,
        events: 3,
        revision: 3,
      },
    },
    {
      stream: 'route-1',
      decider: routeDecider,
      state: {
        trackName: 'Langhe',
        tracks: [
          [
            { lat: 44.7, lng: 8.03 },
            { lat: 44.71, lng: 8.04 },
            { lat: 44.7, lng: 8.03 },
          ],
        ],
        start: { lat: 44.7, lng: 8.03 },
        finish: { lat: 44.71, lng: 8.04 },
        boxes: [
          { lat: 44.7, lng: 8.03 },
          { lat: 44.7, lng: 8.031 },
          { lat: 44.701, lng: 8.031 },
          { lat: 44.7, lng: 8.03 },
        ],
        mapPosition: { lat: 44.7, lng: 8.03, zoom: 14 },
        gmtHours: 5.5,
        pois: [{ poiId: 8, lat: 44.71, lng: 8.04, description: 'Bend 3', icon: 'ambulancia' }],
        poiIds: [7, 8],
        sectors: [
          {
            sectorId: 72,
            number: 3,
            kilometres: 1.25,
            picturePath: 'pictures/72.webp',
            stretch: null,
          },
        ],
        stages: [
          {
            number: 1,
            name: 'Langhe 1',
            kilometres: 12.4,
            startsAt: 1_780_740_000_000,
            line: [
              { lat: 44.7, lng: 8.03 },
              { lat: 44.71, lng: 8.04 },
            ],
            start: { lat: 44.7, lng: 8.03 },
            finish: { lat: 44.71, lng: 8.04 },
          },
          {
            number: 2,
            name: 'Langhe 2',
            kilometres: 9.1,
            startsAt: 1_780_747_200_000,
            line: null,
            start: null,
            finish: null,
          },
        ],
        revision: 14,
      },
    },
    {
      stream: 'circuit-6',
      decider: circuitDecider,
      state: {
        status: 'deleted',
        name: 'Autodromo di Monza',
        isVisible: false,
        countryId: 380,
        state: 'Lombardia',
        city: 'Monza',
        position: { lat: 45.62, lng: 9.28 },
      },
    },
    { stream: 'category-11', decider: categoryDecider, state: { status: 'deleted', name: 'GT4' } },
    {
      stream: 'invitation-5',
      decider: invitationDecider,
      state: {
        status: 'deleted',
        eventId: 1,
        userId: 32,
        authorized: false,
        statusId: 1502,
        mail: { sending: 0, outcome: null },
        disputed: null,
        deviceTokenId: '9b2f0c1e-5a54-4c0e-9d0a-1f2e3d4c5b6a',
        entry: { categoryId: 11, carNumber: '24', brand: 'Lancia', model: 'Delta', codriverId: 33 },
      },
    },
    {
      stream: 'invitation-6',
      decider: invitationDecider,
      state: {
        ...invitationDecider.initialState,
        statusId: 1501,
        mail: { sending: 1, outcome: 'sent' },
        disputed: 'entry',
      },
    },
    {
      stream: 'control-1',
      decider: raceControlDecider,
      state: {
        ...EMPTY_BOARD,
        clearable: false,
        clearedAt: 1772355604000,
        flags: [
          {
            flagId: 41,
            code: FLAGS.yellow,
            receivers: [],
            message: 'Oil at bend 3',
            sectorId: 2,
            sanctionedDriver: null,
            by: 22,
            sentAt: 1772355601000,
            clearedAt: 1772355604000,
            shownBy: new Set([5]),
            confirmedBy: new Set([5]),
          },
        ],
        withdrawals: [
          {
            withdrawalId: 42,
            flagId: 41,
            receivers: [],
            withdrawnAt: 1772355610000,
            clearedAt: null,
            shownBy: new Set(),
            confirmedBy: new Set(),
          },
        ],
        alerts: [
          { alertId: 51, invitationId: 5, receivedAt: 1772355605200, open: false, acknowledged: true },
          { alertId: 52, invitationId: 6, receivedAt: 1772355665200, open: true, acknowledged: false },
        ],
        sosSeen: { 5: 1772355607200, 6: 1772355665200 },
        confirmationSeen: { 5: 1772355603200 },
        reported: { ok: { 5: [1772355613000, 1772355735000] }, hazard: { 5: [1772355614000] } },
        stops: {
          5: {
            stoppedAt: 1772355700000,
            receivedAt: 1772355700200,
            isAsked: true,
            isMissed: true,
            isAnswered: true,
            isOver: true,
          },
        },
        resets: [{ epoch: 1, beganAt: 1772355608000 }],
      },
    },
    { stream: 'laps-5', decider: lapsDecider, state: { lapEpoch: 1, lap: 2 } },
    { stream: 'exports-1', decider: pastExportsDecider, state: { exports: 1 } },
    {
      stream: 'timers-1',
      decider: timersDecider,
      state: [{ timerId: 62, title: 'Neutralisation', runningSince: 1772355640000, elapsedMs: 12000 }],
    },
    {
      stream: 'club-3',
      decider: clubDecider,
      state: {
        ...ALBA,
        status: 'registered',
        keepDays: 365,
        position: null,
        web: null,
        facebook: null,
        instagram: null,
        contactId: null,
      },
    },
    {
      stream: 'club-4',
      decider: clubDecider,
      state: { ...ALBA, status: 'deleted', keepDays: null },
    },
    {
      stream: 'licence-9',
      decider: licenceDecider,
      state: {
        granted: true,
        terms: { total: 25, from: 1767225600000, to: 1798761599999 },
        startsAt: new Map([[5, 1772355600000]]),
      },
    },
    {
      stream: 'user-22',
      decider: userDecider,
      state: { status: 'removed', roles: [2, 4], clubId: 3, demo: false },
    },
  ])('give the state of $stream', ({ stream, decider, state }) => {
    expect(folded(decider, stream)).toEqual(state);
  });
});

describe('an event of a former shape', () => {
  const versions = { LapCounted: 3 };
  const upcasters: Upcasters = {
    LapCounted: {
      1: (data) => ({ ...(data as object), lapEpoch: 0 }),
      2: (data) => {
        const { seconds, ...rest } = data as { seconds: number };
        return { ...rest, lapTimeMs: seconds * 1000 };
      },
    },
  };
  const event = (schemaVersion: number, data: unknown) => ({ type: 'LapCounted', schemaVersion, data });

  it('is brought up to date step by step', () => {
    const data = { lap: 1, lapEpoch: 0, lapTimeMs: 90_000 };
    expect(upToDate(event(1, { lap: 1, seconds: 90 }), versions, upcasters).data).toEqual(data);
    expect(upToDate(event(2, { lap: 1, lapEpoch: 0, seconds: 90 }), versions, upcasters).data).toEqual(data);
    expect(upToDate(event(3, data), versions, upcasters).data).toBe(data);
  });

  it('without its step is not read', () => {
    expect(() => upToDate(event(1, {}), versions, {})).toThrow('no upcaster from version 1');
  });
});
