import { afterEach, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { FIELD_TEXTS, REFUSALS, ROLES } from '@flagpost/contracts';
import { readSession } from '../../shared/session/cookies.js';
import { TEXTS } from '../../shared/texts.js';
import {
  ADA,
  asksBeforeUnload,
  button,
  changedOnce,
  CLUB,
  field,
  KEEPING,
  leave,
  LICENCE,
  ok,
  openAs,
  refused,
} from '../../testing/office.js';

const { institutions: words, users, licences, account } = TEXTS;

afterEach(leave);

const screenOf = {
  'GET /clubs/4': ok(CLUB),
  'GET /countries/': ok([
    { couId: 33, couName: 'France', couTimeZone: 'Europe/Paris', couTimeZones: ['Europe/Paris'] },
    { couId: 39, couName: 'Italy', couTimeZone: 'Europe/Rome', couTimeZones: ['Europe/Rome'] },
  ]),
  'GET /users/byClub/4': ok([ADA]),
  'GET /licenses/Current/4': ok(LICENCE),
  'GET /keeping/4': ok(KEEPING),
};
const isThere = (name: string): boolean => screen.queryByRole('button', { name }) !== null;

it.each([
  ['admin', [true, true, true, true, false, true, true]],
  ['planner', [false, false, false, false, true, true, false]],
  ['director', [false, false, false, false, true, false, false]],
] as const)('offers a %s what the role may do', async (role, offered) => {
  openAs(role, '/club/4', screenOf);
  await screen.findByText('2/5');
  expect(screen.getByRole('heading', { name: CLUB.cluName })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'www.colline.demo' }).getAttribute('href')).toBe(
    'https://www.colline.demo',
  );
  expect([
    ...[TEXTS.back, words.remove, words.edit, licences.manage, licences.request].map(isThere),
    screen.queryByRole('heading', { name: users.title }) !== null,
    screen.queryByText(words.noEvents) !== null,
  ]).toEqual(offered);
});

it('takes away what a role no longer may, as soon as the token says so', async () => {
  const claims = { Id: ADA.useId, Roles: [{ Id: ROLES.viewer }], ClubId: CLUB.cluId };
  const accessToken = `h.${window.btoa(JSON.stringify(claims))}.s`;
  openAs('planner', '/club/4', {
    ...screenOf,
    'GET /users/byClub/4': ({ headers }) =>
      headers.get('authorization') === `Bearer ${accessToken}`
        ? refused(403, { message: 'no' })
        : refused(401, { code: 'tokenExpired' }),
    'POST /auth/refresh': ok({ accessToken, refreshToken: 'next', name: 'Ada' }),
  });
  await screen.findByRole('heading', { name: users.title });
  await waitFor(() => expect(screen.queryByRole('heading', { name: users.title })).toBeNull());
  expect(screen.getByRole('heading', { name: CLUB.cluName })).toBeTruthy();
});

it('asks before it deletes an institution by name, says what is in the way, and goes to the list when it is gone', async () => {
  let isInUse = true;
  const { user, sent } = openAs('admin', '/club/4', {
    ...screenOf,
    'DELETE /clubs/4': () => (isInUse ? refused(418, { message: 'It has users.' }) : ok()),
  });
  await user.click(await screen.findByRole('button', { name: words.remove }));
  const question = within(await screen.findByRole('dialog'));
  question.getByText(words.removeQuestion(CLUB.cluName));
  expect(document.activeElement).toBe(question.getByRole('button', { name: TEXTS.cancel }));
  await user.click(question.getByRole('button', { name: words.remove }));
  expect(await screen.findByText('It has users.')).toBeTruthy();
  expect(screen.getByText('Atention')).toBeTruthy();
  await user.click(button('Ok'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  isInUse = false;
  await user.click(button(words.remove));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: words.remove }));
  expect(await screen.findByText('Club Deleted')).toBeTruthy();
  expect(screen.getByRole('heading', { name: words.title })).toBeTruthy();
  expect(sent()).toHaveLength(2);
});

it('edits an institution in one step, from what is there', async () => {
  const { user, sent } = openAs('admin', '/club/4', { ...screenOf, 'PUT /clubs/4': ok() });
  await user.click(await screen.findByRole('button', { name: words.edit }));
  await screen.findByRole('option', { name: 'Italy' });
  expect(isThere(TEXTS.form.next)).toBe(false);
  expect(field(words.fields.name).value).toBe(CLUB.cluName);
  await user.type(field(words.fields.latitude), '44.6{Enter}');
  expect(await screen.findByText(FIELD_TEXTS.latitude)).toBeTruthy();
  await user.clear(field(words.fields.latitude));
  await user.type(field(words.fields.city), '!{Enter}');
  expect(await screen.findByText('Institutions Updated')).toBeTruthy();
  expect(sent()).toEqual([
    expect.objectContaining({ cluCity: 'Acqui Terme!', couId: 39, cluLatitude: null }),
  ]);
});

it('keeps what another administrator has changed of an institution while it was edited', async () => {
  let read: object = CLUB;
  const { user, sent } = openAs('admin', '/club/4', {
    ...screenOf,
    'GET /clubs/4': () => ok(read),
    'PUT /clubs/4': changedOnce('club.changed', ok()),
  });
  await user.click(await screen.findByRole('button', { name: words.edit }));
  read = { ...CLUB, cluMail: 'office@colline.demo', cluLatitude: '44,6', cluLongitude: '8,5' };
  await user.type(field(words.fields.city), '!{Enter}');
  expect(await screen.findByText(REFUSALS['club.changed'])).toBeTruthy();
  await user.click(button(TEXTS.ok));
  const { mail, latitude, longitude } = words.fields;
  const said = TEXTS.form.changed([mail, latitude, longitude].join(', '));
  expect(await screen.findByText(said)).toBeTruthy();
  await user.click(button(TEXTS.form.save));
  expect(await screen.findByText('Institutions Updated')).toBeTruthy();
  const [first, second] = sent();
  expect(first).toMatchObject({ cluCity: 'Acqui Terme!', Former: { cluMail: CLUB.cluMail } });
  expect(second).toMatchObject({
    ...{ cluCity: 'Acqui Terme!', cluMail: 'office@colline.demo', cluLatitude: '44,6' },
    Former: { cluCity: 'Acqui Terme', cluMail: 'office@colline.demo', cluLatitude: '44,6' },
  });
});

it('keeps what is typed and chosen while the countries come', async () => {
  let come = (): void => undefined;
  const { user, sent } = openAs('admin', '/club/4', {
    ...screenOf,
    'GET /countries/': () =>
      new Promise((resolve) => {
        come = () => resolve(screenOf['GET /countries/']);
      }),
    'PUT /clubs/4': ok(),
  });
  await user.click(await screen.findByRole('button', { name: words.edit }));
  await user.type(field(words.fields.city), '!');
  const country = field(words.fields.country);
  expect(country.value).toBe('39');
  come();
  await screen.findByRole('option', { name: 'France' });
  expect([field(words.fields.city).value, country.value]).toEqual(['Acqui Terme!', '39']);
  await user.type(field(words.fields.city), '{Enter}');
  expect(await screen.findByText('Institutions Updated')).toBeTruthy();
  expect(sent()).toEqual([expect.objectContaining({ cluCity: 'Acqui Terme!', couId: 39 })]);
});

it('adds a person: blocked until all is filled, with the fault of the server at its field', async () => {
  let isTaken = true;
  const { user, sent } = openAs('planner', '/club/4', {
    ...screenOf,
    'POST /users/roles/': () =>
      isTaken ? refused(400, { fields: { Email: 'Not this one.' } }) : ok({ useId: 8, stsId: 101 }),
  });
  await user.click(await screen.findByRole('button', { name: users.create }));
  const save = await screen.findByRole('button', { name: TEXTS.form.save });
  await user.click(save);
  for (const text of [FIELD_TEXTS.firstName, FIELD_TEXTS.lastName, FIELD_TEXTS.email, FIELD_TEXTS.phone])
    expect(await screen.findByText(text)).toBeTruthy();
  await user.type(field(account.firstName), 'Vera');
  await user.type(field(account.lastName), 'Osti');
  await user.type(field(TEXTS.login.email), 'vera@colline.demo');
  await user.type(field(users.phone), '1');
  expect(save.getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByText(FIELD_TEXTS.roles)).toBeTruthy();
  await user.click(field('Event official'));
  expect(save.getAttribute('aria-disabled')).toBe('false');
  await user.type(field(users.phone), '{Enter}');
  expect(await screen.findByText('Not this one.')).toBeTruthy();
  expect(document.activeElement).toBe(field(TEXTS.login.email));
  isTaken = false;
  await user.keyboard('{Enter}');
  expect(await screen.findByText('User Created')).toBeTruthy();
  expect(sent()[1]).toMatchObject({
    Password: '',
    ClubId: 4,
    Roles: { planner: false, viewer: true, director: false },
  });
});

it('says until when a first access is open, and sends it again to who has not used it', async () => {
  const invited = { ...ADA, useId: 5, rolUseId: 5, useName: 'Bea' };
  const { user } = openAs('planner', '/club/4', {
    ...screenOf,
    'GET /users/byClub/4': ok([
      ADA,
      { ...invited, useGivenPasswordUntil: '2099-11-29T12:00:00.000Z' },
      { ...invited, useId: 6, useName: 'Cleo', useGivenPasswordUntil: '2001-01-01T12:00:00.000Z' },
    ]),
    'POST /users/roles/5/firstAccess': ok({ useId: 5 }),
  });
  expect(await screen.findByText(users.invited('11/29/2099'))).toBeTruthy();
  expect(screen.getByText(users.invitationEnded)).toBeTruthy();
  expect(screen.queryByRole('button', { name: users.inviteAgainOf('Ada Byron') })).toBeNull();
  await user.click(screen.getByRole('button', { name: users.inviteAgainOf('Bea Byron') }));
  expect(await screen.findByText(users.invitedAgain)).toBeTruthy();
});

it('calls who changes their own name by it at once', async () => {
  const { user } = openAs('planner', '/club/4', {
    ...screenOf,
    'PUT /users/roles/3': ok({ useId: 3, stsId: 101, pendingEmail: null }),
  });
  await user.click(await screen.findByRole('button', { name: users.editOf('Ada Byron') }));
  await user.clear(field(account.lastName));
  await user.type(field(account.lastName), 'Lovelace');
  await user.click(button(TEXTS.form.save));
  expect(await screen.findByText('User Updated')).toBeTruthy();
  expect(readSession()?.user.name).toBe('Ada Lovelace');
});

it('keeps what somebody else has changed of a person who was edited', async () => {
  const { user, sent } = openAs('planner', '/club/4', {
    ...screenOf,
    'GET /users/3': ok({ ...ADA, usePhone: '+39 0145', isDirector: true }),
    'PUT /users/roles/3': changedOnce('user.changed', ok({ useId: 3, stsId: 101, pendingEmail: null })),
  });
  await user.click(await screen.findByRole('button', { name: users.editOf('Ada Byron') }));
  await user.type(field(account.lastName), '!{Enter}');
  expect(await screen.findByText(REFUSALS['user.changed'])).toBeTruthy();
  await user.click(button(TEXTS.ok));
  const said = TEXTS.form.changed(`${users.phone}, ${users.roles}`);
  expect(await screen.findByText(said)).toBeTruthy();
  await user.click(button(TEXTS.form.save));
  expect(await screen.findByText('User Updated')).toBeTruthy();
  const [first, second] = sent();
  const Former = {
    useName: 'Ada',
    useSurname: 'Byron',
    useEmail: ADA.useEmail,
    isPlanner: true,
    isViewer: false,
  };
  expect(first).toMatchObject({ Former: { ...Former, usePhone: '+39 0144', isDirector: false } });
  expect(second).toMatchObject({
    ...{ LastName: 'Byron!', Phone: '+39 0145' },
    Roles: { planner: true, viewer: false, director: true },
    Former: { ...Former, usePhone: '+39 0145', isDirector: true },
  });
});

it('changes a person, and deletes one who is named first', async () => {
  const { user, sent } = openAs('admin', '/club/4', {
    ...screenOf,
    'PUT /users/roles/3': ok({ useId: 3, stsId: 101, pendingEmail: null }),
    'DELETE /users/roluser/3': ok(),
  });
  await user.click(await screen.findByRole('button', { name: users.editOf('Ada Byron') }));
  expect(await screen.findByText(users.details)).toBeTruthy();
  await user.click(field('Clerk of course'));
  expect(asksBeforeUnload()).toBe(true);
  await user.click(button(TEXTS.form.save));
  expect(await screen.findByText('User Updated')).toBeTruthy();
  expect(sent()[0]).toMatchObject({
    FirstName: 'Ada',
    Roles: { planner: true, viewer: false, director: true },
  });
  await user.click(button(users.removeOf('Ada Byron')));
  expect(
    await screen.findByText(
      'Are you sure you want to delete Ada Byron? They will no longer be able to access the platform',
    ),
  ).toBeTruthy();
  await user.click(button(users.remove));
  expect(await screen.findByText('User Deleted')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(button(users.removeOf('Ada Byron'))));
});
