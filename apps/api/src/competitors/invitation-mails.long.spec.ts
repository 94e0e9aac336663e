import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { CompetitorRow, InvitationMailState } from '@flagpost/contracts';
import { jsonLogger } from '@flagpost/platform';
import { systemIds } from '@flagpost/platform/system';
import { memoryReadModels } from '@flagpost/read-models/memory';
import { until } from '@flagpost/testing';
import { openMail } from '../mail/mailer.js';
import type { ApiDependencies } from '../dependencies.js';
import { memoryDependencies, NOW, startHarness, type Harness } from '../testing/harness.js';
import { startMailServer, type MailServer } from '../testing/mail-server.js';
import { aRace, type Race } from '../testing/race-fixture.js';

const MINUTE_MS = 60_000;

let server: MailServer;
let harness: Harness;
let race: Race;
let lines: string[];

/** An api that mails by the server on the socket, at this pace. */
const start = async (
  environment: Record<string, string> = {},
  given: Partial<ApiDependencies> = {},
  time?: Harness['time'],
): Promise<Harness> => {
  const dependencies = { ...memoryDependencies(time, { SMTP_URL: server.url, ...environment }), ...given };
  const logger = jsonLogger(dependencies.clock, (line) => lines.push(line));
  const sendMail = openMail(dependencies.config, { clock: dependencies.clock, ids: systemIds, logger });
  return startHarness({ ...dependencies, logger, sendMail }, (time ?? dependencies.clock) as Harness['time']);
};
beforeEach(async () => {
  lines = [];
  server = await startMailServer();
  harness = await start();
  race = await aRace(harness);
});
afterEach(async () => {
  await harness.stop();
  await server.stop();
});

const add = async (...numbers: string[]): Promise<number[]> => {
  const cars = [];
  for (const number of numbers) cars.push(await race.add(number));
  return cars;
};
const send = async (cars: readonly number[]): Promise<void> => {
  const planner = harness.as({ roles: ['planner'], clubId: race.clubId });
  expect((await planner.patch('/invitations/send', { Invitations: cars })).status).toBe(200);
};
const states = async (): Promise<(InvitationMailState | null)[]> => {
  const viewer = harness.as({ roles: ['viewer'], clubId: race.clubId });
  const { body } = await viewer.get(`/events/drivers/${race.eventId}`);
  return (body as CompetitorRow[]).map(({ Mail }) => Mail);
};
/** Until the mails of the competitors have these states, in the order in which they were added. */
const stand = (expected: readonly (InvitationMailState | null)[], stepMs = 200) =>
  until(`mails that are ${expected.join()}`, async () => String(await states()) === String(expected), {
    advance: () => harness.time.advance(stepMs),
  });
const takenBy = (): string[] => server.taken.map(({ to }) => to);
const messageIds = (): string[] =>
  server.taken.map(({ text }) => /^Message-ID:\s*(<[^>]+>)/im.exec(text)?.[1] ?? '');
const failing = async (): Promise<string> => {
  const { parts } = await harness.dependencies.health.read();
  const details = parts['reactions']?.details as Record<string, string | null> | undefined;
  return details?.['mails'] ?? '';
};

describe('invitations over SMTP', () => {
  it('reach everybody, and an address that is refused is shown at the competitor', async () => {
    server.rules.address = (to) => (to === 'car8@example.org' ? 550 : null);
    server.rules.text = (to) => (to === 'car9@example.org' ? 554 : null);
    await send(await add('7', '8', '9', '10'));
    await stand(['sent', 'refused', 'refused', 'sent']);
    expect(takenBy()).toEqual(['car7@example.org', 'car10@example.org']);
    expect(messageIds()).toEqual([
      expect.stringMatching(/^<[\da-f]{64}@localhost>$/),
      expect.stringMatching(/^<[\da-f]{64}@localhost>$/),
    ]);
    expect(new Set(messageIds()).size).toBe(2);
  });

  it('that were refused are mailed again by another press', async () => {
    server.rules.address = () => 550;
    const cars = await add('7');
    await send(cars);
    await stand(['refused']);
    server.rules.address = () => null;
    await send(cars);
    await stand(['sent']);
    expect(takenBy()).toEqual(['car7@example.org']);
  });

  it('leave one after another, as many in a minute as is configured', async () => {
    await harness.stop();
    harness = await start({ MAILS_PER_MINUTE: '60' });
    race = await aRace(harness);
    await send(await add('1', '2', '3', '4', '5'));
    await stand(['sent', 'queued', 'queued', 'queued', 'queued'], 0);
    await harness.time.advance(999);
    expect(takenBy()).toHaveLength(1);
    for (const count of [2, 3, 4, 5]) {
      await harness.time.advance(count === 2 ? 1 : 1_000);
      await until(`${count} mails`, () => takenBy().length === count);
      await until(
        'it to be settled',
        async () => (await states()).filter((each) => each === 'sent').length === count,
      );
    }
  });

  it('wait for a mailbox that is full, and hold up nobody else', async () => {
    server.rules.address = (to) => (to === 'car7@example.org' ? 452 : null);
    await send(await add('7', '8', '9'));
    await stand(['queued', 'sent', 'sent']);
    const asked = server.connections();
    await harness.time.advance(4 * MINUTE_MS);
    expect(server.connections()).toBe(asked);
    server.rules.address = () => null;
    await stand(['sent', 'sent', 'sent'], 10_000);
    expect(takenBy()).toEqual(['car8@example.org', 'car9@example.org', 'car7@example.org']);
  });

  it('are given up where a mailbox stays full for a day of a long event', async () => {
    const { store, ids } = harness.dependencies;
    const [car = 0] = await add('7');
    const event = (await store.readAll(null, 1_000)).find(({ type }) => type === 'EventCreated')!;
    const data = { ...(event.data as object), finishesAt: NOW + 100 * 3_600_000 };
    const meta = { ...event.meta, id: ids.uuid() };
    await store.append(event.stream, [{ type: 'EventEdited', data, meta }], 'any');
    server.rules.address = () => 452;
    await send([car]);
    await stand(['refused'], 30 * MINUTE_MS);
    expect(harness.time.now() - NOW).toBeGreaterThanOrEqual(24 * 3_600_000);
  });

  it('wait for a mail server that is away, say so in health, and name no address in the log', async () => {
    await server.stop();
    await send(await add('7', '8'));
    await until('the failure in health', async () => (await failing()) !== '');
    expect(await failing()).toContain('the mail server takes no mail: ESOCKET');
    expect(await states()).toEqual(['queued', 'queued']);
    server = await startMailServer({}, {}, Number(new URL(server.url).port));
    await stand(['sent', 'sent'], 1_000);
    expect(takenBy()).toEqual(['car7@example.org', 'car8@example.org']);
    expect(await failing()).toBe('');
    expect(lines.join('\n')).toContain('invitations cannot be mailed');
    expect(lines.join('\n')).not.toContain('example.org');
  });

  it('are not sent where the event is over first, or nobody has an address', async () => {
    server.rules.address = () => 452;
    const [one = 0, two = 0] = await add('7', '8');
    await send([one]);
    await until('the first attempt', () => server.connections() > 0);
    const { people } = harness.dependencies.records;
    const rows = (
      await harness.as({ roles: ['viewer'], clubId: race.clubId }).get(`/events/drivers/${race.eventId}`)
    ).body as CompetitorRow[];
    await people.delete(rows[1]!.UserId);
    await send([two]);
    await stand(['queued', 'noAddress']);
    await stand(['ended', 'noAddress'], 20 * MINUTE_MS);
    expect(takenBy()).toEqual([]);
  });
});

describe('an invitation whose sending broke off', () => {
  it('by a lost answer is interrupted, not sent again by itself, and sent by another press', async () => {
    server.rules.text = (to) => (to === 'car7@example.org' ? 'hangUp' : null);
    const cars = await add('7', '8');
    await send(cars);
    await stand(['interrupted', 'sent']);
    await harness.time.advance(10 * MINUTE_MS);
    expect(takenBy()).toEqual(['car7@example.org', 'car8@example.org']);
    server.rules.text = () => null;
    await send(cars.slice(0, 1));
    await stand(['sent', 'sent']);
    expect(takenBy()).toEqual(['car7@example.org', 'car8@example.org', 'car7@example.org']);
    expect(new Set(messageIds()).size).toBe(3);
  });

  it('before its text, by a connection that broke, is simply sent again', async () => {
    let calls = 0;
    server.rules.address = () => ((calls += 1) === 1 ? 421 : null);
    await send(await add('7'));
    await stand(['sent'], 1_000);
    expect(takenBy()).toEqual(['car7@example.org']);
  });

  /** A process that dies at this step: the step is not stored, and nothing follows it. */
  const dieAt = (step: 'begin' | 'settle') => {
    const dependencies = harness.dependencies;
    const never = () => new Promise<never>(() => undefined);
    let isDead = false;
    const die = () => {
      isDead = true;
      return never();
    };
    const { invitationLinks } = dependencies.records;
    return {
      isDead: () => isDead,
      dependencies: {
        ...dependencies,
        readModels: memoryReadModels(),
        records: {
          ...dependencies.records,
          invitationLinks: {
            ...invitationLinks,
            begin: (link: Parameters<typeof invitationLinks.begin>[0]) =>
              step === 'begin' && link.sending > 0 && takenBy().length === 1
                ? die()
                : invitationLinks.begin(link),
          },
        },
        store: {
          ...dependencies.store,
          append: ((stream, events, expected) =>
            step === 'settle' &&
            takenBy().length === 2 &&
            events.some(({ type }) => type === 'InvitationMailSettled')
              ? die()
              : dependencies.store.append(stream, events, expected)) as typeof dependencies.store.append,
        },
      },
    };
  };

  it.each([
    ['begin', ['sent', 'sent', 'sent', 'sent'], ['7', '8', '9', '10']],
    ['settle', ['sent', 'interrupted', 'sent', 'sent'], ['7', '8', '9', '10']],
  ] as const)(
    'by a kill at the %s of the second is sent at most once, and nobody else is lost',
    async (step, expected, reached) => {
      const cars = await add('7', '8', '9', '10');
      const first = harness;
      await first.api.stop();
      const dying = dieAt(step);
      const time = first.time;
      harness = await start({}, dying.dependencies, time);
      await send(cars);
      await until('the kill', () => dying.isDead(), { advance: () => time.advance(200) });
      // The dead process is left as it is; the next one begins beside it.
      harness = await start({}, { ...first.dependencies, readModels: memoryReadModels() }, time);
      await stand(expected);
      expect(takenBy()).toEqual(reached.map((number) => `car${number}@example.org`));
    },
  );
});

it('mails 200 in the time that the pace takes, each once, with a stop among them', async () => {
  await harness.stop();
  harness = await start({ MAILS_PER_MINUTE: '6000' });
  race = await aRace(harness);
  const { store, ids, records } = harness.dependencies;
  const by = { actorId: null, actorRoles: [], clubId: race.clubId };
  const meta = () => ({ id: ids.uuid(), ...by, correlationId: 'spec', causationId: null, schemaVersion: 1 });
  const count = 200;
  const cars = Array.from({ length: count }, (_, index) => 10_000 + index);
  for (const car of cars) {
    const person = { id: car, name: 'A', surname: 'B', phone: null, bloodType: null, avatar: null };
    await records.people.put({ ...person, email: `car${car}@example.org` });
    const entry = {
      categoryId: race.categoryId,
      carNumber: String(car),
      brand: null,
      model: null,
      codriverId: null,
    };
    const ofEvent = { invitationId: car, eventId: race.eventId, driverId: car, userId: car, statusId: 1504 };
    const added = { type: 'InvitationAdded', data: { ...ofEvent, ...entry }, meta: meta() };
    await store.append(`invitation-${car}`, [added], 'noStream');
  }
  await until('all to be shown', async () => (await states()).length === count);
  await send(cars);
  await until('a third of them', () => takenBy().length > count / 3, {
    advance: () => harness.time.advance(10),
    everyMs: 2,
    deadlineMs: 120_000,
  });
  const { dependencies, time } = harness;
  await harness.api.stop();
  harness = await start(
    { MAILS_PER_MINUTE: '6000' },
    { ...dependencies, readModels: memoryReadModels() },
    time,
  );
  await until('the last of them', () => takenBy().length === count, {
    advance: () => harness.time.advance(10),
    everyMs: 2,
    deadlineMs: 120_000,
  });
  await until('all to be settled', async () => (await states()).every((each) => each === 'sent'), {
    advance: () => harness.time.advance(10),
  });
  expect(new Set(takenBy()).size).toBe(count);
  expect(harness.time.now() - NOW).toBeGreaterThanOrEqual((count - 1) * 10);
}, 200_000);
