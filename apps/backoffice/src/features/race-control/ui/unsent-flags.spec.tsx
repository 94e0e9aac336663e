import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { FLAGS } from '@flagpost/contracts';
import { createRaceStore } from '../../../testing/race-store.js';
import { EVENT_ID } from '../../../testing/race-data.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { NoticesProvider } from '../../../shared/ui/notices.js';
import { newOrder } from '../deliver-flag.js';
import { createLiveCars } from '../live-cars.js';
import { PastRaceProvider } from '../race-context.js';
import { flagRequestFor } from '../send-flag.js';
import { selectSendings, sendingBegan, sendingFailed, sendingUnanswered } from '../state/flags.js';
import { UnsentFlags } from './unsent-flags.js';

afterEach(cleanup);

it('shows what became of a flag of another race, which only that race sends again', async () => {
  const store = createRaceStore();
  const order = newOrder(flagRequestFor(EVENT_ID + 1, FLAGS.red, []));
  store.dispatch(sendingBegan({ ...order, by: 1 }));
  store.dispatch(sendingUnanswered(order.key));
  render(
    <Provider store={store}>
      <MemoryRouter>
        <NoticesProvider>
          <PastRaceProvider eventId={EVENT_ID} timeZone="UTC" safetyCarDelayS={3} cars={createLiveCars()}>
            <UnsentFlags />
          </PastRaceProvider>
        </NoticesProvider>
      </MemoryRouter>
    </Provider>,
  );
  const line = () => screen.getByRole('alert').textContent;
  expect(line()).toContain(`${TEXTS.flags.unanswered}: ${TEXTS.flags.names[FLAGS.red]} (another race)`);
  expect(screen.getByRole('link').getAttribute('href')).toBe(`/map/${EVENT_ID + 1}`);
  expect(screen.queryByRole('button')).toBeNull();
  act(() => void store.dispatch(sendingFailed({ key: order.key, reason: TEXTS.noAnswer })));
  const dismiss = await screen.findByRole('button', { name: TEXTS.flags.dismiss });
  expect(line()).toContain(`${TEXTS.flags.notSent}: ${TEXTS.flags.names[FLAGS.red]} (another race)`);
  await userEvent.setup().click(dismiss);
  expect(selectSendings(store.getState())).toEqual([]);
});
