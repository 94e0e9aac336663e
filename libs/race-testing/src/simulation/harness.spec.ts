import { describe, expect, it } from '@jest/globals';
import type { EventStore } from '@flagpost/event-sourcing';
import type { Records } from '@flagpost/records';
import { CARS } from './course.js';
import type { Sabotage } from './installation.js';
import { runRace } from './simulated-race.js';

const MINUTE = 60_000;
const SEEDS = 60;

/** Complaints of the seeds, up to the first one that complains of this. */
const complaints = async (sabotage: Sabotage, of: RegExp): Promise<string> => {
  const all: string[] = [];
  for (let seed = 1; seed <= SEEDS && !all.some((complaint) => of.test(complaint)); seed += 1)
    all.push(...(await runRace(seed, { sabotage, lostShares: [0.02] })).complaints);
  return all.join('\n');
};

it('runs a seed in the same way every time, to the last line', async () => {
  const once = await runRace(11);
  expect(once.trace.length).toBeGreaterThan(1_000);
  expect(await runRace(11)).toEqual(once);
});

describe('the harness finds', () => {
  it(
    'positions that count as read though no saved state contains them',
    async () => {
      const forgetful = (records: Records): Records => ({
        ...records,
        ingestStates: { load: () => Promise.resolve(null), save: () => Promise.resolve(true) },
      });
      const wrongLaps = /laps are .*, the oracle's/;
      expect(await complaints({ records: forgetful }, wrongLaps)).toMatch(wrongLaps);
    },
    MINUTE,
  );

  it(
    'a command that is carried out again, where events do not name it',
    async () => {
      const nameless = (store: EventStore): EventStore => ({
        ...store,
        append: (stream, events, expected) =>
          store.append(
            stream,
            events.map((event) => ({ ...event, meta: { ...event.meta, causationId: null } })),
            expected,
          ),
      });
      const twice = /sent [12] times|laps were reset|start was placed more often/;
      expect(await complaints({ store: nameless }, twice)).toMatch(twice);
    },
    MINUTE,
  );

  it(
    "a driver's page that forgets what waits to be sent when its browser is killed",
    async () => {
      const neverSent = /its page took and never sent/;
      expect(await complaints({ pageQueue: () => [] }, neverSent)).toMatch(neverSent);
    },
    MINUTE,
  );

  it(
    "a driver's page that reads the orders of another car",
    async () => {
      const swapped = ({ deviceTokens, ...records }: Records): Records => ({
        ...records,
        deviceTokens: {
          ...deviceTokens,
          async find(hash) {
            const found = await deviceTokens.find(hash);
            return found?.invitationId === CARS[0] ? { ...found, invitationId: CARS[1] } : found;
          },
        },
      });
      const ofOthers = /was shown \d+, of others/;
      expect(await complaints({ records: swapped }, ofOthers)).toMatch(ofOthers);
    },
    MINUTE,
  );
});
