import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import {
  FIELD_TEXTS,
  REFUSALS,
  SECTOR_PICTURE,
  UNUSED_PICTURE_MS,
  type LatLng,
  type SectorPictureAnswer,
  type SectorRequest,
  type SectorRow,
} from '@flagpost/contracts';
import { routeStream } from '@flagpost/domain';
import { until } from '@flagpost/testing';
import { startHarness, type Harness, type Requests } from '../testing/harness.js';
import { aRace, eventBody, type Race } from '../testing/race-fixture.js';
import { alreadyRecorded } from '../testing/recorded.js';
import { aPicture, aSector, sectorBody } from '../testing/sector.js';

let harness: Harness;
let race: Race;
beforeEach(async () => {
  harness = await startHarness();
  race = await aRace(harness);
});
afterEach(() => harness.stop());

/** About 1.11 km to the north. */
const LINE: readonly LatLng[] = [
  { lat: 44, lng: 8 },
  { lat: 44.01, lng: 8 },
];
const draw = (line: readonly LatLng[] = LINE, eventId = race.eventId) =>
  race
    .as('planner')
    .put('/circuitRoutes', { eventId, pointsTrack: [{ Positions: line }] })
    .expect(200);
const create = async (who: Requests, number: number, changes: Partial<SectorRequest> = {}) =>
  who.post('/sectors', await sectorBody(who, race.eventId, number, changes));
const made = async (number: number, changes: Partial<SectorRequest> = {}): Promise<SectorRow> =>
  (await create(race.as('planner'), number, changes)).body as SectorRow;
const ofTrack = async (): Promise<SectorRow[]> =>
  (await race.as('director').get(`/sectors/byTrack/${race.eventId}`)).body as SectorRow[];
const shown = async (path: string | null): Promise<number> =>
  (await harness.with(null).get(`/${path}`)).status;

describe('sectors', () => {
  it('are those of a track, by number', async () => {
    expect((await create(race.as('planner'), 2)).body.message).toBe(REFUSALS['sector.trackRequired']);
    await draw();
    const second = await create(race.as('planner'), 2, { Kms: 1.256 });
    expect(second.status).toBe(201);
    expect(second.body).toEqual({
      secId: expect.any(Number),
      secNumber: 2,
      secPicpath: expect.stringMatching(/^sectorPictures\/[\w-]{22}\.webp$/),
      Kms: 1.26,
      traId: race.eventId,
      ...{ From: null, To: null, OffM: null },
    });
    const first = await made(1);
    expect(await ofTrack()).toEqual([first, second.body]);
    expect((await race.as('viewer').get(`/sectors/${first.secId}`)).body).toEqual(first);
    expect((await create(race.as('planner'), 1)).body.message).toBe(REFUSALS['sector.exists']);
  });

  it('have a number greater than 0 and a picture that was uploaded', async () => {
    await draw();
    const planner = race.as('planner');
    expect((await create(planner, 0)).body.fields).toEqual({ Number: FIELD_TEXTS.sectorNumber });
    for (const Picpath of [undefined, null, '', ' ']) {
      const answer = await planner.post('/sectors', { Number: 1, Kms: 1, TraId: race.eventId, Picpath });
      expect([answer.status, answer.body.fields]).toEqual([400, { Picpath: FIELD_TEXTS.sectorPicture }]);
    }
    const unknown = await create(planner, 1, { Picpath: 'sectorPictures/elsewhere.webp' });
    expect(unknown.body).toEqual({ statusCode: 418, message: REFUSALS['sector.pictureMissing'] });
    expect(await ofTrack()).toEqual([]);
  });

  it('are as long as their stretch, which follows the line and says how far off it is', async () => {
    await draw();
    const gates = { From: { lat: 44.001, lng: 8 }, To: { lat: 44.005, lng: 8 } };
    const sector = await made(1, { ...gates, Kms: 99 });
    expect(sector).toMatchObject({ ...gates, Kms: 0.44, OffM: 0 });
    await draw([
      { lat: 44, lng: 8.001 },
      { lat: 44.004, lng: 8.001 },
    ]);
    const [moved] = await ofTrack();
    expect(moved).toMatchObject({ ...gates, Kms: 0.33, OffM: expect.any(Number) });
    expect(moved?.OffM).toBeGreaterThan(100);
  });

  it('are as far off as nobody knows if their line was removed before that was refused', async () => {
    await draw();
    const { secId } = await made(1, { From: LINE[0]!, To: LINE[1]! });
    const { eventId } = race;
    const removed = await race.as('planner').put('/circuitRoutes', { eventId, pointsTrack: [] });
    expect(removed.body).toEqual({ statusCode: 418, message: REFUSALS['track.hasSectors'] });
    await alreadyRecorded(harness, routeStream(eventId), 'TrackDrawn', { eventId, tracks: [] });
    const one = async () => (await race.as('viewer').get(`/sectors/${secId}`)).body as SectorRow;
    await until('the line to be gone', async () => (await one()).OffM === null);
  });

  it('lie on the line with the finish', async () => {
    const other = LINE.map(({ lat }) => ({ lat, lng: 8.1 }));
    await race.as('planner').put('/circuitRoutes', {
      eventId: race.eventId,
      pointsTrack: [{ Positions: LINE }, { Positions: other }],
    });
    expect(await made(1, { From: LINE[0]!, To: LINE[1]! })).toMatchObject({ Kms: 1.11, OffM: 0 });
    await race.as('planner').put('/circuitRoutes', { eventId: race.eventId, pointsMetaFinish: other[1] });
    const [sector] = await ofTrack();
    expect(sector?.OffM).toBeGreaterThan(7_000);
  });

  it('are not set back to what somebody else has read before', async () => {
    await draw();
    const planner = race.as('planner');
    const { secId, secNumber, secPicpath, Kms, From, To } = await made(1);
    const Former = { Number: secNumber, Picpath: secPicpath, Kms, From, To };
    const body = { Number: 1, Kms, Picpath: secPicpath, TraId: race.eventId };
    const edit = (changes: object) => planner.put(`/sectors/${secId}`, { ...body, ...changes });
    expect((await edit({ From: LINE[0], To: LINE[1], Former })).status).toBe(200);
    const code = 'sector.changed';
    const refused = await edit({ Number: 3, Former });
    expect([refused.status, refused.body]).toEqual([418, { statusCode: 418, message: REFUSALS[code], code }]);
    const [now] = await ofTrack();
    expect(now).toMatchObject({ secNumber: 1, From: LINE[0], To: LINE[1] });
    const read = { ...Former, Kms: now?.Kms, From: now?.From, To: now?.To };
    expect((await edit({ Number: 3, From: LINE[0], To: LINE[1], Former: read })).status).toBe(200);
  });

  it('are changed and deleted', async () => {
    await draw();
    const planner = race.as('planner');
    const [one, two] = [await made(1), await made(2)];
    const body = { Number: 3, Kms: 4, TraId: race.eventId, Picpath: one.secPicpath };
    const changed = await planner.put(`/sectors/${one.secId}`, body);
    expect([changed.status, changed.body]).toEqual([200, { ...one, secNumber: 3, Kms: 4 }]);
    const taken = await planner.put(`/sectors/${one.secId}`, { ...body, Number: 2 });
    expect(taken.body).toEqual({ statusCode: 418, message: REFUSALS['sector.exists'] });
    expect((await planner.put(`/sectors/${one.secId}`, { ...body, TraId: 77 })).status).toBe(404);
    const gone = await planner.delete(`/sectors/${two.secId}`);
    expect([gone.status, gone.body]).toEqual([200, { secId: two.secId }]);
    expect(await ofTrack()).toEqual([changed.body]);
    expect((await planner.get(`/sectors/${two.secId}`)).status).toBe(404);
    expect((await planner.delete(`/sectors/${two.secId}`)).status).toBe(404);
    await harness.time.advance(24 * 3_600_000);
    const late = await race.as('planner').delete(`/sectors/${one.secId}`);
    expect(late.body).toEqual({ statusCode: 418, message: REFUSALS['event.past'] });
  });

  it('are what a flag may name', async () => {
    await draw();
    const { secId } = await made(1);
    await race.as('planner').put(`/events/publish/${race.eventId}`);
    const send = (SectorId: number) =>
      race.as('director').post('/flagRecords', { StateId: 806, EventId: race.eventId, SectorId });
    expect((await send(secId)).status).toBe(201);
    expect((await send(secId + 1)).status).toBe(404);
  });

  it('are made by who draws the map, and read by the club', async () => {
    await draw();
    const sector = await made(1);
    const { secId } = sector;
    const body = { Number: 1, Kms: 1, TraId: race.eventId, Picpath: sector.secPicpath };
    for (const who of [race.as('director'), race.rival('planner')]) {
      expect((await who.post('/sectors', { ...body, Number: 2 })).status).toBe(403);
      expect((await who.put(`/sectors/${secId}`, body)).status).toBe(403);
      expect((await who.delete(`/sectors/${secId}`)).status).toBe(403);
    }
    expect((await race.rival('viewer').get(`/sectors/byTrack/${race.eventId}`)).status).toBe(403);
    expect((await race.rival('viewer').get(`/sectors/${secId}`)).status).toBe(403);
    expect((await race.as('viewer').get('/sectors/byTrack/77')).status).toBe(404);
  });

  it('are listed of all events that the caller sees', async () => {
    await draw();
    const planner = race.as('planner');
    const { eveId } = (await planner.post('/events', eventBody(race.categoryId))).body as { eveId: number };
    await draw(LINE, eveId);
    const other = await aSector(planner, eveId, 1);
    const second = await made(2);
    const first = await made(1);
    const listed = async (who: Requests) => (await who.get('/sectors/')).body as SectorRow[];
    expect(await listed(race.as('director'))).toEqual([first, second, other]);
    expect(await listed(harness.as({ roles: ['admin'], clubId: null }))).toHaveLength(3);
    expect(await listed(race.rival('planner'))).toEqual([]);
  });
});

describe('the picture of a sector', () => {
  const upload = (who: Requests, bytes: Buffer) =>
    who.upload('/commonServices/uploadSectorPic/').attach('file', bytes, 'stretch.exe');
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#305080' } }).withExif({
      IFD0: { Copyright: 'somewhere secret' },
    });

  it.each([
    ['png', [1_600, 900], [640, 360]],
    ['jpeg', [300, 900], [160, 480]],
    ['webp', [320, 240], [320, 240]],
  ] as const)('of %s and %j px becomes a WebP of %j px, and nothing else of it', async (format, from, to) => {
    const bytes = await picture(from[0], from[1]).toFormat(format).toBuffer();
    const answer = await upload(race.as('viewer'), bytes);
    expect(answer.status).toBe(201);
    const { fileName } = answer.body as SectorPictureAnswer;
    const image = await harness.with(null).get(`/${fileName}`).responseType('blob');
    expect(image.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=86400, immutable',
      'x-content-type-options': 'nosniff',
    });
    const { width, height, exif } = await sharp(image.body as Buffer).metadata();
    expect([width, height, exif]).toEqual([...to, undefined]);
    expect([width <= SECTOR_PICTURE.widthPx, height <= SECTOR_PICTURE.heightPx]).toEqual([true, true]);
  });

  it('is refused unless it is an image, and of those who draw no map', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>');
    const answer = await upload(race.as('planner'), svg);
    expect([answer.status, answer.body.fields]).toEqual([400, { file: FIELD_TEXTS.notAnImage }]);
    const png = await picture(9, 9).png().toBuffer();
    expect((await upload(race.as('director'), png)).status).toBe(403);
    expect((await upload(harness.with(null), png)).status).toBe(401);
  });

  it('goes with the sector or another picture of it, unless a flag shows it', async () => {
    await draw();
    await race.as('planner').put(`/events/publish/${race.eventId}`);
    const [one, two] = [await made(1), await made(2)];
    await race.as('director').post('/flagRecords', {
      ...{ StateId: 806, EventId: race.eventId, SectorId: two.secId, SectorImg: two.secPicpath },
    });
    await race.as('planner').delete(`/sectors/${two.secId}`);
    const changed = await race
      .as('planner')
      .put(`/sectors/${one.secId}`, await sectorBody(race.as('planner'), race.eventId, 1));
    const { secPicpath } = changed.body as SectorRow;
    expect(await Promise.all([one.secPicpath, two.secPicpath, secPicpath].map(shown))).toEqual([
      404, 200, 200,
    ]);
  });

  it('belongs to one event', async () => {
    await draw();
    const { secPicpath } = await made(1);
    const planner = race.as('planner');
    const { eveId } = (await planner.post('/events', eventBody(race.categoryId))).body as { eveId: number };
    await draw(LINE, eveId);
    const body = { Number: 1, Kms: 1, TraId: eveId, Picpath: secPicpath };
    expect((await planner.post('/sectors', body)).body.message).toBe(REFUSALS['sector.pictureMissing']);
  });

  it('is of no event yet if its sector was refused', async () => {
    await draw();
    const planner = race.as('planner');
    const [Picpath, { secNumber: Number }] = [await aPicture(planner), await made(1)];
    const body = { Number, Kms: 1, Picpath };
    const taken = await planner.post('/sectors', { ...body, TraId: race.eventId });
    expect(taken.body.message).toBe(REFUSALS['sector.exists']);
    const { eveId } = (await planner.post('/events', eventBody(race.categoryId))).body as { eveId: number };
    await draw(LINE, eveId);
    expect((await planner.post('/sectors', { ...body, TraId: eveId })).status).toBe(201);
  });

  it('is erased by a later upload if no sector used it for a day', async () => {
    await draw();
    const [unused, sector] = [await aPicture(race.as('planner')), await made(1)];
    await harness.time.advance(UNUSED_PICTURE_MS + 1);
    expect(await shown(unused)).toBe(200);
    await aPicture(race.as('planner'));
    expect([await shown(unused), await shown(sector.secPicpath)]).toEqual([404, 200]);
  });
});
