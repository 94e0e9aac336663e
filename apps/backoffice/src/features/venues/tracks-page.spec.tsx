import { afterEach, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { FIELD_TEXTS, REFUSALS, type RoleName, type TrackRow } from '@flagpost/contracts';
import { TEXTS } from '../../shared/texts.js';
import { anEventRow } from '../../testing/events.js';
import { button, changedOnce, CLUB, field, leave, ok, openAs, refused } from '../../testing/office.js';

const words = TEXTS.tracks;

afterEach(leave);

const aTrack = (traId: number, changes: Partial<TrackRow> = {}): TrackRow => ({
  traId,
  Id: traId,
  EventId: traId,
  Name: `Track ${traId}`,
  CircuitId: null,
  Zoom: null,
  Lat: null,
  Lng: null,
  EventName: `Rally ${traId}`,
  cluId: CLUB.cluId,
  cluName: CLUB.cluName,
  past: false,
  ...changes,
});
const PAST = aTrack(2, { past: true });
const open = (role: RoleName, rows: readonly TrackRow[], answers = {}) =>
  openAs(role, '/tracks', { 'GET /tracks/': ok(rows), ...answers });
const listed = (name: string): Promise<HTMLElement> => screen.findByRole('cell', { name });
const isThere = (name: string): boolean => screen.queryByRole('button', { name }) !== null;

it('shows the name of each track and its event', async () => {
  open('planner', [aTrack(1)]);
  await listed('Track 1');
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    ...['Name', 'Event', TEXTS.list.actions],
  ]);
  expect(await listed('Rally 1')).toBeTruthy();
  expect(screen.getByText('Showing 1 to 1 of 1 tracks')).toBeTruthy();
});

it('says that there is none, and what failed', async () => {
  open('planner', []);
  expect(await screen.findByText('No tracks found.')).toBeTruthy();
  leave();
  open('planner', [], { 'GET /tracks/': refused(500, { message: 'no' }) });
  expect(await screen.findByText('An error has occurred trying to get Track')).toBeTruthy();
});

it('finds a track by its name or its event', async () => {
  const { user } = open('planner', [aTrack(1), aTrack(2, { EventName: 'Ronde' })]);
  await listed('Track 1');
  await user.type(screen.getByRole('searchbox', { name: words.search }), 'ronde');
  await waitFor(() => expect(screen.queryByRole('cell', { name: 'Track 1' })).toBeNull());
  expect(screen.getByRole('cell', { name: 'Track 2' })).toBeTruthy();
});

it.each([
  ['admin', [true, true, true, true, false]],
  ['planner', [true, true, true, true, false]],
  ['viewer', [true, true, true, true, false]],
  ['director', [false, false, false, false, false]],
] as const)(
  'offers to %s: new, use of a past one, edit, delete, edit of a past one: %j',
  async (role, offered) => {
    open(role, [aTrack(1), PAST]);
    await listed('Track 1');
    const { editOf, removeOf } = TEXTS.tables;
    const names = [
      words.create,
      words.useOf('Rally 2'),
      editOf('Track 1'),
      removeOf('Track 1'),
      editOf('Track 2'),
    ];
    expect(names.map(isThere)).toEqual(offered);
  },
);

it('gives an event the track of another one, and says where one is replaced', async () => {
  const { user, sent } = open('planner', [aTrack(1), aTrack(3)], {
    'GET /events/': ok([
      anEventRow(1),
      anEventRow(3, { Name: 'Ronde' }),
      anEventRow(4, { Name: 'Next year' }),
      anEventRow(5, { Name: 'Last year', Schedules: 'past' }),
    ]),
    'POST /tracks/copy': ok({ traId: 4, traName: 'Track 1' }),
  });
  await user.click(await screen.findByRole('button', { name: words.useOf('Rally 1') }));
  await screen.findByRole('option', { name: 'Next year' });
  expect(screen.queryByRole('option', { name: 'Last year' })).toBeNull();
  expect(screen.getByRole('option', { name: words.replaced('Ronde') })).toBeTruthy();
  await user.selectOptions(field(words.fields.event), '4');
  await user.click(button(TEXTS.form.save));
  expect(await screen.findByText('Track Created')).toBeTruthy();
  expect(sent()).toEqual([{ eventId: 4, trackId: 1, trackName: 'Track 1' }]);
});

it('renames a track, which needs a name, and shows why the server refuses', async () => {
  let isRefused = true;
  const { user, sent } = open('planner', [aTrack(1)], {
    'PUT /tracks/1': () => (isRefused ? refused(418, { message: 'The event is over.' }) : ok({ traId: 1 })),
  });
  await user.click(await screen.findByRole('button', { name: 'Edit Track 1' }));
  const name = await screen.findByLabelText<HTMLInputElement>(words.fields.name);
  expect(name.value).toBe('Track 1');
  await user.clear(name);
  await user.type(name, '{Enter}');
  expect(await screen.findByText(FIELD_TEXTS.name)).toBeTruthy();
  await user.type(name, 'Langhe{Enter}');
  expect(await screen.findByText('The event is over.')).toBeTruthy();
  await user.click(button('Ok'));
  isRefused = false;
  await user.click(button(TEXTS.form.save));
  expect(await screen.findByText('Track Updated')).toBeTruthy();
  expect(sent()[1]).toEqual({ Name: 'Langhe', Former: { Name: 'Track 1' } });
});

it('says that somebody else has renamed a track meanwhile, before it renames it again', async () => {
  const { user, sent } = open('planner', [aTrack(1)], {
    'GET /tracks/1': ok(aTrack(1, { Name: 'Barolo' })),
    'PUT /tracks/1': changedOnce('track.changed', ok({ traId: 1 })),
  });
  await user.click(await screen.findByRole('button', { name: 'Edit Track 1' }));
  await user.type(await screen.findByLabelText(words.fields.name), '!{Enter}');
  expect(await screen.findByText(REFUSALS['track.changed'])).toBeTruthy();
  await user.click(button(TEXTS.ok));
  expect(await screen.findByText(TEXTS.form.changed(words.fields.name))).toBeTruthy();
  await user.click(button(TEXTS.form.save));
  expect(await screen.findByText('Track Updated')).toBeTruthy();
  expect(sent()[1]).toEqual({ Name: 'Track 1!', Former: { Name: 'Barolo' } });
});

it('asks before it deletes, and shows why the server refuses', async () => {
  let isRefused = true;
  const { user, calls } = open('planner', [aTrack(1)], {
    'DELETE /tracks/1': () => (isRefused ? refused(418, { message: 'The race is on.' }) : ok({ traId: 1 })),
  });
  const remove = async (answer: string): Promise<void> => {
    await user.click(await screen.findByRole('button', { name: 'Delete Track 1' }));
    const dialog = within(await screen.findByRole('dialog', { name: words.remove }));
    expect(dialog.getByText('Are you sure you want to delete Track 1?')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: answer }));
  };
  await remove(TEXTS.cancel);
  expect(calls.some(({ method }) => method === 'DELETE')).toBe(false);
  await remove(words.remove);
  const attention = within(await screen.findByRole('dialog', { name: 'Atention' }));
  expect(attention.getByText('The race is on.')).toBeTruthy();
  await user.click(attention.getByRole('button', { name: 'Ok' }));
  isRefused = false;
  await remove(words.remove);
  expect(await screen.findByText('Track Deleted')).toBeTruthy();
});
