import { expect, it } from '@jest/globals';
import { createStore } from '../../app/store.js';
import { answerCalls, type Answer } from '../../testing/fetch.js';
import { raceApi } from './api.js';

const REPORTS = '/api/clientReports/';

/** The log entry for this answer to the driver info of a car. */
const loggedAfter = async (answer: Answer): Promise<string[]> => {
  const calls = answerCalls(({ path }) => (path === REPORTS ? { status: 200 } : answer));
  const asked = createStore().dispatch(
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
