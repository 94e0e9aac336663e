import { refuse } from '@flagpost/domain';
import { EmailTaken, type Person } from '@flagpost/records';
import type { ApiParts } from '../parts.js';
import { isHeldForAnother } from './held-addresses.js';

/** @throws {DomainError} user.emailTaken where the address is somebody else's, or was until lately */
export const putPerson = async (
  parts: Pick<ApiParts, 'records' | 'ids' | 'clock'>,
  person: Person,
): Promise<void> => {
  if (person.email !== null && (await isHeldForAnother(parts, person.email, person.id)))
    refuse('user.emailTaken');
  try {
    await parts.records.people.put(person);
  } catch (error) {
    if (error instanceof EmailTaken) refuse('user.emailTaken');
    throw error;
  }
};

/** Whether nothing but capitals may differ, which is written as it is typed and told to nobody. */
export const isSameAddress = (one: string | null, other: string): boolean =>
  one !== null && one.toLowerCase() === other.toLowerCase();
