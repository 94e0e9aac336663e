import '../../../testing/match-media.js';
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { IDEMPOTENCY_KEY_HEADER } from '@flagpost/contracts';
import { createRaceStore } from '../../../testing/race-store.js';
import { aFlag, aSnapshot } from '../../../testing/race-data.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { NoticesProvider } from '../../../shared/ui/notices.js';
import { answerCalls } from '../../../testing/fetch.js';
import { snapshotArrived } from '../state/messages.js';
import { flagName } from './flag-words.js';
import { WithdrawFlag } from './withdraw-flag.js';

const words = TEXTS.flags;
const flag = aFlag(1);
afterEach(cleanup);

it('is ordered again under the same key, and from another car under another', async () => {
  const calls = answerCalls(() => ({ status: 503, body: {} }));
  const store = createRaceStore();
  store.dispatch(snapshotArrived(aSnapshot({ flags: [flag] })));
  render(
    <Provider store={store}>
      <NoticesProvider>
        <WithdrawFlag flag={flag} />
      </NoticesProvider>
    </Provider>,
  );
  const user = userEvent.setup();
  const name = words.withdrawOf(flagName(flag.StateId));
  await user.click(screen.getByRole('button', { name }));
  const order = async (times: number): Promise<void> => {
    const button = screen.getByRole<HTMLButtonElement>('button', { name });
    await user.click(button);
    await waitFor(() => expect([calls.length, button.disabled]).toEqual([times, false]));
  };
  await order(1);
  await order(2);
  await user.selectOptions(screen.getByRole('combobox'), words.withdrawCar('2'));
  await order(3);
  expect(calls.map(({ body }) => body)).toEqual([
    { InvitationsSelected: [] },
    { InvitationsSelected: [] },
    { InvitationsSelected: [2] },
  ]);
  const [first, again, other] = calls.map(({ headers }) => headers.get(IDEMPOTENCY_KEY_HEADER));
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});
