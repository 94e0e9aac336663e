import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { IDEMPOTENCY_KEY_HEADER } from '@flagpost/contracts';
import { createRaceStore } from '../../../testing/race-store.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { NoticesProvider } from '../../../shared/ui/notices.js';
import { answerCalls, heldAnswer, type Answer } from '../../../testing/fetch.js';
import { createLiveCars } from '../live-cars.js';
import { PastRaceProvider } from '../race-context.js';
import { NewTimer } from './new-timer.js';

afterEach(cleanup);

it('is sent once while it is not answered, and again under the same key', async () => {
  const held = heldAnswer();
  const answers: (Answer | Promise<Answer>)[] = [held.answer, { status: 200, body: {} }];
  const calls = answerCalls(() => answers.shift() ?? { status: 500 });
  render(
    <Provider store={createRaceStore()}>
      <NoticesProvider>
        <PastRaceProvider eventId={7} timeZone="UTC" safetyCarDelayS={3} cars={createLiveCars()}>
          <NewTimer />
        </PastRaceProvider>
      </NoticesProvider>
    </Provider>,
  );
  const user = userEvent.setup();
  const title = screen.getByRole<HTMLInputElement>('textbox', { name: TEXTS.timers.title });
  const keys = (): (string | null)[] => calls.map(({ headers }) => headers.get(IDEMPOTENCY_KEY_HEADER));
  await user.type(title, 'Restart{Enter}{Enter}');
  expect(calls).toHaveLength(1);
  // What would be typed now would go with the timer's title.
  await user.type(title, ' 2');
  expect(title.value).toBe('Restart');
  const create = screen.getByRole<HTMLButtonElement>('button', { name: TEXTS.timers.create });
  await act(async () => held.give({ status: 503, body: {} }));
  await waitFor(() => expect(create.disabled).toBe(false));
  await user.type(title, '{Enter}');
  await waitFor(() => expect(title.value).toBe(''));
  expect(keys()).toHaveLength(2);
  expect(new Set(keys()).size).toBe(1);
});
