import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { Provider } from 'react-redux';
import { IDEMPOTENCY_KEY_HEADER, type FlagRow } from '@flagpost/contracts';
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
const name = words.withdrawOf(flagName(flag.StateId));
afterEach(cleanup);

const open = () => {
  const store = createRaceStore();
  store.dispatch(snapshotArrived(aSnapshot()));
  const shown = (row: FlagRow): ReactElement => (
    <Provider store={store}>
      <NoticesProvider>
        <WithdrawFlag flag={row} />
      </NoticesProvider>
    </Provider>
  );
  const { rerender } = render(shown(flag));
  return { user: userEvent.setup(), change: (row: FlagRow) => rerender(shown(row)) };
};

it('is ordered again under the same key, and from another car under another', async () => {
  const calls = answerCalls(() => ({ status: 503, body: {} }));
  const { user } = open();
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

it('is asked for no more once the chosen car has it no more: it is never widened to all', async () => {
  const calls = answerCalls(() => ({ status: 200, body: {} }));
  const { user, change } = open();
  await user.click(screen.getByRole('button', { name }));
  await user.selectOptions(screen.getByRole('combobox'), words.withdrawCar('2'));
  change({
    ...flag,
    Withdrawals: [
      {
        WithdrawalId: 2,
        InvitationsSelected: [2],
        WithdrawnAt: flag.SentAt,
        WithdrawnBy: flag.SentBy,
        Shown: [],
        Confirmed: [],
      },
    ],
  });
  expect(screen.queryByRole('combobox')).toBeNull();
  await user.click(screen.getByRole('button', { name }));
  expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe('all');
  expect(calls).toEqual([]);
});
