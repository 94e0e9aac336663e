import { afterEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { FIELD_TEXTS } from '@flagpost/contracts';
import { TEXTS } from '../../shared/texts.js';
import { button, field, leave, ok, openAs, refused } from '../../testing/office.js';
import { anEvent, READY } from '../../testing/events.js';
import { noMap } from '../../testing/track.js';

const words = TEXTS.event.dialog;

afterEach(leave);

const COUNTRIES = [
  { couId: 380, couName: 'Italy', couTimeZone: 'Europe/Rome', couTimeZones: ['Europe/Rome'] },
  { couId: 76, couName: 'Brazil', couTimeZone: null, couTimeZones: ['America/Sao_Paulo', 'America/Manaus'] },
];
const option = (Id: number, Description: string) => ({ Id, Description, selected: false });
const CHOICES = {
  'GET /countries/': ok(COUNTRIES),
  'GET /clubs/IdDescription/': ok([option(4, 'Scuderia Colline'), option(5, 'Motor Club Alba')]),
  'GET /driverCategories/IdDescriptionByClub/4': ok([option(1, 'WRC'), option(2, 'Rally2')]),
  'GET /driverCategories/IdDescriptionByClub/5': ok([option(3, 'Historic')]),
};
const openNew = async (role: 'admin' | 'planner', answers = {}) => {
  const opened = openAs(role, '/events', {
    ...CHOICES,
    'GET /events/9': ok(anEvent({ eveId: 9 })),
    'GET /events/ready/9': ok(READY),
    'GET /interestpoints/9': ok({ pois: [] }),
    ...answers,
  });
  await opened.user.click(await screen.findByRole('button', { name: TEXTS.events.create }));
  await screen.findByRole('dialog', { name: words.create });
  await screen.findByRole('option', { name: 'Italy' });
  return opened;
};
const fill = async (user: UserEvent): Promise<void> => {
  await user.type(field(words.name), 'Ronde');
  await user.selectOptions(field(words.country), 'Italy');
  await user.type(field(words.state), 'Savona');
  await user.type(field(words.city), 'Cairo Montenotte');
  await user.type(field(words.circuit), 'Round course');
  await user.click(await screen.findByLabelText('WRC'));
  await user.type(field(words.start), '2027-06-06T08:00');
  await user.type(field(words.finish), '2027-06-06T18:00');
};

it('creates an event at the times of the track, and goes to it', async () => {
  const { user, calls } = await openNew('planner', { 'POST /events/': ok({ eveId: 9 }) });
  expect(screen.queryByLabelText(words.institution)).toBeNull();
  expect([field(words.radius).value, field(words.delay).value]).toEqual(['30', '7']);
  expect(screen.getByText(TEXTS.keptNames)).toBeTruthy();
  await fill(user);
  await user.click(button(TEXTS.form.save));
  expect(await screen.findByText('Event Created')).toBeTruthy();
  expect(await screen.findByRole('heading', { name: 'Ronde', level: 1 })).toBeTruthy();
  expect(
    calls.filter(({ path, method }) => method === 'POST' && path === '/api/events/').map(({ body }) => body),
  ).toEqual([
    {
      ...{ EplId: null, VieId: null, Name: 'Ronde', CluId: 4, CouId: 380, State: 'Savona' },
      ...{ City: 'Cairo Montenotte', CircuitName: 'Round course', Categories: [1], TimeZone: 'Europe/Rome' },
      ...{ Start: '2027-06-06T06:00:00.000Z', Finish: '2027-06-06T16:00:00.000Z' },
      ...{ Radius: 30, SafetyCarDelay: 7 },
    },
  ]);
});

it('proposes the zone of a country that has one, and asks for it where it has several', async () => {
  const { user } = await openNew('planner');
  const zone = (): string => field(words.zone).value;
  await user.selectOptions(field(words.country), 'Italy');
  await waitFor(() => expect(zone()).toBe('Europe/Rome'));
  await user.selectOptions(field(words.country), 'Brazil');
  await waitFor(() => expect(zone()).toBe(''));
  await user.click(button(TEXTS.form.save));
  expect(await screen.findByText(FIELD_TEXTS.timeZone)).toBeTruthy();
  await user.selectOptions(field(words.zone), 'America/Manaus');
  await waitFor(() => expect(screen.queryByText(FIELD_TEXTS.timeZone)).toBeNull());
  await user.type(field(words.start), '2027-06-06T08:00');
  expect(await screen.findByText(/^UTC-4/)).toBeTruthy();
});

it('says of every empty field that it is required, and of administrators wants the institution', async () => {
  const { user } = await openNew('admin');
  await user.click(button(TEXTS.form.save));
  for (const fault of [
    ...['name', 'institution', 'country', 'state', 'city', 'circuitName', 'categories'],
    ...['timeZone', 'start', 'finish'],
  ] as const)
    expect(await screen.findByText(FIELD_TEXTS[fault as keyof typeof FIELD_TEXTS])).toBeTruthy();
});

it('offers the categories of the institution that is chosen', async () => {
  const { user } = await openNew('admin');
  expect(screen.getByText(words.chooseInstitution)).toBeTruthy();
  await user.selectOptions(field(words.institution), 'Scuderia Colline');
  await user.click(await screen.findByLabelText('Rally2'));
  expect(screen.getByText('1 chosen')).toBeTruthy();
  await user.selectOptions(field(words.institution), 'Motor Club Alba');
  expect(await screen.findByLabelText('Historic')).toBeTruthy();
  expect(screen.queryByLabelText('Rally2')).toBeNull();
  expect(screen.getByText('0 chosen')).toBeTruthy();
});

describe('the institution of an event that is edited', () => {
  const institution = async (hasCompetitors: boolean): Promise<HTMLSelectElement> => {
    const { user } = openAs('admin', '/event/7', {
      ...CHOICES,
      'GET /events/7': ok(anEvent({ hasCompetitors })),
      'GET /events/ready/7': ok(READY),
      'GET /interestpoints/7': ok({ pois: [] }),
      'GET /circuitRoutes/7': ok(noMap().route),
    });
    await user.click(await screen.findByRole('button', { name: TEXTS.event.edit }));
    await screen.findByRole('option', { name: 'Italy' });
    return screen.getByLabelText<HTMLSelectElement>(words.institution);
  };
  const names = ({ options }: HTMLSelectElement): string[] => [...options].map(({ text }) => text);

  it('is another one if it is chosen, while there are no competitors', async () => {
    const select = await institution(false);
    expect(names(select)).toEqual(['', 'Scuderia Colline', 'Motor Club Alba']);
    expect(screen.queryByText(words.institutionStays)).toBeNull();
  });

  it('is read only, and says why, once there are competitors', async () => {
    const select = await institution(true);
    expect([names(select), select.value]).toEqual([['Scuderia Colline'], '4']);
    expect(select.getAttribute('aria-readonly')).toBe('true');
    expect(screen.getByText(words.institutionStays)).toBeTruthy();
  });
});

it('takes over what somebody else has changed meanwhile, and keeps what was typed', async () => {
  const former = anEvent({ categories: [1] });
  const newer = anEvent({
    ...{ eveStart: '2027-06-13T06:00:00.000Z', eveFinish: '2027-06-13T16:00:00.000Z', eveCity: 'Altare' },
    ...{ categories: [1, 2], revision: 5, eveUpdUserName: 'Ada Rossi' },
  });
  let event = former;
  const { user, calls } = openAs('admin', '/event/7', {
    ...CHOICES,
    'GET /events/7': () => ok(event),
    'GET /events/ready/7': ok(READY),
    'GET /interestpoints/7': ok({ pois: [] }),
    'GET /circuitRoutes/7': ok(noMap().route),
    'PUT /events/7': () => {
      if (event === newer) return ok({ eveId: 7 });
      event = newer;
      return refused(418, { code: 'event.changed', message: 'Somebody else' });
    },
  });
  await user.click(await screen.findByRole('button', { name: TEXTS.event.edit }));
  await screen.findByLabelText('WRC');
  for (const [label, text] of [
    [words.name, 'Ronde II'],
    [words.city, 'Dego'],
  ] as const) {
    await user.clear(field(label));
    await user.type(field(label), text);
  }
  await user.click(button(TEXTS.form.save));
  await user.click(await screen.findByRole('button', { name: TEXTS.ok }));
  const fields = [words.city, words.categories, words.start, words.finish].join(', ');
  expect(
    await screen.findByText(new RegExp(`^Ada Rossi changed this event at .*: ${fields}\\.`)),
  ).toBeTruthy();
  expect([field(words.name).value, field(words.city).value, field(words.start).value]).toEqual([
    'Ronde II',
    'Dego',
    '2027-06-13T08:00',
  ]);
  expect(screen.getByLabelText<HTMLInputElement>('Rally2').checked).toBe(true);
  await user.click(button(TEXTS.form.save));
  expect(await screen.findByText('Event Updated')).toBeTruthy();
  const sent = calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  expect(sent).toMatchObject([
    { Name: 'Ronde II', City: 'Dego', Start: former.eveStart, revision: former.revision },
    { Name: 'Ronde II', City: 'Dego', Start: newer.eveStart, Categories: [1, 2], revision: 5 },
  ]);
});

it('keeps what was typed when the server refuses it, at the field that it names', async () => {
  const { user } = await openNew('planner', {
    'POST /events/': refused(400, { fields: { Name: 'Another name, please.' } }),
  });
  await fill(user);
  await user.click(button(TEXTS.form.save));
  expect(await screen.findByText('Another name, please.')).toBeTruthy();
  expect([field(words.name).value, field(words.start).value]).toEqual(['Ronde', '2027-06-06T08:00']);
  expect(screen.getByLabelText<HTMLInputElement>('WRC').checked).toBe(true);
});

it('holds the delay of the safety car between 0 and 7, and tells what both distances are for', async () => {
  const { user } = await openNew('planner');
  const delay = field(words.delay);
  await user.clear(delay);
  await user.type(delay, '12');
  await user.tab();
  expect(delay.value).toBe('7');
  for (const [label, text] of [
    [words.radius, words.radiusHelp],
    [words.delay, words.delayHelp],
  ] as const)
    expect(screen.getByRole('button', { name: TEXTS.form.helpOf(label), description: text })).toBeTruthy();
});
