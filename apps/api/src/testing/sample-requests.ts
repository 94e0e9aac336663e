import {
  ALL_CATEGORIES_ID,
  FLAGS,
  DAY_MS,
  type AuditAnswer,
  type AvatarAnswer,
  type CarCode,
  type CategoryAnswer,
  type LicenceRow,
  type LoginAnswer,
  type RecoveryAnswer,
  type TakePictureAnswer,
} from '@flagpost/contracts';
import type request from 'supertest';
import { accountsOf, PASSWORD } from './accounts.js';
import { NOW, type Requests } from './harness.js';
import { clubBody, licenceBody, newClubBody, staffBody } from './institutions.js';
import { circuitBody, clubDetails, competitorBody, eventBody, postponeBody } from './race-fixture.js';
import { TRACK_LINE, type Holder, type Scene } from './scene.js';
import { aSubscription, NO_PUSH_SERVICE } from '@flagpost/testing/push-service';
import { aPicture, aSector, PIXEL, sectorBody } from './sector.js';

/** A request that is carried out, once, for a user who may make it. */
export interface SampleRequest {
  /** Under /api, query included. */
  readonly path: string;
  readonly body?: object;
  /** Sent as a multipart body, with these fields before it. */
  readonly file?: Buffer;
  readonly fileName?: string;
  readonly fields?: Readonly<Record<string, string>>;
  /** For the calls that no session opens: the token that does; and for one that ends a session, that of its own. */
  readonly bearer?: string;
}

/** Creates the objects of the request. `about` is the account that it concerns, if it concerns one. */
type Sample = (scene: Scene, about: Holder) => SampleRequest | Promise<SampleRequest>;

const iso = (time: number): string => new Date(time).toISOString();
const hour = `from=${iso(NOW - 3_600_000)}&to=${iso(NOW)}`;

const uploaded = async ({ harness }: Scene, { userId }: Holder): Promise<string> => {
  const admin = harness.as({ roles: ['admin'], clubId: null });
  const answer = await admin.upload(`/commonServices/uploadAvatar/${userId}`).attach('file', PIXEL, 'me.png');
  return (answer.body as AvatarAnswer).fileName;
};
const licenceOf = async ({ race }: Scene): Promise<number> =>
  ((await race.as('planner').get(`/licenses/Current/${race.clubId}`)).body as LicenceRow).LicId;
/** A period of its own for each: those of one institution never overlap. */
const licencePeriod = (scene: Scene): { From: string; To: string } => {
  const from = Date.UTC(2030, 0) + scene.next() * DAY_MS;
  return { From: iso(from), To: iso(from + DAY_MS - 1) };
};
const loggedIn = async (scene: Scene, { email }: Holder): Promise<LoginAnswer> =>
  (await accountsOf(scene.harness).logIn(email)).body as LoginAnswer;
/** Resets somebody's password to `PASSWORD` by copying the colleague's, which is never changed. */
const withPassword = async ({ harness, colleague }: Scene, { userId }: Holder): Promise<void> => {
  const { credentials } = harness.dependencies.records;
  const known = await credentials.password(colleague.userId);
  if (known !== null) await credentials.setPassword(userId, known);
};
const codeToken = async (scene: Scene, { email }: Holder): Promise<string> => {
  const code = { Email: email, PassCode: await scene.passCode(email) };
  const answer = await scene.harness.with(null).put('/auth/validatePassCode', code);
  return (answer.body as RecoveryAnswer).accessToken;
};
/** Of the club that an event of this person's belongs to. */
const categoryOf = async ({ harness, race, next }: Scene, { clubId }: Holder): Promise<number> => {
  const planner = harness.as({ roles: ['planner'], clubId: clubId ?? race.clubId });
  const answer = await planner.post('/driverCategories', { Name: `N${next()}` });
  return (answer.body as CategoryAnswer).catId;
};
const invitedAgain = async (scene: Scene): Promise<SampleRequest> => {
  const { userId } = await scene.staff();
  return { path: `/users/roles/${userId}/firstAccess` };
};
const staffOfClub = async (scene: Scene): Promise<SampleRequest> => {
  const { userId, email } = await scene.staff();
  return { path: `/users/roles/${userId}`, body: staffBody(email) };
};

/** One of every operation that the api describes, by method and path. */
export const SAMPLE_REQUESTS: Readonly<Record<string, Sample>> = {
  'POST /auth/login': (_, { email }) => ({ path: '/auth/login', body: { email, password: PASSWORD } }),
  'POST /auth/refresh': async (scene, about) => {
    const { refreshToken } = await loggedIn(scene, about);
    return { path: '/auth/refresh', body: { refreshToken } };
  },
  'POST /auth/logout': async (scene, about) => {
    const { refreshToken, accessToken } = await loggedIn(scene, about);
    return { path: '/auth/logout', body: { refreshToken }, bearer: accessToken };
  },
  'GET /auth/sessions': () => ({ path: '/auth/sessions' }),
  'DELETE /auth/sessions': () => ({ path: '/auth/sessions' }),
  'POST /auth/sendBrowserLink': (_, { email }) => ({ path: '/auth/sendBrowserLink', body: { Email: email } }),
  'POST /auth/acceptBrowserLink': async (scene) => {
    const { email } = await scene.account('viewer', scene.race.clubId);
    return { path: '/auth/acceptBrowserLink', body: { Code: await scene.browserLinkCode(email) } };
  },
  'PUT /auth/sendPassCodeToEmail': (_, { email }) => ({
    path: '/auth/sendPassCodeToEmail',
    body: { Email: email },
  }),
  'PUT /auth/validatePassCode': async (scene) => {
    const { email } = await scene.account('viewer', scene.race.clubId);
    return {
      path: '/auth/validatePassCode',
      body: { Email: email, PassCode: await scene.passCode(email) },
    };
  },
  'POST /auth/recoveryLink': async (scene) => {
    const { email } = await scene.account('viewer', scene.race.clubId);
    return { path: '/auth/recoveryLink', body: { Token: await scene.recoveryLink(email) } };
  },
  'POST /auth/takeBack': async (scene) => ({
    path: '/auth/takeBack',
    body: { Token: await scene.takeBackLink() },
  }),
  'GET /drive/{secret}': ({ driveSecret }) => ({ path: `/drive/${driveSecret}` }),
  'POST /drive/{secret}': ({ driveSecret }) => ({
    path: `/drive/${driveSecret}`,
    body: { Answer: 'accept' },
  }),
  'GET /drive/{secret}/sos': ({ driveSecret }) => ({ path: `/drive/${driveSecret}/sos` }),
  'POST /drive/{secret}/phone': ({ driveSecret }) => ({
    path: `/drive/${driveSecret}/phone`,
    body: { Replace: false },
  }),
  'POST /drive/{secret}/dispute': ({ driveSecret }) => ({
    path: `/drive/${driveSecret}/dispute`,
    body: { Reason: 'entry' },
  }),
  'POST /auth/confirmEmail': async (scene) => ({
    path: '/auth/confirmEmail',
    body: { Token: await scene.newAddressLink() },
  }),
  'PUT /users/updatePasswordWithEmail': async (scene) => {
    const forgetful = await scene.account('viewer', scene.race.clubId);
    return {
      path: '/users/updatePasswordWithEmail',
      body: { Email: forgetful.email, Password: 'Startline1' },
      bearer: await codeToken(scene, forgetful),
    };
  },
  'PATCH /users/updatePassword': async (scene) => {
    const invited = await scene.account('viewer', scene.race.clubId, true);
    return {
      path: '/users/updatePassword',
      body: { UserId: invited.userId, Password: 'Startline1' },
      bearer: (await loggedIn(scene, invited)).accessToken,
    };
  },
  'PUT /users/updatePasswordWithValidation': async (scene, about) => {
    await withPassword(scene, about);
    return {
      path: '/users/updatePasswordWithValidation',
      body: { OldPassword: PASSWORD, Password: 'Startline1' },
    };
  },
  'PUT /users/updateEmailValidatedByPassword': async (scene, about) => {
    await withPassword(scene, about);
    return {
      path: '/users/updateEmailValidatedByPassword',
      body: { Email: `moved${scene.next()}@example.org`, Password: PASSWORD },
    };
  },
  'GET /users/pendingEmail': () => ({ path: '/users/pendingEmail' }),
  'DELETE /users/pendingEmail': () => ({ path: '/users/pendingEmail' }),
  'PUT /users/updateName': (_, { userId }) => ({
    path: '/users/updateName',
    body: { UserId: userId, FirstName: 'Ada', LastName: 'Bianchi' },
  }),
  'POST /commonServices/uploadAvatar/{id}': (_, { userId }) => ({
    path: `/commonServices/uploadAvatar/${userId}`,
    file: PIXEL,
  }),
  'GET /avatars/{name}': async (scene, about) => ({ path: `/${await uploaded(scene, about)}` }),
  'GET /users': () => ({ path: '/users' }),
  'GET /users/byClub/{clubId}': ({ race }) => ({ path: `/users/byClub/${race.clubId}` }),
  'GET /users/byMail/{email}': async ({ harness }, { userId }) => {
    const person = await harness.dependencies.records.people.get(userId);
    return { path: `/users/byMail/${person?.email ?? ''}` };
  },
  'GET /users/myClub': () => ({ path: '/users/myClub' }),
  'GET /users/{id}': (_, { userId }) => ({ path: `/users/${userId}` }),
  'POST /users/roles': (scene) => ({
    path: '/users/roles',
    body: staffBody(`new${scene.next()}@example.org`, { ClubId: scene.race.clubId }),
  }),
  'POST /users/roles/{id}/firstAccess': invitedAgain,
  'PUT /users/roles/{id}': staffOfClub,
  'DELETE /users/roluser/{id}': async (scene) => ({ path: `/users/roluser/${(await scene.staff()).userId}` }),
  'DELETE /people/{id}': async (scene) => ({ path: `/people/${await scene.driver()}` }),

  'GET /clubs': () => ({ path: '/clubs' }),
  'GET /clubs/IdDescription': () => ({ path: '/clubs/IdDescription' }),
  'GET /clubs/event/{id}': ({ race }) => ({ path: `/clubs/event/${race.eventId}` }),
  'GET /clubs/withdrivers/{id}': ({ race }) => ({ path: `/clubs/withdrivers/${race.clubId}` }),
  'GET /clubs/{id}': ({ race }) => ({ path: `/clubs/${race.clubId}` }),
  'POST /clubs': (scene) => {
    const number = scene.next();
    const cluName = `Scuderia ${number}`;
    return { path: '/clubs', body: newClubBody({ cluName }, `contact${number}@example.org`) };
  },
  'PUT /clubs/{id}': ({ race }) => ({
    path: `/clubs/${race.clubId}`,
    body: clubBody({ cluName: 'Motor Club Alba' }),
  }),
  'GET /keeping/{id}': ({ race }) => ({ path: `/keeping/${race.clubId}?days=365` }),
  'PUT /keeping/{id}': ({ race }) => ({
    path: `/keeping/${race.clubId}`,
    body: { KeepDays: null },
  }),
  'DELETE /clubs/{id}': async ({ harness, next }) => ({
    path: `/clubs/${await harness.api.clubs.ensure(clubDetails(`Scuderia ${next()}`))}`,
  }),
  'GET /states/IdDescription/{group}': () => ({ path: '/states/IdDescription/1500' }),
  'GET /roles': () => ({ path: '/roles' }),
  'GET /roles/IdDescription': () => ({ path: '/roles/IdDescription' }),
  'GET /eventPlanners/WithUser': async (scene) => {
    await scene.staff();
    return { path: '/eventPlanners/WithUser' };
  },
  'GET /eventPlanners/IdDescriptionByClub/{id}': ({ race }) => ({
    path: `/eventPlanners/IdDescriptionByClub/${race.clubId}`,
  }),
  'GET /eventViewers/WithUser': () => ({ path: '/eventViewers/WithUser' }),
  'GET /eventViewers/IdDescriptionByClub/{id}': ({ race }) => ({
    path: `/eventViewers/IdDescriptionByClub/${race.clubId}`,
  }),
  'GET /countries': () => ({ path: '/countries' }),

  'GET /licenses': () => ({ path: '/licenses' }),
  'GET /licenses/byClub/{id}': ({ race }) => ({ path: `/licenses/byClub/${race.clubId}` }),
  'GET /licenses/Current/{id}': ({ race }) => ({ path: `/licenses/Current/${race.clubId}` }),
  'GET /licenses/byDate/{clubId}': ({ race }) => ({ path: `/licenses/byDate/${race.clubId}?${hour}` }),
  'GET /licenses/{id}': async (scene) => ({ path: `/licenses/${await licenceOf(scene)}` }),
  'POST /licenses': (scene) => ({
    path: '/licenses',
    body: licenceBody(scene.race.clubId, licencePeriod(scene)),
  }),
  'PUT /licenses/{id}': async (scene) => ({
    path: `/licenses/${await licenceOf(scene)}`,
    body: licenceBody(scene.race.clubId),
  }),

  'GET /events': () => ({ path: '/events' }),
  'GET /events/byClub/{id}': ({ race }) => ({ path: `/events/byClub/${race.clubId}` }),
  'GET /events/liveNow/{clubId}': ({ race }) => ({ path: `/events/liveNow/${race.clubId}` }),
  'GET /events/categories/{id}': ({ race }) => ({ path: `/events/categories/${race.eventId}` }),
  'GET /events/ready/{id}': ({ race }) => ({ path: `/events/ready/${race.eventId}` }),
  'POST /events/specialstages': ({ race }) => ({
    path: '/events/specialstages',
    body: {
      eventId: race.eventId,
      stages: [{ Stages: 1, Name: 'Langhe 1', Km: 12.4, StartDate: '2026-06-06T10:00:00Z' }],
    },
  }),
  'POST /events/map': ({ race }) => ({
    path: '/events/map',
    body: { eventId: race.eventId, pois: [{ lat: 44.7, lng: 8.03, description: 'Paddock' }] },
  }),
  'GET /events/specialstages/{id}': ({ race }) => ({ path: `/events/specialstages/${race.eventId}` }),
  'GET /events/withClub/{id}': ({ race }) => ({ path: `/events/withClub/${race.eventId}` }),
  'GET /events/interestPoints/{id}': ({ race }) => ({ path: `/events/interestPoints/${race.eventId}` }),
  'POST /events/copy/{id}': ({ race }) => ({
    path: `/events/copy/${race.eventId}`,
    body: { Name: 'Next year', Start: iso(NOW + 365 * DAY_MS) },
  }),
  'DELETE /events/{id}': async (scene) => ({ path: `/events/${await scene.event()}` }),
  'GET /events/{id}': ({ race }) => ({ path: `/events/${race.eventId}` }),
  'POST /events': async (scene, about) => ({
    path: '/events',
    body: eventBody(await categoryOf(scene, about), { CluId: scene.race.clubId }),
  }),
  // Not the event of the scene: other requests need its data unchanged.
  'PUT /events/{id}': async (scene) => ({
    path: `/events/${await scene.event()}`,
    body: eventBody(scene.race.categoryId),
  }),
  'PUT /events/postpone/{id}': async (scene) => ({
    path: `/events/postpone/${await scene.event({ Start: iso(NOW + 1_800_000), Finish: iso(NOW + 3_600_000) })}`,
    body: postponeBody(),
  }),
  'PUT /events/publish/{id}': async (scene) => ({ path: `/events/publish/${await scene.event()}` }),

  'GET /circuits': async (scene) => {
    await scene.circuit();
    return { path: '/circuits' };
  },
  'GET /circuits/{id}': async (scene) => ({ path: `/circuits/${await scene.circuit()}` }),
  'POST /circuits': (scene) => ({
    path: '/circuits',
    body: circuitBody({ Name: `Circuito ${scene.next()}`, ClubId: scene.race.clubId }),
  }),
  'PUT /circuits/{id}': async (scene) => ({
    path: `/circuits/${await scene.circuit()}`,
    body: circuitBody({ Name: `Circuito ${scene.next()}`, Lat: 44.7, Long: 8.03 }),
  }),
  'DELETE /circuits/{id}': async (scene) => ({ path: `/circuits/${await scene.circuit()}` }),
  'GET /tracks': () => ({ path: '/tracks' }),
  'GET /tracks/getTrackPointsById/{id}': ({ race }) => ({
    path: `/tracks/getTrackPointsById/${race.eventId}`,
  }),
  'GET /tracks/{id}': ({ race }) => ({ path: `/tracks/${race.eventId}` }),
  'POST /tracks': async (scene) => ({
    path: '/tracks',
    body: {
      eventId: await scene.event(),
      trackName: 'Langhe',
      pointsTrack: [{ Positions: TRACK_LINE }],
    },
  }),
  'POST /tracks/copy': async (scene) => ({
    path: '/tracks/copy',
    body: { eventId: await scene.event(), trackId: scene.race.eventId, trackName: 'Langhe' },
  }),
  'PUT /tracks/setCenter/{id}': ({ race }) => ({
    path: `/tracks/setCenter/${race.eventId}`,
    body: { position: { lat: 44.7, lng: 8.03 }, zoom: 13 },
  }),
  'PUT /tracks/{id}': ({ race, next }) => ({
    path: `/tracks/${race.eventId}`,
    body: { Name: `Langhe ${next()}` },
  }),
  'DELETE /tracks/{id}': async (scene) => ({ path: `/tracks/${await scene.trackOfEvent()}` }),
  'GET /circuitRoutes/{eventId}': ({ race }) => ({ path: `/circuitRoutes/${race.eventId}` }),
  'POST /circuitRoutes': ({ race }) => ({ path: '/circuitRoutes', body: { eventId: race.eventId, gmt: 1 } }),
  'PUT /circuitRoutes': ({ race }) => ({ path: '/circuitRoutes', body: { eventId: race.eventId, gmt: 2 } }),
  'GET /circuitRoutes/circuit/{id}': async (scene) => ({
    path: `/circuitRoutes/circuit/${await scene.circuit()}`,
  }),
  'DELETE /circuitRoutes/{eventId}/{id}': async (scene) => {
    const eventId = await scene.trackOfEvent();
    return { path: `/circuitRoutes/${eventId}/${eventId}` };
  },
  'GET /interestpoints/{eventId}': ({ race }) => ({ path: `/interestpoints/${race.eventId}` }),
  'POST /interestpoints': ({ race }) => ({
    path: '/interestpoints',
    body: { eventId: race.eventId, pois: [{ lat: 44.7, lng: 8.03, description: 'Paddock' }] },
  }),
  'DELETE /interestpoints/{id}': async (scene) => ({ path: `/interestpoints/${await scene.poi()}` }),
  'GET /sectors/byTrack/{trackId}': ({ race }) => ({ path: `/sectors/byTrack/${race.eventId}` }),
  'GET /sectors': async ({ race, next }) => {
    await aSector(race.as('planner'), race.eventId, next());
    return { path: '/sectors' };
  },
  'GET /sectors/{id}': async (scene) => ({ path: `/sectors/${(await scene.sector()).secId}` }),
  'POST /sectors': async ({ race, next }) => ({
    path: '/sectors',
    body: await sectorBody(race.as('planner'), race.eventId, next()),
  }),
  'PUT /sectors/{id}': async (scene) => {
    const { secId, traId } = await scene.sector();
    const body = await sectorBody(scene.race.as('planner'), traId, scene.next());
    return { path: `/sectors/${secId}`, body };
  },
  'DELETE /sectors/{id}': async (scene) => ({ path: `/sectors/${(await scene.sector()).secId}` }),
  'POST /commonServices/uploadSectorPic': () => ({ path: '/commonServices/uploadSectorPic', file: PIXEL }),
  'GET /sectorPictures/{name}': async ({ race }) => ({ path: `/${await aPicture(race.as('planner'))}` }),

  'GET /driverCategories/IdDescriptionByClub/{id}': ({ race }) => ({
    path: `/driverCategories/IdDescriptionByClub/${race.clubId}`,
  }),
  'GET /driverCategories/IdDescriptionByEvent/{id}': ({ race }) => ({
    path: `/driverCategories/IdDescriptionByEvent/${race.eventId}`,
  }),
  'GET /driverCategories/{id}': ({ race }) => ({ path: `/driverCategories/${race.categoryId}` }),
  'PUT /driverCategories/{id}': async (scene) => ({
    path: `/driverCategories/${await scene.category()}`,
    body: { Name: `S${scene.next()}` },
  }),
  'DELETE /driverCategories/{id}': async (scene) => ({
    path: `/driverCategories/${await scene.category()}`,
  }),
  'POST /driverCategories': ({ race, next }) => ({
    path: '/driverCategories',
    body: { Name: `R${next()}`, ClubId: race.clubId },
  }),
  'POST /invitations/createInvitationDriver': ({ race, next }) => ({
    path: '/invitations/createInvitationDriver',
    body: competitorBody(race.eventId, race.categoryId, String(next())),
  }),
  'POST /commonServices/uploadInvitations': ({ race, next }) => ({
    path: '/commonServices/uploadInvitations',
    file: Buffer.from(`Email,Name,Surname,Blood type,Category\nlisted${next()}@example.org,Ada,Verdi,0+,WRC`),
    fileName: 'list.csv',
    fields: { EventId: String(race.eventId), DataWithHeader: 'true' },
  }),
  'POST /commonServices/uploadPolylines': ({ race }) => ({
    path: '/commonServices/uploadPolylines',
    file: Buffer.from(
      '<kml><Placemark><name>SS 1</name><LineString><coordinates>8,44 8.1,44.1</coordinates></LineString></Placemark></kml>',
    ),
    fileName: 'track.kml',
    fields: { EventId: String(race.eventId) },
  }),
  'POST /commonServices/uploadDrivers': ({ race, next }) => ({
    path: '/commonServices/uploadDrivers',
    file: Buffer.from(`Email,Name,Surname,Blood type\nlisted${next()}@example.org,Ada,Verdi,0+`),
    fileName: 'list.csv',
    fields: { ClubId: String(race.clubId), DataWithHeader: 'true' },
  }),
  'GET /commonServices/importProgress/{eventId}': ({ race }) => ({
    path: `/commonServices/importProgress/${race.eventId}`,
  }),
  'PATCH /invitations/authorized': async ({ race, next }) => ({
    path: '/invitations/authorized',
    body: { Invitations: [await race.add(String(next()))], Authorized: 1 },
  }),
  'GET /events/drivers/{id}': ({ race }) => ({ path: `/events/drivers/${race.eventId}` }),
  'GET /invitations/byDriverEvent': ({ race }) => ({
    path: `/invitations/byDriverEvent?DriverId=1&EventId=${race.eventId}&CategoryId=${race.categoryId}`,
  }),
  'GET /invitations/{id}': ({ car }) => ({ path: `/invitations/${car}` }),
  'GET /invitations/counts/{eventId}': ({ race }) => ({ path: `/invitations/counts/${race.eventId}` }),
  'PUT /invitations/updateInvitationDriver': async ({ race, next }) => {
    const number = String(next());
    const body = competitorBody(race.eventId, race.categoryId, number, { Id: await race.add(number) });
    return { path: '/invitations/updateInvitationDriver', body };
  },
  'PATCH /invitations/deleteSelected': async ({ race, next }) => ({
    path: '/invitations/deleteSelected',
    body: { Invitations: [await race.add(String(next()))] },
  }),
  'PATCH /invitations/removeAll': async (scene) => ({
    path: '/invitations/removeAll',
    body: { EventId: await scene.event() },
  }),
  'GET /drivers/WithUser': () => ({ path: '/drivers/WithUser' }),
  'GET /drivers/club': () => ({ path: '/drivers/club' }),
  'GET /drivers/driversByClub/{clubId}': ({ race }) => ({ path: `/drivers/driversByClub/${race.clubId}` }),
  'GET /drivers/byEmail/{email}': () => ({ path: '/drivers/byEmail/car7@example.org' }),
  'GET /drivers/byEmailClub/{email}/{clubId}': ({ race }) => ({
    path: `/drivers/byEmailClub/car7@example.org/${race.clubId}`,
  }),
  'PUT /drivers/WithUser/{id}': async (scene) => ({
    path: `/drivers/WithUser/${await scene.driver()}`,
    body: { User: { Name: 'Carla', Surname: 'Bianchi', Phone: null }, Driver: { GrupoSanguineo: '0+' } },
  }),
  'POST /drivers/WithUserAndInvitation': ({ race, next }) => ({
    path: '/drivers/WithUserAndInvitation',
    body: competitorBody(race.eventId, race.categoryId, String(next())),
  }),
  'DELETE /drivers/selected': async (scene) => ({
    path: '/drivers/selected',
    body: { Drivers: [await scene.driver()] },
  }),
  'DELETE /drivers/{id}': async (scene) => ({ path: `/drivers/${await scene.driver()}` }),
  'GET /check/{eventId}': ({ race }) => ({ path: `/check/${race.eventId}` }),
  'POST /check/{eventId}/codes': ({ race }) => ({ path: `/check/${race.eventId}/codes` }),
  'POST /check/{eventId}/scan': async ({ race }) => {
    const made = await race.as('planner').post(`/check/${race.eventId}/codes`);
    const [code] = made.body as CarCode[];
    return { path: `/check/${race.eventId}/scan`, body: { Code: code?.Link } };
  },
  'POST /check/{eventId}/test': async ({ race }) => {
    await race.as('director').delete(`/flagRecords/event/${race.eventId}`);
    return { path: `/check/${race.eventId}/test` };
  },
  'POST /check/{eventId}/checked': ({ race }) => ({ path: `/check/${race.eventId}/checked` }),
  'GET /invitations/{id}/device': ({ car }) => ({ path: `/invitations/${car}/device` }),
  'PATCH /invitations/send': ({ car }) => ({ path: '/invitations/send', body: { Invitations: [car] } }),
  'POST /invitations/{id}/deviceToken': ({ car }) => ({ path: `/invitations/${car}/deviceToken` }),

  'POST /flagRecords': ({ race }) => ({
    path: '/flagRecords',
    body: { EventId: race.eventId, StateId: FLAGS.yellow, InvitationsSelected: [] },
  }),
  'POST /flagRecords/withdrawals': ({ race }) => ({
    path: '/flagRecords/withdrawals',
    body: { EventId: race.eventId, Key: 'never-sent' },
  }),
  'POST /flagRecords/{id}/withdraw': async (scene) => ({
    path: `/flagRecords/${await scene.flag()}/withdraw`,
    body: { InvitationsSelected: [] },
  }),
  'DELETE /flagRecords/event/{eventId}': ({ race }) => ({ path: `/flagRecords/event/${race.eventId}` }),
  'PUT /events/resetLaps/{id}': ({ race }) => ({ path: `/events/resetLaps/${race.eventId}` }),
  'POST /notes': ({ race }) => ({ path: '/notes', body: { EventId: race.eventId, Text: 'Oil at bend 3' } }),
  'GET /events/notes/{id}': ({ race }) => ({ path: `/events/notes/${race.eventId}` }),
  'POST /events/takePicture': ({ race }) => ({
    path: `/events/takePicture?eventId=${race.eventId}`,
    file: PIXEL,
  }),
  'GET /events/pictures/{id}': ({ race }) => ({ path: `/events/pictures/${race.eventId}` }),
  'GET /events/pictures/{id}/{pictureId}': async ({ race }) => {
    const upload = race.as('viewer').upload(`/events/takePicture?eventId=${race.eventId}`);
    const { PictureId } = (await upload.attach('file', PIXEL, 'a.png')).body as TakePictureAnswer;
    return { path: `/events/pictures/${race.eventId}/${PictureId}` };
  },
  'POST /alerts/{id}/acknowledge': async (scene) => ({ path: `/alerts/${await scene.alert()}/acknowledge` }),
  'POST /alerts/{id}/clear': async (scene) => ({ path: `/alerts/${await scene.alert()}/clear` }),
  'GET /alerts/{id}/phone': async (scene) => ({ path: `/alerts/${await scene.alert()}/phone` }),
  'GET /events/flags/{id}': ({ race }) => ({ path: `/events/flags/${race.eventId}` }),
  'GET /events/alerts/{id}': ({ race }) => ({ path: `/events/alerts/${race.eventId}` }),
  'GET /events/laps/{id}': ({ race }) => ({ path: `/events/laps/${race.eventId}` }),
  'GET /events/timers/{id}': ({ race }) => ({ path: `/events/timers/${race.eventId}` }),
  'POST /timers': ({ race }) => ({ path: '/timers', body: { EventId: race.eventId, Title: 'Stage 2' } }),
  'PUT /timers/{id}/start': async (scene) => ({ path: `/timers/${await scene.timer()}/start` }),
  'PUT /timers/{id}/pause': async (scene) => ({ path: `/timers/${await scene.timer('start')}/pause` }),
  'PUT /timers/{id}/resume': async (scene) => ({
    path: `/timers/${await scene.timer('start', 'pause')}/resume`,
  }),
  'PUT /timers/{id}/stop': async (scene) => ({ path: `/timers/${await scene.timer('start')}/stop` }),
  'DELETE /timers/{id}': async (scene) => ({ path: `/timers/${await scene.timer()}` }),

  'GET /positionRecords/event/{eventId}/{categoryIds}': ({ race }) => ({
    path: `/positionRecords/event/${race.eventId}/${ALL_CATEGORIES_ID}`,
  }),
  'GET /positionRecords/event/{eventId}/driver/{userId}/{categoryIds}': ({ race }) => ({
    path: `/positionRecords/event/${race.eventId}/driver/1/${ALL_CATEGORIES_ID}`,
  }),
  'GET /drivers/format/{eventId}/{userId}/{categoryId}': async (scene) => ({
    path: `/drivers/format/${scene.race.eventId}/${await scene.driver()}/${scene.race.categoryId}`,
  }),
  'GET /drivers/getDisconnecteds/{eventId}/{categoryIds}': ({ race }) => ({
    path: `/drivers/getDisconnecteds/${race.eventId}/${ALL_CATEGORIES_ID}`,
  }),
  'GET /audit': ({ race }) => ({ path: `/audit?stream=event-${race.eventId}` }),
  'GET /audit/asItWas/{eventId}': ({ race }) => ({
    path: `/audit/asItWas/${race.eventId}?what=competitors&instant=${iso(NOW)}`,
  }),
  'GET /audit/{number}': async ({ race }) => {
    const page = (await race.as('planner').get(`/audit?race=${race.eventId}`)).body as AuditAnswer;
    return { path: `/audit/${page.Events[0]?.Number}` };
  },
  'GET /history/{eventId}': ({ race }) => ({ path: `/history/${race.eventId}?${hour}` }),
  'GET /history/{eventId}/story': ({ race }) => ({ path: `/history/${race.eventId}/story` }),
  'GET /history/{eventId}/at': ({ race }) => ({
    path: `/history/${race.eventId}/at?instant=${iso(NOW)}&truth=seen`,
  }),
  'GET /history/{eventId}/span': ({ race }) => ({
    path: `/history/${race.eventId}/span?from=${iso(NOW - 60_000)}&to=${iso(NOW)}`,
  }),
  'GET /history/{eventId}/distances': async ({ race, next }) => {
    const car = await race.add(String(next()));
    await race.as('planner').patch('/invitations/authorized', { Invitations: [car], Authorized: 1 });
    return { path: `/history/${race.eventId}/distances?instant=${iso(NOW)}&car=${car}` };
  },
  'GET /history/{eventId}/passes': ({ race }) => ({
    path: `/history/${race.eventId}/passes?from=${iso(NOW - 60_000)}&to=${iso(NOW)}&area=44,8;45,8;45,9`,
  }),
  'GET /history/{eventId}/flags/{flagId}/response': async (scene) => ({
    path: `/history/${scene.race.eventId}/flags/${await scene.flag()}/response`,
  }),
  'POST /history/{eventId}/exports': ({ race }) => ({
    path: `/history/${race.eventId}/exports`,
    body: { Content: 'picture', Truth: 'seen', From: iso(NOW), To: iso(NOW), Invitations: [] },
  }),
  'POST /history/{eventId}/exports/positions': ({ race }) => ({
    path: `/history/${race.eventId}/exports/positions`,
    body: {
      Format: 'gpx',
      Truth: 'happened',
      From: iso(NOW - 60_000),
      To: iso(NOW),
      Invitations: [],
    },
  }),

  'GET /health': () => ({ path: '/health' }),
  'GET /subscriptions/eventviewer': () => ({ path: '/subscriptions/eventviewer' }),
  'POST /subscriptions/eventviewer': () => ({
    path: '/subscriptions/eventviewer',
    body: aSubscription(`${NO_PUSH_SERVICE}/sample`),
  }),
  'DELETE /subscriptions/eventviewer': () => ({ path: '/subscriptions/eventviewer' }),
  'POST /clientReports': () => ({
    path: '/clientReports',
    body: { reportId: '0a1b2c3d', message: 'It could not be drawn.', stack: '', path: '/events' },
  }),
  'GET /settings': () => ({ path: '/settings' }),
  'GET /mapSettings': () => ({ path: '/mapSettings' }),
  'GET /mapTiles/{z}/{x}/{y}': () => ({ path: '/mapTiles/3/4/5' }),
};

/** Sends a sample's request. */
export const send = (
  as: Requests,
  operation: string,
  { path, body, file, fileName = 'me.png', fields = {} }: SampleRequest,
): request.Test => {
  if (file !== undefined) {
    const upload = as.upload(path);
    for (const [field, value] of Object.entries(fields)) void upload.field(field, value);
    return upload.attach('file', file, fileName);
  }
  const method = operation.split(' ')[0]?.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
  return as[method](path, body);
};
