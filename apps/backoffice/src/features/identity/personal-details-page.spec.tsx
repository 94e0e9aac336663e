import { afterEach, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { FIELD_TEXTS, type SessionRow } from '@flagpost/contracts';
import { readSession, readTokens } from '../../shared/session/cookies.js';
import { TEXTS } from '../../shared/texts.js';
import { ADA, field, leave, ok, openAs, refused } from '../../testing/office.js';

const words = TEXTS.account;

afterEach(leave);

const open = (answers: Parameters<typeof openAs>[2] = {}) =>
  openAs('planner', '/personaldetails', { 'GET /users/3': ok(ADA), ...answers });
const edit = (label: string): Promise<HTMLElement> =>
  screen.findByRole('button', { name: words.editOf(label) });

it('shows who one is, and says each dialog by the same head', async () => {
  const { user } = open();
  await edit(words.firstName);
  for (const text of ['Ada', 'Byron', 'ada@colline.demo', 'Event organizer'])
    expect(screen.getByText(text)).toBeTruthy();
  for (const label of [words.firstName, TEXTS.login.email, TEXTS.login.password]) {
    await user.click(await edit(label));
    expect(await screen.findByText('Edit personal details')).toBeTruthy();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(await edit(label));
  }
});

it('changes the name by Enter, which the whole page then shows', async () => {
  const { user, sent } = open({ 'PUT /users/updateName/': ok() });
  await user.click(await edit(words.firstName));
  await user.clear(field(words.lastName));
  await user.type(field(words.lastName), '{Enter}');
  expect(await screen.findByText(FIELD_TEXTS.lastName)).toBeTruthy();
  await user.type(field(words.lastName), 'Lovelace{Enter}');
  expect(await screen.findByText('Personal details updated')).toBeTruthy();
  expect(sent()).toEqual([{ UserId: 3, FirstName: 'Ada', LastName: 'Lovelace' }]);
  expect(readSession()?.user.name).toBe('Ada Lovelace');
});

it('says at its field that the current password is wrong', async () => {
  const { user, sent } = open({
    'PUT /users/updateEmailValidatedByPassword/': refused(400, {
      fields: { Password: FIELD_TEXTS.wrongPassword },
    }),
  });
  await user.click(await edit(TEXTS.login.email));
  await user.type(field(words.newEmail), 'ada@rally.demo');
  await user.type(field(words.currentPassword), 'Flagpost9{Enter}');
  expect(await screen.findByText(FIELD_TEXTS.wrongPassword)).toBeTruthy();
  expect(document.activeElement).toBe(field(words.currentPassword));
  expect(field(words.newEmail).value).toBe('ada@rally.demo');
  expect(sent()).toEqual([{ Email: 'ada@rally.demo', Password: 'Flagpost9' }]);
});

it('says that a new address waits for its link, and takes that back', async () => {
  let isWaiting = false;
  const until = '2026-06-07T12:00:00.000Z';
  const { user, sent } = open({
    'GET /users/pendingEmail': () => ok({ pending: isWaiting ? { email: 'ada@rally.demo', until } : null }),
    'PUT /users/updateEmailValidatedByPassword/': () => {
      isWaiting = true;
      return ok();
    },
    'DELETE /users/pendingEmail': () => {
      isWaiting = false;
      return ok();
    },
  });
  await user.click(await edit(TEXTS.login.email));
  await user.type(field(words.newEmail), 'ada@rally.demo');
  await user.type(field(words.currentPassword), 'Flagpost1{Enter}');
  expect(await screen.findByText(words.newAddress.asked)).toBeTruthy();
  expect(await screen.findByText(words.newAddress.sent('ada@rally.demo'))).toBeTruthy();
  expect(screen.getByText(/^You log in with ada@colline\.demo until/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: words.newAddress.cancel }));
  expect(await screen.findByText(words.newAddress.cancelled)).toBeTruthy();
  await waitFor(() => expect(screen.queryByText(words.newAddress.sent('ada@rally.demo'))).toBeNull());
  expect(sent()).toEqual([{ Email: 'ada@rally.demo', Password: 'Flagpost1' }, null]);
});

it('changes the password by the rule, and goes on with the session that the answer begins', async () => {
  const { user, sent } = open({
    'PUT /users/updatePasswordWithValidation/': ok({ accessToken: 'h.e30.s', refreshToken: 'after' }),
  });
  await user.click(await edit(TEXTS.login.password));
  await user.type(field(words.currentPassword), 'Flagpost1');
  await user.type(field(words.newPassword), 'flagpost2');
  await user.type(field(words.repeat), 'Flagpost2{Enter}');
  expect(await screen.findByText(FIELD_TEXTS.passwordRule)).toBeTruthy();
  await user.clear(field(words.newPassword));
  await user.type(field(words.newPassword), 'Flagpost3{Enter}');
  expect(await screen.findByText(words.mismatch)).toBeTruthy();
  await user.clear(field(words.repeat));
  await user.type(field(words.repeat), 'Flagpost3{Enter}');
  expect(await screen.findByText('Password update')).toBeTruthy();
  expect(sent()).toEqual([{ OldPassword: 'Flagpost1', Password: 'Flagpost3' }]);
  expect(readTokens()?.refreshToken).toBe('after');
});

it('takes another image, or says that it failed', async () => {
  let isTaken = true;
  const { user } = open({
    'POST /commonServices/uploadAvatar/3': () =>
      isTaken ? ok({ fileName: 'avatars/1.png' }) : refused(400, { message: FIELD_TEXTS.notAnImage }),
  });
  await edit(words.firstName);
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  const image = new File(['x'], 'me.png', { type: 'image/png' });
  await user.upload(input, image);
  expect(await screen.findByText(words.done)).toBeTruthy();
  expect(readSession()?.user.avatar).toBe('avatars/1.png');
  isTaken = false;
  await user.upload(input, image);
  expect(await screen.findByText('An error has occurred trying to get the driver position.')).toBeTruthy();
  expect(readSession()?.user.avatar).toBe('avatars/1.png');
});

const SESSIONS: SessionRow[] = [
  { browser: 'Firefox, Windows', lastUsedAt: '2026-06-06T12:00:00.000Z', isCurrent: true },
  { browser: null, lastUsedAt: '2026-06-05T08:30:00.000Z', isCurrent: false },
];

it('lists where one is signed in, and ends all of it after a question', async () => {
  const { user, sent } = open({ 'GET /auth/sessions': ok(SESSIONS), 'DELETE /auth/sessions': ok() });
  const rows = await screen.findAllByRole('listitem');
  const told = rows.map(({ textContent }) => textContent).filter((text) => text.includes('Last used'));
  expect(told).toEqual([
    expect.stringMatching(/^Firefox, WindowsLast used \d\d\/\d\d\/2026 \d\d:\d\dThis browser$/),
    expect.stringMatching(/^Another programLast used \d\d\/\d\d\/2026 \d\d:\d\d$/),
  ]);
  await user.click(screen.getByRole('button', { name: words.signOutEverywhere }));
  expect(await screen.findByText(words.signOutQuestion)).toBeTruthy();
  expect(sent()).toEqual([]);
  const dialog = screen.getByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: words.signOutEverywhere }));
  expect(await screen.findByText(words.signedOut)).toBeTruthy();
  expect(screen.getByLabelText(TEXTS.login.password)).toBeTruthy();
  expect(readTokens()).toBeNull();
});
