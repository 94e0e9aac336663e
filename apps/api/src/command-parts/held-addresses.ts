import { createHmac } from 'node:crypto';
import type { ApiParts } from '../parts.js';
import { SECRET_NAMES } from '../stored-names.js';

type Parts = Pick<ApiParts, 'records' | 'ids' | 'clock'>;

/** The installation's secret of what can be taken back. */
export const takeBackSecret = ({ records, ids }: Pick<Parts, 'records' | 'ids'>): Promise<string> =>
  records.credentials.secret(SECRET_NAMES.takeBacks, () => ids.token(32));

/** What is kept of an address that an account had, to keep it free for it. */
export const heldKey = async (parts: Pick<Parts, 'records' | 'ids'>, email: string): Promise<string> =>
  createHmac('sha256', await takeBackSecret(parts))
    .update(`address ${email.trim().toLowerCase()}`)
    .digest('base64url');

/** Who had this address until lately and can take the change back: nobody else may take it meanwhile. */
export const holdersOfAddress = async (parts: Parts, email: string): Promise<readonly number[]> =>
  parts.records.takeBacks.holdersOf(await heldKey(parts, email), parts.clock.now());
