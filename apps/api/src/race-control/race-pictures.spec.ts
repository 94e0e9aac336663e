import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@flagpost/testing';
import sharp from 'sharp';
import type { PictureRow } from '@flagpost/contracts';
import { startHarness, type Harness } from '../testing/harness.js';
import { aPublishedRace, type Race } from '../testing/race-fixture.js';
import { aSector } from '../testing/sector.js';

let harness: Harness;
let race: Race;
let drawn: Buffer;
beforeAll(async () => {
  harness = await startHarness();
  race = await aPublishedRace(harness);
  const size = { width: 940, height: 600, channels: 3, background: '#101418' } as const;
  drawn = await sharp({ create: size }).png().toBuffer();
});
afterAll(() => harness.stop());

type Role = Parameters<Race['as']>[0];
const take = (role: Role = 'viewer', file = drawn, eventId = race.eventId) =>
  race.as(role).upload(`/events/takePicture?eventId=${eventId}`).attach('file', file, 'snapshot.png');
const list = async (role: Role = 'planner') =>
  (await race.as(role).get(`/events/pictures/${race.eventId}`)).body as PictureRow[];
const stored = async () => {
  const pictures = await harness.dependencies.readModels
    .view<{ eventId: number; name: string }>('pictures')
    .find({ eventId: race.eventId });
  return pictures.map(({ name }) => name);
};

describe('a picture of the race', () => {
  it('is kept with its event by whoever watches it, and listed newest first', async () => {
    const first = await take('viewer');
    expect([first.status, first.body]).toEqual([201, { PictureId: expect.any(Number) }]);
    const { PictureId } = (await take('director')).body as { PictureId: number };
    expect(await list()).toEqual([
      {
        PictureId,
        TakenAt: new Date(harness.time.now()).toISOString(),
        TakenBy: { Id: race.userId('director'), Name: expect.any(String) },
      },
      expect.objectContaining({ TakenBy: { Id: race.userId('viewer'), Name: expect.any(String) } }),
    ]);
  });

  it('is read as a PNG of the same size, and by nobody without a session', async () => {
    const [newest] = await list();
    const path = `/events/pictures/${race.eventId}/${newest?.PictureId ?? 0}`;
    const answer = await race.as('planner').get(path).buffer(true);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/png']);
    const { width, height } = await sharp(answer.body as Buffer).metadata();
    expect([width, height]).toEqual([940, 600]);
    expect((await race.as('planner').get(`${path}00`)).status).toBe(404);
    const names = await stored();
    for (const name of names) expect((await race.as('planner').get(`/${name}`)).status).toBe(404);
  });

  it('is an image, of an event that exists, is of the own club and is not over', async () => {
    expect((await take('viewer', Buffer.from('no image'))).status).toBe(400);
    expect((await take('viewer', drawn, 99_999)).status).toBe(404);
    const stranger = harness.as({ roles: ['director'], clubId: race.clubId + 1 });
    const path = `/events/takePicture?eventId=${race.eventId}`;
    expect((await stranger.upload(path).attach('file', drawn, 'a.png')).status).toBe(403);
    expect((await stranger.get(`/events/pictures/${race.eventId}`)).status).toBe(403);
    expect(await list()).toHaveLength(2);
  });

  it('stays when a sector is changed', async () => {
    const planner = race.as('planner');
    const points = [44, 44.01, 44.02].map((lat) => ({ lat, lng: lat / 5 }));
    await planner.put('/circuitRoutes', {
      eventId: race.eventId,
      trackName: 'Langhe',
      pointsTrack: [{ Positions: points }],
      pointsMetaStart: points[0],
      pointsMetaFinish: points[0],
      pointsBoxes: points,
      mapPosition: { ...points[0], zoom: 12 },
      gmt: 2,
    });
    const { secId } = await aSector(planner, race.eventId, 1);
    expect((await planner.delete(`/sectors/${secId}`)).status).toBe(200);
    const { eventImages } = harness.dependencies.records;
    for (const name of await stored()) expect(await eventImages.get(name)).not.toBeNull();
  });

  it('is erased with its event', async () => {
    const names = await stored();
    expect(names).toHaveLength(2);
    expect((await race.as('admin').delete(`/events/${race.eventId}`)).status).toBe(200);
    const { eventImages } = harness.dependencies.records;
    await until('its pictures to be erased', async () => {
      const left = await Promise.all(names.map((name) => eventImages.get(name)));
      return left.every((bytes) => bytes === null);
    });
    expect(await stored()).toEqual([]);
  });
});
