import type { Ids } from '@flagpost/platform';

/** Sequential ids: the same in every run. */
export const countingIds = (): Ids => {
  let count = 0;
  return {
    uuid: () => `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`,
    token: (bytes) => Buffer.alloc(bytes, ++count).toString('base64url'),
  };
};
