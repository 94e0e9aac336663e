import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { ALARMS, type LapRow } from '@flagpost/contracts';
import { aFlag, aSnapshot, EVENT_ID } from '../../../testing/race-data.js';
import { createRaceStore } from '../../../testing/race-store.js';
import { NoticesProvider } from '../../../shared/ui/notices.js';
import { createLiveCars } from '../live-cars.js';
import { PastRaceProvider } from '../race-context.js';
import { lapCounted, snapshotArrived } from '../state/messages.js';
import { Feed } from './feed.js';

afterEach(cleanup);

const SENT = Date.parse('2026-05-01T10:00:00.000Z');
const sentAfter = (minutes: number): string => new Date(SENT + minutes * 60_000).toISOString();

const showFeed = (store: ReturnType<typeof createRaceStore>): void => {
  render(
    <MemoryRouter>
      <Provider store={store}>
        <NoticesProvider>
          <PastRaceProvider eventId={EVENT_ID} timeZone="UTC" safetyCarDelayS={3} cars={createLiveCars()}>
            <Feed />
          </PastRaceProvider>
        </NoticesProvider>
      </Provider>
    </MemoryRouter>,
  );
};

it('is one stop for Tab, whose arrows lead from line to line, and who comes back begins at the newest', () => {
  const store = createRaceStore();
  const flags = [0, 1, 2].map((minutes) => aFlag(minutes + 1, { SentAt: sentAfter(minutes) }));
  store.dispatch(snapshotArrived(aSnapshot({ serverTime: SENT + 600_000, flags })));
  showFeed(store);
  const links = screen.getAllByRole('link');
  const stops = (): (string | null)[] =>
    links.filter(({ tabIndex }) => tabIndex === 0).map((link) => link.textContent);
  const press = (key: string): string | null => {
    fireEvent.keyDown(document.activeElement ?? document.body, { key });
    return document.activeElement?.textContent ?? null;
  };
  expect(links.map(({ textContent }) => textContent)).toEqual(['10:02:00', '10:01:00', '10:00:00']);
  expect(stops()).toEqual(['10:02:00']);

  act(() => links[0]?.focus());
  expect(['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Home', 'ArrowUp', 'End'].map(press)).toEqual([
    '10:01:00',
    '10:00:00',
    '10:00:00',
    '10:01:00',
    '10:02:00',
    '10:02:00',
    '10:00:00',
  ]);
  expect(stops()).toEqual(['10:00:00']);
  expect(document.activeElement?.getAttribute('aria-describedby')).toBe(
    document.activeElement?.nextElementSibling?.id,
  );

  act(() => links[2]?.blur());
  expect(stops()).toEqual(['10:02:00']);
});

it('keeps the focus when laps become one line: on the line above, which is theirs if there is none', async () => {
  const store = createRaceStore();
  const lapOf = (car: number): LapRow => ({
    InvitationId: car,
    CarNumber: String(car),
    LapEpoch: 1,
    Lap: 1,
    lapTimeMs: 90_000,
    crossedAt: new Date(SENT + car * 1_000).toISOString(),
  });
  const laps = Array.from({ length: ALARMS.crowdOver }, (_, index) => lapOf(index + 1));
  store.dispatch(snapshotArrived(aSnapshot({ serverTime: SENT + 600_000, lapEpoch: 1, laps })));
  showFeed(store);
  const fourth = screen.getAllByRole('link')[3];
  act(() => fourth?.focus());

  const lap = { ...lapOf(laps.length + 1), eventId: EVENT_ID, streamId: '', seq: 0, Counter: 1 };
  act(() => void store.dispatch(lapCounted(lap)));
  // Laps are told to the screen together.
  await waitFor(() => expect(screen.getAllByRole('link')).toHaveLength(1));
  expect(fourth?.isConnected).toBe(false);
  expect(document.activeElement).toBe(screen.getByRole('link'));
});
