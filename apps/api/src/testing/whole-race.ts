import {
  FLAGS,
  INVITATION_STATES,
  type CategoryAnswer,
  type CircuitAnswer,
  type EventAnswer,
  type FlagAnswer,
  type InvitationDriverAnswer,
  type NewClubAnswer,
  type TimerRow,
} from '@flagpost/contracts';
import {
  clubDecider,
  clubStream,
  eventDecider,
  eventStream,
  invitationDecider,
  invitationStream,
  routeDecider,
  routeStream,
  userDecider,
  userStream,
} from '@flagpost/domain';
import type { EventStore, Handle } from '@flagpost/event-sourcing';
import { until } from '@flagpost/testing';
import { invitationReads } from '../views/invitations.projection.js';
import { HANDLE } from '../dispatch/command.handler.js';
import type { Mail } from '../mail/mailer.js';
import { driveSecretIn } from './drive-link.js';
import {
  confirmedFact,
  lapFact,
  reportedFact,
  shownFact,
  sosClearedFact,
  sosFact,
  stopFacts,
  stateFacts,
} from './facts.js';
import { NOW, startHarness, type Harness } from './harness.js';
import { licenceBody, newClubBody } from './institutions.js';
import { aSector, PIXEL } from './sector.js';
import {
  aRace,
  circuitBody,
  clubDetails,
  competitorBody,
  eventBody,
  postponeBody,
  type Race,
} from './race-fixture.js';

const prepare = async (race: Race): Promise<number[]> => {
  const { eventId, categoryId } = race;
  const planner = race.as('planner');
  const cars = [await race.add('1'), await race.add('2'), await race.add('3')];
  const points = [44, 44.01, 44.02].map((lat) => ({ lat, lng: lat / 5 }));
  const [at] = points;
  await planner.put('/circuitRoutes', {
    eventId,
    trackName: 'Langhe',
    pointsTrack: [{ Positions: points }],
    pointsMetaStart: at,
    pointsMetaFinish: at,
    pointsBoxes: points,
    mapPosition: { ...at, zoom: 12 },
    gmt: 2,
  });
  await planner.post('/interestpoints', { eventId, pois: points });
  await aSector(planner, eventId, 1);
  await planner.put(`/events/${eventId}`, eventBody(categoryId, { Name: 'Rally delle Langhe' }));
  await planner.patch('/invitations/authorized', { Invitations: cars, Authorized: 1 });
  await planner.post(`/invitations/${cars[0]}/deviceToken`);
  await planner.put(`/events/publish/${eventId}`);
  return cars;
};

const drive = async (harness: Harness, race: Race, [one = 0, two = 0]: readonly number[]): Promise<void> => {
  const { eventId } = race;
  const director = race.as('director');
  const flag = (StateId: number, InvitationsSelected: number[] = []) =>
    director.post('/flagRecords', { StateId, EventId: eventId, InvitationsSelected });
  const at = (invitationId: number, receivedAt: number) => ({ eventId, invitationId, receivedAt });
  await flag(FLAGS.yellow);
  await flag(FLAGS.warning, [two]);
  await stateFacts(
    harness,
    confirmedFact(at(one, NOW + 1), null),
    confirmedFact(at(two, NOW + 1), null),
    sosFact(at(one, NOW + 2)),
    sosClearedFact(at(one, NOW + 3)),
    sosFact(at(two, NOW + 4)),
    shownFact(at(one, NOW + 4), 1),
    reportedFact('okReported', at(one, NOW + 4)),
    reportedFact('hazardReported', at(two, NOW + 4)),
    ...stopFacts(at(two, NOW + 4)),
    lapFact(at(one, NOW + 5), 1),
    lapFact(at(one, NOW + 6), 2),
  );
  await director.post('/alerts/1/acknowledge');
  await director.delete(`/flagRecords/event/${eventId}`);
  await director.put(`/events/resetLaps/${eventId}`);
  await director.post(`/check/${eventId}/test`);
  await director.post(`/check/${eventId}/codes`);
  await flag(FLAGS.red);
  const { FlagId } = (await flag(FLAGS.black, [two])).body as FlagAnswer;
  await director.post(`/flagRecords/${FlagId}/withdraw`, { InvitationsSelected: [two] });
  await director.post('/flagRecords/withdrawals', { EventId: eventId, Key: 'never-arrived' });
  // Each replaces the one before for all cars; the third is taken back.
  await flag(FLAGS.yellow);
  await flag(FLAGS.white);
  const third = (await flag(FLAGS.safetyCar)).body as FlagAnswer;
  await director.post(`/flagRecords/${third.FlagId}/withdraw`, { InvitationsSelected: [] });
  await flag(FLAGS.yellow);

  await director.post(`/check/${eventId}/checked`);
  await director.post('/notes', { EventId: eventId, Text: 'Medical car out at bend 3' });
  await director.upload(`/events/takePicture?eventId=${eventId}`).attach('file', PIXEL, 'snapshot.png');

  await director.post(`/history/${eventId}/exports/positions`, {
    Format: 'csv',
    Truth: 'seen',
    From: new Date(NOW).toISOString(),
    To: new Date(NOW + 60_000).toISOString(),
    Invitations: [one],
  });

  const timer = async (Title: string): Promise<string> => {
    const made = await director.post('/timers', { EventId: eventId, Title });
    return `/timers/${(made.body as TimerRow).TimerId}`;
  };
  const [kept, stopped, removed] = [await timer('Kept'), await timer('Stopped'), await timer('Removed')];
  for (const path of [kept, stopped, removed]) await director.put(`${path}/start`);
  await harness.time.advance(1_500);
  await director.put(`${kept}/pause`);
  await director.put(`${kept}/resume`);
  await director.put(`${stopped}/stop`);
  await director.delete(removed);
};

/** One accepts, one rejects, one disputes. */
const answerInvitations = async (
  harness: Harness,
  race: Race,
  cars: readonly number[],
  mails: readonly Mail[],
): Promise<void> => {
  const mailed = async (): Promise<boolean> =>
    (await invitationReads(harness.dependencies.readModels).getMany(cars)).every(
      ({ mailState }) => mailState === 'sent',
    );
  await until('every invitation to be mailed', mailed, { advance: () => harness.time.advance(200) });
  const drive = (car: string) => `/drive/${driveSecretIn(mails, `car${car}@example.org`)}`;
  await harness.with(null).post(drive('1'), { Answer: 'accept' });
  await harness.with(null).post(drive('2'), { Answer: 'reject' });
  await harness.with(null).post(`${drive('3')}/dispute`, { Reason: 'entry' });
  // As a former release marked them.
  const data = {
    invitationId: cars[2],
    eventId: race.eventId,
    statusId: INVITATION_STATES.PENDING_INVITATION,
  };
  const by = { actorId: null, actorRoles: [], clubId: race.clubId };
  const meta = { id: 'marked', ...by, correlationId: 'spec', causationId: null, schemaVersion: 1 };
  const marked = { type: 'InvitationMarkedPending', data, meta };
  await harness.dependencies.store.append(invitationStream(cars[2] ?? 0), [marked], 'any');
};

/** What has no call yet. */
const editAndDelete = async (harness: Harness, race: Race, cars: readonly number[]): Promise<void> => {
  const { clubId, eventId, categoryId } = race;
  const [, edited = 0, deleted = 0] = cars;
  await race.as('planner').patch('/invitations/authorized', { Invitations: [edited], Authorized: 0 });
  const planner = race.as('planner');
  const draft = await planner.post('/events', eventBody(categoryId, { Name: 'Called off' }));
  const { eveId } = draft.body as { eveId: number };
  const handle = harness.api.app.get<Handle>(HANDLE);
  let commands = 0;
  const context = () => ({
    actorId: 1,
    actorRoles: [],
    clubId,
    correlationId: 'spec',
    commandId: `command ${++commands}`,
  });
  const times = { now: NOW, finishesAt: NOW + 1 };
  const entry = { categoryId, carNumber: '22', brand: null, model: null, codriverId: null };
  const toCar = {
    type: 'editInvitation',
    invitationId: edited,
    entry,
    userIdsInCategory: [],
    times,
  } as const;
  await handle(invitationStream(edited), invitationDecider, toCar, context());
  const gone = { type: 'deleteInvitation', invitationId: deleted } as const;
  await handle(invitationStream(deleted), invitationDecider, gone, context());
  const sector = { sectorId: 1, number: 2, kilometres: 2.5, picturePath: null, stretch: null };
  const stage = { number: 1, name: 'Langhe 1', kilometres: 12.4, startsAt: NOW, line: null };
  for (const change of [
    { type: 'deletePoi', eventId, poiId: 1, times },
    { type: 'changeSector', eventId, sector, times },
    { type: 'deleteSector', eventId, sectorId: 1, times },
    { type: 'saveStages', eventId, stages: [{ ...stage, start: null, finish: null }], times },
  ] as const)
    await handle(routeStream(eventId), routeDecider, change, context());
  await planner.delete(`/events/${eveId}`);
  await planner.post(`/events/copy/${eventId}`, {
    Name: 'Rally delle Langhe 2',
    Start: new Date(NOW + 86_400_000),
    Competitors: true,
  });
  const details = { ...clubDetails('Motor Club Langhe'), position: null };
  await handle(clubStream(clubId), clubDecider, { type: 'editClub', clubId, details }, context());
  const rule = { keepDays: 30, setAt: NOW } as const;
  const keep = { type: 'keepPositions', clubId, keepDays: rule.keepDays, by: 1, now: NOW } as const;
  await handle(clubStream(clubId), clubDecider, keep, context());
  const amount = { cars: 2, minutes: 90, pictures: 1 };
  const later = { clubId, ...rule, setBy: 1, now: NOW + 40 * 86_400_000, ...amount };
  const deletion = { type: 'deletePositions', eventId, ...later } as const;
  await handle(eventStream(eventId), eventDecider, deletion, context());
  for (const change of [
    { type: 'changePassword', userId: 1, reason: 'ownWish' },
    { type: 'changeDetail', userId: 1, detail: 'name' },
    { type: 'takeBack', userId: 1, restored: 'account' },
    { type: 'inviteAgain', userId: 1, language: 'es' },
    { type: 'markDemo', userId: 1 },
  ] as const)
    await handle(userStream(1), userDecider, change, context());
  for (const [index, types] of [['disableUser', 'enableUser'], ['removeUser']].entries()) {
    const userId = [1, 3][index] ?? 0;
    const roles = { type: 'changeRoles', userId, roles: [2], clubId } as const;
    await handle(userStream(userId), userDecider, roles, context());
    for (const type of types as ('disableUser' | 'enableUser' | 'removeUser')[])
      await handle(userStream(userId), userDecider, { type, userId }, context());
  }
};

/** A category, a circuit and a track come and go. */
const changeVenues = async (race: Race): Promise<void> => {
  const planner = race.as('planner');
  const category = await planner.post('/driverCategories', { Name: 'R5' });
  const { catId } = category.body as CategoryAnswer;
  await planner.put(`/driverCategories/${catId}`, { Name: 'Rally2' });
  await planner.delete(`/driverCategories/${catId}`);

  const circuit = await planner.post('/circuits', circuitBody());
  const { cirId } = circuit.body as CircuitAnswer;
  await planner.put(`/circuits/${cirId}`, circuitBody({ Visibility: true }));
  await planner.delete(`/circuits/${cirId}`);

  const draft = await planner.post('/events', eventBody(race.categoryId, { Name: 'Shakedown' }));
  const { eveId } = draft.body as EventAnswer;
  const copy = { eventId: eveId, trackId: race.eventId, trackName: 'Langhe' };
  await planner.post('/tracks/copy', copy);
  await planner.delete(`/tracks/${eveId}`);
};

/** An institution comes and goes, and licences are used and given back. */
const runInstitutions = async (race: Race): Promise<void> => {
  const admin = race.as('admin');
  const planner = race.as('planner');
  const registered = await admin.post('/clubs', newClubBody());
  const { cluId, useId } = registered.body as NewClubAnswer;
  await admin.delete(`/users/roluser/${useId}`);
  await admin.delete(`/clubs/${cluId}`);
  await admin.put('/licenses/1', licenceBody(race.clubId, { Total: 1_001 }));
  const [Start, Finish] = [NOW + 3_600_000, NOW + 7_200_000].map((time) => new Date(time).toISOString());
  const event = await planner.post('/events', eventBody(race.categoryId, { Start, Finish }));
  const { eveId } = event.body as EventAnswer;
  const body = competitorBody(eveId, race.categoryId, '9');
  await planner.put(`/events/postpone/${eveId}`, postponeBody());
  const added = await planner.post('/invitations/createInvitationDriver', body);
  const { Invitation } = added.body as InvitationDriverAnswer;
  for (const Authorized of [1, 0])
    await planner.patch('/invitations/authorized', { Invitations: [Invitation.Id], Authorized });
};

/** The log of a race with every event that a log can contain. */
export const wholeRace = async (store: EventStore): Promise<void> => {
  const mails: Mail[] = [];
  const harness = await startHarness({ store, sendMail: async (mail) => void mails.push(mail) });
  const race = await aRace(harness);
  const cars = await prepare(race);
  await drive(harness, race, cars);
  await answerInvitations(harness, race, cars, mails);
  await editAndDelete(harness, race, cars);
  await changeVenues(race);
  await runInstitutions(race);
  await harness.api.stop();
  const { readModels, records, topics } = harness.dependencies;
  await Promise.all([readModels, records, topics].map((part) => part.close()));
};
