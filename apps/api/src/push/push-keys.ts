import webPush, { type VapidKeys } from 'web-push';
import type { ApiDependencies } from '../dependencies.js';
import { SECRET_NAMES } from '../stored-names.js';

/** The keys by which push services know this installation (RFC 8292): made once, kept with the secrets. */
export const pushKeys = async ({ records }: Pick<ApiDependencies, 'records'>): Promise<VapidKeys> =>
  JSON.parse(
    await records.credentials.secret(SECRET_NAMES.pushKeys, () =>
      JSON.stringify(webPush.generateVAPIDKeys()),
    ),
  ) as VapidKeys;
