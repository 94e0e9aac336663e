import { afterEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ANSWER_TEXTS, DEVICE_LASTS_MS, INVITATION_STATES, type DriveAnswer } from '@flagpost/contracts';
import { NO_SOS } from '@flagpost/telemetry/phone/sos';
import type { Entry } from '@flagpost/telemetry/phone/upload-queue';
import { TEXTS } from '../../shared/texts/drive.js';
import { answerCalls, heldAnswer, type Answer } from '../../testing/fetch.js';
import { DrivePage } from './drive-page.js';
import { memoryDatabase, NOTHING_KEPT, type Kept, type PhoneDatabase } from './phone/database.js';

const words = TEXTS.drive;
const SECRET = 'a'.repeat(43);

afterEach(cleanup);

/** Of an event that goes on. */
const Finish = new Date(Date.now() + 3_600_000).toISOString();
const invitation: DriveAnswer = {
  StatusId: INVITATION_STATES.PENDING_INVITATION,
  Ended: false,
  Disputed: null,
  EventName: 'Rally Alba',
  ClubName: 'Motor Club Alba',
  CircuitName: 'Langhe',
  City: 'Alba',
  Start: '2026-06-06T11:00:00.000Z',
  Finish: '2026-06-06T16:00:00.000Z',
  TimeZone: 'Europe/Rome',
  Name: 'Carla',
  Surname: 'Bianchi',
  CarNumber: '7',
  Category: 'WRC',
  Brand: 'Lancia',
  Model: 'Delta',
  Contact: null,
};

/** `read` is the response to a GET, `posted` to a POST. */
const open = (read: Answer, posted: Answer = read) => {
  const calls = answerCalls(({ method, path }): Answer => {
    if (!path.startsWith('/api/drive/')) return { status: 200, body: {} };
    return method === 'GET' ? read : posted;
  });
  render(<DrivePage secret={SECRET} />);
  return { sent: () => calls.filter(({ method }) => method !== 'GET'), user: userEvent.setup() };
};

it('accepts after a question, and changes nothing before', async () => {
  const StatusId = INVITATION_STATES.ACEPTED_INVITATION;
  const { sent, user } = open(
    { status: 200, body: invitation },
    { status: 200, body: { ...invitation, StatusId } },
  );
  await user.click(await screen.findByRole('button', { name: words.accept }));
  const question = within(await screen.findByRole('dialog'));
  expect(question.getByText(words.sureAccept('Rally Alba'))).toBeTruthy();
  expect(sent()).toEqual([]);
  await user.click(question.getByRole('button', { name: words.accept }));
  expect(await screen.findByText(words.states.accepted)).toBeTruthy();
  expect(sent().map(({ path, body }) => [path, body])).toEqual([
    [`/api/drive/${SECRET}`, { Answer: 'accept' }],
  ]);
  expect(screen.queryByRole('button', { name: words.accept })).toBeNull();
});

it('keeps an answer that was given while the invitation was still being read', async () => {
  const database = await phoneWith({ invitation, token: null });
  const reading = heldAnswer();
  const accepted = { ...invitation, StatusId: INVITATION_STATES.ACEPTED_INVITATION };
  answerCalls(({ method }) => (method === 'GET' ? reading.answer : { status: 200, body: accepted }));
  render(<DrivePage secret={SECRET} open={async () => database} />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: words.accept }));
  const question = within(await screen.findByRole('dialog'));
  await user.click(question.getByRole('button', { name: words.accept }));
  expect(await screen.findByText(words.states.accepted)).toBeTruthy();
  await act(async () => reading.give({ status: 200, body: { ...invitation, CarNumber: '8' } }));
  expect(screen.getByText(words.states.accepted)).toBeTruthy();
  expect(screen.queryByRole('button', { name: words.accept })).toBeNull();
});

it('asks for nothing once the event is over', async () => {
  open({ status: 200, body: { ...invitation, Ended: true } });
  expect(await screen.findByText(words.states.ended)).toBeTruthy();
  expect(screen.queryByRole('button', { name: words.accept })).toBeNull();
  expect(screen.queryByRole('button', { name: words.wrong })).toBeNull();
});

it('says that a link opens nothing', async () => {
  open({ status: 418, body: { statusCode: 418, message: ANSWER_TEXTS.invalidLink } });
  expect(await screen.findByRole('heading', { name: words.unknownTitle })).toBeTruthy();
});

it('asks before it replaces the phone of the car', async () => {
  const StatusId = INVITATION_STATES.ACEPTED_INVITATION;
  const { sent, user } = open(
    { status: 200, body: { ...invitation, StatusId } },
    { status: 200, body: { Token: null, HeardAt: null, Doors: 'http://127.0.0.1' } },
  );
  await user.click(await screen.findByRole('button', { name: words.phone.drive }));
  const question = within(await screen.findByRole('dialog', { name: words.phone.replace('7') }));
  expect(question.getByText(words.phone.neverHeard)).toBeTruthy();
  expect(sent().map(({ path, body }) => [path, body])).toEqual([
    [`/api/drive/${SECRET}/phone`, { Replace: false }],
  ]);
  await user.click(question.getByRole('button', { name: TEXTS.cancel }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('offers beforehand the apps that send in the background, by name and by the way to them', async () => {
  const StatusId = INVITATION_STATES.ACEPTED_INVITATION;
  const { sent, user } = open(
    { status: 200, body: { ...invitation, StatusId } },
    { status: 200, body: { Token: 'a-token_of-22-letters0', HeardAt: null, Doors: 'https://race.example' } },
  );
  expect(await screen.findByText(words.phone.points[2])).toBeTruthy();
  expect(screen.getByText(words.apps.lead)).toBeTruthy();
  expect(screen.getByText(words.apps.how('Traccar Client, OwnTracks'))).toBeTruthy();
  await user.click(screen.getByRole('button', { name: words.apps.title }));
  await waitFor(() => expect(sent()[0]?.path).toBe(`/api/drive/${SECRET}/phone`));
});

it('drives without a database, as in some private windows, and says what that means', async () => {
  const { user } = open(
    { status: 200, body: { ...invitation, StatusId: INVITATION_STATES.ACEPTED_INVITATION, Finish } },
    { status: 200, body: { Token: 'a-token_of-22-letters0', HeardAt: null, Doors: 'https://race.example' } },
  );
  expect(await screen.findByText(words.phone.notKept)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: words.phone.drive }));
  expect(await screen.findByRole('heading', { name: words.phone.car('7') })).toBeTruthy();
  expect(screen.getByText(words.phone.notKept)).toBeTruthy();
});

it('shows no way to drive before the invitation is accepted', async () => {
  open({ status: 200, body: invitation });
  await screen.findByText(words.states.pending);
  expect(screen.queryByRole('button', { name: words.phone.drive })).toBeNull();
});

/** A phone that drove in a page before this one. */
const phoneWith = async (kept: Partial<Kept>, queue: readonly Entry[] = []): Promise<PhoneDatabase> => {
  const database = memoryDatabase();
  await database.keep({ ...NOTHING_KEPT, invitation: driving, token: 'token', ...kept });
  await database.change(queue, []);
  return database;
};
/** Opens its page again. `doors` is the answer of positions and signals, `read` that of the link. */
const reopen = (database: PhoneDatabase, read: Answer | Promise<Answer>, doors: () => Answer) => {
  const calls = answerCalls(({ path }): Answer | Promise<Answer> => {
    if (path.startsWith('/ingest/orders/')) return new Promise<Answer>(() => undefined);
    return path.startsWith('/ingest/') ? doors() : read;
  });
  const view = render(<DrivePage secret={SECRET} open={async () => database} />);
  const sentTo = (door: string) => calls.filter(({ path }) => path === `/ingest/${door}/token`);
  return { sentTo, close: () => view.unmount() };
};
const driving = { ...invitation, StatusId: INVITATION_STATES.ACEPTED_INVITATION, Finish };
const ended = { ...driving, Finish: new Date(Date.now() - 600_000).toISOString(), Ended: true };
const taken: Answer = { status: 200, body: { accepted: 1, dropped: {} } };
const busy: Answer = { status: 503, headers: { 'retry-after': '1' } };
const calledAt = Date.now() - 900_000;
const SOS_ENTRY: Entry = { seq: 2, signal: { type: 'sos', t: calledAt } };
const FIX_ENTRY: Entry = { seq: 1, fix: { t: calledAt, lat: 44, lng: 8 } };
const sosButton = (): HTMLElement | null =>
  screen.queryByRole('button', { name: new RegExp(`^${words.sos.button}`) });

it.each([
  ['that it knew to be over', ended],
  ['that is over by now', driving],
])('sends after the finish what waits of an event %s, and goes to the card then', async (_, known) => {
  const database = await phoneWith({ invitation: known }, [FIX_ENTRY, SOS_ENTRY]);
  let doors: Answer = busy;
  const { sentTo } = reopen(database, { status: 200, body: ended }, () => doors);
  await waitFor(() => expect([sentTo('positions').length, sentTo('signals').length]).toEqual([1, 1]));
  expect(await screen.findByRole('heading', { name: words.phone.car('7') })).toBeTruthy();
  doors = taken;
  expect(await screen.findByText(words.states.ended, {}, { timeout: 10_000 })).toBeTruthy();
  expect(await database.readQueue()).toEqual([]);
});

it('stays at the wheel after the finish while an SOS is open, also after a reload', async () => {
  const database = await phoneWith({ invitation: ended, sos: { ...NO_SOS, calledAt } });
  for (const page of [1, 2]) {
    const { sentTo, close } = reopen(database, { status: 200, body: ended }, () => taken);
    await waitFor(() => expect([page, sentTo('signals').length]).toEqual([page, 1]));
    expect(screen.getByText(words.sos.sending)).toBeTruthy();
    close();
  }
});

it('does not begin to drive after the finish where nothing waits', async () => {
  const watchPosition = jest.fn(() => 1);
  const geolocation = { watchPosition, getCurrentPosition: () => undefined, clearWatch: () => undefined };
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: geolocation });
  const { sentTo } = reopen(
    await phoneWith({ invitation: ended }),
    { status: 200, body: ended },
    () => taken,
  );
  expect(await screen.findByText(words.states.ended)).toBeTruthy();
  expect([sosButton(), sentTo('orders'), watchPosition.mock.calls]).toEqual([null, [], []]);
  Reflect.deleteProperty(navigator, 'geolocation');
});

const refused: Answer = { status: 418, body: { statusCode: 418, message: ANSWER_TEXTS.invalidLink } };
const unknownToken: Answer = { status: 404, body: { statusCode: 404, message: ANSWER_TEXTS.notFound } };

it('drives on where the link has ended and the token has not, says so, and offers no answer by the link', async () => {
  const database = await phoneWith({}, [FIX_ENTRY, SOS_ENTRY]);
  let doors: Answer = 'nothing';
  const { sentTo } = reopen(database, refused, () => doors);
  await waitFor(() => expect([sentTo('positions').length, sentTo('signals').length]).toEqual([1, 1]));
  expect(screen.getByRole('heading', { name: words.phone.car('7') })).toBeTruthy();
  expect(sosButton()).toBeTruthy();
  doors = taken;
  await waitFor(async () => expect(await database.readQueue()).toEqual([]), { timeout: 10_000 });
  await userEvent.click(screen.getByRole('button', { name: words.phone.menu }));
  expect(screen.getByText(words.linkOver)).toBeTruthy();
  expect(screen.getByText(words.linkOverDriving)).toBeTruthy();
  expect(screen.queryByRole('button', { name: words.reject })).toBeNull();
  expect(screen.queryByText(words.wrong)).toBeNull();
});

it('goes to the card when the token ends too', async () => {
  reopen(await phoneWith({}, [FIX_ENTRY]), refused, () => unknownToken);
  expect(await screen.findByText(words.linkOver)).toBeTruthy();
  expect(screen.queryByText(words.linkOverDriving)).toBeNull();
  expect([sosButton(), screen.queryByRole('button', { name: words.phone.again })]).toEqual([null, null]);
});

it('sends what waits after the finish though the link has ended, and forgets the event with the token', async () => {
  const database = await phoneWith({ invitation: { ...ended, Ended: false } }, [SOS_ENTRY]);
  let doors: Answer = busy;
  const { sentTo } = reopen(database, refused, () => doors);
  await waitFor(() => expect(sentTo('signals')).toHaveLength(1));
  doors = taken;
  await waitFor(async () => expect(await database.readQueue()).toEqual([]), { timeout: 10_000 });
  doors = unknownToken;
  await userEvent.click(screen.getByRole('button', { name: words.sos.hazard }));
  expect(await screen.findByRole('heading', { name: words.overTitle })).toBeTruthy();
});

it('forgets an event a day after its finish once all is sent, also while its token has not ended yet', async () => {
  const aDayAgo = new Date(Date.now() - DEVICE_LASTS_MS - 60_000).toISOString();
  const database = await phoneWith({ invitation: { ...driving, Finish: aDayAgo } }, [SOS_ENTRY]);
  let doors: Answer = busy;
  const { sentTo } = reopen(database, refused, () => doors);
  await waitFor(() => expect(sentTo('signals')).toHaveLength(1));
  doors = taken;
  expect(await screen.findByRole('heading', { name: words.overTitle }, { timeout: 10_000 })).toBeTruthy();
  expect(await database.readQueue()).toEqual([]);
});

it('forgets an event of which nothing waits once its link has ended', async () => {
  const { sentTo } = reopen(await phoneWith({ invitation: ended }), refused, () => taken);
  expect(await screen.findByRole('heading', { name: words.overTitle })).toBeTruthy();
  expect(sentTo('orders')).toEqual([]);
});

const full = async (): Promise<never> => {
  throw new DOMException('The storage is full.', 'QuotaExceededError');
};
const notKept = (): HTMLElement | null => screen.queryByText(words.phone.notKept);

it('drives with a full storage, and says beforehand what that means', async () => {
  const calls = answerCalls(({ path }): Answer | Promise<Answer> => {
    if (path.startsWith('/ingest/orders/')) return new Promise<Answer>(() => undefined);
    if (path.startsWith('/ingest/')) return taken;
    const body = path.endsWith('/phone') ? { Token: 'token', HeardAt: null, Doors: 'http://doors' } : driving;
    return { status: 200, body };
  });
  const database = { ...memoryDatabase(), isLasting: true, keep: full, change: full };
  render(<DrivePage secret={SECRET} open={async () => database} />);
  expect(await screen.findByText(words.phone.notKept)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: words.phone.drive }));
  await userEvent.click(await screen.findByRole('button', { name: words.sos.hazard }));
  expect(notKept()).toBeTruthy();
  await waitFor(() => expect(calls.map(({ path }) => path)).toContain('/ingest/signals/token'));
});

it('says so when what it sends cannot be stored any more', async () => {
  const database = { ...(await phoneWith({})), isLasting: true };
  reopen(database, { status: 200, body: driving }, () => taken);
  const report = await screen.findByRole('button', { name: words.sos.hazard });
  expect(notKept()).toBeNull();
  database.change = full;
  await userEvent.click(report);
  await waitFor(() => expect(notKept()).toBeTruthy());
});

it('says so when what it knows cannot be stored any more', async () => {
  const database = { ...(await phoneWith({})), isLasting: true };
  const { answer, give } = heldAnswer();
  reopen(database, answer, () => taken);
  await screen.findByRole('button', { name: words.sos.hazard });
  expect(notKept()).toBeNull();
  database.keep = full;
  give({ status: 200, body: driving });
  await waitFor(() => expect(notKept()).toBeTruthy());
});

it('does not drive with a token that another tab has lost', async () => {
  const database = await phoneWith({});
  const reads = [database.readKept(), Promise.resolve({ ...NOTHING_KEPT, invitation: driving })];
  const readKept = () => reads.shift() ?? database.readKept();
  const { sentTo } = reopen({ ...database, readKept }, { status: 200, body: driving }, () => taken);
  expect(await screen.findByRole('button', { name: words.phone.drive })).toBeTruthy();
  expect(sentTo('orders')).toHaveLength(0);
});
