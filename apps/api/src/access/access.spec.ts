import { Controller, Get, Module } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService, MetadataScanner } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ANSWER_TEXTS, PERMISSIONS, ROLES, type RoleName } from '@flagpost/contracts';
import { startHarness, type Harness, type Requests } from '../testing/harness.js';
import { aRace, competitorBody, eventBody, type Race } from '../testing/race.js';
import { Allow, ALLOW, type Entry } from './allow.js';
import { checkEntries } from './entries.js';

let harness: Harness;
let race: Race;
let car: number;

beforeAll(async () => {
  harness = await startHarness();
  race = await aRace(harness);
  car = await race.add('7');
});
afterAll(() => harness.stop());

const staff: RoleName[] = ['admin', 'planner', 'viewer', 'director'];
const organisers: RoleName[] = ['admin', 'planner'];
const everyone: RoleName[] = [...staff, 'driver'];

/** What the specification's section 6 lets each role do, on the own club's things. */
const calls: [string, RoleName[], (as: Requests) => ReturnType<Requests['get']>][] = [
  ['list events', staff, (as) => as.get('/events')],
  ['read an event', staff, (as) => as.get(`/events/${race.eventId}`)],
  ['read its categories', staff, (as) => as.get(`/events/categories/${race.eventId}`)],
  ['read its route', staff, (as) => as.get(`/circuitRoutes/${race.eventId}`)],
  ['read its points of interest', staff, (as) => as.get(`/interestpoints/${race.eventId}`)],
  ['see what runs now', staff, (as) => as.get(`/events/liveNow/${race.clubId}`)],
  ['read the club', staff, (as) => as.get(`/clubs/${race.clubId}`)],
  ['read the countries', staff, (as) => as.get('/countries')],
  [
    'create an event',
    organisers,
    (as) => as.post('/events', { ...eventBody(race.categoryId), CluId: race.clubId }),
  ],
  ['edit an event', organisers, (as) => as.put(`/events/${race.eventId}`, eventBody(race.categoryId))],
  ['publish an event', organisers, (as) => as.put(`/events/publish/${race.eventId}`)],
  [
    'create a category',
    organisers,
    (as) => as.post('/driverCategories', { Name: 'R5', ClubId: race.clubId }),
  ],
  [
    'add a competitor',
    organisers,
    (as) =>
      as.post('/invitations/createInvitationDriver', competitorBody(race.eventId, race.categoryId, '9')),
  ],
  [
    'authorise a competitor',
    organisers,
    (as) => as.patch('/invitations/authorized', { Invitations: [car], Authorized: 1 }),
  ],
  ['give a device its token', organisers, (as) => as.post(`/invitations/${car}/deviceToken`)],
  [
    'draw the map',
    ['admin', 'planner', 'viewer'],
    (as) => as.put('/circuitRoutes', { eventId: race.eventId, gmt: 1 }),
  ],
  [
    'place points of interest',
    ['admin', 'planner', 'viewer'],
    (as) => as.post('/interestpoints', { eventId: race.eventId, pois: [] }),
  ],
];
/** Without a thing of another club's behind them. */
const ofNoClub = ['list events', 'read the countries', 'create an event', 'create a category'];

describe('who may', () => {
  it.each(calls)('%s', async (name, roles, call) => {
    expect((await call(harness.with(null))).status).toBe(401);
    for (const role of everyone) {
      const { status } = await call(race.as(role));
      if (roles.includes(role)) expect([200, 201, 418]).toContain(status);
      else expect({ role, status }).toEqual({ role, status: 403 });
    }
    if (ofNoClub.includes(name)) return;
    for (const role of everyone.filter((each) => each !== 'admin'))
      expect({ role, status: (await call(race.rival(role))).status }).toEqual({ role, status: 403 });
  });

  it('adds up the roles of one person', async () => {
    const both = race.as('viewer', 'planner');
    expect((await both.put('/circuitRoutes', { eventId: race.eventId, gmt: 2 })).status).toBe(200);
    expect((await both.put(`/events/${race.eventId}`, eventBody(race.categoryId))).status).toBe(200);
  });

  it('is what the account may do now, whatever a token from before says', async () => {
    const userId = await harness.api.accounts.ensure({
      email: 'mover@example.org',
      password: 'Flagpost1',
      name: 'Ada',
      surname: 'Rossi',
      roles: [ROLES.planner],
      clubId: race.clubId,
    });
    const before = harness.as({ userId, roles: ['planner'], clubId: race.clubId });
    expect((await before.get('/events')).status).toBe(200);
    const viewer = { planner: false, viewer: true, director: false };
    const body = {
      FirstName: 'Ada',
      LastName: 'Rossi',
      Email: 'mover@example.org',
      Phone: '1',
      Roles: viewer,
    };
    expect((await race.as('planner').put(`/users/roles/${userId}`, body)).status).toBe(200);
    const late = await before.get('/events');
    expect(late.body).toEqual({ statusCode: 401, message: ANSWER_TEXTS.tokenExpired });
    const after = harness.as({ userId, roles: ['viewer'], clubId: race.clubId });
    expect((await after.get('/events')).status).toBe(200);
  });

  it('is told apart from what is not there', async () => {
    for (const path of ['/events/77', '/circuitRoutes/77', '/interestpoints/77', '/events/categories/77']) {
      const answer = await race.as('planner').get(path);
      expect(answer.body).toEqual({ statusCode: 404, message: ANSWER_TEXTS.notFound });
    }
    const foreign = await race.rival('planner').get(`/events/${race.eventId}`);
    expect(foreign.body).toEqual({ statusCode: 403, message: ANSWER_TEXTS.forbidden });
  });
});

@Controller('bare')
class Bare {
  @Get()
  read(): string {
    return '';
  }
}

@Controller('unscoped')
class Unscoped {
  @Get()
  @Allow('events.read')
  read(): string {
    return '';
  }
}

describe('the permission table', () => {
  it('has no line that nothing asks for', () => {
    const scanner = new MetadataScanner();
    const asked = harness.api.app
      .get(DiscoveryService)
      .getControllers()
      .flatMap(({ instance }) => {
        const prototype = Object.getPrototypeOf(instance) as Record<string, object>;
        return scanner
          .getAllMethodNames(prototype)
          .flatMap(
            (name) => (Reflect.getMetadata(ALLOW, prototype[name] ?? {}) as Entry | undefined)?.action ?? [],
          );
      });
    // The details of health are told on the route of its status.
    expect(new Set([...asked, 'health.details'])).toEqual(new Set(Object.keys(PERMISSIONS)));
  });
});

describe('a route', () => {
  const startWith = async (controller: new () => unknown): Promise<void> => {
    @Module({ imports: [DiscoveryModule], controllers: [controller] })
    class Root {}
    const module = await Test.createTestingModule({ imports: [Root] }).compile();
    checkEntries(module.get(DiscoveryService));
  };

  it('without a line in the permission table fails at start', async () => {
    await expect(startWith(Bare)).rejects.toThrow('Bare.read has no entry in the permission table.');
  });

  it('scoped by club that does not say what it acts on fails at start', async () => {
    await expect(startWith(Unscoped)).rejects.toThrow('does not say what it acts on');
  });
});
