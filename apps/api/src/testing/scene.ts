import {
  FLAGS,
  type AlertRow,
  type CategoryAnswer,
  type CircuitAnswer,
  type EventAnswer,
  type EventRequest,
  type FlagAnswer,
  type LoginAnswer,
  type PoisAnswer,
  type RoleName,
  type SectorRow,
  type TimerRow,
} from '@flagpost/contracts';
import { virtualTime } from '@flagpost/testing/virtual-time';
import { until } from '@flagpost/testing';
import { invitationReads } from '../views/invitations.projection.js';
import type { Mail } from '../mail/mailer.js';
import type { ApiDependencies } from '../dependencies.js';
import { accountsOf, PASSWORD } from './accounts.js';
import { driveSecretIn } from './drive-link.js';
import { sosFact, stateFacts } from './facts.js';
import { memoryDependencies, NOW, startHarness, type Harness } from './harness.js';
import { staffBody } from './institutions.js';
import { newAddressLink } from './new-address.js';
import { aSector } from './sector.js';
import { aRace, circuitBody, competitorBody, eventBody, type Race } from './race-fixture.js';

/** Somebody with an account; its password is `PASSWORD`. */
export interface Holder {
  readonly userId: number;
  readonly email: string;
  readonly clubId: number | null;
}

/** A published race with one authorised car on a drawn track, and the objects that calls need. */
export interface Scene {
  readonly harness: Harness;
  readonly race: Race;
  readonly car: number;
  /** Has an account in the club, and makes no requests. */
  readonly colleague: Holder;
  /** A number that was not given before. */
  readonly next: () => number;
  readonly account: (
    role: RoleName | readonly RoleName[],
    clubId: number | null,
    temporaryPassword?: boolean,
  ) => Promise<Holder>;
  /** A user who was added to the club by its planner. */
  staff(): Promise<Holder>;
  /** A competitor who has no other event. */
  driver(): Promise<number>;
  /** An event that is not announced yet. */
  event(changes?: Partial<EventRequest>): Promise<number>;
  category(): Promise<number>;
  circuit(): Promise<number>;
  /** The track of such an event, by its id. */
  trackOfEvent(): Promise<number>;
  /** A point of interest on the map of such an event. */
  poi(): Promise<number>;
  /** A sector of the track of such an event. */
  sector(): Promise<SectorRow>;
  timer(...done: ('start' | 'pause')[]): Promise<number>;
  /** A flag that was sent to all. */
  flag(): Promise<number>;
  /** An open SOS. */
  alert(): Promise<number>;
  /** The code that is mailed to this address when it asks. */
  passCode(email: string): Promise<string>;
  /** The code of the link that is mailed to this address when it asks. */
  browserLinkCode(email: string): Promise<string>;
  /** The token of the link beside it. */
  recoveryLink(email: string): Promise<string>;
  /** The token that is mailed to somebody whose password was changed. */
  takeBackLink(): Promise<string>;
  /** The secret of the link that was mailed to the car's driver when the event was published. */
  readonly driveSecret: string;
  /** The token that is mailed to the new address of somebody's account. */
  newAddressLink(): Promise<string>;
  stop(): Promise<void>;
}

export const TRACK_LINE = [
  { lat: 44.7, lng: 8.03 },
  { lat: 44.71, lng: 8.04 },
];

export const startScene = async (overrides: Partial<ApiDependencies> = {}): Promise<Scene> => {
  const time = virtualTime(NOW);
  const mails: Mail[] = [];
  const sendMail = async (mail: Mail): Promise<void> => void mails.push(mail);
  const harness = await startHarness({ ...memoryDependencies(time), sendMail, ...overrides }, time);
  const race = await aRace(harness);
  const planner = race.as('planner');
  const director = race.as('director');
  let numbers = 100;
  const next = (): number => (numbers += 1);

  const { add } = accountsOf(harness);
  const account: Scene['account'] = async (role, clubId, temporaryPassword) => {
    const email = `${[role].flat().join('-')}${next()}@example.org`;
    return { email, clubId, userId: await add(email, role, clubId, temporaryPassword) };
  };

  const car = await race.add('7');
  await planner.patch('/invitations/authorized', { Invitations: [car], Authorized: 1 });
  await planner.post('/circuitRoutes', { eventId: race.eventId, pointsTrack: [{ Positions: TRACK_LINE }] });
  await planner.put(`/events/publish/${race.eventId}`);
  const driveSecret = await until('the mailed invitation of the car', async () => {
    const settled = await invitationReads(harness.dependencies.readModels).get(car);
    return settled?.mailState === 'sent' && driveSecretIn(mails, 'car7@example.org');
  });

  const codeMail = async (email: string): Promise<string> => {
    const before = mails.length;
    await harness.with(null).put('/auth/sendPassCodeToEmail', { Email: email });
    return (await until(`a mail to ${email}`, () => mails.slice(before).find(({ to }) => to === email))).text;
  };

  const event: Scene['event'] = async (changes) => {
    const answer = await planner.post('/events', eventBody(race.categoryId, changes));
    return (answer.body as EventAnswer).eveId;
  };

  const trackOfEvent = async (): Promise<number> => {
    const eventId = await event();
    await planner.post('/circuitRoutes', { eventId, pointsTrack: [{ Positions: TRACK_LINE }] });
    return eventId;
  };

  return {
    harness,
    race,
    car,
    colleague: await account('viewer', race.clubId),
    next,
    account,
    async staff() {
      const email = `staff${next()}@example.org`;
      const answer = await planner.post('/users/roles', staffBody(email));
      return { userId: (answer.body as { useId: number }).useId, email, clubId: race.clubId };
    },
    async driver() {
      const body = competitorBody(race.eventId, race.categoryId, String(next()));
      const answer = await planner.post('/invitations/createInvitationDriver', body);
      return (answer.body as { User: { Id: number } }).User.Id;
    },
    event,
    async category() {
      const answer = await planner.post('/driverCategories', { Name: `C${next()}` });
      return (answer.body as CategoryAnswer).catId;
    },
    async circuit() {
      const answer = await planner.post('/circuits', circuitBody({ Name: `Circuito ${next()}` }));
      return (answer.body as CircuitAnswer).cirId;
    },
    trackOfEvent,
    sector: async () => aSector(planner, await trackOfEvent(), next()),
    async poi() {
      const pois = [{ lat: 44.7, lng: 8.03, description: 'Paddock' }];
      const answer = await planner.post('/interestpoints', { eventId: await event(), pois });
      const [saved] = (answer.body as PoisAnswer).pois;
      if (saved === undefined) throw new Error('No point of interest was saved.');
      return saved.Id;
    },
    async timer(...done) {
      const answer = await director.post('/timers', { EventId: race.eventId, Title: 'Session' });
      const { TimerId } = answer.body as TimerRow;
      for (const verb of done) await director.put(`/timers/${TimerId}/${verb}`);
      return TimerId;
    },
    async flag() {
      const body = { StateId: FLAGS.yellow, EventId: race.eventId, Message: `Bend ${next()}` };
      return ((await director.post('/flagRecords', body)).body as FlagAnswer).FlagId;
    },
    async alert() {
      const invitationId = await race.add(String(next()));
      await stateFacts(harness, sosFact({ eventId: race.eventId, invitationId, receivedAt: time.now() }));
      return until('the alert of the car', async () => {
        const answer = await director.get(`/events/alerts/${race.eventId}`);
        return (answer.body as AlertRow[]).find((alert) => alert.InvitationId === invitationId)?.AlertId;
      });
    },
    passCode: async (email) => /Your code: (\w+)/.exec(await codeMail(email))?.[1] ?? '',
    recoveryLink: async (email) => /\/recovery#(\S+)/.exec(await codeMail(email))?.[1] ?? '',
    async takeBackLink() {
      const { email } = await account('viewer', race.clubId);
      const { accessToken } = (await accountsOf(harness).logIn(email)).body as LoginAnswer;
      const body = { OldPassword: PASSWORD, Password: 'Startline1' };
      await harness.with(accessToken).put('/users/updatePasswordWithValidation', body);
      const mail = await until(`a mail to ${email} that can be taken back`, () =>
        mails.find(({ to, text }) => to === email && text.includes('/notme#')),
      );
      return /\/notme#(\S+)/.exec(mail.text)?.[1] ?? '';
    },
    async newAddressLink() {
      const { email } = await account('viewer', race.clubId);
      const { accessToken } = (await accountsOf(harness).logIn(email)).body as LoginAnswer;
      const body = { Email: `moving${next()}@example.org`, Password: PASSWORD };
      await harness.with(accessToken).put('/users/updateEmailValidatedByPassword/', body);
      return newAddressLink(mails, body.Email);
    },
    async browserLinkCode(email) {
      const before = mails.length;
      await harness.with(null).post('/auth/sendBrowserLink', { Email: email });
      const mail = await until(`the link for ${email}`, () =>
        mails.slice(before).find(({ to }) => to === email),
      );
      return /#browser=(\S+)/.exec(mail.text)?.[1] ?? '';
    },
    driveSecret,
    stop: () => harness.stop(),
  };
};
