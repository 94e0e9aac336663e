import { ROLES, type RoleId } from '@flagpost/contracts';
import { logPages } from '@flagpost/event-sourcing';
import type { Accounts } from '../identity/accounts.bootstrap.js';
import { userReads } from '../views/users.projection.js';
import type { ApiDependencies } from '../dependencies.js';
import { DEMO_ACCOUNTS_MARKED } from '../stored-names.js';
import { DEMO_ACCOUNTS } from './demo-accounts.js';

const PAGE = 500;
const DEMO_ROLES = DEMO_ACCOUNTS.map(({ roles }) => roles.join());

interface Added {
  readonly userId: number;
  readonly roles: readonly RoleId[];
  readonly bySystem: boolean;
}

/** Everybody who was ever added, in the order of the log. */
const addedUsers = async ({ store }: Pick<ApiDependencies, 'store'>): Promise<readonly Added[]> => {
  const added: Added[] = [];
  for await (const page of logPages(store, null, PAGE))
    for (const { type, data, meta } of page)
      if (type === 'UserAdded' || type === 'UserInvited')
        added.push({ ...(data as Omit<Added, 'bySystem'>), bySystem: meta.actorId === null });
  return added;
};

/** Whom the program itself added for the demo: it adds nobody else but administrators. */
const addedForDemo = (added: readonly Added[]): readonly number[] => {
  const bySystem = added.filter((user) => user.bySystem);
  const beginsDemo = (index: number): boolean =>
    DEMO_ROLES.every((roles, offset) => bySystem[index + offset]?.roles.join() === roles);
  return bySystem
    .filter(({ roles }, index) => !roles.includes(ROLES.admin) || beginsDemo(index))
    .map(({ userId }) => userId);
};

/** How releases before this one knew a demo account. */
const isFormerDemoAddress = (email: string | null): boolean =>
  email?.toLowerCase().endsWith('.demo') === true;

/**
 * Marks, once, the demo accounts of an installation that a release before this one began: those releases knew them by
 * their address alone, and an account that had changed it was none any more.
 */
export const markFormerDemoAccounts = async (
  dependencies: Pick<ApiDependencies, 'store' | 'records' | 'readModels' | 'config'>,
  accounts: Pick<Accounts, 'markDemo'>,
): Promise<void> => {
  const { records, readModels, config } = dependencies;
  if ((await records.checkpoints.load(DEMO_ACCOUNTS_MARKED)) !== null) return;
  const added = await addedUsers(dependencies);
  const forDemo = new Set(addedForDemo(added));
  const people = await records.people.getMany(added.map(({ userId }) => userId));
  const firstAdministrator = config.ADMIN_EMAIL?.toLowerCase();
  for (const { userId } of added) {
    const email = people.get(userId)?.email ?? null;
    if (!forDemo.has(userId) && !isFormerDemoAddress(email)) continue;
    if (email !== null && email.toLowerCase() === firstAdministrator) continue;
    const user = await userReads(readModels).get(userId);
    if (user !== null && user.status !== 'removed' && user.demo !== true) await accounts.markDemo(userId);
  }
  await records.checkpoints.save(DEMO_ACCOUNTS_MARKED, 'yes');
};
