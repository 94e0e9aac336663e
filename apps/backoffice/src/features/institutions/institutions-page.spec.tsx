import { afterEach, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { FIELD_TEXTS } from '@flagpost/contracts';
import { TEXTS } from '../../shared/texts.js';
import { asksBeforeUnload, button, CLUB, field, leave, ok, openAs, refused } from '../../testing/office.js';

const words = TEXTS.institutions;
const { fields } = words;

afterEach(leave);

const openWizard = async (register = ok({ cluId: 5, useId: 6 })) => {
  const opened = openAs('admin', '/clubs', {
    'GET /clubs/': ok([CLUB]),
    'GET /countries/': ok([
      { couId: 39, couName: 'Italy', couTimeZone: 'Europe/Rome', couTimeZones: ['Europe/Rome'] },
    ]),
    'POST /clubs/': register,
  });
  await opened.user.click(await screen.findByRole('button', { name: words.create }));
  await screen.findByRole('option', { name: 'Italy' });
  return opened;
};
const fillInstitution = async (user: UserEvent): Promise<void> => {
  await user.type(field(fields.name), 'Rally Club');
  await user.selectOptions(field(fields.country), 'Italy');
  await user.type(field(fields.state), 'Asti');
  await user.type(field(fields.city), 'Canelli');
  await user.type(field(fields.address), 'Via Po 1');
  await user.type(field(fields.mail), 'info@rally.demo{Enter}');
};
const fillContact = async (user: UserEvent): Promise<void> => {
  await user.type(await screen.findByLabelText(fields.firstName), 'Vera');
  await user.type(field(fields.lastName), 'Osti');
  await user.type(field(fields.phone), '+39 1');
  await user.type(field(fields.email), 'vera@rally.demo{Enter}');
};

it('lists institutions under the heads of the specification, each with the way to it', async () => {
  openAs('admin', '/clubs', { 'GET /clubs/': ok([CLUB]) });
  const link = await screen.findByRole('link', { name: words.open(CLUB.cluName) });
  expect(link.getAttribute('href')).toBe('/club/4');
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    ...['NAME', 'EVENT ORGANIZER', 'ACOUNT MAIL', 'USERS', 'ASSIGNED'],
    ...['LICENSENCING PERIOD', 'EVENTS IN THIS PERIOD', TEXTS.list.actions],
  ]);
  expect(screen.getByText('2/5')).toBeTruthy();
  expect(screen.getByText('Showing 1 to 1 of 1 institutions')).toBeTruthy();
});

it('creates an institution in two steps by Enter alone, and gives the focus back', async () => {
  const { user, sent } = await openWizard();
  await user.type(field(fields.name), '{Enter}');
  expect(await screen.findByText(FIELD_TEXTS.country)).toBeTruthy();
  expect(document.activeElement).toBe(field(fields.name));
  await fillInstitution(user);
  await fillContact(user);
  expect(await screen.findByText('Institution Created')).toBeTruthy();
  expect(sent()).toEqual([
    {
      club: expect.objectContaining({ cluName: 'Rally Club', couId: 39, cluWeb: null }),
      user: expect.objectContaining({ Name: 'Vera', Email: 'vera@rally.demo' }),
    },
  ]);
  await waitFor(() => expect(document.activeElement).toBe(button(words.create)));
});

it('goes back to the step of a field that the server refused, and keeps what was typed', async () => {
  const { user } = await openWizard(refused(400, { fields: { 'club.cluName': 'Taken.' } }));
  await fillInstitution(user);
  await fillContact(user);
  expect(await screen.findByText('Taken.')).toBeTruthy();
  expect(field(fields.name).getAttribute('aria-invalid')).toBe('true');
  expect(field(fields.name).value).toBe('Rally Club');
  await user.click(button(TEXTS.form.next));
  expect((await screen.findByLabelText<HTMLInputElement>(fields.email)).value).toBe('vera@rally.demo');
});

it('asks before what was typed is lost: by Escape, by Cancel, and when the page goes', async () => {
  const { user, sent } = await openWizard();
  await user.type(field(fields.name), 'R');
  expect(asksBeforeUnload()).toBe(true);
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: TEXTS.form.stay }));
  expect(field(fields.name).value).toBe('R');
  await user.click(button(TEXTS.cancel));
  await user.click(await screen.findByRole('button', { name: TEXTS.form.leave }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect([asksBeforeUnload(), sent()]).toEqual([false, []]);
  await user.click(button(words.create));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('says what a deletion left in the address, and nothing that somebody else wrote there', async () => {
  openAs('admin', `/clubs/${encodeURIComponent(words.deleted)}`);
  expect(await screen.findByText('Club Deleted')).toBeTruthy();
  leave();
  openAs('admin', '/clubs/You%20won');
  expect(await screen.findByText(words.empty)).toBeTruthy();
  expect(screen.queryByText('You won')).toBeNull();
});

it('is not open to an event organizer', async () => {
  const { user } = openAs('planner', '/clubs');
  expect(await screen.findByRole('heading', { name: TEXTS.forbidden.title })).toBeTruthy();
  await user.click(button(TEXTS.menu.open));
  const menu = within(screen.getByRole('navigation', { name: TEXTS.menu.label }));
  expect(menu.queryByRole('link', { name: TEXTS.menu.institutions })).toBeNull();
  expect(menu.getByRole('link', { name: TEXTS.menu.institution }).getAttribute('href')).toBe('/club/4');
});
