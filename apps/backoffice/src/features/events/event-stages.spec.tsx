import { afterEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import { FIELD_TEXTS, REFUSALS, type EventDetail, type RoleName, type StageRow } from '@flagpost/contracts';
import { TEXTS } from '../../shared/texts.js';
import { anEvent, READY } from '../../testing/events.js';
import { button, field, leave, ok, openAs, refused } from '../../testing/office.js';

const words = TEXTS.event.stages;

afterEach(leave);

const aStage = (Stages: number, changes: Partial<StageRow> = {}): StageRow => ({
  Stages,
  Name: `Langhe ${Stages}`,
  Km: 12.4,
  StartDate: '2026-06-06T08:00:00.000Z',
  ...{ Positions: null, Start: null, Finish: null },
  ...changes,
});
const LINE = [
  { lat: 44, lng: 8 },
  { lat: 44.01, lng: 8 },
];
const open = (role: RoleName, stages: readonly StageRow[], answers = {}, event: Partial<EventDetail> = {}) =>
  openAs(role, '/event/7', {
    'GET /events/7': ok(anEvent({ past: false, eveTimeZone: 'Europe/Rome', ...event })),
    'GET /events/ready/7': ok(READY),
    'GET /interestpoints/7': ok({ pois: [] }),
    'GET /events/specialstages/7': ok(stages),
    'GET /circuitRoutes/7': refused(404, { message: 'No track.' }),
    ...answers,
  });
const dialog = async () => {
  fireEvent.click(await screen.findByRole('button', { name: words.title }));
  return within(await screen.findByRole('dialog', { name: words.title }));
};

it.each([
  ['planner', {}, true],
  ['viewer', {}, true],
  ['director', {}, false],
  ['planner', { past: true }, false],
] as const)('is offered to %s of an event %j without stages: %s', async (role, event, isOffered) => {
  open(role, [], {}, event);
  await screen.findAllByRole('heading', { name: 'Ronde', level: 1 });
  if (isOffered) expect((await dialog()).getByRole('button', { name: words.create })).toBeTruthy();
  else expect(screen.queryByRole('button', { name: words.title })).toBeNull();
});

it('is read by directors', async () => {
  open('director', [aStage(1, { Positions: LINE })]);
  const shown = await dialog();
  expect(await shown.findByRole('cell', { name: '06/06/2026 10:00 (UTC+2)' })).toBeTruthy();
  expect(shown.getByRole('cell', { name: words.drawn })).toBeTruthy();
  expect(shown.queryByRole('button', { name: words.create })).toBeNull();
});

it('adds a stage at a time of the clocks at the track, and keeps the others', async () => {
  const { user, sent } = open('planner', [aStage(1)], { 'POST /events/specialstages': ok([]) });
  await user.click((await dialog()).getByRole('button', { name: words.create }));
  expect(field(words.heads.stage).value).toBe('2');
  expect(screen.getByText(TEXTS.keptNames)).toBeTruthy();
  await user.type(field(words.heads.name), '{Enter}');
  expect(await screen.findByText(FIELD_TEXTS.name)).toBeTruthy();
  await user.type(field(words.heads.name), 'Murazzano');
  await user.clear(field(words.heads.start));
  await user.type(field(words.heads.start), '2026-06-06T14:30');
  await user.click(button(TEXTS.form.save));
  expect(await screen.findByText(words.saved)).toBeTruthy();
  expect(sent()).toEqual([
    {
      eventId: 7,
      stages: [aStage(1), aStage(2, { Name: 'Murazzano', Km: 0, StartDate: '2026-06-06T12:30:00.000Z' })],
    },
  ]);
});

it('edits a stage without its line, and refuses a number that another one has', async () => {
  const stages = [aStage(1, { Positions: LINE, Km: 1.11 }), aStage(2)];
  const { user, sent } = open('planner', stages, { 'POST /events/specialstages': ok(stages) });
  await user.click((await dialog()).getByRole('button', { name: TEXTS.tables.editOf('Langhe 1') }));
  expect(field(words.heads.km).readOnly).toBe(true);
  await user.clear(field(words.heads.stage));
  await user.type(field(words.heads.stage), '2{Enter}');
  expect(await screen.findByText(words.taken)).toBeTruthy();
  await user.clear(field(words.heads.stage));
  await user.type(field(words.heads.stage), '3{Enter}');
  expect(await screen.findByText(words.saved)).toBeTruthy();
  expect(sent()).toEqual([{ eventId: 7, stages: [aStage(2), { ...stages[0], Stages: 3 }] }]);
});

describe('while somebody else saves', () => {
  /** The first saving of this one is refused, and finds these stages. */
  const meet = async (theirs: readonly StageRow[]) => {
    let isSaved = false;
    const opened = open('planner', [], {
      'GET /events/specialstages/7': () => ok(isSaved ? theirs : [aStage(1), aStage(2)]),
      'POST /events/specialstages': () => {
        const answer = isSaved ? ok([]) : refused(418, { message: REFUSALS['route.changed'] });
        isSaved = true;
        return answer;
      },
    });
    const shown = await dialog();
    await opened.user.click(await shown.findByRole('button', { name: TEXTS.tables.editOf('Langhe 1') }));
    await opened.user.clear(field(words.heads.name));
    await opened.user.type(field(words.heads.name), 'Murazzano{Enter}');
    await screen.findByText(REFUSALS['route.changed']);
    await opened.user.click(button(TEXTS.ok));
    return opened;
  };

  it('saves what was typed over the others of theirs', async () => {
    const { user, sent } = await meet([aStage(1), aStage(2, { Km: 9 })]);
    await screen.findByRole('cell', { name: '9.00', hidden: true });
    await user.click(button(TEXTS.form.save));
    expect(await screen.findByText(words.saved)).toBeTruthy();
    expect(sent()[1]).toEqual({
      eventId: 7,
      stages: [aStage(2, { Km: 9 }), aStage(1, { Name: 'Murazzano' })],
    });
  });

  it('says that the same stage was changed, and goes on with its data now', async () => {
    const { user, sent } = await meet([aStage(1, { Name: 'Alba' }), aStage(2)]);
    expect(await screen.findByText(words.changed('Langhe 1'))).toBeTruthy();
    expect(field(words.heads.name).value).toBe('Alba');
    await user.type(field(words.heads.name), ' II');
    await user.click(button(TEXTS.form.save));
    expect(await screen.findByText(words.saved)).toBeTruthy();
    expect(sent()[1]).toEqual({ eventId: 7, stages: [aStage(2), aStage(1, { Name: 'Alba II' })] });
  });

  it('says that the stage was deleted', async () => {
    await meet([aStage(2)]);
    expect(await screen.findByText(words.gone('Langhe 1'))).toBeTruthy();
    expect(screen.queryByRole('dialog', { name: words.details })).toBeNull();
  });
});

it('deletes a stage after a question, and shows why the server refuses', async () => {
  const { user } = open('planner', [aStage(1)], {
    'POST /events/specialstages': refused(418, { message: REFUSALS['route.changed'] }),
  });
  await user.click((await dialog()).getByRole('button', { name: TEXTS.tables.removeOf('Langhe 1') }));
  const question = within(await screen.findByRole('dialog', { name: words.remove }));
  expect(question.getByText('Are you sure you want to delete Langhe 1?')).toBeTruthy();
  await user.click(question.getByRole('button', { name: words.remove }));
  expect(await screen.findByText(REFUSALS['route.changed'])).toBeTruthy();
});
