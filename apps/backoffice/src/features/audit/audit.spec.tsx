import { afterEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { ROLES, type AuditAnswer, type AuditEventAnswer, type AuditRow } from '@flagpost/contracts';
import { rolesOf } from '../../shared/roles.js';
import { momentText } from '../../shared/format.js';
import { TEXTS } from '../../shared/texts.js';
import { aCompetitor, anEvent, anEventRow } from '../../testing/events.js';
import { ADA, button, field, leave, ok, openAs, refused } from '../../testing/office.js';
import { auditAddress } from './address.js';
import { valueText } from './words.js';

const words = TEXTS.audit;
afterEach(leave);

const row = (changes: Partial<AuditRow> = {}): AuditRow => ({
  Number: 812,
  Kind: 'FlagSent',
  Stream: 'control-12',
  Revision: 4,
  RecordedAt: '2026-06-06T12:00:00.000Z',
  OccurredAt: null,
  By: { Id: 3, Name: 'Ada Byron' },
  As: [ROLES.director],
  Club: { Id: 4, Name: 'Scuderia Alba' },
  Command: 'sendFlag',
  After: null,
  Race: { Id: 12, Name: 'Rally Alba' },
  Car: { Id: 77, Number: '23', Others: 2 },
  ...changes,
});
const page = (changes: Partial<AuditAnswer> = {}): AuditAnswer => ({
  Events: [row()],
  Before: null,
  SearchedTo: null,
  IsComplete: true,
  IndexedTo: '2026-06-06T12:00:00.000Z',
  ...changes,
});
const open = (path: string, answer = ok(page())) =>
  openAs('planner', path, { 'GET /audit': answer, 'GET /users/': ok([ADA]) });
const hrefOf = (name: string): string | null => screen.getByRole('link', { name }).getAttribute('href');

describe('the log', () => {
  it('says who did what, when, as what and about what, and leads to each', async () => {
    open('/audit?kind=FlagSent');
    await screen.findByRole('link', { name: 'Flag sent' });
    const table = within(screen.getByRole('table'));
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      words.heads.kind,
      words.heads.recorded,
      words.heads.by,
      words.heads.about,
      words.heads.cause,
    ]);
    expect(table.getByText(momentText(row().RecordedAt))).toBeTruthy();
    expect(table.getByText(words.as(rolesOf([ROLES.director])))).toBeTruthy();
    expect(hrefOf('Flag sent')).toBe('/audit/812');
    expect(hrefOf('Ada Byron')).toBe('/audit?person=3&kind=FlagSent');
    expect(hrefOf('Rally Alba')).toBe('/audit?kind=FlagSent&race=12');
    expect(hrefOf(words.carNumbered('23'))).toBe('/audit?kind=FlagSent&car=77');
    expect(screen.getByText(words.others(2))).toBeTruthy();
    expect(screen.getByText(words.intro)).toBeTruthy();
    expect(hrefOf(TEXTS.asItWas.open)).toBe('/audit/asItWas');
  });

  it('asks for what the address says, and puts what the form says into the address', async () => {
    const { user, calls } = open('/audit?race=12&before=800');
    await screen.findByRole('option', { name: 'Ada Byron' });
    const asked = (): string[] =>
      calls.filter(({ path }) => path === '/api/audit').map(({ query }) => query.toString());
    expect(asked()).toEqual(['race=12&before=800']);
    await user.selectOptions(field(words.kind), TEXTS.auditKinds.FlagSent);
    await user.selectOptions(field(words.person), 'Ada Byron');
    await user.type(field(words.stream), 'control-12');
    await user.click(button(words.apply));
    await waitFor(() => expect(asked().at(-1)).toBe('person=3&kind=FlagSent&stream=control-12&race=12'));
    await user.click(button(words.clear));
    await waitFor(() => expect(asked().at(-1)).toBe(''));
  });

  it('chooses an event by its name and a car by its number, of that event', async () => {
    const { user, calls } = openAs('planner', '/audit', {
      'GET /audit': ok(page()),
      'GET /events/': ok([anEventRow(12, { Name: 'Rally Alba' }), anEventRow(13, { Name: 'Ronde' })]),
      'GET /events/drivers/12': ok([aCompetitor(31), aCompetitor(7)]),
    });
    const rally = await screen.findByRole<HTMLOptionElement>('option', { name: /^Rally Alba, / });
    expect(field(words.car).disabled).toBe(true);
    expect(screen.queryByLabelText(words.searchRace)).toBeNull();
    await user.selectOptions(field(words.race), rally);
    const car = await screen.findByRole<HTMLOptionElement>('option', { name: /^7, / });
    expect(
      within(field(words.car))
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual([words.anyCar, expect.stringMatching(/^7, /), expect.stringMatching(/^31, /)]);
    await user.selectOptions(field(words.car), car);
    await user.click(button(words.apply));
    const asked = (): string | undefined =>
      calls
        .filter(({ path }) => path === '/api/audit')
        .at(-1)
        ?.query.toString();
    await waitFor(() => expect(asked()).toBe('car=7&race=12'));
    await user.selectOptions(field(words.race), words.anyRace);
    expect(field(words.car).value).toBe('');
  });

  it('searches for an event among many, and keeps one that it did not find', async () => {
    const listed = Array.from({ length: 101 }, (_, index) => anEventRow(index + 1));
    const { user, calls } = openAs('planner', '/audit?race=300', {
      'GET /audit': ok(page()),
      'GET /events/': ({ query }) =>
        ok(query.get('search') === null ? listed : [anEventRow(200, { Name: 'Ronde' })]),
      'GET /events/300': ok(anEvent({ eveId: 300, eveName: 'Rally di Ieri' })),
    });
    await screen.findByRole('option', { name: 'Rally di Ieri' });
    await user.type(field(words.searchRace), 'ronde');
    expect(await screen.findByRole('option', { name: /^Ronde, / })).toBeTruthy();
    expect(field(words.race).value).toBe('300');
    const [first] = calls.filter(({ path }) => path === '/api/events/');
    expect(Object.fromEntries(first?.query ?? [])).toEqual({ sort: 'Start', order: 'desc', rows: '100' });
  });

  it('names the car of an address that has no event, among the cars of its event', async () => {
    openAs('planner', '/audit?car=7', {
      'GET /audit': ok(page()),
      'GET /invitations/7': ok({ eveId: 12 }),
      'GET /events/drivers/12': ok([aCompetitor(7), aCompetitor(31)]),
    });
    await screen.findByRole('option', { name: /^31, / });
    expect(field(words.car).value).toBe('7');
    expect(screen.queryByRole('option', { name: words.unknownCar(7) })).toBeNull();
  });

  it('keeps an event and a car that are deleted', async () => {
    openAs('planner', '/audit?race=12&car=7', {
      'GET /audit': ok(page()),
      'GET /events/12': refused(404, { message: 'Not found.' }),
      'GET /events/drivers/12': refused(404, { message: 'Not found.' }),
    });
    expect(await screen.findByRole('option', { name: words.unknownRace(12) })).toBeTruthy();
    expect(screen.getByRole('option', { name: words.unknownCar(7) })).toBeTruthy();
    expect([field(words.race).value, field(words.car).value]).toEqual(['12', '7']);
  });

  it('leads to older events, and to the newest ones', async () => {
    open('/audit?race=12&before=900', ok(page({ Before: 812 })));
    await screen.findByText('Rally Alba');
    expect(hrefOf(words.older)).toBe('/audit?race=12&before=812');
    expect(hrefOf(words.newest)).toBe('/audit?race=12');
  });

  it('says that there is nothing, that nothing fits, and how far back was searched', async () => {
    open('/audit', ok(page({ Events: [] })));
    expect(await screen.findByText(words.empty)).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
    leave();
    open('/audit?race=1', ok(page({ Events: [] })));
    expect(await screen.findByText(words.noMatch)).toBeTruthy();
    leave();
    const to = '2026-01-01T00:00:00.000Z';
    open('/audit?race=1', ok(page({ Events: [], Before: 5, SearchedTo: to })));
    expect(await screen.findByText(words.searchedTo(momentText(to)))).toBeTruthy();
    expect(hrefOf(words.searchOn)).toBe('/audit?race=1&before=5');
  });

  it('says that events are missing while it is indexed', async () => {
    open('/audit', ok(page({ IsComplete: false })));
    expect(await screen.findByText(words.indexing(momentText('2026-06-06T12:00:00.000Z')))).toBeTruthy();
    leave();
    open('/audit', ok(page({ Events: [], IsComplete: false, IndexedTo: null })));
    expect(await screen.findByText(words.indexingNothing)).toBeTruthy();
  });

  it('shows a refusal in the words of the server, and asks again', async () => {
    const { user, calls } = open('/audit?race=9', refused(403, { message: 'Not yours.' }));
    await screen.findByText('Not yours.');
    const before = calls.length;
    await user.click(button(TEXTS.retry));
    await waitFor(() => expect(calls.length).toBeGreaterThan(before));
  });

  it('is not for directors', async () => {
    openAs('director', '/audit');
    expect(await screen.findByText('Not allowed')).toBeTruthy();
  });
});

describe('an event of the log', () => {
  const answer: AuditEventAnswer = {
    Event: row({ After: { Number: 700, Kind: 'EventDeleted' }, OccurredAt: '2026-06-06T11:59:00.000Z' }),
    Fields: [
      { Path: 'by', Value: 3, Name: 'Ada Byron' },
      { Path: 'sentAt', Value: Date.UTC(2026, 5, 6, 12) },
    ],
    MoreFields: 4,
    Changes: [
      { Path: 'authorized', Before: false, After: true, BeforeName: null, AfterName: null },
      { Path: 'plannerId', Before: null, After: 3, BeforeName: null, AfterName: 'Ada Byron' },
    ],
    MoreChanges: 0,
    Chain: [
      { Depth: 0, Number: null, Kind: 'deleteEvent', RecordedAt: null, Stream: null },
      {
        Depth: 1,
        Number: 700,
        Kind: 'EventDeleted',
        RecordedAt: '2026-06-06T12:00:00.000Z',
        Stream: 'event-12',
      },
      {
        Depth: 2,
        Number: 812,
        Kind: 'FlagSent',
        RecordedAt: '2026-06-06T12:00:00.000Z',
        Stream: 'control-12',
      },
    ],
    MoreChain: true,
  };
  const openEvent = (given = ok(answer)) => openAs('admin', '/audit/812', { 'GET /audit/812': given });

  it('shows what it changed, what was recorded and the chain of its causes', async () => {
    openEvent();
    expect(await screen.findByRole('heading', { name: 'Flag sent' })).toBeTruthy();
    const changed = within(screen.getByRole('region', { name: words.changes }));
    expect(changed.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      words.no,
      words.yes,
      words.none,
      'Ada Byron (3)',
    ]);
    expect(screen.getByText('Scuderia Alba')).toBeTruthy();
    const fields = within(screen.getByRole('region', { name: words.fields }));
    expect(fields.getByText('Ada Byron (3)')).toBeTruthy();
    expect(fields.getByText(words.more(4))).toBeTruthy();
    const chain = within(screen.getByRole('region', { name: words.chain }));
    expect(chain.getAllByRole('listitem').map((item) => item.dataset['depth'])).toEqual(['0', '1', '2']);
    expect(chain.getByText(`Flag sent, ${words.thisEvent}`)).toBeTruthy();
    expect(chain.getByText(words.moreChain)).toBeTruthy();
    expect(hrefOf(words.after('Event deleted', 700))).toBe('/audit/700');
    expect(hrefOf(words.inStream('control-12', 4))).toBe('/audit?stream=control-12');
    expect(hrefOf(TEXTS.asItWas.whats.route)).toBe(
      '/audit/asItWas?race=12&what=route&instant=2026-06-06T12%3A00%3A00.000Z',
    );
  });

  it('says that there is none, or none of the own institution', async () => {
    openEvent(refused(404, { message: 'Not found.' }));
    expect(await screen.findByText(words.missing)).toBeTruthy();
  });
});

it('writes values as people read them', () => {
  expect(valueText('name', null)).toBe(words.none);
  expect(valueText('name', '')).toBe(words.none);
  expect(valueText('open', true)).toBe(words.yes);
  expect(valueText('lap', 3)).toBe('3');
  const at = Date.UTC(2026, 5, 6, 12);
  expect(valueText('flags[3].sentAt', at)).toBe(momentText(new Date(at).toISOString()));
});

it('has an address without filters, and one for each of them', () => {
  expect(auditAddress({})).toBe('/audit');
  expect(auditAddress({ car: '7', race: '' }, 5)).toBe('/audit?car=7&before=5');
});
