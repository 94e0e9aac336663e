import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { ANSWER_TEXTS } from '@flagpost/contracts';
import { Screens } from '../../app/router.js';
import { createStore } from '../../app/store.js';
import { TEXTS } from '../../shared/texts/common.js';
import { answerCalls, type Answer } from '../../testing/fetch.js';

const words = TEXTS.account;

afterEach(cleanup);

const open = (answer: Answer) => {
  const calls = answerCalls(({ path }): Answer =>
    path === '/api/auth/takeBack' ? answer : { status: 200, body: {} },
  );
  render(
    <Provider store={createStore()}>
      <MemoryRouter initialEntries={['/notme#secret']}>
        <Screens />
      </MemoryRouter>
    </Provider>,
  );
  return { calls, user: userEvent.setup() };
};
const press = async (user: ReturnType<typeof userEvent.setup>): Promise<void> =>
  user.click(await screen.findByRole('button', { name: words.notMe.press }));

it('takes a change back when its button is pressed, not before, and asks for another password', async () => {
  const recovery = { accessToken: 'once', email: 'ada@example.org' };
  const { calls, user } = open({ status: 200, body: { restored: 'account', recovery } });
  await screen.findByRole('heading', { name: words.notMe.title });
  expect(calls).toEqual([]);
  await press(user);
  expect(await screen.findByText(words.notMe.done.account)).toBeTruthy();
  await user.type(screen.getByLabelText(words.newPassword), 'Startline1');
  await user.type(screen.getByLabelText(words.repeat), 'Startline1{Enter}');
  expect(await screen.findByText(words.updated)).toBeTruthy();
  expect(calls.map(({ path, body }) => [path, body])).toEqual([
    ['/api/auth/takeBack', { Token: 'secret' }],
    ['/api/users/updatePasswordWithEmail/', { Email: 'ada@example.org', Password: 'Startline1' }],
  ]);
});

it('opens nothing to who reads the new address', async () => {
  const { user } = open({ status: 200, body: { restored: 'address', recovery: null } });
  await press(user);
  expect(await screen.findByText(words.notMe.done.address)).toBeTruthy();
  expect(screen.queryByLabelText(words.newPassword)).toBeNull();
});

it('says that a link is no longer good', async () => {
  const { user } = open({ status: 418, body: { statusCode: 418, message: ANSWER_TEXTS.invalidLink } });
  await press(user);
  expect(await screen.findByText(ANSWER_TEXTS.invalidLink)).toBeTruthy();
});
