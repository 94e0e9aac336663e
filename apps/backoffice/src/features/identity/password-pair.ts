import { newPassword } from '@flagpost/contracts';
import { z } from 'zod';
import { TEXTS } from '../../shared/texts/common.js';

/** A new password, typed twice. */
export const passwordPair = (mismatch: string = TEXTS.account.mismatch) =>
  z
    .object({ Password: newPassword, Repeat: z.string().min(1, TEXTS.account.repeatRequired) })
    .refine(({ Password, Repeat }) => Password === Repeat, { path: ['Repeat'], message: mismatch });

export const NO_PASSWORDS = { Password: '', Repeat: '' };
