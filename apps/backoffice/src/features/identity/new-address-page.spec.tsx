import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { ANSWER_TEXTS } from '@flagpost/contracts';
import { Screens } from '../../app/router.js';
import { createStore } from '../../app/store.js';
import { TEXTS } from '../../shared/texts/common.js';
import { answerCalls, type Answer } from '../../testing/fetch.js';

const words = TEXTS.account.newAddress;

afterEach(cleanup);

const open = (answer: Answer) => {
  const calls = answerCalls(() => answer);
  render(
    <Provider store={createStore()}>
      <MemoryRouter initialEntries={['/newaddress#7.secret']}>
        <Screens />
      </MemoryRouter>
    </Provider>,
  );
  return { calls, user: userEvent.setup() };
};

it('gives the account its new address when its button is pressed, not before', async () => {
  const { calls, user } = open({ status: 200, body: { email: 'ada@rally.demo' } });
  const press = await screen.findByRole('button', { name: words.press });
  expect(calls).toEqual([]);
  await user.click(press);
  expect(await screen.findByText(words.done('ada@rally.demo'))).toBeTruthy();
  expect(calls.map(({ path, body }) => [path, body])).toEqual([
    ['/api/auth/confirmEmail', { Token: '7.secret' }],
  ]);
});

it('says that a link is no longer good', async () => {
  const { user } = open({ status: 418, body: { statusCode: 418, message: ANSWER_TEXTS.invalidLink } });
  await user.click(await screen.findByRole('button', { name: words.press }));
  expect(await screen.findByText(ANSWER_TEXTS.invalidLink)).toBeTruthy();
});
