import '../../testing/match-media.js';
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { ANSWER_TEXTS, FIELD_TEXTS } from '@flagpost/contracts';
import { createStore } from '../../app/store.js';
import { TEXTS } from '../../shared/texts.js';
import { answerCalls } from '../../testing/fetch.js';
import { LoginPage } from './login-page.js';

afterEach(cleanup);

const onPage = () => {
  render(
    <Provider store={createStore()}>
      <LoginPage />
    </Provider>,
  );
  return {
    email: screen.getByLabelText<HTMLInputElement>(TEXTS.login.email),
    password: screen.getByLabelText<HTMLInputElement>(TEXTS.login.password),
    user: userEvent.setup(),
  };
};

it('sends on Enter and shows what the server says, keeping what was typed', async () => {
  const calls = answerCalls(() => ({
    status: 401,
    body: { statusCode: 401, message: ANSWER_TEXTS.wrongCredentials },
  }));
  const { email, password, user } = onPage();
  await user.type(email, 'director@flagpost.demo');
  await user.type(password, 'Flagpost2{Enter}');
  expect(await screen.findByText(ANSWER_TEXTS.wrongCredentials.trim())).toBeTruthy();
  expect(calls.map(({ body }) => body)).toEqual([{ email: 'director@flagpost.demo', password: 'Flagpost2' }]);
  expect(email.value).toBe('director@flagpost.demo');
});

it('sends nothing while a field is missing', async () => {
  const calls = answerCalls(() => ({ status: 200 }));
  const { user } = onPage();
  await user.click(screen.getByRole('button', { name: TEXTS.login.submit }));
  expect(screen.getByText(FIELD_TEXTS.email)).toBeTruthy();
  expect(screen.getByText(FIELD_TEXTS.password)).toBeTruthy();
  expect(calls).toEqual([]);
});

it('shows and hides the password', async () => {
  const { password, user } = onPage();
  expect(password.type).toBe('password');
  await user.click(screen.getByRole('button', { name: TEXTS.form.showPassword }));
  expect(password.type).toBe('text');
  await user.click(screen.getByRole('button', { name: TEXTS.form.hidePassword }));
  expect(password.type).toBe('password');
});
