import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { PastLap, PastStory, ScreenExportRequest } from '@flagpost/contracts';
import { TEXTS } from '../../../shared/texts/history.js';
import { NoticesProvider } from '../../../shared/ui/notices.js';
import { button, field, leave, ok, openAs } from '../../../testing/office.js';
import { aPastCar as car, S } from '../../../testing/past-race.js';
import { createLiveCars } from '../../race-control/live-cars.js';
import { PastRaceProvider } from '../../race-control/race-context.js';
import { LapsDialog } from './laps-dialog.js';

const words = TEXTS.history.laps;
const cars = createLiveCars();
const lap = (id: number, number: number, seconds: number, at: number): PastLap => [
  id,
  0,
  number,
  seconds * S,
  at * S,
  at * S,
];
const STORY = {
  positionsDeleted: null,
  cars: [car(7, '2', 'GT'), car(8, '12', 'GT'), car(9, '3', 'WRC')],
  laps: [lap(7, 1, 90, 100), lap(7, 2, 88, 190), lap(8, 1, 92, 110), lap(9, 1, 82, 102)],
} as unknown as PastStory;

const files: string[] = [];
beforeEach(() => {
  files.length = 0;
  Object.assign(URL, {
    createObjectURL: (file: Blob) => {
      void file.text().then((text) => files.push(text));
      return 'blob:';
    },
    revokeObjectURL: () => undefined,
  });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
});
afterEach(leave);

const open = () =>
  openAs(
    'viewer',
    '/history/7',
    { 'POST /history/7/exports': ok({ FileName: 'laps.csv' }) },
    <NoticesProvider>
      <PastRaceProvider eventId={7} timeZone="UTC" safetyCarDelayS={0} cars={cars}>
        <LapsDialog story={STORY} isOpen onHide={() => undefined} />
      </PastRaceProvider>
    </NoticesProvider>,
  );
/** Car and lap of each row. */
const listed = (): string[] =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => {
      const [, number, , , lapNumber] = within(row).getAllByRole('cell');
      return `${number?.textContent} ${lapNumber?.textContent}`;
    });

it('lists the laps of one car or of one category, and writes what it lists as it is sorted', async () => {
  const { user, calls } = open();
  expect(listed()).toEqual(['3 1', '2 2', '2 1', '12 1']);
  await user.selectOptions(field(words.category), 'GT');
  expect(listed()).toEqual(['2 2', '2 1', '12 1']);
  await user.selectOptions(field(TEXTS.history.questions.heads.car), '2 Ada Rossi');
  expect(listed()).toEqual(['2 2', '2 1']);
  await user.click(screen.getByRole('button', { name: words.lapHead }));
  await user.click(button(TEXTS.history.questions.csv));
  await waitFor(() => expect(files).toHaveLength(1));
  const [, ...rows] = files[0]?.trim().split('\r\n') ?? [];
  expect(rows.map((row) => row.split(',').slice(3, 5))).toEqual([
    ['1', '90'],
    ['2', '88'],
  ]);
  const asked = calls.find(({ path }) => path.endsWith('/exports'))?.body as ScreenExportRequest;
  expect(asked).toMatchObject({ Invitations: [7], From: new Date(100 * S).toISOString() });

  await user.selectOptions(field(words.category), 'WRC');
  expect(screen.getByText(TEXTS.list.noMatch)).toBeTruthy();
  expect(screen.queryByRole('button', { name: TEXTS.history.questions.csv })).toBeNull();
});
