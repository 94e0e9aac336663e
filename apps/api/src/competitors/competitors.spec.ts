import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  DEFAULT_INVITATION_STATUS_ID,
  FIELD_TEXTS,
  REFUSALS,
  ROLES,
  type CategoryAnswer,
  type CategoryOption,
  type CompetitorRow,
  type DeviceTokenAnswer,
  type DropReason,
  type EventAnswer,
  type InvitationDriverAnswer,
} from '@flagpost/contracts';
import { invitationStream } from '@flagpost/domain';
import { tokenHash } from '@flagpost/platform';
import { apiConfig } from '../config.js';
import { NOW, startHarness, type Harness } from '../testing/harness.js';
import { aRace, competitorBody, eventBody, type Race } from '../testing/race-fixture.js';
import { invitationReads } from '../views/invitations.projection.js';

let harness: Harness;
let race: Race;

beforeEach(async () => {
  harness = await startHarness({ config: apiConfig.parse({ PUBLIC_URL: 'https://race.example.org/' }) });
  race = await aRace(harness);
});
afterEach(() => harness.stop());

const path = '/invitations/createInvitationDriver/';
const create = (body: object, as = race.as('planner')) => as.post(path, body);

describe('a competitor', () => {
  it('is a driver, perhaps a co-driver, a car and a category', async () => {
    const body = competitorBody(race.eventId, race.categoryId, '7');
    const made = await create(body);
    expect(made.status).toBe(201);
    const answer = made.body as InvitationDriverAnswer;
    expect(answer).toEqual({
      User: { ...body.User, Id: expect.any(Number), Phone: null },
      Driver: { Id: answer.User.Id, GrupoSanguineo: '0+' },
      Invitation: {
        ...body.Invitation,
        Id: expect.any(Number),
        Authorized: 0,
        StsId: DEFAULT_INVITATION_STATUS_ID,
      },
    });
    const invitation = await invitationReads(harness.dependencies.readModels).get(answer.Invitation.Id);
    const codriver = await harness.dependencies.records.people.get(invitation!.codriverId!);
    expect(codriver).toMatchObject({ name: 'Dino', surname: 'Verdi', bloodType: 'A+', email: null });
    const log = JSON.stringify(await harness.dependencies.store.readAll(null, 100));
    for (const personal of ['Carla', 'Bianchi', 'car7@', 'Dino', '0+']) expect(log).not.toContain(personal);
  });

  it('stands once in a category, under one email', async () => {
    const body = competitorBody(race.eventId, race.categoryId, '7');
    const first = (await create(body)).body as InvitationDriverAnswer;
    expect((await create(body)).body).toEqual({
      statusCode: 418,
      message: REFUSALS['invitation.alreadyAdded'],
    });
    const twice = competitorBody(race.eventId, race.categoryId, '8');
    const statuses = (await Promise.all([create(twice), create(twice)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 418]);
    const other = await race.as('planner').post('/events', eventBody(race.categoryId, { Name: 'Ronde' }));
    const again = await create(competitorBody((other.body as { eveId: number }).eveId, race.categoryId, '7'));
    expect((again.body as InvitationDriverAnswer).User.Id).toBe(first.User.Id);
  });

  describe('of an event that was copied into other categories', () => {
    let eventId: number;
    let categoryId: number;
    const rows = async () =>
      (await race.as('planner').get(`/events/drivers/${eventId}`)).body as CompetitorRow[];
    const bodyOf = (changes: object) => competitorBody(eventId, categoryId, '7', changes);
    const silent = { Number: '', Brand: '', CodriverName: '', CodriverSurname: '', CodriverGrupoSang: '' };

    beforeEach(async () => {
      await race.add('7');
      const made = await race.as('planner').post('/driverCategories', { Name: 'R5' });
      categoryId = (made.body as CategoryAnswer).catId;
      const [Start, Finish] = [240, 250].map((hours) => new Date(NOW + hours * 3_600_000).toISOString());
      const body = { Name: 'Copy', Start, Finish, Categories: [categoryId], Competitors: true };
      const copy = await race.as('planner').post(`/events/copy/${race.eventId}`, body);
      ({ eveId: eventId } = copy.body as EventAnswer);
    });

    it('takes the entry that they have there, and keeps what the request leaves out', async () => {
      const [copied] = await rows();
      const answer = await create(bodyOf({ ...silent, Model: 'Fiesta' }));
      expect(answer.status).toBe(201);
      const Invitation = { Id: copied?.InvitationId, Number: '7', CodriverName: 'Dino', Model: 'Fiesta' };
      expect(answer.body).toMatchObject({ Invitation });
      expect(await rows()).toEqual([
        expect.objectContaining({ Category: 'R5', Number: '7', CodriverName: 'Dino', Model: 'Fiesta' }),
      ]);
      const again = await create(bodyOf({}));
      expect(again.body).toEqual({ statusCode: 418, message: REFUSALS['invitation.alreadyAdded'] });
    });

    it('leaves the co-driver of the original alone', async () => {
      await create(bodyOf({ CodriverName: 'Ivo' }));
      expect((await rows())[0]?.CodriverName).toBe('Ivo');
      const original = await race.as('planner').get(`/events/drivers/${race.eventId}`);
      expect((original.body as CompetitorRow[])[0]?.CodriverName).toBe('Dino');
    });

    it('is entered once by a request that is repeated after its answer was lost', async () => {
      jest
        .spyOn(harness.dependencies.records.requestKeys, 'answer')
        .mockRejectedValueOnce(new Error('killed'));
      const send = () => create(bodyOf({ Number: '70' })).set('Idempotency-Key', 'once');
      const first = await send();
      const second = await send();
      expect([second.status, second.body]).toEqual([201, first.body]);
      expect(await rows()).toHaveLength(1);
    });
  });

  it('is nobody of the staff', async () => {
    await harness.api.accounts.ensure({
      email: 'car7@example.org',
      password: 'Flagpost1',
      name: 'Ada',
      surname: 'Rossi',
      roles: [ROLES.viewer],
      clubId: race.clubId,
    });
    const answer = await create(competitorBody(race.eventId, race.categoryId, '7'));
    expect(answer.body).toEqual({ statusCode: 418, message: REFUSALS['invitation.notCompetitor'] });
  });

  it('of another club is not told of: each club has a person of its own, with its own words', async () => {
    const own = competitorBody(race.eventId, race.categoryId, '7');
    const first = await create({ ...own, User: { ...own.User, Phone: '+39 0173 1' } });
    const { Id } = (first.body as InvitationDriverAnswer).User;
    const stored = await harness.dependencies.records.people.get(Id);
    const category = await race.rival('planner').post('/driverCategories', { Name: 'R5' });
    const { catId } = category.body as { catId: number };
    const event = await race.rival('planner').post('/events', eventBody(catId));
    const { eveId } = event.body as { eveId: number };
    const body = competitorBody(eveId, catId, '7');
    const User = { ...body.User, Name: 'Karla', Surname: 'B.', Phone: '+41 91 2' };
    const Driver = { Id: 0, GrupoSanguineo: 'unknown' };
    const answer = await create({ ...body, User, Driver }, race.rival('planner'));
    expect(answer.status).toBe(201);
    const { Invitation, User: theirs } = answer.body as InvitationDriverAnswer;
    expect(answer.body).toMatchObject({
      User: { ...User, Id: theirs.Id },
      Driver: { ...Driver, Id: theirs.Id },
    });
    expect(theirs.Id).not.toBe(Id);
    expect(await harness.dependencies.records.people.get(Id)).toEqual(stored);

    const authorized = { Invitations: [Invitation.Id], Authorized: 1 };
    await race.rival('planner').patch('/invitations/authorized', authorized);
    for (const path of [
      `/drivers/format/${eveId}/${theirs.Id}/${catId}`,
      `/positionRecords/event/${eveId}/999`,
      `/drivers/getDisconnecteds/${eveId}/999`,
    ]) {
      const seen = await race.rival('director').get(path);
      expect(seen.text).toContain('Karla');
      for (const secret of ['Carla', '+39 0173 1', '0+']) expect(seen.text).not.toContain(secret);
    }
  });

  it('that is refused leaves every person as they were', async () => {
    const body = competitorBody(race.eventId, race.categoryId, '7');
    const { User } = (await create(body)).body as InvitationDriverAnswer;
    const { people, sequences } = harness.dependencies.records;
    const before = await people.get(User.Id);
    const changed = { ...body, User: { ...body.User, Name: 'Karla' } };
    expect((await create(changed)).status).toBe(418);
    expect(await people.get(User.Id)).toEqual(before);
    const ids = Array.from({ length: await sequences.next('user') }, (_, index) => index + 1);
    expect((await people.getMany(ids)).size).toBe(2);
  });

  it('is refused with the fields that are wrong', async () => {
    const body = competitorBody(race.eventId, race.categoryId, '7');
    const answer = await create({
      User: { ...body.User, Email: 'nowhere', Name: '' },
      Driver: {},
      Invitation: { ...body.Invitation, CatId: 0 },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toEqual({
      'User.Email': FIELD_TEXTS.emailMalformed,
      'User.Name': FIELD_TEXTS.firstName,
      'Driver.GrupoSanguineo': FIELD_TEXTS.bloodType,
      'Invitation.CatId': FIELD_TEXTS.category,
    });
    expect((await create(competitorBody(77, race.categoryId, '7'))).status).toBe(404);
    expect((await create(body, race.rival('planner'))).status).toBe(403);
    expect((await create(body, race.as('director'))).status).toBe(403);
    const elsewhere = await create(competitorBody(race.eventId, 77, '7'));
    expect(elsewhere.body).toEqual({ statusCode: 418, message: REFUSALS['category.missing'] });
  });
});

describe('a category', () => {
  const make = (Name: string, as = race.as('planner')) => as.post('/driverCategories', { Name });
  const names = async (): Promise<string[]> => {
    const path = `/driverCategories/IdDescriptionByClub/${race.clubId}`;
    return ((await race.as('viewer').get(path)).body as CategoryOption[]).map((one) => one.Description);
  };

  it('has a name that no other of its club has', async () => {
    expect((await make('R5')).status).toBe(201);
    for (const again of ['R5', 'r5', ' R5 '])
      expect((await make(again)).body).toEqual({ statusCode: 418, message: REFUSALS['category.nameTaken'] });
    expect((await make('R5', race.rival('planner'))).status).toBe(201);
    expect(await names()).toEqual(['R5', 'WRC']);
  });

  it('has it also when two ask at once, and when one asks twice', async () => {
    const answers = await Promise.all([make('GT3'), make('GT3'), make('gt3')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 418, 418]);
    const keyed = () => make('GT4').set('Idempotency-Key', 'once');
    const first = await keyed();
    expect((await keyed()).body).toEqual(first.body);
    expect((await names()).map((name) => name.toUpperCase())).toEqual(['GT3', 'GT4', 'WRC']);
  });
});

describe('authorising', () => {
  const authorize = (Invitations: number[], Authorized: number | boolean, as = race.as('planner')) =>
    as.patch('/invitations/authorized/', { Invitations, Authorized });

  it('takes those who have what it needs', async () => {
    const whole = await race.add('7');
    const lacking = await race.add('8', { Model: null });
    const answer = await authorize([whole, lacking, whole], 1);
    expect(answer.body).toEqual({
      authorized: [whole],
      skipped: [lacking],
      reasons: [{ InvitationId: lacking, Lacks: ['model'] }],
      racing: [],
    });
    const reads = invitationReads(harness.dependencies.readModels);
    expect((await reads.get(whole))?.authorized).toBe(true);
    expect((await authorize([whole], false)).body).toMatchObject({ authorized: [whole], skipped: [] });
    expect((await reads.get(whole))?.authorized).toBe(false);
  });

  it('answers a failure only once all have been decided', async () => {
    const [first, second] = [await race.add('7'), await race.add('8')];
    const append = harness.dependencies.store.append.bind(harness.dependencies.store);
    const slow = jest
      .spyOn(harness.dependencies.store, 'append')
      .mockImplementation(async (stream, ...rest) => {
        if (stream === invitationStream(first)) throw new Error('disk full');
        for (let turn = 0; turn < 10; turn += 1) await setImmediate();
        return append(stream, ...rest);
      });
    expect((await authorize([first, second], 1)).status).toBe(500);
    const events = await harness.dependencies.store.readStream(invitationStream(second));
    slow.mockRestore();
    expect(events.map(({ type }) => type)).toContain('InvitationAuthorized');
  });

  it('reaches no other club and nobody unknown', async () => {
    const car = await race.add('7');
    expect((await authorize([car], 1, race.rival('planner'))).status).toBe(403);
    expect((await authorize([77], 1)).status).toBe(404);
    expect((await authorize([], 1)).body.fields).toEqual({ Invitations: FIELD_TEXTS.noneSelected });
  });
});

describe('a device token', () => {
  it('opens the doors, and ends the former one', async () => {
    const car = await race.add('7');
    const issue = async () => {
      const answer = await race.as('planner').post(`/invitations/${car}/deviceToken`);
      expect(answer.status).toBe(201);
      return answer.body as DeviceTokenAnswer;
    };
    const first = await issue();
    expect(Buffer.from(first.token, 'base64url')).toHaveLength(16);
    expect(first.doors).toEqual({
      osmand: `https://race.example.org/ingest/osmand/${first.token}`,
      owntracks: `https://race.example.org/ingest/owntracks/${first.token}`,
      positions: `https://race.example.org/ingest/positions/${first.token}`,
      signals: `https://race.example.org/ingest/signals/${first.token}`,
      orders: `https://race.example.org/ingest/orders/${first.token}`,
    });
    const { deviceTokens } = harness.dependencies.records;
    const known = { tokenHash: tokenHash(first.token), eventId: race.eventId, invitationId: car };
    expect(await deviceTokens.find(tokenHash(first.token))).toEqual(known);
    const second = await issue();
    expect(second.token).not.toBe(first.token);
    expect(await deviceTokens.find(tokenHash(first.token))).toBeNull();
    const log = JSON.stringify(await harness.dependencies.store.readAll(null, 100));
    expect(log).not.toContain(second.token);
    expect(log).not.toContain(tokenHash(second.token));
  });

  const issueUnder = async (car: number, key: string): Promise<string> => {
    const answer = await race
      .as('planner')
      .post(`/invitations/${car}/deviceToken`)
      .set('Idempotency-Key', key);
    return (answer.body as DeviceTokenAnswer).token;
  };

  it('is the same for a repeated request, though nothing that is stored gives it away', async () => {
    const car = await race.add('7');
    const { requestKeys } = harness.dependencies.records;
    const reserve = jest.spyOn(requestKeys, 'reserve');
    const keep = jest.spyOn(requestKeys, 'answer');
    const first = await issueUnder(car, 'unguessable-key');
    expect(await issueUnder(car, 'unguessable-key')).toBe(first);
    const stored = JSON.stringify([reserve.mock.calls, keep.mock.calls]);
    expect(stored).toContain('sealed');
    for (const secret of [first, 'unguessable-key']) expect(stored).not.toContain(secret);
  });

  it('is not brought back by a late repeat, once there is a newer one', async () => {
    const car = await race.add('7');
    const { requestKeys, deviceTokens } = harness.dependencies.records;
    jest.spyOn(requestKeys, 'answer').mockRejectedValueOnce(new Error('killed'));
    await issueUnder(car, 'old');
    const newer = await issueUnder(car, 'new');
    const older = await issueUnder(car, 'old');
    expect(Buffer.from(older, 'base64url')).toHaveLength(16);
    expect(await deviceTokens.find(tokenHash(older))).toBeNull();
    expect(await deviceTokens.find(tokenHash(newer))).toMatchObject({ invitationId: car });
  });
});

describe('the device of a competitor', () => {
  const ask = (car: number, as = race.as('planner')) => as.get(`/invitations/${car}/device`);
  const issueTo = async (car: number): Promise<string> =>
    ((await race.as('planner').post(`/invitations/${car}/deviceToken`)).body as DeviceTokenAnswer).token;
  const note = (invitationId: number, heardAt: number, reason?: DropReason) =>
    harness.dependencies.records.deviceTokens.note([
      { invitationId, heardAt, dropped: reason === undefined ? null : { at: heardAt, reason } },
    ]);
  const unheard = { heardAt: null, droppedAt: null, droppedReason: null };

  it('is heard in the second in which its token was made', async () => {
    const car = await race.add('7');
    await harness.time.advance(700);
    await issueTo(car);
    const second = Math.floor(harness.time.now() / 1_000) * 1_000;
    await note(car, second);
    expect((await ask(car)).body).toMatchObject({ heardAt: new Date(second).toISOString() });
  });

  it('is described by when it was heard last, and what was dropped last and why', async () => {
    const [car, other] = [await race.add('7'), await race.add('8')];
    expect((await ask(car)).body).toEqual({ hasToken: false, ...unheard });
    await issueTo(car);
    expect((await ask(car)).body).toEqual({ hasToken: true, ...unheard });
    await note(car, NOW + 1_000, 'late');
    await note(car, NOW + 3_000);
    const answer = await ask(car);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        hasToken: true,
        heardAt: new Date(NOW + 3_000).toISOString(),
        droppedAt: new Date(NOW + 1_000).toISOString(),
        droppedReason: 'late',
      },
    ]);
    expect((await ask(other)).body).toEqual({ hasToken: false, ...unheard });
    await harness.time.advance(10_000);
    await issueTo(car);
    expect((await ask(car)).body).toEqual({ hasToken: true, ...unheard });
  });

  it('is shown to who manages competitors of that club', async () => {
    const car = await race.add('7');
    const roles = ['admin', 'planner', 'viewer', 'director', 'driver'] as const;
    const statuses = await Promise.all(roles.map(async (role) => (await ask(car, race.as(role))).status));
    expect(statuses).toEqual([200, 200, 403, 403, 403]);
    expect((await ask(car, race.rival('planner'))).status).toBe(403);
    expect((await ask(77)).status).toBe(404);
    expect((await harness.with(null).get(`/invitations/${car}/device`)).status).toBe(401);
    await harness.time.advance(5 * 3_600_000);
    expect((await race.as('planner').post(`/invitations/${car}/deviceToken`)).status).toBe(418);
    expect((await ask(car)).status).toBe(200);
  });
});
