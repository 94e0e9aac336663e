import type { Person, Records } from '@flagpost/records';
import type { ReadModels } from '@flagpost/read-models';
import { erasedPerson } from './erased-person.js';

/** Lookup of names: views hold person ids, the people store their names. */
export interface PersonLookup {
  readonly readModels: ReadModels;
  readonly records: Pick<Records, 'people'>;
}

export const nameOf = (person: Person | undefined): string =>
  person === undefined ? '' : `${person.name} ${person.surname}`.trim();

export type People = ReadonlyMap<number, Person>;

/** A person as answers name one, of the people that were looked up. */
export const personOf = (people: People, id: number): { Id: number; Name: string } => ({
  Id: id,
  Name: nameOf(people.get(id)),
});
/** Of what no person did: no name. */
export const personOrNobody = (people: People, id: number | null): { Id: number; Name: string } =>
  id === null ? { Id: 0, Name: '' } : personOf(people, id);
export const personOrNull = (people: People, id: number | null): { Id: number; Name: string } | null =>
  id === null ? null : personOf(people, id);

/** The people with these ids; an erased person is marked as such. */
export const peopleOf = async (
  { records }: PersonLookup,
  ids: readonly (number | null)[],
): Promise<People> => {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const people = await records.people.getMany(wanted);
  return new Map(wanted.map((id) => [id, people.get(id) ?? erasedPerson(id)]));
};

/** The name of a person; null for nobody. */
export const nameOrNull = async (reading: PersonLookup, id: number | null): Promise<string | null> =>
  id === null ? null : nameOf((await peopleOf(reading, [id])).get(id));
