import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactElement } from 'react';
import { Provider } from 'react-redux';
import { createRaceStore } from '../../../testing/race-store.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { NoticesProvider } from '../../../shared/ui/notices.js';
import { answerCalls, heldAnswer } from '../../../testing/fetch.js';
import { createLiveCars } from '../live-cars.js';
import { PastRaceProvider } from '../race-context.js';
import { NoteForm } from './note-form.js';

const words = TEXTS.feed.note;
afterEach(cleanup);

/** As the feed opens it: it closes once the note is written. */
const Feed = (): ReactElement => {
  const [draft, setDraft] = useState<string | null>('');
  const close = (): void => setDraft(null);
  return draft === null ? (
    <p>Written</p>
  ) : (
    <NoteForm draft={draft} onDraft={setDraft} onWritten={close} onCancel={close} />
  );
};

it('takes no other text while a note is being written', async () => {
  const held = heldAnswer();
  const calls = answerCalls(() => held.answer);
  render(
    <Provider store={createRaceStore()}>
      <NoticesProvider>
        <PastRaceProvider eventId={7} timeZone="UTC" safetyCarDelayS={3} cars={createLiveCars()}>
          <Feed />
        </PastRaceProvider>
      </NoticesProvider>
    </Provider>,
  );
  const user = userEvent.setup();
  const text = screen.getByRole<HTMLInputElement>('textbox', { name: words.text });
  await user.type(text, 'Oil at bend 3{Enter}');
  await waitFor(() => expect(calls).toHaveLength(1));
  await user.type(text, ' and 4');
  expect(text.value).toBe('Oil at bend 3');
  await act(async () => held.give({ status: 200, body: {} }));
  expect(await screen.findByText('Written')).toBeTruthy();
});
