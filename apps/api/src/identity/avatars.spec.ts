import { CommandBus } from '@nestjs/cqrs';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import sharp from 'sharp';
import { AVATAR, FIELD_TEXTS, IMAGE_UPLOAD, type AvatarAnswer } from '@flagpost/contracts';
import { accountsOf, type Member } from '../testing/accounts.js';
import { systemIds } from '@flagpost/platform/system';
import { CommandMessage } from '../dispatch/command-message.js';
import { systemCaller } from '../http/caller.js';
import { startHarness, type Harness } from '../testing/harness.js';
import { clubDetails } from '../testing/race-fixture.js';

let harness: Harness;
let viewer: Member;
let planner: Member;
let rival: Member;
beforeAll(async () => {
  harness = await startHarness();
  const clubId = await harness.api.clubs.ensure(clubDetails('Motor Club Alba'));
  const rivalId = await harness.api.clubs.ensure(clubDetails('Scuderia Rivale'));
  const { member } = accountsOf(harness);
  [viewer, planner, rival] = await Promise.all([
    member('viewer@example.org', 'viewer', clubId),
    member('planner@example.org', 'planner', clubId),
    member('rival@example.org', 'planner', rivalId),
  ]);
});
afterAll(() => harness.stop());

const picture = () =>
  sharp({ create: { width: 640, height: 400, channels: 3, background: '#a03050' } }).withExif({
    IFD0: { Copyright: 'somewhere secret' },
  });
const upload = (member: Member, bytes: Buffer, name = 'me.png', userId = viewer.userId) =>
  member.as.upload(`/commonServices/uploadAvatar/${userId}`).attach('file', bytes, name);
const shown = (fileName: string) => harness.with(null).get(`/${fileName}`).responseType('blob');

describe('an avatar', () => {
  it.each(['png', 'jpeg', 'webp'] as const)(
    'of %s becomes a small square, and nothing else of it',
    async (format) => {
      const answer = await upload(viewer, await picture().toFormat(format).toBuffer(), 'whatever.exe');
      expect(answer.status).toBe(201);
      const { fileName } = answer.body as AvatarAnswer;
      expect(fileName).toMatch(/^avatars\/[\w-]{22}\.webp$/);
      expect((await viewer.as.get(`/users/${viewer.userId}`)).body).toMatchObject({ useAvatar: fileName });

      const image = await shown(fileName);
      expect(image.headers).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
      });
      const { width, height, exif } = await sharp(image.body as Buffer).metadata();
      expect({ width, height, exif }).toEqual({
        width: AVATAR.sidePx,
        height: AVATAR.sidePx,
        exif: undefined,
      });
    },
  );

  it('takes the place of the former one', async () => {
    const bytes = await picture().png().toBuffer();
    const { fileName: former } = (await upload(viewer, bytes)).body as AvatarAnswer;
    const { fileName } = (await upload(planner, bytes)).body as AvatarAnswer;
    expect((await harness.with(null).get(`/${former}`)).status).toBe(404);
    expect((await harness.with(null).get(`/${fileName}`)).status).toBe(200);
  });

  it('is changed by nobody who may not change the name', async () => {
    const bytes = await picture().png().toBuffer();
    expect((await upload(rival, bytes)).status).toBe(403);
    expect((await upload(viewer, bytes, 'me.png', planner.userId)).status).toBe(403);
    expect((await upload(planner, bytes, 'me.png', 777)).status).toBe(404);
    const nobody = harness.with(null).upload(`/commonServices/uploadAvatar/${viewer.userId}`);
    expect((await nobody.attach('file', bytes, 'me.png')).status).toBe(401);
  });

  it('is not stored for a person without an account', async () => {
    const { people, avatars } = harness.dependencies.records;
    const codriver = (await people.get(viewer.userId))!;
    await people.put({ ...codriver, id: 778, email: null });
    const put = jest.spyOn(avatars, 'put');
    const message = new CommandMessage(
      'changeAvatar',
      { userId: 778, bytes: Buffer.from('face') },
      systemCaller(systemIds, 'key'),
    );
    await expect(harness.api.app.get(CommandBus).execute(message)).rejects.toMatchObject({
      code: 'user.missing',
    });
    expect(put).not.toHaveBeenCalled();
  });

  it('is refused where it is no image of these kinds, whatever it says', async () => {
    const png = await picture().png().toBuffer();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>');
    const huge = await sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const refused: [string, Buffer][] = [
      ['text', Buffer.from('hello')],
      ['nothing', Buffer.alloc(0)],
      ['svg', svg],
      ['gif', await picture().gif().toBuffer()],
      ['tiff', await picture().tiff().toBuffer()],
      ['cut', png.subarray(0, png.length / 2)],
      ['unfolding', huge],
      ['large', Buffer.concat([png, Buffer.alloc(IMAGE_UPLOAD.maxBytes)])],
    ];
    for (const [what, bytes] of refused) {
      const { status, body } = await upload(viewer, bytes, 'me.png');
      expect({ what, status, fields: body.fields }).toEqual({
        what,
        status: 400,
        fields: { file: FIELD_TEXTS.notAnImage },
      });
    }
  });

  it('is refused where there is no file, or another one beside it', async () => {
    const path = `/commonServices/uploadAvatar/${viewer.userId}`;
    const bytes = await picture().png().toBuffer();
    const calls = [
      viewer.as.post(path, { file: 'text' }),
      viewer.as.upload(path).field('file', 'text'),
      viewer.as.upload(path).attach('image', bytes, 'me.png'),
      viewer.as.upload(path).attach('file', bytes, 'a.png').attach('file', bytes, 'b.png'),
      viewer.as.upload(path).set('Content-Type', 'multipart/form-data; boundary=x').send('--x\r\n'),
      viewer.as.upload(path).set('Content-Type', 'multipart/form-data').send('x'),
    ];
    for (const call of calls) expect((await call).status).toBe(400);
  });

  it('is made of one upload of a person at a time, as each is held in memory', async () => {
    const bytes = await picture().png().toBuffer();
    const answers = await Promise.all(Array.from({ length: 6 }, () => upload(viewer, bytes)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 429]));
    expect(answers.find(({ status }) => status === 429)?.headers).toMatchObject({ 'retry-after': '1' });
    expect((await upload(viewer, bytes)).status).toBe(201);
  });

  it('goes with its person', async () => {
    const { fileName } = (await upload(viewer, await picture().png().toBuffer())).body as AvatarAnswer;
    await harness.dependencies.records.people.delete(viewer.userId);
    expect((await harness.with(null).get(`/${fileName}`)).status).toBe(404);
  });
});
