import type { Person } from '@flagpost/records';
import type { ApiDependencies } from '../dependencies.js';
import { userReads, type UserDocument } from '../views/users.projection.js';

export interface Account {
  readonly person: Person;
  readonly user: UserDocument;
}

/** Reads accounts that are enabled, and demo accounts only while the demo is on; null for all others. */
export const activeAccounts = ({ records, readModels, config }: ApiDependencies) => {
  const users = userReads(readModels);
  const of = async (person: Person | null): Promise<Account | null> => {
    const user = person === null ? null : await users.get(person.id);
    if (person === null || user?.status !== 'enabled' || (user.demo === true && !config.DEMO)) return null;
    return { person, user };
  };
  return {
    of,
    byId: async (userId: number): Promise<Account | null> => of(await records.people.get(userId)),
    byEmail: async (email: string): Promise<Account | null> => of(await records.people.findByEmail(email)),
  };
};
