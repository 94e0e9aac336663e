import { createHmac } from 'node:crypto';
import type { ApiDependencies } from '../dependencies.js';
import { SECRET_NAMES } from '../stored-names.js';

type Dependencies = Pick<ApiDependencies, 'records' | 'ids' | 'clock'>;

/** The installation's secret for take-backs. */
export const takeBackSecret = ({ records, ids }: Pick<Dependencies, 'records' | 'ids'>): Promise<string> =>
  records.credentials.secret(SECRET_NAMES.takeBacks, () => ids.token(32));

/** The key stored for an address that an account had, to reserve it for the account. */
export const heldKey = async (
  dependencies: Pick<Dependencies, 'records' | 'ids'>,
  email: string,
): Promise<string> =>
  createHmac('sha256', await takeBackSecret(dependencies))
    .update(`address ${email.trim().toLowerCase()}`)
    .digest('base64url');

/** Users who had this address until lately and can take the change back: no other may take it meanwhile. */
export const holdersOfAddress = async (
  dependencies: Dependencies,
  email: string,
): Promise<readonly number[]> =>
  dependencies.records.takeBacks.holdersOf(await heldKey(dependencies, email), dependencies.clock.now());
