import { afterEach, expect, it, jest } from '@jest/globals';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactElement } from 'react';
import { TEXTS } from '../../texts/common.js';
import { FIRST_QUESTION, type Question } from './filter-and-sort.js';
import { List, type ListProps } from './list.js';

interface Person {
  id: number;
  name: string;
}

afterEach(cleanup);

const people = (count: number): Person[] =>
  Array.from({ length: count }, (_, id) => ({ id, name: `Person ${id + 1}` }));

const show = (changes: Partial<ListProps<Person>>) => {
  const removed: number[] = [];
  const onRetry = jest.fn();
  render(
    <List
      title="People"
      search="Search person"
      columns={[{ head: 'NAME', text: ({ name }) => name }]}
      rows={people(12)}
      rowId={({ id }) => id}
      rowActions={[
        {
          icon: 'pi pi-trash',
          label: ({ name }) => `Delete ${name}`,
          isOffered: ({ id }) => id !== 1,
          act: { press: ({ id }) => removed.push(id) },
        },
      ]}
      onRetry={onRetry}
      empty="Nobody."
      footer={(first, last, total) => `Showing ${first} to ${last} of ${total} people`}
      {...changes}
    />,
  );
  return { user: userEvent.setup(), removed, onRetry };
};
const names = (): string[] =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent ?? '');

it('shows ten rows a page, 5 or 25 if asked, and says which', async () => {
  const { user } = show({});
  expect(names()).toHaveLength(10);
  expect(screen.getByText('Showing 1 to 10 of 12 people')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: TEXTS.list.next }));
  expect(names()).toEqual(['Person 11', 'Person 12']);
  const size = screen.getByLabelText(TEXTS.list.perPage);
  expect([...size.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    '5',
    '10',
    '25',
  ]);
  await user.selectOptions(size, '25');
  expect(screen.getByText('Showing 1 to 12 of 12 people')).toBeTruthy();
});

it('sorts by a head, and the other way when pressed again', async () => {
  const { user } = show({});
  const head = screen.getByRole('button', { name: 'NAME' });
  await user.click(head);
  await user.click(head);
  expect(names()[0]).toBe('Person 12');
  expect(screen.getByRole('columnheader', { name: 'NAME' }).getAttribute('aria-sort')).toBe('descending');
});

it('searches, and says when nothing matches', async () => {
  const { user } = show({});
  await user.type(screen.getByRole('searchbox', { name: 'Search person' }), 'person 7');
  expect(names()).toEqual(['Person 7']);
  await user.type(screen.getByRole('searchbox'), 'x');
  expect(screen.getByText(TEXTS.list.noMatch)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: TEXTS.list.clearSearch }));
  expect(names()).toHaveLength(10);
});

it('begins at the first page again when it is searched or sorted', async () => {
  const { user } = show({});
  await user.click(screen.getByRole('button', { name: TEXTS.list.last }));
  await user.click(screen.getByRole('button', { name: 'NAME' }));
  expect(names()[0]).toBe('Person 1');
  await user.click(screen.getByRole('button', { name: TEXTS.list.last }));
  await user.type(screen.getByRole('searchbox'), 'person');
  expect(screen.getByText('Showing 1 to 10 of 12 people')).toBeTruthy();
});

it('acts on a row, and offers what the row allows', async () => {
  const { user, removed } = show({ rows: people(3) });
  expect(screen.queryByRole('button', { name: 'Delete Person 2' })).toBeNull();
  screen.getByRole('button', { name: 'Delete Person 1' }).focus();
  await user.keyboard('{Enter}');
  expect(removed).toEqual([0]);
});

it('walks by arrows along one action, past rows that have none, and stays at both ends', async () => {
  const press = (): undefined => undefined;
  const { user } = show({
    rows: people(4),
    rowActions: [
      { icon: 'a', label: ({ name }) => `Edit ${name}`, isOffered: ({ id }) => id !== 1, act: { press } },
      { icon: 'b', label: ({ name }) => `Delete ${name}`, isOffered: ({ id }) => id !== 1, act: { press } },
    ],
  });
  screen.getByRole('button', { name: 'Delete Person 1' }).focus();
  const walked: (string | null | undefined)[] = [];
  for (const key of ['ArrowUp', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp']) {
    await user.keyboard(`{${key}}`);
    walked.push(document.activeElement?.getAttribute('aria-label'));
  }
  expect(walked.map((name) => name?.replace('Delete Person ', ''))).toEqual(['1', '3', '4', '4', '3', '1']);
});

it('keeps what it shows when it could not be read again', () => {
  show({ rows: people(2), error: { status: 500 } });
  expect(screen.getByRole('button', { name: TEXTS.retry })).toBeTruthy();
  expect(names()).toEqual(['Person 1', 'Person 2']);
});

it('says that it is empty, loading, or failed with a way to try again', async () => {
  show({ rows: [] });
  expect(screen.getByText('Nobody.')).toBeTruthy();
  cleanup();
  show({ rows: undefined });
  expect(screen.getByRole('status').textContent).toBe(TEXTS.loading);
  cleanup();
  const { user, onRetry } = show({
    rows: undefined,
    error: { status: 418, data: { statusCode: 418, message: 'Not now.' } },
  });
  expect(screen.getByText('Not now.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: TEXTS.retry }));
  expect(onRetry).toHaveBeenCalledTimes(1);
});

it('asks a server for another page, order and search, and shows what it answers', async () => {
  const asked: Question[] = [];
  const question = { ...FIRST_QUESTION, page: 1 };
  const onAsk = (next: Question): void => void asked.push(next);
  const { user } = show({ rows: people(2), server: { question, onAsk, total: 12, isAsking: false } });
  expect(names()).toEqual(['Person 1', 'Person 2']);
  expect(screen.getByText('Showing 11 to 12 of 12 people')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: TEXTS.list.first }));
  await user.click(screen.getByRole('button', { name: 'NAME' }));
  await user.type(screen.getByLabelText('Search person'), 'x');
  expect(asked).toEqual([
    FIRST_QUESTION,
    { ...FIRST_QUESTION, sorting: { column: 0, isDescending: false } },
    { ...FIRST_QUESTION, search: 'x' },
  ]);
});

it('asks for the last page where the one that is wanted is not there any more', () => {
  const asked: Question[] = [];
  const question = { ...FIRST_QUESTION, page: 4 };
  const onAsk = (next: Question): void => void asked.push(next);
  show({ rows: [], server: { question, onAsk, total: 12, isAsking: false } });
  expect(asked).toEqual([{ ...question, page: 1 }]);
});

it('chooses rows of all pages that the search finds, and keeps those it does not find', async () => {
  const Chosen = (): ReactElement => {
    const [ids, setIds] = useState<ReadonlySet<number | string>>(new Set([11]));
    return (
      <>
        <output>{[...ids].join(' ')}</output>
        <List
          title="People"
          search="Search person"
          columns={[{ head: 'NAME', text: ({ name }: Person) => name }]}
          rows={people(12)}
          rowId={({ id }) => id}
          selection={{ ids, onChange: setIds, label: ({ name }) => `Select ${name}` }}
          onRetry={() => undefined}
          empty="Nobody."
          footer={(first, last, total) => `Showing ${first} to ${last} of ${total} people`}
        />
      </>
    );
  };
  render(<Chosen />);
  const user = userEvent.setup();
  const chosen = (): string => document.querySelector('output')?.textContent ?? '';
  await user.click(screen.getByRole('checkbox', { name: 'Select Person 3' }));
  expect(chosen()).toBe('11 2');
  await user.type(screen.getByRole('searchbox'), 'person 1');
  await user.click(screen.getByRole('checkbox', { name: TEXTS.list.selectAll(4) }));
  expect(chosen()).toBe('2 0 9 10 11');
  await user.click(screen.getByRole('checkbox', { name: TEXTS.list.selectAll(4) }));
  expect(chosen()).toBe('2');
});
