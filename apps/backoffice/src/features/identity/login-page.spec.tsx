import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { ANSWER_TEXTS, browserLinkHash, FIELD_TEXTS } from '@flagpost/contracts';
import { createStore } from '../../app/store.js';
import { TEXTS } from '../../shared/texts/common.js';
import { answerCalls, type Answer, type Asked } from '../../testing/fetch.js';
import { LoginPage } from './login-page.js';

afterEach(cleanup);

/** The requests, without the one for the help address. */
const sent = (calls: Asked[]): unknown[] =>
  calls.filter(({ path }) => path !== '/api/settings').map(({ body }) => body);

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
  expect(sent(calls)).toEqual([{ email: 'director@flagpost.demo', password: 'Flagpost2' }]);
  expect(email.value).toBe('director@flagpost.demo');
});

it('sends nothing while a field is missing', async () => {
  const calls = answerCalls(() => ({ status: 200 }));
  const { user } = onPage();
  await user.click(screen.getByRole('button', { name: TEXTS.login.submit }));
  expect(screen.getByText(FIELD_TEXTS.email)).toBeTruthy();
  expect(screen.getByText(FIELD_TEXTS.password)).toBeTruthy();
  expect(sent(calls)).toEqual([]);
});

it('shows and hides the password', async () => {
  const { password, user } = onPage();
  expect(password.type).toBe('password');
  await user.click(screen.getByRole('button', { name: TEXTS.form.showPassword }));
  expect(password.type).toBe('text');
  await user.click(screen.getByRole('button', { name: TEXTS.form.hidePassword }));
  expect(password.type).toBe('password');
});

it('recovers a password in three steps: address, code, password', async () => {
  const calls = answerCalls(({ path }): Answer => {
    if (path === '/api/auth/sendPassCodeToEmail')
      return { status: 200, body: { maskedEmail: 'd•••@f•••.demo' } };
    if (path === '/api/auth/validatePassCode') return { status: 200, body: { accessToken: 'once' } };
    return { status: 200, body: { helpUrl: '/manual', supportEmail: '' } };
  });
  const { user } = onPage();
  await user.click(screen.getByRole('button', { name: TEXTS.account.forgot }));
  await screen.findByRole('button', { name: TEXTS.account.sendCode });
  await user.type(screen.getByLabelText(TEXTS.login.email), 'dora{Enter}');
  expect(await screen.findByText(FIELD_TEXTS.emailTooShort)).toBeTruthy();
  await user.type(screen.getByLabelText(TEXTS.login.email), '@flagpost.demo{Enter}');
  expect(await screen.findByText(TEXTS.account.codeSent('d•••@f•••.demo'))).toBeTruthy();
  await user.type(screen.getByLabelText(TEXTS.account.code), 'AB12{Enter}');
  await user.type(await screen.findByLabelText(TEXTS.account.newPassword), 'Flagpost3');
  await user.type(screen.getByLabelText(TEXTS.account.repeat), 'Flagpost4{Enter}');
  expect(await screen.findByText(TEXTS.account.mismatch)).toBeTruthy();
  await user.clear(screen.getByLabelText(TEXTS.account.repeat));
  await user.type(screen.getByLabelText(TEXTS.account.repeat), 'Flagpost3{Enter}');
  expect(await screen.findByText(TEXTS.account.updated)).toBeTruthy();
  const last = calls.at(-2)?.path === '/api/users/updatePasswordWithEmail/' ? calls.at(-2) : calls.at(-1);
  expect(last?.headers.get('authorization')).toBe('Bearer once');
  expect(sent(calls)).toEqual([
    { Email: 'dora@flagpost.demo' },
    { Email: 'dora@flagpost.demo', PassCode: 'AB12' },
    { Email: 'dora@flagpost.demo', Password: 'Flagpost3' },
  ]);
});

it('asks for a password of their own at a first access, and goes back when that is cancelled', async () => {
  answerCalls(({ path }): Answer =>
    path === '/api/auth/login'
      ? { status: 200, body: { accessToken: 'first', userId: 3, passwordChangeNeeded: true } }
      : { status: 200, body: { helpUrl: '/manual', supportEmail: '' } },
  );
  const { email, password, user } = onPage();
  await user.type(email, 'dora@flagpost.demo');
  await user.type(password, 'Flagpost1{Enter}');
  await user.type(await screen.findByLabelText(TEXTS.account.newPassword), 'flagpost{Enter}');
  expect(await screen.findByText(FIELD_TEXTS.passwordRule)).toBeTruthy();
  expect(screen.getByText(TEXTS.account.repeatRequired)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: TEXTS.cancel }));
  expect(await screen.findByRole('button', { name: TEXTS.login.submit })).toBeTruthy();
});

it('offers a link to who has too many attempts, and says the same for every address', async () => {
  const calls = answerCalls(({ path }) =>
    path === '/api/auth/login'
      ? { status: 429, body: { statusCode: 429, message: ANSWER_TEXTS.tooManyAttempts } }
      : { status: 200 },
  );
  const { email, password, user } = onPage();
  await user.type(email, 'director@flagpost.demo');
  await user.type(password, 'Flagpost1{Enter}');
  expect(await screen.findByText(ANSWER_TEXTS.tooManyAttempts)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: TEXTS.login.sendLink }));
  expect(await screen.findByText(TEXTS.login.linkSent('director@flagpost.demo'))).toBeTruthy();
  expect(calls.at(-1)).toMatchObject({
    path: '/api/auth/sendBrowserLink',
    body: { Email: 'director@flagpost.demo' },
  });
  expect(password.value).toBe('Flagpost1');
});

it('makes a browser known when the mailed link’s button is pressed, and not before', async () => {
  let isGood = false;
  const calls = answerCalls(({ path }) => {
    if (path !== '/api/auth/acceptBrowserLink') return { status: 200 };
    return isGood
      ? { status: 200 }
      : { status: 418, body: { statusCode: 418, message: ANSWER_TEXTS.invalidLink } };
  });
  const { user } = onPage();
  window.location.hash = browserLinkHash('3.code');
  const accept = await screen.findByRole('button', { name: TEXTS.login.linkAccept });
  expect(screen.queryByLabelText(TEXTS.login.email)).toBeNull();
  expect(sent(calls)).toEqual([]);
  await user.click(accept);
  expect(await screen.findByText(ANSWER_TEXTS.invalidLink)).toBeTruthy();
  isGood = true;
  await user.click(accept);
  expect(await screen.findByText(TEXTS.login.linkDone)).toBeTruthy();
  expect(screen.getByLabelText(TEXTS.login.email)).toBeTruthy();
  expect(window.location.hash).toBe('');
  expect(sent(calls)).toEqual([{ Code: '3.code' }, { Code: '3.code' }]);
});
