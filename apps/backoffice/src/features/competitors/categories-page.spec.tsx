import { afterEach, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { FIELD_TEXTS, REFUSALS, type CategoryOption, type RoleName } from '@flagpost/contracts';
import { TEXTS } from '../../shared/texts.js';
import { button, changedOnce, field, leave, ok, openAs, refused } from '../../testing/office.js';

const words = TEXTS.categories;

afterEach(leave);

const WRC: CategoryOption = { Id: 1, Description: 'WRC', selected: false };
const HISTORIC: CategoryOption = { Id: 2, Description: 'Historic', selected: false };
const open = (role: RoleName, rows: readonly CategoryOption[], answers = {}) =>
  openAs(role, '/categories/4', { 'GET /driverCategories/IdDescriptionByClub/4': ok(rows), ...answers });
const listed = (name: string): Promise<HTMLElement> => screen.findByRole('cell', { name });

it.each(['admin', 'planner'] as const)('shows %s the name of each, with its actions', async (role) => {
  open(role, [WRC]);
  await listed('WRC');
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    ...['Name', TEXTS.list.actions],
  ]);
  for (const name of [words.create, 'Edit WRC', 'Delete WRC']) expect(button(name)).toBeTruthy();
  expect(screen.getByText('Showing 1 to 1 of 1 categories')).toBeTruthy();
});

it.each(['viewer', 'director'] as const)('is not open to %s', async (role) => {
  open(role, [WRC]);
  expect(await screen.findByRole('heading', { name: TEXTS.forbidden.title })).toBeTruthy();
});

it('says that there is none', async () => {
  open('planner', []);
  expect(await screen.findByText('No categories found.')).toBeTruthy();
});

it('finds a category by its name', async () => {
  const { user } = open('planner', [WRC, HISTORIC]);
  await listed('WRC');
  await user.type(screen.getByRole('searchbox', { name: words.search }), 'hist');
  await waitFor(() => expect(screen.queryByRole('cell', { name: 'WRC' })).toBeNull());
  expect(screen.getByRole('cell', { name: 'Historic' })).toBeTruthy();
});

it('makes a category of this institution, which needs a name', async () => {
  const { user, sent } = open('planner', [], { 'POST /driverCategories/': ok({ catId: 3, catName: 'R5' }) });
  await screen.findByText(words.empty);
  await user.click(button(words.create));
  const name = await screen.findByLabelText(words.heads.name);
  expect(screen.getByText(TEXTS.keptNames)).toBeTruthy();
  await user.type(name, '{Enter}');
  expect(await screen.findByText(FIELD_TEXTS.name)).toBeTruthy();
  await user.type(field(words.heads.name), 'R5{Enter}');
  expect(await screen.findByText('Category Created')).toBeTruthy();
  expect(sent()).toEqual([{ Name: 'R5', ClubId: 4 }]);
});

it('renames a category, and shows why the server refuses', async () => {
  let isRefused = true;
  const { user, sent } = open('planner', [WRC], {
    'PUT /driverCategories/1': () =>
      isRefused ? refused(418, { message: 'The name is taken.' }) : ok({ catId: 1, catName: 'Rally1' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Edit WRC' }));
  expect(await screen.findByRole('dialog', { name: 'Category Details' })).toBeTruthy();
  const name = field(words.heads.name);
  expect(name.value).toBe('WRC');
  await user.clear(name);
  await user.type(name, 'Rally1{Enter}');
  expect(await screen.findByText('The name is taken.')).toBeTruthy();
  await user.click(button('Ok'));
  isRefused = false;
  await user.click(button(TEXTS.form.save));
  expect(await screen.findByText('Category Updated')).toBeTruthy();
  expect(sent()[1]).toEqual({ Name: 'Rally1', Former: { catName: 'WRC' } });
});

it('says that somebody else has renamed a category meanwhile, before it renames it again', async () => {
  let name = 'WRC';
  const answer = changedOnce('category.changed', ok({ catId: 1 }));
  const { user, sent } = open('planner', [], {
    'GET /driverCategories/IdDescriptionByClub/4': () => ok([{ ...WRC, Description: name }]),
    'PUT /driverCategories/1': () => {
      name = 'Rally1';
      return answer();
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Edit WRC' }));
  await user.type(await screen.findByLabelText(words.heads.name), '!{Enter}');
  expect(await screen.findByText(REFUSALS['category.changed'])).toBeTruthy();
  await user.click(button(TEXTS.ok));
  expect(await screen.findByText(TEXTS.form.changed(words.heads.name))).toBeTruthy();
  await user.click(button(TEXTS.form.save));
  expect(await screen.findByText('Category Updated')).toBeTruthy();
  expect(sent()[1]).toEqual({ Name: 'WRC!', Former: { catName: 'Rally1' } });
});

it('asks before it deletes, and says what uses the category if it may not go', async () => {
  let isUsed = true;
  const { user, calls } = open('planner', [WRC], {
    'DELETE /driverCategories/1': () =>
      isUsed ? refused(418, { message: REFUSALS['category.hasEventsAndCompetitors'] }) : ok({ catId: 1 }),
  });
  const remove = async (answer: string): Promise<void> => {
    await user.click(await screen.findByRole('button', { name: 'Delete WRC' }));
    const dialog = within(await screen.findByRole('dialog', { name: words.remove }));
    expect(dialog.getByText('Are you sure you want to delete WRC?')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: answer }));
  };
  await remove(TEXTS.cancel);
  expect(calls.some(({ method }) => method === 'DELETE')).toBe(false);
  await remove(words.remove);
  const attention = within(await screen.findByRole('dialog', { name: 'Atention' }));
  expect(attention.getByText(REFUSALS['category.hasEventsAndCompetitors'])).toBeTruthy();
  await user.click(attention.getByRole('button', { name: 'Ok' }));
  isUsed = false;
  await remove(words.remove);
  expect(await screen.findByText('Category Deleted')).toBeTruthy();
});
