import { refuse } from '@flagpost/domain';
import type { Person } from '@flagpost/records';
import type { ApiDependencies } from '../dependencies.js';

/** Serialises changes of a person's row or password. */
export const perPerson = (userId: number): string => `person ${userId}`;

/** @throws {DomainError} user.missing */
export const existingPerson = async (
  { records }: Pick<ApiDependencies, 'records'>,
  userId: number,
): Promise<Person> => (await records.people.get(userId)) ?? refuse('user.missing', 'missing');
