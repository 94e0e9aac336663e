import type { ApiDependencies } from './dependencies.js';
import { pushKeys } from './push/push-keys.js';
import { SECRET_NAMES } from './stored-names.js';

const { accessTokens, firstAccess, takeBacks, newAddresses, invitationLinks, importHeaders } = SECRET_NAMES;
/** But for those that are drawn in a way of their own. */
const OTHERS = [firstAccess, takeBacks, newAddresses, invitationLinks, importHeaders];

/**
 * Draws every secret that this installation does not have yet, at its start: who copies them once has all of them.
 *
 * @returns the secret that signs access tokens
 */
export const drawSecrets = async ({
  records,
  ids,
  config,
}: Pick<ApiDependencies, 'records' | 'ids' | 'config'>): Promise<string> => {
  const drawn = (name: string): Promise<string> => records.credentials.secret(name, () => ids.token(32));
  for (const name of OTHERS) await drawn(name);
  await pushKeys({ records });
  return config.JWT_SECRET ?? (await drawn(accessTokens));
};
