import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import {
  TOTAL_COUNT_HEADER,
  type HistoryAnswer,
  type LapRow,
  type PolylinesAnswer,
} from '@flagpost/contracts';
import { lengthM, type DriveTrack } from '@flagpost/track-geometry';
import { createStore } from '../../../app/store.js';
import { TEXTS } from '../../../shared/texts/track-drive.js';
import { aCompetitor, anEvent, anEventRow } from '../../../testing/events.js';
import { answerCalls, heldAnswer, type Answer, type Asked } from '../../../testing/fetch.js';
import { ok, refused } from '../../../testing/office.js';
import { DriveDialog } from './drive-dialog.js';

const words = TEXTS.trackDrive;
afterEach(cleanup);

const T = Date.UTC(2026, 4, 9, 8);
const LAP_MS = 90_000;
/** A round course of 500 m radius, a fix every second. */
const at = (ms: number) => {
  const angle = (2 * Math.PI * ms) / LAP_MS;
  return { lat: 44.6 + (500 * Math.cos(angle)) / 111_120, lng: 8.16 + (500 * Math.sin(angle)) / 79_300 };
};
const ROUND_M = 2 * Math.PI * 500;
const fixes = (laps: number): HistoryAnswer['cars'][number]['fixes'] =>
  Array.from({ length: Math.round((laps * LAP_MS) / 1_000) + 4 }, (_, i) => {
    const { lat, lng } = at(i * 1_000 - 2_000);
    return [T + i * 1_000, T + i * 1_000 - 2_000, lat, lng, null, null];
  });
const history = (laps: number): HistoryAnswer => ({
  eventId: 7,
  from: '',
  to: '',
  positionsDeleted: null,
  cars: [{ InvitationId: 12, CarNumber: '12', fixes: fixes(laps) }],
});
const lap = (number: number): LapRow => ({
  InvitationId: 12,
  CarNumber: '12',
  LapEpoch: 0,
  Lap: number,
  lapTimeMs: LAP_MS,
  crossedAt: new Date(T + number * LAP_MS).toISOString(),
});
const BEGUN = { Start: new Date(T).toISOString(), Finish: new Date(T + 4 * 3_600_000).toISOString() };

type Given = Answer | Promise<Answer>;
const open = (answers: Readonly<Record<string, Given | ((asked: Asked) => Given)>> = {}) => {
  const calls = answerCalls((asked) => {
    const given: typeof answers = {
      'GET /events/7': ok(anEvent()),
      'GET /events/': ok([
        anEventRow(9, { Name: 'Next year', Start: '2099-01-01T00:00:00.000Z' }),
        anEventRow(7, { Name: 'Test day', ...BEGUN }),
        anEventRow(5, { Name: 'Old rally', ...BEGUN }),
      ]),
      'GET /events/drivers/7': ok([aCompetitor(7), aCompetitor(12)]),
      'GET /events/laps/7': ok([lap(1), lap(2), lap(3)]),
      'GET /history/7': ok(history(3)),
      ...answers,
    };
    const answer = given[`${asked.method} ${asked.path.replace('/api', '')}`] ?? ok([]);
    return typeof answer === 'function' ? answer(asked) : answer;
  });
  const onTrack = jest.fn<(track: DriveTrack) => void>();
  const onHide = jest.fn<() => void>();
  render(
    <Provider store={createStore()}>
      <DriveDialog eventId={7} onTrack={onTrack} onHide={onHide} />
    </Provider>,
  );
  return { user: userEvent.setup(), calls, onTrack, onHide };
};
/** A call is answered when nobody waits for it any more. */
const late = (answer: () => void): Promise<void> =>
  act(async () => {
    answer();
    await new Promise((done) => setTimeout(done, 50));
  });
const use = (): HTMLButtonElement => screen.getByRole<HTMLButtonElement>('button', { name: words.use });
const select = (label: string): Promise<HTMLSelectElement> => screen.findByRole('combobox', { name: label });
const names = (of: HTMLSelectElement): (string | null)[] =>
  [...of.options].map(({ textContent }) => textContent);
const asked = (calls: readonly Asked[]): readonly Asked[] =>
  calls.filter(({ path }) => path === '/api/history/7');

describe('a drive of the history', () => {
  it('is chosen by event, car and laps, and becomes a track', async () => {
    const { user, calls, onTrack } = open();
    expect(names(await select(words.event)).map((name) => name?.split(' · ')[0])).toEqual([
      'Test day',
      'Old rally',
    ]);
    const car = await select(words.car);
    expect(car.value).toBe('12');
    expect(names(car)).toHaveLength(2);
    expect(names(await select(words.part))).toEqual([
      words.laps(1, 3),
      ...[1, 2, 3].map((number) => words.lap(number, '1:30.000')),
      words.atTime,
    ]);
    expect(use().disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: words.show }));
    const facts = within(await screen.findByRole('region', { name: words.preview }));
    expect(facts.getByText('3.14 km')).toBeTruthy();
    expect(facts.getByText(/^A circuit, made of [23] laps$/)).toBeTruthy();
    expect(facts.getByText(/^\d+ points, at most 0\.\d\d m beside the line$/)).toBeTruthy();
    const [read] = asked(calls);
    expect(Date.parse(read?.query.get('from') ?? '')).toBe(T - 2_000);
    await user.click(use());
    const [track] = onTrack.mock.calls[0] ?? [];
    expect(track?.isClosed).toBe(true);
    expect(Math.abs(lengthM(track?.line ?? []) - ROUND_M)).toBeLessThan(20);
    expect(track?.start).toEqual(track?.finish);
  });

  it('of one lap is a circuit made of one', async () => {
    const { user } = open();
    await user.selectOptions(await select(words.part), words.lap(2, '1:30.000'));
    await user.click(screen.getByRole('button', { name: words.show }));
    expect(await screen.findByText(words.circuit(1))).toBeTruthy();
  });

  it('is no longer offered once something else is chosen', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: words.show }));
    await screen.findByRole('region', { name: words.preview });
    await user.selectOptions(await select(words.car), '7');
    expect(screen.queryByRole('region', { name: words.preview })).toBeNull();
    expect(use().disabled).toBe(true);
  });

  it.each([
    ['car', words.car, '7'],
    ['part', words.part, 'time'],
  ])('is not drawn once another %s is chosen, however late it is read', async (_, label, other) => {
    const { answer, give } = heldAnswer();
    const { user } = open({ 'GET /history/7': answer });
    await user.click(await screen.findByRole('button', { name: words.show }));
    await user.selectOptions(await select(label), other);
    await late(() => give(ok(history(3))));
    expect([screen.queryByRole('region', { name: words.preview }), use().disabled]).toEqual([null, true]);
  });

  it('without counted laps is chosen by the clocks at the track', async () => {
    const { user, calls } = open({ 'GET /events/laps/7': ok([]) });
    await user.selectOptions(await select(words.car), '12');
    expect(screen.queryByRole('combobox', { name: words.part })).toBeNull();
    const from = screen.getByLabelText<HTMLInputElement>(words.from('UTC+2'));
    expect(from.value).toBe('2026-05-09T10:00');
    const minutes = screen.getByRole('spinbutton', { name: words.minutes });
    await user.clear(minutes);
    await user.type(minutes, '61');
    await user.click(screen.getByRole('button', { name: words.show }));
    expect((await screen.findByRole('alert')).textContent).toBe(words.minutesRange(60));
    expect(asked(calls)).toHaveLength(0);
    await user.clear(minutes);
    await user.type(minutes, '20');
    await user.click(screen.getByRole('button', { name: words.show }));
    expect(await screen.findByRole('region', { name: words.preview })).toBeTruthy();
    const [read] = asked(calls);
    expect(read?.query.get('from')).toBe('2026-05-09T08:00:00.000Z');
    expect(read?.query.get('to')).toBe('2026-05-09T08:20:00.000Z');
    await user.clear(from);
    await user.click(screen.getByRole('button', { name: words.show }));
    expect((await screen.findByRole('alert')).textContent).toBe(words.noTime);
  });

  it('says what is wrong: no positions, too many, no event, events that cannot be read', async () => {
    const empty: HistoryAnswer = { eventId: 7, from: '', to: '', positionsDeleted: null, cars: [] };
    let answer: Answer = ok(empty);
    const { user } = open({ 'GET /history/7': () => answer });
    await user.click(await screen.findByRole('button', { name: words.show }));
    expect((await screen.findByRole('alert')).textContent).toContain(words.noPositions);
    answer = refused(400, { message: 'Invalid', fields: { to: 'There are too many positions at once.' } });
    await user.click(screen.getByRole('button', { name: words.show }));
    expect(await screen.findByText('There are too many positions at once.')).toBeTruthy();
    const [fix] = fixes(1);
    answer = ok({
      ...empty,
      positionsDeleted: null,
      cars: [{ InvitationId: 12, CarNumber: '12', fixes: [fix, fix] }],
    });
    await user.click(screen.getByRole('button', { name: words.show }));
    expect(await screen.findByText(words.noTrack)).toBeTruthy();
    expect(use().disabled).toBe(true);
    cleanup();
    open({ 'GET /events/': ok([anEventRow(9, { Start: '2099-01-01T00:00:00.000Z' })]) });
    expect(await screen.findByText(words.noEvents)).toBeTruthy();
    cleanup();
    open({ 'GET /events/': refused(500, { message: '' }) });
    expect(await screen.findByText(words.eventsFailed)).toBeTruthy();
    cleanup();
    open({ 'GET /events/drivers/7': ok([]), 'GET /events/laps/7': ok([]) });
    expect(await screen.findByText(words.noCars)).toBeTruthy();
  });
});

describe('a drive of a file', () => {
  const polylines = (shapes: readonly (readonly [name: string | null, laps: number])[]): PolylinesAnswer => ({
    pointsTrack: [],
    pointsMetaStart: null,
    pointsMetaFinish: null,
    pointsBoxes: null,
    refData: shapes.map(([Name, laps]) => ({
      Name,
      Kind: 'track',
      Icon: null,
      Positions: fixes(laps).map(([, , lat, lng]) => ({ lat, lng })),
    })),
    mapPosition: { lat: 44.6, lng: 8.16, zoom: 12 },
    zoom: 12,
    name: null,
    points: 10,
    errorM: 0,
    links: 0,
  });
  const UPLOAD = 'POST /commonServices/uploadPolylines';
  const upload = async (user: ReturnType<typeof userEvent.setup>): Promise<void> => {
    await user.click(screen.getByRole('tab', { name: words.sources.file }));
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (input === null) throw new Error('no field for a file');
    await user.upload(input, new File(['<gpx/>'], 'round.gpx'));
  };

  it('has a tab that keeps the focus', async () => {
    const { user } = open();
    screen.getByRole('tab', { name: words.sources.history }).focus();
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: words.sources.file }));
    expect(screen.getByText(words.none)).toBeTruthy();
  });

  it('is uploaded, and becomes a track', async () => {
    const { user, onTrack } = open({ [UPLOAD]: ok(polylines([['Round', 2.2]])) });
    await upload(user);
    const facts = within(await screen.findByRole('region', { name: words.preview }));
    expect(facts.getByText(words.circuit(2))).toBeTruthy();
    expect(screen.queryByRole('combobox', { name: words.line })).toBeNull();
    await user.click(use());
    expect(onTrack.mock.calls[0]?.[0].isClosed).toBe(true);
  });

  it('of several lines is the longest, or another', async () => {
    const { user } = open({
      [UPLOAD]: ok(
        polylines([
          [null, 0.4],
          ['Round', 3],
        ]),
      ),
    });
    await upload(user);
    const line = await select(words.line);
    expect(names(line)[0]).toMatch(/^Round · 274 points$/);
    expect(await screen.findByText(/^A circuit/)).toBeTruthy();
    await user.selectOptions(line, '1');
    expect(await screen.findByText(words.open)).toBeTruthy();
  });

  it('is not drawn once the history is chosen, however late it is read', async () => {
    const { answer, give } = heldAnswer();
    const { user } = open({ [UPLOAD]: answer });
    await upload(user);
    await user.click(screen.getByRole('tab', { name: words.sources.history }));
    await late(() => give(ok(polylines([['Round', 2.2]]))));
    expect([screen.queryByRole('region', { name: words.preview }), use().disabled]).toEqual([null, true]);
  });

  it('that holds no line, or cannot be read, is said', async () => {
    let answer: Answer = ok(polylines([]));
    const { user } = open({ [UPLOAD]: () => answer });
    await upload(user);
    expect((await screen.findByRole('alert')).textContent).toContain(words.noLine);
    answer = refused(418, { message: 'An error occurred trying to decode the file' });
    await upload(user);
    expect(await screen.findByText('An error occurred trying to decode the file')).toBeTruthy();
    expect(use().disabled).toBe(true);
  });
});

it('goes without a track', async () => {
  const { user, onHide, onTrack } = open();
  await user.click(screen.getByRole('button', { name: TEXTS.cancel }));
  expect(onHide).toHaveBeenCalled();
  expect(onTrack).not.toHaveBeenCalled();
});

it('finds older events by name if there are more than are listed', async () => {
  const rows = [anEventRow(7, { Name: 'Test day', ...BEGUN })];
  const { user } = open({
    'GET /events/': ({ query }) => {
      const search = query.get('search');
      if (search === null) return { status: 200, body: rows, headers: { [TOTAL_COUNT_HEADER]: '140' } };
      return ok(search === 'old' ? [anEventRow(5, { Name: 'Old rally', ...BEGUN })] : []);
    },
  });
  const field = await screen.findByRole('searchbox', { name: words.search });
  await user.type(field, 'old');
  expect(await screen.findByRole('option', { name: /^Old rally/ })).toBeTruthy();
  await user.type(field, 'er');
  expect(await screen.findByText(words.noMatch)).toBeTruthy();
});
