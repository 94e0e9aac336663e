import { afterEach, describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { FLAGS, type LiveNowItem, type RoleName } from '@flagpost/contracts';
import { TEXTS } from '../../shared/texts.js';
import { button, leave, ok, openAs, refused } from '../../testing/office.js';

const words = TEXTS.liveNow;

afterEach(leave);

const RUNNING: LiveNowItem = {
  EventId: 7,
  EventName: 'Ronde',
  InstitutionName: 'Scuderia Colline',
  Competitors: 31,
  Inviteds: 40,
  CurrentlyRunning: 'Rally2, Historic',
  TrackFlag: null,
  FlagConfirmed: 0,
  FlagNotYet: 0,
  FlagNotReachable: 0,
  Sos: 0,
  Offline: 0,
  Stopped: 0,
};
const open = (role: RoleName, changes: Partial<LiveNowItem> = {}, answers = {}) =>
  openAs(role, '/events', {
    [`GET /events/liveNow/${role === 'admin' ? 0 : 4}`]: ok([{ ...RUNNING, ...changes }]),
    ...answers,
  });
const row = async () => {
  const list = within(await screen.findByRole('region', { name: words.title }));
  const heading = await list.findByRole('heading', { name: 'Ronde' });
  return within(heading.closest('li') as HTMLElement);
};
/** The link of the row, and its buttons. */
const offered = async () => {
  const found = await row();
  return [...found.queryAllByRole('link'), ...found.queryAllByRole('button')].map(
    ({ textContent }) => textContent,
  );
};

it.each([
  ['admin', [words.detail, TEXTS.checkCars, words.watch, TEXTS.race.resetLaps]],
  ['planner', [words.detail, TEXTS.checkCars, words.watch]],
  ['viewer', [words.detail, words.watch]],
  ['director', [TEXTS.checkCars, words.watch, TEXTS.race.resetLaps]],
] as const)('offers to %s: %j', async (role, all) => {
  open(role);
  expect(await offered()).toEqual(all);
});

it('offers nothing of a row without an event', async () => {
  open('admin', { EventId: 0 });
  expect(await offered()).toEqual([]);
});

it('names the institution to who has no club, and counts competitors and invited to the others', async () => {
  open('admin');
  expect((await row()).getByText('Scuderia Colline')).toBeTruthy();
  expect((await row()).queryByText(/31 competitors/)).toBeNull();
  leave();
  open('viewer');
  expect((await row()).getByText(`31 competitors · ${words.invited(40)}`)).toBeTruthy();
  expect((await row()).queryByText('Scuderia Colline')).toBeNull();
});

it('shows the categories that run as tags', async () => {
  open('viewer');
  const tags = within((await row()).getByRole('list', { name: words.running }));
  expect(tags.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Rally2', 'Historic']);
});

it('shows the flag in force for all cars, and the cars that need attention', async () => {
  const race = async () =>
    within((await row()).getByRole('list', { name: words.raceNow }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  open('viewer', {
    TrackFlag: FLAGS.doubleYellow,
    FlagConfirmed: 18,
    FlagNotYet: 3,
    FlagNotReachable: 3,
    Sos: 1,
    Offline: 4,
    Stopped: 2,
  });
  expect(await race()).toEqual([
    `${TEXTS.flags.names[FLAGS.doubleYellow]}: 18 confirmed, 3 not yet, 3 not reachable`,
    `1 ${TEXTS.race.counts.sos}`,
    `4 ${TEXTS.race.counts.offline}`,
    `2 ${TEXTS.race.counts.stopped}`,
  ]);
  leave();
  open('viewer');
  expect((await race())[0]).toBe(TEXTS.race.noFlag);
});

describe('resetting the lap counter', () => {
  const PATH = 'PUT /events/resetLaps/7';
  const ask = async (answers: object) => {
    const opened = open('director', {}, answers);
    await opened.user.click((await row()).getByRole('button', { name: TEXTS.race.resetLaps }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Lap counter reset' }));
    expect(dialog.getByText('Are you sure you want to reset the lap counter for this event?')).toBeTruthy();
    return { ...opened, dialog };
  };
  const sent = (calls: readonly { method: string; path: string }[]) =>
    calls.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);

  it('is asked first, and done and told of once', async () => {
    const { user, calls, dialog } = await ask({ [PATH]: ok({}) });
    await user.click(dialog.getByRole('button', { name: 'Reset' }));
    expect(await screen.findByText('Lap counter reseted')).toBeTruthy();
    expect(sent(calls)).toEqual(['PUT /api/events/resetLaps/7']);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is not done if it is cancelled', async () => {
    const { user, calls, dialog } = await ask({});
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(button(TEXTS.race.resetLaps)).toBeTruthy();
    expect(sent(calls)).toEqual([]);
  });

  it('shows the words of the server if it is refused', async () => {
    const { user, dialog } = await ask({ [PATH]: refused(418, { message: 'The event is over.' }) });
    await user.click(dialog.getByRole('button', { name: 'Reset' }));
    expect(await screen.findByText('The event is over.')).toBeTruthy();
  });
});
