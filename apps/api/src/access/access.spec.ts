import { Controller, Get, Module } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ANSWER_TEXTS, ROLES } from '@flagpost/contracts';
import { startHarness, type Harness } from '../testing/harness.js';
import { aRace, eventBody, type Race } from '../testing/race-fixture.js';
import { Allow } from './allow.js';
import { checkRoutePermissions } from './route-permissions.js';

let harness: Harness;
let race: Race;

beforeAll(async () => {
  harness = await startHarness();
  race = await aRace(harness);
});
afterAll(() => harness.stop());

describe('who may', () => {
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
    expect(late.body).toEqual({
      statusCode: 401,
      message: ANSWER_TEXTS.tokenExpired,
      code: 'tokenExpired',
    });
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

describe('a route', () => {
  const startWith = async (controller: new () => unknown): Promise<void> => {
    @Module({ imports: [DiscoveryModule], controllers: [controller] })
    class Root {}
    const module = await Test.createTestingModule({ imports: [Root] }).compile();
    checkRoutePermissions(module.get(DiscoveryService));
  };

  it('without a row in the permission table fails at start', async () => {
    await expect(startWith(Bare)).rejects.toThrow('Bare.read has no row in the permission table.');
  });

  it('scoped by club that names no resource fails at start', async () => {
    await expect(startWith(Unscoped)).rejects.toThrow('names no resource');
  });
});
