import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type EventAnswer,
  type EventRequest,
  FIELD_TEXTS,
  type InvitationDriverAnswer,
  type LicenceRow,
  LICENCES_MAX,
  REFUSALS,
} from '@flagpost/contracts';
import { memoryReadModels } from '@flagpost/read-models/memory';
import { NOW, startHarness, type Harness } from '../testing/harness.js';
import { licenceBody } from '../testing/institutions.js';
import {
  aRace,
  competitorBody,
  eventBody,
  LICENCE,
  postponeBody,
  type Race,
} from '../testing/race-fixture.js';
import { invitationReads } from '../views/invitations.projection.js';
import { licenceReads } from '../views/licences.projection.js';

const DAY_MS = 24 * 3_600_000;
const iso = (time: number): string => new Date(time).toISOString();
const refusal = (code: keyof typeof REFUSALS) => ({ statusCode: 418, message: REFUSALS[code] });
const LIMIT = { ...refusal('licence.limit'), code: 'licence.limit' };

let harness: Harness;
let race: Race;
let licenceId: number;

beforeEach(async () => {
  harness = await startHarness();
  race = await aRace(harness);
  licenceId = (await current()).LicId;
});
afterEach(() => harness.stop());

const current = async (): Promise<LicenceRow> =>
  (await race.as('planner').get(`/licenses/Current/${race.clubId}`)).body as LicenceRow;
const edit = (changes: object) =>
  race.as('admin').put(`/licenses/${licenceId}`, licenceBody(race.clubId, changes));
const used = async (): Promise<number> => (await current()).Given;

/** An event that starts after `inMs`, with this many competitors. */
const anEvent = async (inMs: number, cars: number) => {
  const times = { Start: iso(NOW + inMs), Finish: iso(NOW + inMs + DAY_MS) };
  const made = await race.as('planner').post('/events', eventBody(race.categoryId, times));
  const { eveId } = made.body as EventAnswer;
  const invitationIds: number[] = [];
  for (let car = 1; car <= cars; car += 1) {
    const body = competitorBody(eveId, race.categoryId, String(car));
    const added = await race.as('planner').post('/invitations/createInvitationDriver', body);
    invitationIds.push((added.body as InvitationDriverAnswer).Invitation.Id);
  }
  const move = (changes: Partial<EventRequest>) =>
    race.as('planner').put(`/events/${eveId}`, eventBody(race.categoryId, { ...times, ...changes }));
  return { eventId: eveId, invitationIds, move };
};
const authorize = (Invitations: readonly number[], Authorized = 1) =>
  race.as('planner').patch('/invitations/authorized', { Invitations, Authorized });

describe('licences', () => {
  it('are granted by administrators, and told to their institution', async () => {
    const { clubId, rivalId } = race;
    const period = { From: iso(LICENCE.to + 1), To: iso(LICENCE.to + DAY_MS) };
    const granted = await race.as('admin').post('/licenses/', licenceBody(clubId, { Total: 5, ...period }));
    expect(granted.status).toBe(201);
    const next = {
      LicId: granted.body.licId as number,
      ClubId: clubId,
      Name: 'Motor Club Alba',
      Total: 5,
      licTotal: 5,
      Given: 0,
      licLicenseGiven: 0,
      TimeZone: 'Europe/Rome',
    };
    const nextRow = { ...next, ...period, Events: 0 };
    const row = {
      LicId: licenceId,
      ClubId: clubId,
      Name: 'Motor Club Alba',
      Total: 1_000,
      licTotal: 1_000,
      Given: 0,
      licLicenseGiven: 0,
      TimeZone: 'Europe/Rome',
      Events: 1,
    };
    const nowRow = { ...row, From: iso(LICENCE.from), To: iso(LICENCE.to) };
    const get = async (path: string, as = race.as('viewer')) =>
      (await as.get(`/licenses/${path}`)).body as unknown;
    expect(await get(`byClub/${clubId}`)).toEqual([nextRow, nowRow]);
    expect(await get('')).toEqual([nextRow, nowRow]);
    expect(await get(`Current/${clubId}`)).toEqual(nowRow);
    expect(await get(`${licenceId}`)).toEqual(nowRow);
    expect(await get('', race.as('admin'))).toHaveLength(3);
    const byDate = (from: number, to: number) => get(`byDate/${clubId}?from=${iso(from)}&to=${iso(to)}`);
    expect(await byDate(LICENCE.from - 2, LICENCE.from - 1)).toEqual([]);
    expect(await byDate(LICENCE.from - 2, LICENCE.from)).toEqual([nowRow]);
    expect(await byDate(LICENCE.to, LICENCE.to + 1)).toEqual([nextRow, nowRow]);

    const rival = race.rival('planner');
    for (const path of [`byClub/${clubId}`, `Current/${clubId}`, `${licenceId}`])
      expect((await rival.get(`/licenses/${path}`)).status).toBe(403);
    expect((await rival.get('/licenses/')).body).toEqual([expect.objectContaining({ ClubId: rivalId })]);
    expect((await race.as('admin').get('/licenses/77')).status).toBe(404);
    expect((await race.as('admin').get('/licenses/Current/77')).status).toBe(404);
    expect((await race.as('planner').post('/licenses/', licenceBody(clubId))).status).toBe(403);
    expect((await race.as('planner').put(`/licenses/${licenceId}`, licenceBody(clubId))).status).toBe(403);
  });

  it('say which fields are wrong', async () => {
    const empty = await race.as('admin').post('/licenses/', {});
    expect(empty.body.fields).toEqual({
      ClubId: FIELD_TEXTS.institution,
      Total: 'Total is required.',
      From: 'From is required.',
      To: 'To is required.',
    });
    for (const Total of [0, 1.5, LICENCES_MAX + 1])
      expect((await edit({ Total })).body.fields).toEqual({ Total: FIELD_TEXTS.licenceTotalRange });
    expect((await edit({ To: iso(LICENCE.from) })).body.fields).toEqual({ To: FIELD_TEXTS.toAfterFrom });
    const undated = await race.as('admin').get(`/licenses/byDate/${race.clubId}?from=yesterday`);
    expect(undated.body.fields).toEqual({ from: FIELD_TEXTS.time, to: FIELD_TEXTS.to });
    const nobodys = await race.as('admin').post('/licenses/', licenceBody(77));
    expect(nobodys.body).toEqual(refusal('club.missing'));
  });

  it('do not overlap, also when two are granted at once', async () => {
    const grant = (from: number, to: number) =>
      race.as('admin').post('/licenses/', licenceBody(race.clubId, { From: iso(from), To: iso(to) }));
    expect((await grant(LICENCE.to, LICENCE.to + DAY_MS)).body).toEqual(refusal('licence.overlaps'));
    const later = [LICENCE.to + 1, LICENCE.to + DAY_MS] as const;
    const answers = await Promise.all([grant(...later), grant(...later)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 418]);
    expect((await edit({ To: iso(LICENCE.to + 5) })).body).toEqual(refusal('licence.overlaps'));
  });

  it('are edited until they have ended', async () => {
    expect((await edit({ Total: 1_005, Given: 77 })).body).toEqual({ licId: licenceId });
    expect(await current()).toMatchObject({ Total: 1_005, Given: 0 });
    const elsewhere = await race.as('admin').put(`/licenses/${licenceId}`, licenceBody(race.rivalId));
    expect(elsewhere.status).toBe(404);
    expect((await edit({ To: iso(NOW + DAY_MS) })).status).toBe(200);
    await harness.time.advance(DAY_MS + 1);
    const admin = harness.as({ roles: ['admin'], clubId: null });
    const late = await admin.put(`/licenses/${licenceId}`, licenceBody(race.clubId));
    expect(late.body).toEqual(refusal('licence.ended'));
    expect((await admin.get(`/licenses/Current/${race.clubId}`)).status).toBe(404);
  });
});

describe('two administrators who add to one licence', () => {
  const { From, To } = licenceBody(0);
  const read = { Total: LICENCE.total, From, To };

  it('both add: the second one is told that there is more by now', async () => {
    expect((await edit({ Total: read.Total + 50, Former: read })).status).toBe(200);
    const second = await edit({ Total: read.Total + 20, Former: read });
    const code = 'licence.changed';
    expect({ status: second.status, body: second.body as unknown }).toEqual({
      status: 418,
      body: { ...refusal(code), code },
    });
    const Former = { ...read, Total: (await current()).Total };
    expect(Former.Total).toBe(read.Total + 50);
    expect((await edit({ Total: Former.Total + 20, Former })).status).toBe(200);
    expect((await current()).Total).toBe(read.Total + 70);
  });

  it('do not take back the period either', async () => {
    const later = iso(LICENCE.to + DAY_MS);
    expect((await edit({ To: later, Former: read })).status).toBe(200);
    expect((await edit({ Total: read.Total + 20, Former: read })).body).toMatchObject(
      refusal('licence.changed'),
    );
    expect((await current()).To).toBe(later);
  });

  it('are not compared if the request does not say what they have read', async () => {
    expect((await edit({ Total: read.Total + 50 })).status).toBe(200);
    expect((await edit({ Total: read.Total + 20 })).status).toBe(200);
    expect((await current()).Total).toBe(read.Total + 20);
  });
});

describe('an authorised competitor', () => {
  it('uses one licence, and gives it back before the start', async () => {
    const { invitationIds } = await anEvent(DAY_MS, 3);
    await authorize(invitationIds);
    await authorize(invitationIds);
    expect(await used()).toBe(3);
    await authorize(invitationIds.slice(1), 0);
    expect(await used()).toBe(1);
    expect((await edit({ From: iso(NOW + 2 * DAY_MS) })).body).toEqual(refusal('licence.periodInUse'));
  });

  it('keeps it once the event has started', async () => {
    const car = await race.add('7');
    await authorize([car]);
    await authorize([car], 0);
    expect(await used()).toBe(1);
    await authorize([car]);
    expect(await used()).toBe(1);
  });

  it('who lacks data uses none', async () => {
    const lacking = await race.add('8', { Model: null });
    expect((await authorize([lacking])).body).toMatchObject({ authorized: [], skipped: [lacking] });
    expect(await used()).toBe(0);
  });

  it('is refused over the total, with all that came with them', async () => {
    const { eventId, invitationIds } = await anEvent(DAY_MS, 3);
    await edit({ Total: 2 });
    const over = await authorize(invitationIds);
    expect({ status: over.status, body: over.body }).toEqual({ status: 418, body: LIMIT });
    expect(await used()).toBe(0);
    const [row] = ((await race.as('planner').get('/events/')).body as { EventId: number }[]).filter(
      ({ EventId }) => EventId === eventId,
    );
    expect(row).toMatchObject({ Authorized: 0, Invited: 3 });
    expect((await authorize(invitationIds.slice(1))).status).toBe(200);
    expect((await edit({ Total: 1 })).body).toEqual(refusal('licence.totalBelowUsed'));
  });

  it('cannot take the last one twice, when several ask at once', async () => {
    const { invitationIds } = await anEvent(DAY_MS, 6);
    await edit({ Total: 2 });
    const answers = await Promise.all(invitationIds.map((id) => authorize([id])));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 418, 418, 418, 418]);
    expect(answers.filter(({ status }) => status === 418).map(({ body }) => body as unknown)).toEqual(
      Array.from({ length: 4 }, () => LIMIT),
    );
    expect(await used()).toBe(2);
  });

  describe('whose licence is given back', () => {
    let api: Harness;
    /** Before the first write of a request to these streams. */
    let hold: { readonly kind: 'licence' | 'invitation'; work(): Promise<void> } | null;
    let invitationIds: readonly number[];
    const change = (Authorized: number, key: string) =>
      api
        .as({ roles: ['planner'], clubId: race.clubId })
        .patch('/invitations/authorized', { Invitations: invitationIds, Authorized })
        .set('Idempotency-Key', key);
    const authorizedNow = async () => {
      const entries = await invitationReads(api.dependencies.readModels).getMany(invitationIds);
      return entries.filter(({ authorized }) => authorized).length;
    };
    const usedNow = async () =>
      (await licenceReads(api.dependencies.readModels).current([race.clubId], NOW))[0]?.used.length;

    beforeEach(async () => {
      ({ invitationIds } = await anEvent(DAY_MS, 3));
      hold = null;
      const { store } = harness.dependencies;
      const append: typeof store.append = async (stream, ...rest) => {
        if (hold !== null && stream.startsWith(hold.kind)) {
          const { work } = hold;
          hold = null;
          await work();
        }
        return store.append(stream, ...rest);
      };
      const dependencies = { ...harness.dependencies, readModels: memoryReadModels() };
      api = await startHarness({ ...dependencies, store: { ...store, append } }, harness.time);
      await change(1, 'first').expect(200);
    });
    afterEach(() => api.api.stop());

    it('uses one if they are authorised again at the same time', async () => {
      let authorizing: ReturnType<typeof change> | undefined;
      hold = {
        kind: 'invitation',
        async work() {
          authorizing = change(1, 'meanwhile');
          await Promise.race([authorizing, setTimeout(500)]);
        },
      };
      await change(0, 'back').expect(200);
      expect((await authorizing)?.status).toBe(200);
      expect([await authorizedNow(), await usedNow()]).toEqual([3, 3]);
    });

    it('keeps it if they are authorised again before the request is repeated', async () => {
      hold = { kind: 'licence', work: () => Promise.reject(new Error('killed')) };
      await change(0, 'back').expect(500);
      await change(1, 'again').expect(200);
      await change(0, 'back').expect(200);
      expect([await authorizedNow(), await usedNow()]).toEqual([3, 3]);
    });
  });

  it('cannot take the last one from two apis at once', async () => {
    const { invitationIds } = await anEvent(DAY_MS, 6);
    await edit({ Total: 2 });
    const other = await startHarness(
      { ...harness.dependencies, readModels: memoryReadModels() },
      harness.time,
    );
    const answers = await Promise.all(
      invitationIds.map((id, index) => {
        const api = index % 2 === 0 ? harness : other;
        const planner = api.as({ roles: ['planner'], clubId: race.clubId });
        return planner.patch('/invitations/authorized', { Invitations: [id], Authorized: 1 });
      }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 418, 418, 418, 418]);
    const [licence] = await licenceReads(harness.dependencies.readModels).current([race.clubId], NOW);
    expect(licence?.used).toHaveLength(2);
    await other.api.stop();
  });

  it('is refused where the institution has no licence when the event starts', async () => {
    const { invitationIds } = await anEvent(LICENCE.to - NOW + 1, 1);
    expect((await authorize(invitationIds)).body).toEqual(LIMIT);
  });

  it('takes a licence of the period that the event is moved to', async () => {
    const { invitationIds, move } = await anEvent(DAY_MS, 2);
    await authorize(invitationIds);
    const after = { Start: iso(LICENCE.to + 1), Finish: iso(LICENCE.to + DAY_MS) };
    expect((await move(after)).body).toEqual(LIMIT);
    expect((await move({ Start: iso(NOW + 1) })).status).toBe(200);
    expect(await used()).toBe(2);
    const From = iso(LICENCE.to + 1);
    const period = { From, To: iso(LICENCE.to + DAY_MS), Total: 2 };
    const granted = await race.as('admin').post('/licenses/', licenceBody(race.clubId, period));
    expect((await move(after)).status).toBe(200);
    expect(await used()).toBe(0);
    const next = await race.as('planner').get(`/licenses/${granted.body.licId}`);
    expect(next.body).toMatchObject({ Given: 2, Events: 1 });
  });

  it('takes a licence of the period that the event is postponed to, and none if that is refused', async () => {
    const { eventId, invitationIds } = await anEvent(DAY_MS, 2);
    await authorize(invitationIds);
    const after = { Start: iso(LICENCE.to + 1), Finish: iso(LICENCE.to + DAY_MS) };
    const postpone = (changes = {}) =>
      race.as('planner').put(`/events/postpone/${eventId}`, postponeBody({ ...after, ...changes }));
    const taken = async () =>
      (await harness.dependencies.store.readAll(null, 1_000)).filter(({ type }) => type === 'LicencesUsed')
        .length;
    expect((await postpone()).body).toEqual(LIMIT);
    const times = { Start: iso(NOW + 1), Finish: iso(NOW + DAY_MS) };
    const before = await taken();
    expect((await postpone(times)).body).toEqual(refusal('event.notLater'));
    expect([await taken(), await used()]).toEqual([before, 2]);
    const period = { From: iso(LICENCE.to + 1), To: iso(LICENCE.to + DAY_MS), Total: 2 };
    const granted = await race.as('admin').post('/licenses/', licenceBody(race.clubId, period));
    expect((await postpone()).status).toBe(200);
    expect(await used()).toBe(0);
    const next = await race.as('planner').get(`/licenses/${granted.body.licId}`);
    expect(next.body).toMatchObject({ Given: 2, Events: 1 });
  });
});
