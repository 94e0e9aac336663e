import { afterEach, expect, it, jest } from '@jest/globals';
import { createRaceStore } from '../../testing/race-store.js';
import { errorKindOf } from '../../shared/failures.js';
import { answerCalls, type Answer } from '../../testing/fetch.js';
import { raceApi } from './api.js';

afterEach(() => {
  jest.useRealTimers();
});

const REPORTS = '/api/clientReports/';

/** The log entry for this answer to the driver info of a car. */
const loggedAfter = async (answer: Answer): Promise<string[]> => {
  const calls = answerCalls(({ path }) => (path === REPORTS ? { status: 200 } : answer));
  const asked = createRaceStore().dispatch(
    raceApi.endpoints.driver.initiate({ eventId: 7, userId: 3, categoryId: 2 }),
  );
  await asked;
  await new Promise((resolve) => setTimeout(resolve));
  asked.unsubscribe();
  return calls
    .filter(({ path }) => path === REPORTS)
    .map(({ body }) => (body as { message: string }).message);
};

it('a driver info that failed is logged', async () => {
  expect(await loggedAfter({ status: 418, body: { statusCode: 418, message: 'No such car.' } })).toEqual([
    'An error has occurred trying to get the driver position. No such car.',
  ]);
});

it('a driver info that came, or without a network, is not', async () => {
  expect(await loggedAfter({ status: 200, body: [] })).toEqual([]);
  expect(await loggedAfter('nothing')).toEqual([]);
});

const REQUEST = { InvitationsSelected: [] };
const { acknowledge, clearSos, withdrawFlag, cleanFlags } = raceApi.endpoints;
const { dispatch } = createRaceStore();
const PRESSES: Readonly<Record<string, () => PromiseLike<{ error?: unknown }>>> = {
  'an acknowledgement': () => dispatch(acknowledge.initiate({ alertId: 4, key: 'one' })),
  'the clearing of an SOS': () => dispatch(clearSos.initiate({ alertId: 4, key: 'one' })),
  'a withdrawal': () => dispatch(withdrawFlag.initiate({ flagId: 4, key: 'one', request: REQUEST })),
  'the clearing of flags': () => dispatch(cleanFlags.initiate({ eventId: 7, alerts: 'keep', key: 'one' })),
};

it.each(Object.entries(PRESSES))('%s is given up where a connection that died holds it', async (_, press) => {
  jest.useFakeTimers();
  answerCalls(() => new Promise(() => undefined));
  const pressed = press();
  await jest.advanceTimersByTimeAsync(8_000);
  expect(errorKindOf((await pressed).error)).toBe('unanswered');
});
