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
    path === '/api/auth/recoveryLink' ? answer : { status: 200, body: {} },
  );
  render(
    <Provider store={createStore()}>
      <MemoryRouter initialEntries={['/recovery#7.secret']}>
        <Screens />
      </MemoryRouter>
    </Provider>,
  );
  return { calls, user: userEvent.setup() };
};

it('opens the choice of a password when its button is pressed, and not before', async () => {
  const { calls, user } = open({ status: 200, body: { accessToken: 'once', email: 'ada@example.org' } });
  const press = await screen.findByRole('button', { name: words.restore });
  expect(calls).toEqual([]);
  await user.click(press);
  await user.type(await screen.findByLabelText(words.newPassword), 'Startline1');
  await user.type(screen.getByLabelText(words.repeat), 'Startline1{Enter}');
  expect(await screen.findByText(words.updated)).toBeTruthy();
  expect(calls.map(({ path, body }) => [path, body])).toEqual([
    ['/api/auth/recoveryLink', { Token: '7.secret' }],
    ['/api/users/updatePasswordWithEmail/', { Email: 'ada@example.org', Password: 'Startline1' }],
  ]);
  expect(calls[1]?.headers.get('authorization')).toBe('Bearer once');
});

it('says that a link is no longer good, with the way to the login page', async () => {
  const { user } = open({ status: 418, body: { statusCode: 418, message: ANSWER_TEXTS.invalidLink } });
  await user.click(await screen.findByRole('button', { name: words.restore }));
  expect(await screen.findByText(ANSWER_TEXTS.invalidLink)).toBeTruthy();
  expect(screen.getByRole('link', { name: words.toLogin }).getAttribute('href')).toBe('/');
});
