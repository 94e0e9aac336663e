import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import {
  COLUMN_TEXTS,
  exportTable,
  FIELD_TEXTS,
  IMPORT_LIMITS,
  LANGUAGE_HEADER,
  PLAIN_COLUMNS,
  REFUSALS,
  type CategoryAnswer,
  type CompetitorRow,
  type EventAnswer,
  type ImportAnswer,
  type ImportFault,
  type RowFate,
} from '@flagpost/contracts';
import { ServiceUnavailableError } from '@flagpost/platform';
import { writeCsv, writeXlsx } from '@flagpost/spreadsheets';
import { entry, entryList, separated, type LayoutName } from '@flagpost/testing/entry-lists';
import { until } from '@flagpost/testing';
import { NOW, startHarness, type Harness, type Requests } from '../../testing/harness.js';
import { staffBody } from '../../testing/institutions.js';
import { importColumns } from '../../stored-names.js';
import { aRace, type Race } from '../../testing/race-fixture.js';

let harness: Harness;
let race: Race;

beforeEach(async () => {
  harness = await startHarness();
  race = await aRace(harness);
});
afterEach(() => harness.stop());

type Fields = Readonly<Record<string, string>>;
interface Sent {
  readonly name?: string;
  readonly fields?: Fields;
  readonly as?: Requests;
  readonly language?: string;
}

const send = (
  call: string,
  bytes: Uint8Array | string,
  { name = 'list.csv', fields = {}, as, language }: Sent,
) => {
  const request = (as ?? race.as('planner')).upload(`/commonServices/${call}`);
  if (language !== undefined) void request.set(LANGUAGE_HEADER, language);
  for (const [field, value] of Object.entries(fields)) void request.field(field, value);
  return request.attach('file', Buffer.from(bytes as Uint8Array), name);
};
const invite = (bytes: Uint8Array | string, sent: Sent = {}) =>
  send('uploadInvitations', bytes, { ...sent, fields: { EventId: String(race.eventId), ...sent.fields } });
const addDrivers = (bytes: Uint8Array | string, sent: Sent = {}) => send('uploadDrivers', bytes, sent);

const answerOf = ({ body }: { body: unknown }): ImportAnswer => body as ImportAnswer;
const faultsOf = ({ status, body }: { status: number; body: { message: ImportFault[] } }) => [
  status,
  body.message,
];
const counts = (wanted: Partial<Record<RowFate, number>>) => ({
  new: 0,
  changed: 0,
  same: 0,
  refused: 0,
  ...wanted,
});
const competitors = async (): Promise<CompetitorRow[]> =>
  (await race.as('planner').get(`/events/drivers/${race.eventId}`)).body as CompetitorRow[];
const head = () => harness.dependencies.store.head();

const HEAD = 'Email;First name;Last name;Blood type;Category;Car number;Brand;Model;Phone';
const line = (number: number, changes: Partial<Record<string, string>> = {}): string => {
  const { email, first, last, blood, category, no, brand, model, phone } = {
    ...{ email: `car${number}@example.org`, first: 'Carla', last: `Bianchi ${number}`, blood: '0+' },
    ...{ category: 'WRC', no: `0${number}`, brand: 'Lancia', model: 'Delta', phone: '' },
    ...changes,
  };
  return [email, first, last, blood, category, no, brand, model, phone].join(';');
};
const list = (...lines: string[]): string => [HEAD, ...lines].join('\n');

describe('a list of competitors', () => {
  it.each<readonly [LayoutName, string, Fields]>([
    ['italian', ',', {}],
    ['italian', '|', {}],
    ['spanish', ';', {}],
    ['german', '\t', { Fill: JSON.stringify({ GrupoSanguineo: 'unknown' }) }],
  ])('of 200 in the %s layout, cut by %j, is imported whole', async (layout, separator, fields) => {
    const entries = Array.from({ length: 200 }, (_, index) => entry(index));
    const answer = await invite(separated(entryList(layout, entries), separator), { fields });
    expect([answer.status, answerOf(answer).counts]).toEqual([201, counts({ new: 200 })]);
    const stored = await competitors();
    expect(stored).toHaveLength(200);
    const last = entries[198]!;
    expect(stored.find(({ Number }) => Number === last.number)).toMatchObject({
      FirstName: last.first,
      LastName: last.last,
      Email: last.email,
      Category: 'WRC',
      DriverGrupoSanguineo: layout === 'german' ? 'unknown' : last.blood,
      CodriverName: last.codriverFirst,
      CodriverSurname: last.codriverLast,
      Brand: last.brand,
      Model: last.model,
      Authorized: 0,
      StatusId: 1504,
    });
  });

  it('changes nothing when it is sent again', async () => {
    const file = list(line(1), line(2));
    await invite(file);
    const before = await head();
    expect(answerOf(await invite(file)).counts).toEqual(counts({ same: 2 }));
    expect(await head()).toEqual(before);
  });

  it('changes what another list changes, and keeps what its cells leave empty', async () => {
    await invite(list(line(1, { phone: '+39 0173 1' }), line(2)));
    const answer = await invite(list(line(1, { no: '77', phone: '' }), line(2)));
    expect(answerOf(answer).counts).toEqual(counts({ changed: 1, same: 1 }));
    expect((await competitors())[0]).toMatchObject({ Number: '77', Phone: '+39 0173 1' });
    await invite('Email;Category;First name\ncar2@example.org;WRC;Clara');
    expect((await competitors())[1]).toMatchObject({ FirstName: 'Clara', Number: '02', Brand: 'Lancia' });
  });

  it('fills what is not known, and nothing that is stored', async () => {
    await invite(list(line(1, { blood: 'AB-' })));
    const fields = { Fill: JSON.stringify({ GrupoSanguineo: 'unknown', Category: 'WRC' }) };
    const answer = await invite('Email;Name;Surname\ncar1@example.org;Carla;B\ncar2@example.org;Dino;V', {
      fields,
    });
    expect(answerOf(answer).counts).toEqual(counts({ new: 1, changed: 1 }));
    expect((await competitors()).map((row) => row.DriverGrupoSanguineo)).toEqual(['AB-', 'unknown']);
  });

  it('gives another co-driver nothing of the former one', async () => {
    const columns = `${HEAD};Co-driver first name;Co-driver last name;Co-driver blood type`;
    await invite(`${columns}\n${line(1)};Dino;Verdi;A+`);
    await invite(`${columns}\n${line(1)};Luca;Neri;`);
    expect((await competitors())[0]).toMatchObject({
      CodriverName: 'Luca',
      CodriverSurname: 'Neri',
      CodriverGrupoSanguineo: null,
    });
  });

  it('refuses the blood type of a co-driver who is not named, and fills none', async () => {
    const columns = `${HEAD};Co-driver first name;Co-driver last name;Co-driver blood type`;
    const rows = [`${line(1)};;;0-`, `${line(2)};;;`, `${line(3)};Dino;;`].join('\n');
    const fields = { Mode: 'good', Fill: JSON.stringify({ CodriverGrupoSang: 'unknown' }) };
    const answer = answerOf(await invite(`${columns}\n${rows}`, { fields }));
    expect(answer.counts).toEqual(counts({ new: 2, refused: 1 }));
    expect(answer.rows[0]).toMatchObject({ row: 2, fate: 'refused', error: FIELD_TEXTS.codriverName });
    expect((await competitors()).map((row) => row.CodriverGrupoSanguineo)).toEqual([null, 'unknown']);
  });

  it('enters a person in several categories', async () => {
    const planner = race.as('planner');
    const made = await planner.post('/driverCategories', { Name: 'R5' });
    const event = (await planner.get(`/events/${race.eventId}`)).body as Record<string, string | number>;
    await planner.put(`/events/${race.eventId}`, {
      ...{
        Name: event['eveName'],
        Start: event['eveStart'],
        Finish: event['eveFinish'],
        CouId: event['couId'],
      },
      ...{ State: event['eveState'], City: event['eveCity'], CircuitName: event['eveCircuitName'] },
      Categories: [race.categoryId, (made.body as CategoryAnswer).catId],
    });
    const answer = await invite(list(line(1), line(1, { category: 'r5', no: '9' })));
    expect(answerOf(answer).counts).toEqual(counts({ new: 2 }));
    const stored = await competitors();
    expect(new Set(stored.map(({ UserId }) => UserId)).size).toBe(1);
  });

  describe('of an event that was copied into other categories', () => {
    let eventId: number;
    const fate = (answer: { body: unknown }) => answerOf(answer).counts;
    const copied = async () =>
      ((await race.as('planner').get(`/events/drivers/${eventId}`)).body as CompetitorRow[]).map(
        ({ Email, Category, Number, CodriverName }) => [Email, Category, Number, CodriverName],
      );
    const into = (bytes: string, fields: Fields = {}) =>
      invite(bytes, { fields: { EventId: String(eventId), ...fields } });

    beforeEach(async () => {
      await race.add('1');
      const Categories: number[] = [];
      for (const Name of ['R5', 'R2']) {
        const made = await race.as('planner').post('/driverCategories', { Name });
        Categories.push((made.body as CategoryAnswer).catId);
      }
      const [Start, Finish] = [240, 250].map((hours) => new Date(NOW + hours * 3_600_000).toISOString());
      const body = { Name: 'Copy', Start, Finish, Categories, Competitors: true };
      const copy = await race.as('planner').post(`/events/copy/${race.eventId}`, body);
      ({ eveId: eventId } = copy.body as EventAnswer);
      expect(await copied()).toEqual([['car1@example.org', '', '1', 'Dino']]);
    });

    it('gives the entry without a category the one of its row', async () => {
      const file = list(line(1, { category: 'R5', no: '' }), line(2, { category: 'R5' }));
      expect(fate(await into(file, { Preview: 'true' }))).toEqual(counts({ changed: 1, new: 1 }));
      expect(fate(await into(file))).toEqual(counts({ changed: 1, new: 1 }));
      expect(await copied()).toEqual([
        ['car1@example.org', 'R5', '1', 'Dino'],
        ['car2@example.org', 'R5', '02', null],
      ]);
      expect(fate(await into(file))).toEqual(counts({ same: 2 }));
    });

    it('gives it to the first of the rows of a person in several', async () => {
      const file = list(line(1, { category: 'R5' }), line(1, { category: 'R2', no: '3' }));
      const wanted = counts({ changed: 1, new: 1 });
      expect(fate(await into(file, { Preview: 'true' }))).toEqual(wanted);
      expect(fate(await into(file))).toEqual(wanted);
      expect(await copied()).toEqual([
        ['car1@example.org', 'R5', '01', 'Dino'],
        ['car1@example.org', 'R2', '3', null],
      ]);
      expect(fate(await into(file))).toEqual(counts({ same: 2 }));
    });
  });

  it('has the columns of our own export where it has no header', async () => {
    const cells = ['007', 'WRC', 'Carla', 'Bianchi', 'c@example.org', '', '0+', '', '', '', 'Fiat', '131'];
    const answer = await invite(cells.join(';'), { fields: { DataWithHeader: 'false' } });
    expect(answerOf(answer).columns.map(({ field }) => field)).toEqual(PLAIN_COLUMNS);
    expect((await competitors())[0]).toMatchObject({ Number: '007', Model: '131' });
  });

  it('has what was chosen for its columns remembered by the institution', async () => {
    const file = 'Col A;Col B;Col C;Col D;Col E\ncar1@example.org;Carla;Bianchi;0+;WRC';
    const chosen = ['Email', 'Name', 'Surname', 'GrupoSanguineo', 'Category'];
    await invite(file, { fields: { Mapping: JSON.stringify(chosen) } });
    const fieldsFor = async (as: Requests, fields: Fields = {}): Promise<unknown[]> => {
      const answer = await addDrivers(file, { as, fields: { Preview: 'true', ...fields } });
      return answerOf(answer).columns.map(({ field }) => field);
    };
    expect(await fieldsFor(race.as('planner'))).toEqual(chosen);
    expect(await fieldsFor(race.rival('planner'))).toEqual(chosen.map(() => null));
  });

  it('whose header is a competitor leaves nothing of them in the records', async () => {
    const { checkpoints } = harness.dependencies.records;
    const kept = () => checkpoints.load(importColumns(race.clubId));
    await checkpoints.save(importColumns(race.clubId), JSON.stringify([['col a', 'Email']]));
    const chosen = ['Email', 'Name', 'Surname', 'GrupoSanguineo', 'Category'];
    const file = 'gino@example.org;Gino;Ferrero;A-;WRC\ncar1@example.org;Carla;Bianchi;0+;WRC';
    const imported = await invite(file, { fields: { Mapping: JSON.stringify(chosen) } });
    expect(answerOf(imported).counts).toEqual(counts({ new: 1 }));
    expect(await kept()).not.toMatch(/gino|ferrero|col a/);
    expect(JSON.parse((await kept()) ?? '')).toHaveLength(1 + chosen.length);
    const former = await addDrivers('Col A;x\ncar1@example.org;y', { fields: { Preview: 'true' } });
    expect(answerOf(former).columns[0]).toMatchObject({ header: 'Col A', field: 'Email' });
  });
});

describe('a preview', () => {
  it('tells what becomes of every row, and stores nothing', async () => {
    await invite(list(line(1), line(2)));
    const before = await head();
    const answer = await invite(
      list(line(1), line(2, { no: '22' }), line(3), line(4, { email: 'nobody' }), line(3)),
      { fields: { Preview: 'true' } },
    );
    const { imported, counts: found, rows, columns, missing, encoding, separator } = answerOf(answer);
    expect([imported, encoding, separator, missing]).toEqual([false, 'utf-8', ';', []]);
    expect(found).toEqual(counts({ new: 1, changed: 1, same: 1, refused: 2 }));
    expect(rows.map(({ row, fate, error }) => [row, fate, error])).toEqual([
      [2, 'same', null],
      [3, 'changed', null],
      [4, 'new', null],
      [5, 'refused', FIELD_TEXTS.emailMalformed],
      [6, 'refused', REFUSALS['invitation.alreadyAdded']],
    ]);
    expect(rows[3]).toMatchObject({
      number: '04',
      name: 'Carla Bianchi 4',
      email: 'nobody',
      category: 'WRC',
    });
    expect(rows[3]?.cells?.slice(0, 2)).toEqual(['nobody', 'Carla']);
    expect(rows[0]?.cells).toBeNull();
    expect(columns[0]).toEqual({
      header: 'Email',
      samples: ['car1@example.org', 'car2@example.org', 'car3@example.org'],
      field: 'Email',
    });
    expect(await head()).toEqual(before);
    expect(await harness.dependencies.records.people.findByEmail('car3@example.org')).toBeNull();
  });

  it('is sent in slices, as it repeats the cells of refused rows', async () => {
    const { headers } = await invite(list(line(1)), { fields: { Preview: 'true' } });
    expect(headers).toMatchObject({ 'transfer-encoding': 'chunked' });
  });

  it('names what no column holds', async () => {
    const answer = await invite('Email\na@example.org', { fields: { Preview: 'true' } });
    expect(answerOf(answer).missing).toEqual(['Name', 'Surname', 'GrupoSanguineo', 'Category']);
  });

  it('reads the file in the encoding that is chosen', async () => {
    const file = Buffer.from(list(line(1, { last: 'Núñez' })), 'latin1');
    const nameIn = async (fields: Fields) =>
      answerOf(await invite(file, { fields: { Preview: 'true', ...fields } })).rows[0]?.name;
    expect(await nameIn({})).toBe('Carla Núñez');
    expect(await nameIn({ Encoding: 'utf-8' })).toBe('Carla N\ufffd\ufffdez');
  });
});

describe('rows are refused by the rules of the competitor form', () => {
  it.each([
    ['an email', { email: '' }, FIELD_TEXTS.email],
    ['a well-formed one', { email: 'a@b' }, FIELD_TEXTS.emailMalformed],
    ['a short one', { email: `${'a'.repeat(45)}@x.org` }, 'Email: It cannot have more than 50 characters.'],
    ['a first name', { first: '' }, FIELD_TEXTS.firstName],
    ['a last name', { last: '' }, FIELD_TEXTS.lastName],
    ['a blood type', { blood: '' }, FIELD_TEXTS.bloodType],
    ['a category', { category: '' }, FIELD_TEXTS.category],
    ['a category of the event', { category: 'F1' }, REFUSALS['import.unknownCategory']],
    ['a short phone', { phone: '1'.repeat(21) }, 'Phone: It cannot have more than 20 characters.'],
    ['a short number', { no: '1'.repeat(21) }, 'Car number: It cannot have more than 20 characters.'],
    ['values in place of formulas', { no: '=1+1' }, REFUSALS['import.formula']],
  ])('that ask for %s', async (_, changes, error) => {
    const before = await head();
    const answer = await invite(list(line(1), line(2, changes)));
    expect(faultsOf(answer)).toEqual([418, [{ row: 3, error }]]);
    expect(await head()).toEqual(before);
    const good = await invite(list(line(1), line(2, changes)), { fields: { Mode: 'good' } });
    expect(answerOf(good).counts).toEqual(counts({ new: 1, refused: 1 }));
    expect(await competitors()).toHaveLength(1);
  });

  it('in the language that is asked for', async () => {
    const answer = await invite(list(line(1, { blood: '' })), { language: 'it' });
    expect(answer.body.message).toEqual([{ row: 2, error: expect.stringContaining('gruppo sanguigno') }]);
  });

  it('and once for the file where a column is missing', async () => {
    const answer = await invite(
      'Email;First name;Last name;Category\na@example.org;A;B;WRC\nb@example.org;C;D;WRC',
    );
    expect(faultsOf(answer)).toEqual([418, [{ error: FIELD_TEXTS.bloodType }]]);
  });

  it('if they would change a competitor who may run', async () => {
    const car = await race.add('1');
    await race.as('planner').patch('/invitations/authorized', { Invitations: [car], Authorized: 1 });
    const answer = await invite(list(line(1, { no: '5' })));
    expect(faultsOf(answer)).toEqual([418, [{ row: 2, error: REFUSALS['invitation.authorized'] }]]);
  });

  it('if the email is that of somebody who does not compete', async () => {
    const Email = 'official@example.org';
    await race.as('planner').post('/users/roles', staffBody(Email));
    const answer = await invite(list(line(1, { email: Email })), { fields: { Preview: 'true' } });
    const fate = answerOf(answer).rows[0];
    expect([fate?.fate, fate?.error]).toEqual(['refused', REFUSALS['invitation.notCompetitor']]);
  });
});

describe('a file that is no list', () => {
  const hostile: readonly (readonly [string, () => Uint8Array | string, string, keyof typeof REFUSALS])[] = [
    ['a text named as a workbook', () => 'a;b\n1;2', 'list.xlsx', 'import.mislabelled'],
    ['a workbook named as text', () => writeXlsx('S', [['a']]), 'list.csv', 'import.mislabelled'],
    ['one with a password', () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'list.xlsx', 'import.protected'],
    ['a damaged workbook', () => writeXlsx('S', [['a']]).slice(0, -40), 'list.xlsx', 'import.damaged'],
    ['a zip bomb', () => writeXlsx('S', [['0'.repeat(45 * 1_048_576)]]), 'list.xlsx', 'import.tooLarge'],
    ['10,000 columns', () => 'a;'.repeat(10_000), 'list.csv', 'import.tooManyColumns'],
    [
      'too many rows',
      () => list(...Array.from({ length: 5_001 }, (_, i) => line(i))),
      'list.csv',
      'import.tooManyRows',
    ],
    ['no rows', () => HEAD, 'list.csv', 'import.empty'],
    ['more than 10 MB', () => 'a'.repeat(IMPORT_LIMITS.bytes + 1), 'list.csv', 'import.tooLarge'],
  ];
  it.each(hostile)('%s is refused, and nothing stored', async (_, bytes, name, code) => {
    const before = await head();
    expect(faultsOf(await invite(bytes(), { name }))).toEqual([418, [{ error: REFUSALS[code] }]]);
    expect(faultsOf(await addDrivers(bytes(), { name }))).toEqual([418, [{ error: REFUSALS[code] }]]);
    expect(await head()).toEqual(before);
  });

  it('is asked for where none is sent, and its fields are checked', async () => {
    const planner = race.as('planner');
    const none = await planner
      .upload('/commonServices/uploadInvitations')
      .field('EventId', String(race.eventId));
    expect([none.status, none.body.fields]).toEqual([400, { file: FIELD_TEXTS.importFile }]);
    for (const [field, value] of [
      ['EventId', 'x'],
      ['Mapping', '{'],
      ['Mapping', '["Shoe size"]'],
      ['Fill', '[]'],
      ['Mode', 'some'],
      ['Encoding', 'utf-7'],
      ['Preview', 'perhaps'],
    ] as const) {
      const answer = await invite(list(line(1)), { fields: { [field]: value } });
      expect([field, value, answer.status]).toEqual([field, value, 400]);
    }
  });
});

describe('a list of drivers', () => {
  const DRIVERS =
    'Email;First name;Last name;Blood type\nd1@example.org;Dino;Verdi;A+\nd2@example.org;Ada;Neri;B+';

  it('makes them competitors of the institution, once', async () => {
    expect(answerOf(await addDrivers(DRIVERS)).counts).toEqual(counts({ new: 2 }));
    expect(answerOf(await addDrivers(DRIVERS)).counts).toEqual(counts({ same: 2 }));
    expect(answerOf(await addDrivers(DRIVERS.replace('A+', '0-'))).counts).toEqual(
      counts({ same: 1, changed: 1 }),
    );
    expect((await harness.dependencies.records.people.findByEmail('d1@example.org'))?.bloodType).toBe('0-');
    expect(await competitors()).toEqual([]);
  });

  it('names each once', async () => {
    const answer = await addDrivers(`${DRIVERS}\nD1@example.org;Dino;Verdi;A+`);
    expect(faultsOf(answer)).toEqual([418, [{ row: 4, error: REFUSALS['user.emailTaken'] }]]);
  });

  it('is of the institution that an administrator names', async () => {
    const as = race.as('admin');
    expect((await addDrivers(DRIVERS, { as })).status).toBe(400);
    const answer = await addDrivers(DRIVERS, { as, fields: { ClubId: String(race.rivalId) } });
    expect(answerOf(answer).counts).toEqual(counts({ new: 2 }));
  });
});

describe('what is exported', () => {
  it.each([
    ['CSV', 'list.csv', writeCsv],
    ['XLSX', 'list.xlsx', (rows: string[][]) => writeXlsx('Competitors', rows)],
  ] as const)('as %s is imported as the same', async (_, name, write) => {
    const text = (max: number) =>
      fc
        .oneof(
          fc.stringMatching(/^'{0,2}[=+\-@]?[A-Za-z0-9;,|" ]{1,12}$/),
          fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
        )
        .map((each) => each.trim().slice(0, max))
        .filter((each) => /^[^\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]+$/u.test(each))
        .filter((each) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(each));
    const one = fc.record({
      no: text(20),
      first: text(20),
      last: text(20),
      blood: text(20),
      brand: text(20),
      phone: text(20),
    });
    const planner = race.as('planner');
    let next = 0;
    await fc.assert(
      fc.asyncProperty(one, async ({ no, first, last, blood, brand, phone }) => {
        next += 1;
        const made = await planner.post('/invitations/createInvitationDriver', {
          User: { Name: first, Surname: last, Phone: phone, Email: `made${next}@example.org` },
          Driver: { GrupoSanguineo: blood },
          Invitation: {
            EveId: race.eventId,
            CatId: race.categoryId,
            Number: no,
            Brand: brand,
            Model: first,
            CodriverName: last,
          },
        });
        expect(made.status).toBe(201);
      }),
      { numRuns: 40 },
    );
    const rows = await competitors();
    expect(rows).toHaveLength(next);
    const before = await head();
    const answer = await invite(write(exportTable(rows, COLUMN_TEXTS)), { name });
    expect([answer.body.message, answerOf(answer).counts]).toEqual([undefined, counts({ same: next })]);
    expect(await head()).toEqual(before);
  });
});

describe('a long import', () => {
  it('tells how far it is, lets others go on, and takes one file of a person at a time', async () => {
    const file = list(...Array.from({ length: 600 }, (_, index) => line(index + 1)));
    const planner = race.as('planner');
    const progress = async () =>
      (await planner.get(`/commonServices/importProgress/${race.eventId}`)).body as {
        done: number;
        total: number;
      };
    const importing = invite(file).then((answer) => answer);
    const seen = await until('rows that are done', async () => {
      const found = await progress();
      return found.done > 0 ? found : undefined;
    });
    expect(seen.total).toBe(600);
    expect((await invite(file)).status).toBe(429);
    expect((await race.as('director').get(`/events/flags/${race.eventId}`)).status).toBe(200);
    expect(answerOf(await importing).counts).toEqual(counts({ new: 600 }));
    expect(await progress()).toEqual({ done: 0, total: 0 });
    const numbers = (await competitors()).map(({ Number: number }) => Number(number));
    expect(numbers).toEqual(Array.from({ length: 600 }, (_, index) => index + 1));
  });

  it('ends where a row cannot be stored, and is completed by sending the file again', async () => {
    const file = list(...Array.from({ length: 100 }, (_, index) => line(index + 1)));
    const { people } = harness.dependencies.records;
    const put = people.put.bind(people);
    const failing = jest.spyOn(people, 'put').mockImplementation(async (person) => {
      if (person.email === 'car20@example.org') throw new ServiceUnavailableError('The disk is full.');
      await put(person);
    });
    expect((await invite(file)).status).toBe(503);
    failing.mockRestore();
    // Its own group was begun as a whole, and none after it.
    expect(await competitors()).toHaveLength(23);
    expect(answerOf(await invite(file)).counts).toEqual(counts({ new: 77, same: 23 }));
    expect(await competitors()).toHaveLength(100);
  });

  it('and somebody who is entered by hand meanwhile stand once', async () => {
    const file = list(...Array.from({ length: 150 }, (_, index) => line(index + 1)));
    const importing = invite(file, { fields: { Mode: 'good' } }).then((answer) => answer);
    await Promise.all([140, 145, 150].map((number) => race.add(String(number)).catch(() => undefined)));
    expect((await importing).status).toBe(201);
    const stored = await competitors();
    expect(new Set(stored.map(({ Email }) => Email)).size).toBe(150);
    expect(stored).toHaveLength(150);
  });
});
