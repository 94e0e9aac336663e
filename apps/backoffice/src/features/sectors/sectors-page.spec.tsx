import { afterEach, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import {
  FIELD_TEXTS,
  REFUSALS,
  type CircuitRouteAnswer,
  type EventDetail,
  type RoleName,
  type SectorRow,
} from '@flagpost/contracts';
import { TEXTS } from '../../shared/texts.js';
import { anEvent } from '../../testing/events.js';
import { button, changedOnce, field, leave, ok, openAs, refused } from '../../testing/office.js';

const words = TEXTS.sectors;

afterEach(leave);

const LINE = [
  { lat: 44, lng: 8 },
  { lat: 44.01, lng: 8 },
];
const ROUTE: CircuitRouteAnswer = {
  track: {
    name: 'Langhe',
    pointsTrack: [{ Positions: LINE }],
    pointsMetaStart: null,
    pointsMetaFinish: null,
    pointsBoxes: null,
    kilometres: 1.11,
  },
  gmt: 2,
  routes: [{ id: 7, name: 'Langhe' }],
  mapPosition: null,
  revision: 3,
  savedAt: null,
  savedBy: null,
};
const aSector = (secNumber: number, changes: Partial<SectorRow> = {}): SectorRow => ({
  secId: 70 + secNumber,
  secNumber,
  secPicpath: `sectorPictures/${secNumber}.webp`,
  Kms: 1.2,
  traId: 7,
  ...{ From: null, To: null, OffM: null },
  ...changes,
});
const STRETCH = { From: LINE[0]!, To: { lat: 44.005, lng: 8 }, OffM: 0 };
const open = (role: RoleName, rows: readonly SectorRow[], answers = {}, event: Partial<EventDetail> = {}) =>
  openAs(role, '/sectors/7', {
    'GET /events/7': ok(anEvent({ traId: 7, past: false, ...event })),
    'GET /circuitRoutes/7': ok(ROUTE),
    'GET /sectors/byTrack/7': ok(rows),
    ...answers,
  });
const cells = async (number: string): Promise<(string | null)[]> => {
  const row = (await screen.findByRole('cell', { name: number })).closest('tr') as HTMLElement;
  return within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
    .slice(0, 3);
};
const isThere = (name: string): boolean => screen.queryByRole('button', { name }) !== null;

it('lists the sectors with their stretches and pictures, and leads back to the event', async () => {
  open('viewer', [aSector(1), aSector(2, STRETCH), aSector(3, { ...STRETCH, OffM: 51 })]);
  expect(await cells('1')).toEqual(['1', '1.20', words.noStretch]);
  expect(await cells('2')).toEqual(['2', '1.20', words.onTrack]);
  expect(await cells('3')).toEqual(['3', '1.20', words.offLine('51')]);
  const image = screen.getByRole('img', { name: words.pictureOf(2) });
  expect(image.getAttribute('src')).toBe('/api/sectorPictures/2.webp');
  expect(screen.getByText('Showing 1 to 3 of 3 sectors')).toBeTruthy();
  expect(screen.getByRole('link', { name: TEXTS.back }).getAttribute('href')).toBe('/event/7');
});

it('finds a sector, and says that there is none, or no track', async () => {
  const { user } = open('planner', [aSector(1), aSector(3)]);
  await cells('1');
  await user.type(screen.getByRole('searchbox', { name: words.search }), '3');
  await waitFor(() => expect(screen.queryByRole('cell', { name: '1' })).toBeNull());
  leave();
  open('planner', []);
  expect(await screen.findByText(words.empty)).toBeTruthy();
  leave();
  const undrawn = { ...ROUTE, track: { ...ROUTE.track, pointsTrack: [] } };
  open('planner', [], { 'GET /circuitRoutes/7': ok(undrawn) });
  expect(await screen.findByText(words.noTrack)).toBeTruthy();
  expect(isThere(words.create)).toBe(false);
});

it.each([
  ['admin', {}, true],
  ['planner', {}, true],
  ['viewer', {}, true],
  ['planner', { past: true }, false],
] as const)('offers to %s of an event %j to change: %s', async (role, event, may) => {
  open(role, [aSector(1)], {}, event);
  await cells('1');
  const { editOf, removeOf } = TEXTS.tables;
  const names = [words.create, words.divide.open, editOf(words.name(1)), removeOf(words.name(1))];
  expect(names.map(isThere)).toEqual(names.map(() => may));
});

it('is not for directors', async () => {
  open('director', [aSector(1)]);
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
});

it('makes a sector once it has a number greater than 0 and an image', async () => {
  const { user, calls } = open('planner', [aSector(1)], {
    'POST /commonServices/uploadSectorPic/': ok({ fileName: 'sectorPictures/new.webp' }),
    'POST /sectors/': ok(aSector(2)),
  });
  await cells('1');
  await user.click(button(words.create));
  expect(field(words.fields.number).value).toBe('2');
  await user.clear(field(words.fields.number));
  await user.type(field(words.fields.number), '0{Enter}');
  expect(await screen.findByText(FIELD_TEXTS.sectorNumber)).toBeTruthy();
  expect(await screen.findByText(FIELD_TEXTS.sectorPicture)).toBeTruthy();
  await user.clear(field(words.fields.number));
  await user.type(field(words.fields.number), '4');
  const file = new File(['x'], 'bend.png', { type: 'image/png' });
  await user.upload(screen.getByLabelText(words.upload), file);
  await waitFor(() => expect(screen.queryByText(FIELD_TEXTS.sectorPicture)).toBeNull());
  await user.click(button(TEXTS.form.save));
  expect(await screen.findByText('Sector Created')).toBeTruthy();
  const sent = calls.find(({ method, path }) => method === 'POST' && path === '/api/sectors/')?.body;
  expect(sent).toEqual({
    ...{ Number: 4, Kms: 0, Picpath: 'sectorPictures/new.webp', TraId: 7, From: null, To: null },
  });
});

it('takes the stretch in metres along the track, and the kilometres from it', async () => {
  const { user, calls } = open('planner', [aSector(1, STRETCH)], { 'PUT /sectors/71': ok(aSector(1)) });
  await user.click(await screen.findByRole('button', { name: TEXTS.tables.editOf(words.name(1)) }));
  await user.click(await screen.findByRole('button', { name: words.choose }));
  const dialog = within(await screen.findByRole('dialog', { name: words.stretch.title }));
  const to = dialog.getByRole('spinbutton', { name: words.stretch.to });
  await user.tripleClick(to);
  await user.paste('1000');
  await user.click(dialog.getByRole('button', { name: words.stretch.done }));
  await user.click(button(TEXTS.form.save));
  expect(await screen.findByText('Sector Updated')).toBeTruthy();
  expect(calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    Number: 1,
    Kms: 1,
    From: LINE[0],
    To: { lat: expect.closeTo(44.009, 3), lng: 8 },
  });
});

it('marks a stretch that is off the track, which is set again or removed', async () => {
  const off = { From: { lat: 44, lng: 8.01 }, To: { lat: 44.005, lng: 8.01 }, OffM: 800 };
  const { user } = open('planner', [aSector(1, off)]);
  await user.click(await screen.findByRole('button', { name: TEXTS.tables.editOf(words.name(1)) }));
  const form = within(await screen.findByRole('dialog', { name: words.details }));
  expect(form.getByText(/^\d+ m off the track$/)).toBeTruthy();
  expect(form.getByRole('button', { name: words.setAgain })).toBeTruthy();
  await user.click(form.getByRole('button', { name: words.without }));
  expect(form.getByText(words.noStretch)).toBeTruthy();
});

it('shows why the server refuses, and keeps what was typed', async () => {
  const { user } = open('planner', [aSector(1)], {
    'PUT /sectors/71': refused(418, { message: REFUSALS['sector.exists'] }),
  });
  await user.click(await screen.findByRole('button', { name: TEXTS.tables.editOf(words.name(1)) }));
  await user.type(await screen.findByLabelText(words.fields.number), '2{Enter}');
  const attention = within(await screen.findByRole('dialog', { name: 'Atention' }));
  expect(attention.getByText(REFUSALS['sector.exists'])).toBeTruthy();
  await user.click(attention.getByRole('button', { name: 'Ok' }));
  expect(field(words.fields.number).value).toBe('12');
});

it('keeps what somebody else has changed of it while it was edited', async () => {
  const theirs = aSector(1, { ...STRETCH, Kms: 0.56 });
  const { user, sent } = open('planner', [aSector(1)], {
    'GET /sectors/71': ok(theirs),
    'PUT /sectors/71': changedOnce('sector.changed', ok(theirs)),
  });
  await user.click(await screen.findByRole('button', { name: TEXTS.tables.editOf(words.name(1)) }));
  await user.type(await screen.findByLabelText(words.fields.number), '2{Enter}');
  expect(await screen.findByText(REFUSALS['sector.changed'])).toBeTruthy();
  await user.click(button(TEXTS.ok));
  expect(
    await screen.findByText(TEXTS.form.changed(`${words.fields.kilometres}, ${words.fields.stretch}`)),
  ).toBeTruthy();
  expect(field(words.fields.number).value).toBe('12');
  await user.click(button(TEXTS.form.save));
  expect(await screen.findByText('Sector Updated')).toBeTruthy();
  const [first, second] = sent();
  const { From, To } = STRETCH;
  const read = { Number: 1, Picpath: 'sectorPictures/1.webp', Kms: 1.2, From: null, To: null };
  expect(first).toMatchObject({ Number: 12, Former: read });
  expect(second).toMatchObject({ Number: 12, From, To, Former: { ...read, Kms: 0.56, From, To } });
});

it('asks before it deletes', async () => {
  const { user, calls } = open('planner', [aSector(1)], { 'DELETE /sectors/71': ok({ secId: 71 }) });
  await user.click(await screen.findByRole('button', { name: TEXTS.tables.removeOf(words.name(1)) }));
  const dialog = within(await screen.findByRole('dialog', { name: words.remove }));
  expect(dialog.getByText('Are you sure you want to delete Sector 1?')).toBeTruthy();
  expect(calls.some(({ method }) => method === 'DELETE')).toBe(false);
  await user.click(dialog.getByRole('button', { name: words.remove }));
  expect(await screen.findByText('Sector Deleted')).toBeTruthy();
});

it('says what dividing the track replaces, and takes whole numbers alone', async () => {
  const { user } = open('planner', [aSector(1), aSector(2)]);
  await cells('1');
  await user.click(button(words.divide.open));
  const dialog = within(await screen.findByRole('dialog', { name: words.divide.title }));
  expect(dialog.getByText(words.divide.each('0.37'))).toBeTruthy();
  expect(dialog.getByText(words.divide.replaces(2))).toBeTruthy();
  await user.clear(dialog.getByLabelText(words.divide.count));
  await user.type(dialog.getByLabelText(words.divide.count), '1');
  expect(dialog.getByText(words.divide.range(2, 100))).toBeTruthy();
});

it('goes on dividing if somebody else has deleted a sector that it replaces', async () => {
  const { user, calls } = open('planner', [aSector(1), aSector(2)], {
    'DELETE /sectors/71': refused(404, { message: REFUSALS['sector.missing'] }),
    'DELETE /sectors/72': ok({ secId: 72 }),
  });
  await cells('1');
  await user.click(button(words.divide.open));
  const dialog = within(await screen.findByRole('dialog', { name: words.divide.title }));
  await user.click(dialog.getByRole('button', { name: words.divide.start }));
  const deleted = () => calls.flatMap(({ method, path }) => (method === 'DELETE' ? [path] : []));
  await waitFor(() => expect(deleted()).toEqual(['/api/sectors/71', '/api/sectors/72']));
});
