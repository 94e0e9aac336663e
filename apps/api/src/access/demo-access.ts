import { z } from 'zod';
import { flag } from '@flagpost/platform';

/** Whether demo accounts may act: never, from this machine only, or from the whole network. */
export const demoSetting = z.union([z.literal('network'), flag], { error: '0, 1 or network is expected.' });
export type DemoSetting = z.infer<typeof demoSetting>;

/** Whether an account may act from the origin of the request. Accounts that are not demo accounts always may. */
export const demoMayAct = (
  user: { readonly demo?: boolean },
  setting: DemoSetting,
  isFromThisMachine: () => boolean,
): boolean => user.demo !== true || setting === 'network' || (setting && isFromThisMachine());
