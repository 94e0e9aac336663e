import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { ANSWER_TEXTS, REFUSALS } from '@flagpost/contracts';
import { createStore } from '../../app/store.js';
import { answerCalls } from '../../testing/fetch.js';
import { TEXTS } from '../texts/common.js';
import { NoticesPlace, NoticesProvider, useNotices, type Notices } from './notices.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

const onScreen = (): Notices => {
  let notices: Notices | undefined;
  const Taker = (): null => {
    notices = useNotices();
    return null;
  };
  render(
    <Provider store={createStore()}>
      <NoticesProvider>
        <Taker />
        <NoticesPlace />
      </NoticesProvider>
    </Provider>,
  );
  if (notices === undefined) throw new Error('not drawn');
  return notices;
};
const wait = (ms: number): void => act(() => jest.advanceTimersByTime(ms));

it.each([
  ['a success', 3_000, (notices: Notices) => notices.success('Saved')],
  ['a warning', 6_000, (notices: Notices) => notices.warning('Saved')],
  ['a failure', 6_000, (notices: Notices) => notices.showError({ status: 418, data: { message: 'Saved' } })],
  ['the live map', 10_000, (notices: Notices) => notices.alarm('Saved', '')],
])('a toast of %s lives %d ms', (_, lifeMs, give) => {
  const notices = onScreen();
  act(() => give(notices));
  wait(lifeMs - 100);
  expect(screen.queryByText('Saved')).not.toBeNull();
  wait(200);
  // It fades.
  wait(1_000);
  expect(screen.queryByText('Saved')).toBeNull();
});

it('shows a text that comes again once, for as long as the first time', () => {
  const notices = onScreen();
  act(() => notices.warning('Nothing is selected'));
  wait(5_000);
  act(() => notices.warning('Nothing is selected'));
  act(() => notices.warning('Another thing'));
  // The former one fades.
  wait(1_000);
  expect(screen.queryAllByText('Nothing is selected')).toHaveLength(1);
  expect(screen.queryAllByText('Another thing')).toHaveLength(1);
  wait(4_000);
  expect(screen.queryAllByText('Nothing is selected')).toHaveLength(1);
});

it.each([
  [{ status: 418, data: { message: 'The user does not exist.' } }, 'The user does not exist.'],
  [{ status: 500 }, TEXTS.unexpected],
  [{ status: 401, data: { message: ANSWER_TEXTS.notAuthorized } }, 'No Authorized'],
])('the dialog of %j says %s until Ok is pressed', (error, text) => {
  const notices = onScreen();
  act(() => notices.showDialog(error));
  wait(60_000);
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByText('Atention')).toBeTruthy();
  act(() => screen.getByRole('button', { name: 'Ok' }).click());
  wait(1_000);
  expect(screen.queryByText(text)).toBeNull();
});

it('names whom to ask, wherever a call finds that no licence is left', async () => {
  jest.useRealTimers();
  answerCalls(() => ({ status: 200, body: { helpUrl: '/manual', supportEmail: 'help@flagpost.demo' } }));
  const notices = onScreen();
  const message = REFUSALS['licence.limit'];
  act(() => notices.showDialog({ status: 418, data: { statusCode: 418, message, code: 'licence.limit' } }));
  expect(await screen.findByText(TEXTS.licenceLimit.text('help@flagpost.demo'))).toBeTruthy();
  expect(screen.getByText('You have reached your licenses limit')).toBeTruthy();
  expect(screen.queryByText(TEXTS.attention)).toBeNull();
  act(() => screen.getByRole('button', { name: 'Continue' }).click());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
