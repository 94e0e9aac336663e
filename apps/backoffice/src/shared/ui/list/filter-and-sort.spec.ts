import { describe, expect, it } from '@jest/globals';
import { filterAndSort, pageOf, type Column } from './filter-and-sort.js';

interface Person {
  name: string;
  age: number;
}
const columns: Column<Person>[] = [
  { head: 'NAME', text: ({ name }) => name },
  { head: 'AGE', text: ({ age }) => `${age} years`, order: ({ age }) => age },
];
const people: Person[] = [
  { name: 'Íñigo Gómez', age: 9 },
  { name: 'Ada Byron', age: 100 },
  { name: 'zoe Gomez', age: 36 },
];
const names = (rows: readonly Person[]): string[] => rows.map(({ name }) => name.split(' ')[0] ?? '');

describe('a list', () => {
  it.each([
    ['', ['Íñigo', 'Ada', 'zoe']],
    ['  ', ['Íñigo', 'Ada', 'zoe']],
    ['gomez', ['Íñigo', 'zoe']],
    ['GÓMEZ 36', ['zoe']],
    ['nobody', []],
  ])('searched for %j shows %j', (search, found) => {
    expect(names(filterAndSort(people, columns, search, null))).toEqual(found);
  });

  it.each([
    [0, false, ['Ada', 'Íñigo', 'zoe']],
    [0, true, ['zoe', 'Íñigo', 'Ada']],
    [1, false, ['Íñigo', 'zoe', 'Ada']],
  ])('sorted by column %d, descending %s, is %j', (column, isDescending, sorted) => {
    expect(names(filterAndSort(people, columns, '', { column, isDescending }))).toEqual(sorted);
    expect(people[0]?.age).toBe(9);
  });

  it('is shown by pages, the last of which stays when rows go', () => {
    const rows = Array.from({ length: 12 }, (_, row) => row);
    expect(pageOf(rows, { page: 1, size: 10 })).toEqual({
      page: 1,
      pages: 2,
      shown: [10, 11],
      first: 11,
      last: 12,
      total: 12,
    });
    expect(pageOf(rows.slice(0, 4), { page: 1, size: 10 })).toMatchObject({
      page: 0,
      pages: 1,
      first: 1,
      last: 4,
      total: 4,
    });
    expect(pageOf([], { page: 0, size: 10 })).toMatchObject({
      page: 0,
      pages: 1,
      first: 0,
      last: 0,
      total: 0,
    });
  });
});
