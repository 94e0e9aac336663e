import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import type { ImportAnswer, ImportField } from '@flagpost/contracts';
import { createStore } from '../../../app/store.js';
import { TEXTS } from '../../../shared/texts/imports.js';
import { NoticesProvider } from '../../../shared/ui/notices.js';
import { answerCalls, heldAnswer, type Answer } from '../../../testing/fetch.js';
import { ImportDialog } from './import-dialog.js';

const words = TEXTS.imports;
afterEach(cleanup);

const column = (header: string, field: ImportField | null): ImportAnswer['columns'][number] => ({
  header,
  field,
  samples: [],
});
const read = (encoding: ImportAnswer['encoding'], columns: ImportAnswer['columns']): ImportAnswer => ({
  imported: false,
  encoding,
  separator: ';',
  columns,
  missing: [],
  counts: { new: 0, changed: 0, same: 0, refused: 0 },
  rows: [],
});
/** In the wrong letters one of the columns is not known. */
const WRONG = read('utf-8', [
  column('Mail', 'Email'),
  column('Pilot', null),
  column('CategorÃ\u00ada', null),
]);
const RIGHT = read('windows-1252', [
  column('Mail', 'Email'),
  column('Pilot', 'FullName'),
  column('Categoría', 'Category'),
]);

/** Each field that is needed has a column. */
const FILLED = read('utf-8', [
  column('Mail', 'Email'),
  column('Pilot', 'FullName'),
  column('Blood', 'GrupoSanguineo'),
  column('Class', 'Category'),
]);

const open = (): void => {
  render(
    <Provider store={createStore()}>
      <NoticesProvider>
        <ImportDialog eventId={7} onClose={() => undefined} />
      </NoticesProvider>
    </Provider>,
  );
};

it('keeps what was chosen of a column when the file is read in other letters, and proposes for the others', async () => {
  const user = userEvent.setup();
  answerCalls(({ path, body }) => {
    if (!path.endsWith('/uploadInvitations/')) return { status: 200, body: [] };
    return { status: 200, body: String(body).includes('windows-1252') ? RIGHT : WRONG };
  });
  open();
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  fireEvent.change(input, { target: { files: [new File(['x'], 'list.csv')] } });
  await user.selectOptions(await screen.findByLabelText('Pilot'), 'Name');
  await user.selectOptions(screen.getByLabelText('Mail'), '');
  await user.selectOptions(screen.getByLabelText(words.encoding), 'windows-1252');
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Categoría').value).toBe('Category'));
  expect(['Mail', 'Pilot'].map((name) => screen.getByLabelText<HTMLSelectElement>(name).value)).toEqual([
    '',
    'Name',
  ]);
});

it('reads a file that is dropped on it, and takes no other drag', async () => {
  answerCalls(({ path }) => ({
    status: 200,
    body: path.endsWith('/uploadInvitations/') ? RIGHT : [],
  }));
  open();
  const zone = screen.getByText(words.drop).parentElement!;
  // False: the page takes the drag.
  expect(fireEvent.dragOver(zone, { dataTransfer: { types: ['text/plain'], files: [] } })).toBe(true);
  expect(zone.dataset['over']).toBe('false');
  const dataTransfer = { types: ['Files'], files: [new File(['x'], 'list.csv')] };
  expect(fireEvent.dragOver(zone, { dataTransfer })).toBe(false);
  expect(zone.dataset['over']).toBe('true');
  // jsdom has no drag events with a related target.
  const leave = (relatedTarget: Element): boolean =>
    fireEvent(zone, new MouseEvent('dragleave', { bubbles: true, relatedTarget }));
  leave(screen.getByText(words.drop));
  expect(zone.dataset['over']).toBe('true');
  leave(document.body);
  expect(zone.dataset['over']).toBe('false');
  fireEvent.drop(zone, { dataTransfer });
  expect(await screen.findByLabelText('Pilot')).toBeTruthy();
});

it('stays at the choice of another file when the reading of the former one ends', async () => {
  const user = userEvent.setup();
  const rows = heldAnswer();
  const answers: (Answer | Promise<Answer>)[] = [{ status: 200, body: FILLED }, rows.answer];
  answerCalls(({ path }) =>
    path.endsWith('/uploadInvitations/') ? (answers.shift() ?? { status: 500 }) : { status: 200, body: [] },
  );
  open();
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  fireEvent.change(input, { target: { files: [new File(['x'], 'list.csv')] } });
  await user.click(await screen.findByRole('button', { name: TEXTS.form.next }));
  await user.click(screen.getByRole('button', { name: words.another }));
  await act(async () => rows.give({ status: 200, body: FILLED }));
  await waitFor(() => expect(screen.getByRole('button', { name: words.choose })).toBeTruthy());
  expect(screen.queryByRole('heading', { name: new RegExp(words.steps.rows) })).toBeNull();
});
