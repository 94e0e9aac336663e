import { afterEach, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { FIELD_TEXTS, REFUSALS, type CircuitRow, type RoleName } from '@flagpost/contracts';
import { TEXTS } from '../../shared/texts.js';
import { button, changedOnce, CLUB, field, leave, ok, openAs, refused } from '../../testing/office.js';

const words = TEXTS.circuits;

afterEach(leave);

const aCircuit = (cirId: number, changes: Partial<CircuitRow> = {}): CircuitRow => ({
  cirId,
  cirName: `Circuit ${cirId}`,
  cirVisibility: false,
  couId: 39,
  coudId: 39,
  couName: 'Italy',
  cirState: 'Cuneo',
  cirCity: 'Alba',
  cirLat: null,
  cirLong: null,
  cluId: CLUB.cluId,
  cluName: CLUB.cluName,
  ...changes,
});
const COUNTRIES = [
  { couId: 39, couName: 'Italy', couTimeZone: 'Europe/Rome', couTimeZones: ['Europe/Rome'] },
];
const OTHERS = aCircuit(2, { cirName: 'Rival ring', cirVisibility: true, cluId: 5, cluName: 'Rivals' });
const open = (role: RoleName, rows: readonly CircuitRow[], answers = {}) =>
  openAs(role, '/circuits', {
    'GET /circuits/': ok(rows),
    'GET /countries/': ok(COUNTRIES),
    'GET /clubs/IdDescription/': ok([{ Id: 4, Description: CLUB.cluName }]),
    ...answers,
  });
const heads = (): (string | null)[] =>
  screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
const cells = async (name: string): Promise<(string | null)[]> => {
  const row = (await screen.findByRole('cell', { name })).closest('tr') as HTMLElement;
  return within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
    .slice(0, 2);
};
const isThere = (name: string): boolean => screen.queryByRole('button', { name }) !== null;

it('shows name and visibility as SI or NO; whose a circuit is only where others are listed', async () => {
  open('planner', [aCircuit(1)]);
  expect(await cells('Circuit 1')).toEqual(['Circuit 1', 'NO']);
  expect(heads()).toEqual(['Name', 'Visibility', TEXTS.list.actions]);
  expect(screen.getByText('Showing 1 to 1 of 1 circuits')).toBeTruthy();
  leave();
  open('planner', [aCircuit(1), OTHERS]);
  expect(await cells('Rival ring')).toEqual(['Rival ring', 'SI']);
  expect(heads()).toEqual(['Name', 'Visibility', 'Institution', TEXTS.list.actions]);
});

it('says that there is none, and what failed', async () => {
  open('planner', []);
  expect(await screen.findByText('No circuits found.')).toBeTruthy();
  leave();
  open('planner', [], { 'GET /circuits/': refused(500, { message: 'no' }) });
  expect(await screen.findByText('An error has occurred trying to get circuits')).toBeTruthy();
});

it('finds a circuit by its name', async () => {
  const { user } = open('planner', [aCircuit(1), OTHERS]);
  await cells('Circuit 1');
  await user.type(screen.getByRole('searchbox', { name: words.search }), 'ring');
  await waitFor(() => expect(screen.queryByRole('cell', { name: 'Circuit 1' })).toBeNull());
  expect(screen.getByRole('cell', { name: 'Rival ring' })).toBeTruthy();
});

it.each([
  ['admin', [true, true, true]],
  ['planner', [true, true, false]],
  ['viewer', [false, false, false]],
  ['director', [false, false, false]],
] as const)('offers to %s: new, edit of its own, edit of others: %j', async (role, offered) => {
  open(role, [aCircuit(1), OTHERS]);
  await cells('Circuit 1');
  const { editOf, removeOf } = TEXTS.tables;
  expect([words.create, editOf('Circuit 1'), editOf('Rival ring')].map(isThere)).toEqual(offered);
  expect([words.create, removeOf('Circuit 1'), removeOf('Rival ring')].map(isThere)).toEqual(offered);
});

it('makes a circuit once all that is required is there', async () => {
  const { user, sent } = open('planner', [], { 'POST /circuits/': ok({ cirId: 9, cirName: 'Langhe' }) });
  await screen.findByText(words.empty);
  await user.click(button(words.create));
  await screen.findByRole('option', { name: 'Italy' });
  expect(screen.queryByLabelText(words.fields.institution)).toBeNull();
  await user.type(field(words.fields.name), '{Enter}');
  for (const fault of [FIELD_TEXTS.name, FIELD_TEXTS.country, FIELD_TEXTS.state, FIELD_TEXTS.city])
    expect(await screen.findByText(fault)).toBeTruthy();
  await user.type(field(words.fields.name), 'Langhe');
  await user.selectOptions(field(words.fields.country), '39');
  await user.type(field(words.fields.state), 'Cuneo');
  await user.type(field(words.fields.latitude), '44.7');
  await user.type(field(words.fields.longitude), '8.03');
  await user.click(field(words.fields.visibleToOthers));
  await user.type(field(words.fields.city), 'Alba{Enter}');
  expect(await screen.findByText('Circuit Created')).toBeTruthy();
  expect(sent()).toEqual([
    expect.objectContaining({
      ...{ Name: 'Langhe', Visibility: true, CouId: 39, State: 'Cuneo', City: 'Alba', Lat: 44.7, Long: 8.03 },
    }),
  ]);
});

it('asks an administrator whose a new circuit is', async () => {
  const { user } = open('admin', []);
  await screen.findByText(words.empty);
  await user.click(button(words.create));
  expect(await screen.findByRole('option', { name: CLUB.cluName })).toBeTruthy();
  expect(field(words.fields.institution)).toBeTruthy();
});

it('edits a circuit from what is there, and shows why the server refuses', async () => {
  let isRefused = true;
  const { user, sent } = open('planner', [aCircuit(1)], {
    'PUT /circuits/1': () =>
      isRefused ? refused(418, { message: REFUSALS['circuit.nameTaken'] }) : ok({ cirId: 1, cirName: 'X' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Edit Circuit 1' }));
  expect(await screen.findByRole('dialog', { name: 'Circuit Details' })).toBeTruthy();
  expect([words.fields.name, words.fields.city].map((label) => field(label).value)).toEqual([
    'Circuit 1',
    'Alba',
  ]);
  await user.type(field(words.fields.name), '!{Enter}');
  expect(await screen.findByText(REFUSALS['circuit.nameTaken'])).toBeTruthy();
  await user.click(button('Ok'));
  isRefused = false;
  await user.click(button(TEXTS.form.save));
  expect(await screen.findByText('Circuit Updated')).toBeTruthy();
  expect(sent()[1]).toMatchObject({ Name: 'Circuit 1!', CouId: 39 });
});

it('keeps what somebody else has changed of it while it was edited', async () => {
  const theirs = aCircuit(1, { cirCity: 'Asti', cirLat: 44.9, cirLong: 8.2, cirVisibility: true });
  const { user, sent } = open('planner', [aCircuit(1)], {
    'GET /circuits/1': ok(theirs),
    'PUT /circuits/1': changedOnce('circuit.changed', ok({ cirId: 1, cirName: 'X' })),
  });
  await user.click(await screen.findByRole('button', { name: 'Edit Circuit 1' }));
  await user.type(await screen.findByLabelText(words.fields.name), '!{Enter}');
  expect(await screen.findByText(REFUSALS['circuit.changed'])).toBeTruthy();
  await user.click(button(TEXTS.ok));
  const { city, latitude, longitude, visibility, name } = words.fields;
  const said = TEXTS.form.changed([city, latitude, longitude, visibility].join(', '));
  expect(await screen.findByText(said)).toBeTruthy();
  expect([name, city].map((label) => field(label).value)).toEqual(['Circuit 1!', 'Asti']);
  await user.click(button(TEXTS.form.save));
  expect(await screen.findByText('Circuit Updated')).toBeTruthy();
  const [first, second] = sent();
  const { cirCity, cirLat } = aCircuit(1);
  expect(first).toMatchObject({ City: 'Alba', Former: { cirCity, cirLat } });
  expect(second).toMatchObject({
    ...{ Name: 'Circuit 1!', City: 'Asti', Lat: 44.9, Long: 8.2, Visibility: true },
    Former: { cirName: 'Circuit 1', cirCity: 'Asti', cirLat: 44.9, cirLong: 8.2, cirVisibility: true },
  });
});

it('asks before it deletes, and says what uses the circuit if it may not go', async () => {
  let isUsed = true;
  const { user, calls } = open('planner', [aCircuit(1)], {
    'DELETE /circuits/1': () =>
      isUsed ? refused(418, { message: REFUSALS['circuit.hasEvents'] }) : ok({ cirId: 1, cirName: '' }),
  });
  const remove = async (answer: string): Promise<void> => {
    await user.click(await screen.findByRole('button', { name: 'Delete Circuit 1' }));
    const dialog = within(await screen.findByRole('dialog', { name: words.remove }));
    expect(dialog.getByText('Are you sure you want to delete Circuit 1?')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: answer }));
  };
  await remove(TEXTS.cancel);
  expect(calls.some(({ method }) => method === 'DELETE')).toBe(false);
  await remove(words.remove);
  const attention = within(await screen.findByRole('dialog', { name: 'Atention' }));
  expect(attention.getByText(REFUSALS['circuit.hasEvents'])).toBeTruthy();
  await user.click(attention.getByRole('button', { name: 'Ok' }));
  isUsed = false;
  await remove(words.remove);
  expect(await screen.findByText('Circuit Deleted')).toBeTruthy();
});
