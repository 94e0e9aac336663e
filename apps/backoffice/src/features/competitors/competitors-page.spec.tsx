import { afterEach, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import {
  FIELD_TEXTS,
  REFUSALS,
  type CompetitorRow,
  type EventDetail,
  type RoleName,
} from '@flagpost/contracts';
import { aCompetitor, anEvent } from '../../testing/events.js';
import { TEXTS } from '../../shared/texts.js';
import { button, field, leave, ok, openAs, refused } from '../../testing/office.js';

/** Section 2.6 of specification 001, in its letters, with the rules of sections 4.3, 5 and 6 that this screen shows. */

afterEach(leave);

const ROWS = [
  aCompetitor(7),
  aCompetitor(8, { Model: '' }),
  aCompetitor(9, { Authorized: 1, LastName: 'Verdi' }),
];
const open = async (
  role: RoleName,
  {
    event = {},
    rows = ROWS,
    answers = {},
  }: {
    event?: Partial<EventDetail>;
    rows?: readonly CompetitorRow[];
    answers?: Parameters<typeof openAs>[2];
  } = {},
) => {
  const opened = openAs(role, '/drivers/7/null/3', {
    'GET /events/7': ok(anEvent(event)),
    'GET /events/drivers/7': ok(rows),
    'GET /events/categories/7': ok([{ Id: 1, Description: 'WRC', selected: true }]),
    ...answers,
  });
  await screen.findByRole('heading', { name: 'Competitors of Ronde' });
  if (rows.length > 0) await screen.findAllByText('Belbo');
  return opened;
};
const rowOf = (text: string): HTMLElement => {
  const row = screen.getByText(text).closest('tr');
  if (row === null) throw new Error(`There is no row of ${text}.`);
  return row;
};
const notice = (text: string) => screen.findByText(text);
const missing = (name: string): boolean => screen.queryByRole('button', { name }) === null;

it('offers a planner to add, import and export, to search, and four actions with Apply', async () => {
  await open('planner');
  for (const name of ['Back', 'Add new competitor', 'Import file', 'All Export', 'Apply', 'remove all'])
    expect(button(name)).toBeTruthy();
  expect(screen.getByRole('searchbox', { name: 'Search competitor' })).toBeTruthy();
  const actions = within(screen.getByRole('combobox', { name: 'Select action' })).getAllByRole('option');
  expect(actions.slice(1).map(({ textContent }) => textContent)).toEqual([
    'Authorize to run',
    'Unauthorize to run',
    'Send invite',
    'Delete',
  ]);
});

it("shows 'Missing data' or 'No' of who may not run, and the pencil of them alone", async () => {
  await open('planner');
  expect(rowOf('8').textContent).toContain('Missing data');
  expect(rowOf('7').textContent).toContain('No');
  expect(rowOf('7').textContent).not.toContain('Missing data');
  expect(rowOf('9').textContent).toContain('Yes');
  expect(button('Edit 7 Ada Rossi')).toBeTruthy();
  expect(button('Edit 8 Ada Rossi')).toBeTruthy();
  expect(missing('Edit 9 Ada Verdi')).toBe(true);
});

it('asks for a selection first, then for an action', async () => {
  const { user } = await open('planner');
  await user.click(button('Apply'));
  expect(await notice('There are no selected competitors')).toBeTruthy();
  await user.click(field('Select 7 Ada Rossi'));
  await user.click(button('Apply'));
  expect(await notice('Select action, please')).toBeTruthy();
});

it('sends nothing of who cannot be authorized, and says who else will not be', async () => {
  const { user, sent } = await open('planner', {
    answers: {
      'PATCH /invitations/authorized/': ok({
        authorized: [7],
        skipped: [8],
        reasons: [{ InvitationId: 8, Lacks: ['model'] }],
        racing: [],
      }),
    },
  });
  await user.selectOptions(field('Select action'), 'Authorize to run');
  await user.click(field('Select 8 Ada Rossi'));
  await user.click(button('Apply'));
  expect(
    await notice('The selected pilots, do not have the necessary information for authorize'),
  ).toBeTruthy();
  expect(sent()).toEqual([]);
  await user.click(field('Select 7 Ada Rossi'));
  await user.click(button('Apply'));
  expect(
    await notice(
      'There are selected pilots, who do not have the necessary information. They will not be authorized',
    ),
  ).toBeTruthy();
  expect(await notice('Drivers Authorized 1 of 2')).toBeTruthy();
  expect(sent()).toEqual([{ Invitations: [7, 8], Authorized: 1 }]);
});

it('names one whom somebody else has deleted meanwhile', async () => {
  let rows: readonly CompetitorRow[] = ROWS;
  const { user } = await open('planner', {
    answers: {
      'GET /events/drivers/7': () => ok(rows),
      'PATCH /invitations/authorized/': () => {
        rows = ROWS.filter(({ InvitationId }) => InvitationId !== 7);
        const reasons = [{ InvitationId: 7, Lacks: [] }];
        return ok({ authorized: [9], skipped: [7], reasons, racing: [] });
      },
    },
  });
  await user.click(field('Select 7 Ada Rossi'));
  await user.click(field('Select 9 Ada Verdi'));
  await user.selectOptions(field('Select action'), 'Authorize to run');
  await user.click(button('Apply'));
  await waitFor(() => expect(screen.queryByLabelText('Select 7 Ada Rossi')).toBeNull());
  const dialog = await screen.findByRole('dialog', { name: 'Not authorized' });
  expect(within(dialog).getByRole('listitem').textContent).toBe('7 Ada Rossi: deleted by somebody else');
});

it('asks for the name of a co-driver whose blood type is typed', async () => {
  const { user, sent } = await open('planner', {
    answers: { 'PUT /invitations/updateInvitationDriver/': ok({}) },
  });
  await user.click(button('Edit 7 Ada Rossi'));
  await user.type(await screen.findByLabelText('Co-driver blood type'), 'B-{Enter}');
  expect(await screen.findByText(FIELD_TEXTS.codriverName)).toBeTruthy();
  expect(sent()).toEqual([]);
  await user.type(field('Co-driver last name'), 'Verdi{Enter}');
  expect(await notice('Invitation updated')).toBeTruthy();
});

it.each([
  ['Unauthorize to run', 'PATCH /invitations/authorized/', { racing: [] }, 'Drivers Unauthorized'],
  ['Send invite', 'PATCH /invitations/send/', { sent: [9] }, 'Invitations sent'],
  ['Delete', 'PATCH /invitations/deleteSelected/', { deleted: [9], racing: [] }, 'Drivers deleted'],
])('%s says %s: %j: "%s"', async (action, call, answer, said) => {
  const { user } = await open('planner', { answers: { [call]: ok(answer) } });
  await user.click(field('Select 9 Ada Verdi'));
  await user.selectOptions(field('Select action'), action);
  await user.click(button('Apply'));
  if (action === 'Delete')
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  expect(await notice(said)).toBeTruthy();
});

it('says that there is nobody to export', async () => {
  const { user } = await open('planner', { rows: [] });
  await user.click(await screen.findByRole('button', { name: 'All Export' }));
  expect(await notice('There are no competitors to export.')).toBeTruthy();
});

it('asks in four sections for a competitor, and says of each field what it needs', async () => {
  const { user } = await open('planner');
  await user.click(button('Add new competitor'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add new competitor' }));
  expect(dialog.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Contact details',
    'Info',
    'Competitor details',
    'Vehicle details',
  ]);
  await user.type(field('Email'), 'a');
  await user.clear(field('Email'));
  await user.keyboard('{Enter}');
  for (const fault of ['email', 'category', 'firstName', 'lastName', 'bloodType'] as const)
    expect(await dialog.findByText(FIELD_TEXTS[fault])).toBeTruthy();
});

it.each([
  [
    'is entered already',
    {
      'GET /drivers/byEmailClub/carla%40example.org/4': ok({
        ...{ driId: 5, driGrupoSanguineo: 'A+' },
        User: {
          useId: 5,
          useName: 'Carla',
          useSurname: 'Bianchi',
          useEmail: 'carla@example.org',
          usePhone: '1',
        },
      }),
      'GET /invitations/byDriverEvent/': ok([{ invId: 1 }]),
    },
    'The email is already added to the event\\category',
  ],
  [
    'is no competitor',
    {
      'GET /drivers/byEmailClub/carla%40example.org/4': refused(418, {
        message: REFUSALS['invitation.notCompetitor'],
      }),
    },
    'The email is associated with a user who is not a Competitor. It can not be added!',
  ],
])('says at the address that who has it %s', async (_why, answers, said) => {
  const { user } = await open('planner', { answers });
  await user.click(button('Add new competitor'));
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Category' }), 'WRC');
  await user.type(field('Email'), 'carla@example.org');
  await user.tab();
  expect(await screen.findByText(said)).toBeTruthy();
});

it('keeps what somebody else has changed of a competitor while they were edited', async () => {
  const [mine, ...others] = ROWS;
  if (mine === undefined) throw new Error('There is no row.');
  const theirs = { ...mine, Phone: '+39 1', Brand: 'Ford' };
  let rows: readonly CompetitorRow[] = ROWS;
  let isRefused = true;
  const { user, sent } = await open('planner', {
    answers: {
      'GET /events/drivers/7': () => ok(rows),
      'PUT /invitations/updateInvitationDriver/': () => {
        if (!isRefused) return ok({});
        isRefused = false;
        rows = [theirs, ...others];
        return refused(418, { message: REFUSALS['invitation.changed'], code: 'invitation.changed' });
      },
    },
  });
  await user.click(button('Edit 7 Ada Rossi'));
  await user.type(await screen.findByLabelText('First name'), 'lina{Enter}');
  expect(await screen.findByText(REFUSALS['invitation.changed'])).toBeTruthy();
  await user.click(button('Ok'));
  expect(await screen.findByText(TEXTS.form.changed('Phone, Brand'))).toBeTruthy();
  expect(['First name', 'Phone', 'Brand'].map((name) => field(name).value)).toEqual([
    ...['Adalina', '+39 1', 'Ford'],
  ]);
  await user.click(button('Save'));
  expect(await notice('Invitation updated')).toBeTruthy();
  const [first, second] = sent() as { User: object; Former: object }[];
  expect(first?.Former).toMatchObject({ FirstName: 'Ada', Phone: null, Brand: 'Belbo' });
  expect(second?.User).toMatchObject({ Name: 'Adalina', Phone: '+39 1' });
  expect(second?.Former).toMatchObject({ FirstName: 'Ada', Phone: '+39 1', Brand: 'Ford' });
});

it('edits all but the address', async () => {
  const { user } = await open('planner');
  await user.click(button('Edit 7 Ada Rossi'));
  await screen.findByRole('dialog', { name: 'Edit competitor' });
  expect(field('Email').disabled).toBe(true);
  expect(field('First name').disabled).toBe(false);
});

it.each(['viewer', 'director'] as const)('is read by a %s, who changes nothing', async (role) => {
  await open(role);
  for (const name of ['Add new competitor', 'Import file', 'Apply', 'remove all', 'Edit 7 Ada Rossi'])
    expect([name, missing(name)]).toEqual([name, true]);
  expect(screen.queryAllByRole('checkbox')).toEqual([]);
  expect(button('All Export')).toBeTruthy();
});

it('lets a past event be read, and an administrator alone remove all of it', async () => {
  await open('planner', { event: { past: true } });
  for (const name of ['Add new competitor', 'Import file', 'Apply', 'remove all'])
    expect([name, missing(name)]).toEqual([name, true]);
  expect(screen.getByText('FINISHED EVENT')).toBeTruthy();
  leave();
  const { user, sent } = await open('admin', {
    event: { past: true },
    rows: [aCompetitor(7)],
    answers: { 'PATCH /invitations/removeAll/': ok({ deleted: [7], racing: [] }) },
  });
  expect(missing('Apply')).toBe(true);
  await user.click(button('remove all'));
  const question = within(await screen.findByRole('dialog', { name: 'remove all' }));
  await user.click(question.getByRole('button', { name: 'remove all' }));
  expect(await notice('invitations deleted')).toBeTruthy();
  await waitFor(() => expect(sent()).toEqual([{ EventId: 7, Confirmed: false }]));
});
