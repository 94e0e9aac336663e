import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { ALL_CATEGORIES_ID } from '@flagpost/contracts';
import { answerCalls } from '../../../testing/fetch.js';
import { createRaceStore } from '../../../testing/race-store.js';
import { EVENT_ID } from '../../../testing/race-data.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { createLiveCars } from '../live-cars.js';
import { PastRaceProvider } from '../race-context.js';
import { raceOpened } from '../state/messages.js';
import { selectView } from '../state/view.js';
import { CategoriesPanel } from './categories-panel.js';

afterEach(cleanup);

it('shows each category as checked while all are, also after the race is opened again', async () => {
  answerCalls(() => ({
    status: 200,
    body: [
      { Id: ALL_CATEGORIES_ID, Description: 'All' },
      { Id: 1, Description: 'Cars' },
      { Id: 2, Description: 'Trucks' },
    ],
  }));
  const store = createRaceStore();
  render(
    <Provider store={store}>
      <PastRaceProvider eventId={EVENT_ID} timeZone="UTC" safetyCarDelayS={3} cars={createLiveCars()}>
        <CategoriesPanel />
      </PastRaceProvider>
    </Provider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: TEXTS.panels.categories }));
  await screen.findByRole('checkbox', { name: 'Cars' });
  // The categories are cached: they are there before the race is opened.
  act(() => void store.dispatch(raceOpened({ eventId: EVENT_ID })));
  const checked = () => screen.getAllByRole<HTMLInputElement>('checkbox').map((box) => box.checked);
  expect(checked()).toEqual([true, true, true]);
  await user.click(screen.getByRole('checkbox', { name: 'Trucks' }));
  expect(checked()).toEqual([false, true, false]);
  expect(selectView(store.getState()).categories).toEqual([1]);
});
