import { useState, type ReactElement } from 'react';
import { TEXTS } from '../../shared/texts/gallery.js';
import { List, type RowAction } from '../../shared/ui/list/list.js';
import type { Column } from '../../shared/ui/list/filter-and-sort.js';
import { useNotices } from '../../shared/ui/notices.js';

interface Person {
  id: number;
  name: string;
  email: string;
  cars: number;
}

const words = TEXTS.gallery;
const NAMES = ['Ada Bianchi', 'Íñigo Núñez Peña', 'Zoe Gómez', 'Dora Direttore', 'Carla Rossi', 'Otto Öberg'];
const LONG = 'Maximiliana '.repeat(9).trim().slice(0, 100);
const PEOPLE: Person[] = Array.from({ length: 40 }, (_, id) => ({
  id,
  name: id === 3 ? LONG : `${NAMES[id % NAMES.length] ?? ''} ${id + 1}`,
  email: `person${id + 1}@club.demo`,
  cars: (id * 7) % 31,
}));
const columns: Column<Person>[] = [
  { head: words.heads.name, text: ({ name }) => name },
  { head: words.heads.email, text: ({ email }) => email, shape: 'address' },
  { head: words.heads.cars, text: ({ cars }) => String(cars), order: ({ cars }) => cars, shape: 'number' },
];

const STATES = ['rows', 'loading', 'empty', 'failed'] as const;
type State = (typeof STATES)[number];

const rowsIn: Record<State, readonly Person[] | undefined> = {
  rows: PEOPLE,
  loading: undefined,
  empty: [],
  failed: undefined,
};

export const Lists = (): ReactElement => {
  const notices = useNotices();
  const [state, setState] = useState<State>('rows');
  const rowActions: RowAction<Person>[] = [
    {
      icon: 'pi pi-pencil',
      label: ({ name }) => words.edit(name),
      act: { press: ({ name }) => notices.success(words.edit(name)) },
    },
    {
      icon: 'pi pi-trash',
      label: ({ name }) => words.remove(name),
      isDanger: true,
      act: { press: ({ name }) => notices.warning(words.remove(name)) },
    },
  ];
  return (
    <>
      <div className="gallery-row" role="group" aria-label={words.lists}>
        {STATES.map((each) => (
          <label key={each} className="gallery-state">
            <input
              type="radio"
              name="gallery-list"
              checked={state === each}
              onChange={() => setState(each)}
            />
            {words.states[each]}
          </label>
        ))}
      </div>
      <List
        title={words.states[state]}
        heading="h2"
        search={words.search}
        columns={columns}
        rows={rowsIn[state]}
        rowId={({ id }) => id}
        rowActions={rowActions}
        {...(state === 'failed' && { error: { status: 500 } })}
        onRetry={() => setState('rows')}
        empty={words.states.empty}
        footer={words.footer}
      />
    </>
  );
};
