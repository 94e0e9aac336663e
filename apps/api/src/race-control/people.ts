import type { Person, Records } from '@flagpost/records';
import type { ReadModels } from '@flagpost/read-models';

/** What rows are read from: views hold person ids, the people store their names. */
export interface Reading {
  readonly readModels: ReadModels;
  readonly records: Pick<Records, 'people'>;
}

export const nameOf = (person: Person | undefined): string =>
  person === undefined ? '' : `${person.name} ${person.surname}`.trim();

export const peopleOf = (
  { records }: Reading,
  ids: readonly (number | null)[],
): Promise<ReadonlyMap<number, Person>> =>
  records.people.getMany([...new Set(ids.filter((id) => id !== null))]);
