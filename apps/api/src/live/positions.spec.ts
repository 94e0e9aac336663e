import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TOPICS, type LiveCar, type LiveNowItem } from '@flagpost/contracts';
import { liveCar, until } from '@flagpost/testing';
import { lapFact, sosFact, stateFacts } from '../testing/facts.js';
import { NOW, startHarness, type Harness } from '../testing/harness.js';
import { aRace, type Race } from '../testing/race-fixture.js';

let harness: Harness;
let race: Race;
let driving: number;
let silent: number;
let barred: number;
const iso = (epochMs: number): string => new Date(epochMs).toISOString();
const viewer = (path: string) => race.as('viewer').get(path);
const positions = async (categories: string | number = 999) =>
  (await viewer(`/positionRecords/event/${race.eventId}/${categories}`)).body as Record<string, unknown>[];
const frame = (serverTime: number, ...cars: LiveCar[]) =>
  harness.dependencies.topics.publish(TOPICS.live, [
    { key: String(race.eventId), value: JSON.stringify({ eventId: race.eventId, serverTime, cars }) },
  ]);
const at = (invitationId: number, receivedAt: number) => ({
  eventId: race.eventId,
  invitationId,
  receivedAt,
});
const flag = (StateId: number, InvitationsSelected: number[] = []) =>
  race.as('director').post('/flagRecords', { StateId, EventId: race.eventId, InvitationsSelected });

const raceNow = async () => ((await viewer(`/events/liveNow/${race.clubId}`)).body as LiveNowItem[])[0];

beforeAll(async () => {
  harness = await startHarness();
  race = await aRace(harness);
  [driving, silent] = [
    await race.add('1'),
    await race.add('2', { CodriverName: null, CodriverSurname: null, CodriverGrupoSang: null }),
  ];
  barred = await race.add('3');
  const authorize = { Invitations: [driving, silent], Authorized: 1 };
  await race.as('planner').patch('/invitations/authorized', authorize);
  await race.as('planner').put(`/events/publish/${race.eventId}`);
  await flag(806);
  await flag(803, [driving]);
  await frame(NOW, liveCar(driving, { receivedAt: NOW - 1_000, lat: 44.5, lng: 8.1 }));
  const car = { receivedAt: NOW, t: NOW - 300, lat: 44.6, lng: 8.2, counter: 4, stopped: true };
  await frame(NOW + 1, liveCar(driving, car));
  await until('the fourth lap in the positions', async () => (await positions())[0]?.['Counter'] === 4);
});
afterAll(() => harness.stop());

describe('the race in the list of those that run now', () => {
  it('has its flag for all cars, and its cars by state', async () => {
    expect(await raceNow()).toMatchObject({ TrackFlag: 806, Sos: 0, Offline: 1, Stopped: 1 });
  });
});

describe('positions', () => {
  it('are those of the authorised cars, with the fields of the specification', async () => {
    const userId = (await positions())[0]?.['UserId'];
    expect(await positions()).toEqual([
      {
        InvitationId: driving,
        UserId: userId,
        CategoryId: race.categoryId,
        Category: 'WRC',
        Name: 'Carla',
        Surname: 'Bianchi 1',
        CarNumber: '1',
        Counter: 4,
        PositionId: NOW,
        Lat: 44.6,
        Lng: 8.2,
        LatPP: 44.5,
        LngPP: 8.1,
        Speed: 120,
        LastAlertType: null,
        LastFlagStatus: 803,
        TrackFlag: 806,
        DriverFlag: 803,
        Offline: false,
        Stopped: true,
        lastUpdate: iso(NOW),
        Adddate: iso(NOW - 300),
      },
      {
        InvitationId: silent,
        UserId: expect.any(Number),
        CategoryId: race.categoryId,
        Category: 'WRC',
        Name: 'Carla',
        Surname: 'Bianchi 2',
        CarNumber: '2',
        Counter: 0,
        PositionId: 0,
        Lat: null,
        Lng: null,
        Speed: 0,
        LastAlertType: null,
        LastFlagStatus: 806,
        TrackFlag: 806,
        DriverFlag: null,
        Offline: true,
        Stopped: false,
        lastUpdate: null,
        Adddate: null,
      },
    ]);
    const ofDriver = await viewer(`/positionRecords/event/${race.eventId}/driver/${String(userId)}/999`);
    expect(ofDriver.body).toEqual((await positions()).slice(0, 1));
  });

  it('are filtered by category; 999 means all', async () => {
    expect(await positions(race.categoryId)).toHaveLength(2);
    expect(await positions(`${race.categoryId + 1},${race.categoryId}`)).toHaveLength(2);
    expect(await positions(race.categoryId + 1)).toEqual([]);
    expect((await viewer(`/positionRecords/event/${race.eventId}/wrc`)).status).toBe(400);
  });

  it('show an SOS and laps as soon as they are recorded, and begin anew with a reset', async () => {
    await stateFacts(harness, sosFact(at(silent, NOW)), lapFact(at(silent, NOW), 1));
    const shown = await until('the SOS and the lap of the silent car', async () => {
      const found = (await positions()).find(({ InvitationId }) => InvitationId === silent);
      return found?.['LastAlertType'] === 5 && found['Counter'] === 1 ? found : undefined;
    });
    expect(shown).toMatchObject({ Offline: true });
    await race.as('director').put(`/events/resetLaps/${race.eventId}`);
    expect((await positions()).map(({ Counter }) => Counter)).toEqual([0, 0]);
  });
});

describe('a car that may not run', () => {
  it('is shown while its SOS is open, and is no driver who is missing', async () => {
    await stateFacts(harness, sosFact(at(barred, NOW)));
    const shown = await until('the barred car in the positions', async () =>
      (await positions()).find(({ InvitationId }) => InvitationId === barred),
    );
    expect(shown).toMatchObject({ CarNumber: '3', LastAlertType: 5 });
    const { body } = await viewer(`/drivers/getDisconnecteds/${race.eventId}/999`);
    expect(body.total).toBe(2);
    expect(await raceNow()).toMatchObject({ Sos: 2 });
    await race.as('director').delete(`/flagRecords/event/${race.eventId}`);
    expect(await raceNow()).toMatchObject({ TrackFlag: null, Sos: 0 });
    expect(await positions()).toHaveLength(2);
  });
});

describe('drivers', () => {
  it('are described for one category or for any', async () => {
    const userId = String((await positions())[0]?.['UserId']);
    const info = {
      CarNumber: '1',
      Car: 'Lancia Delta',
      Pilot: 'Carla Bianchi 1',
      DriverGrupoSanguineo: '0+',
      Copilot: 'Dino Verdi',
      CodriverGrupoSanguineo: 'A+',
      Category: 'WRC',
      Counter: 0,
    };
    const path = `/drivers/format/${race.eventId}/${userId}`;
    expect((await viewer(`${path}/${race.categoryId}`)).body).toEqual([info]);
    expect((await viewer(`${path}/999`)).body).toEqual([info]);
    expect((await viewer(`/drivers/format/${race.eventId}/99999/999`)).body).toEqual([]);
  });

  it('that are disconnected are listed beside the number of all', async () => {
    const path = `/drivers/getDisconnecteds/${race.eventId}`;
    expect((await viewer(`${path}/999`)).body).toEqual({
      total: 2,
      drivers: [
        { InvitationId: silent, CarNumber: '2', Name: 'Carla', Surname: 'Bianchi 2', lastUpdate: null },
      ],
    });
    expect((await viewer(`${path}/${race.categoryId + 1}`)).body).toEqual({ total: 0, drivers: [] });
  });
});

describe('rights', () => {
  it.each([
    ['positions', () => `/positionRecords/event/${race.eventId}/999`],
    ['positions of a driver', () => `/positionRecords/event/${race.eventId}/driver/1/999`],
    ['driver', () => `/drivers/format/${race.eventId}/1/999`],
    ['disconnected drivers', () => `/drivers/getDisconnecteds/${race.eventId}/999`],
  ])('to read %s: everybody of the club', async (_, path) => {
    for (const role of ['admin', 'planner', 'viewer', 'director'] as const)
      expect((await race.as(role).get(path())).status).toBe(200);
    expect((await race.as('driver').get(path())).status).toBe(403);
    expect((await race.rival('director').get(path())).status).toBe(403);
    expect((await harness.with(null).get(path())).status).toBe(401);
  });
});
