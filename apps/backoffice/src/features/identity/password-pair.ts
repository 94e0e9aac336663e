import { LIMITS, newPassword } from '@flagpost/contracts';
import { z } from 'zod';
import { TEXTS } from '../../shared/texts/common.js';
import type { Field } from '../../shared/ui/form/field-view.js';

const words = TEXTS.account;

/** A new password, typed twice. */
export const passwordPair = (mismatch: string = TEXTS.account.mismatch) =>
  z
    .object({ Password: newPassword, Repeat: z.string().min(1, TEXTS.account.repeatRequired) })
    .refine(({ Password, Repeat }) => Password === Repeat, { path: ['Repeat'], message: mismatch });

export const NO_PASSWORDS = { Password: '', Repeat: '' };

export const passwordFields: Field<typeof NO_PASSWORDS>[] = [
  {
    name: 'Password',
    label: words.newPassword,
    kind: 'password',
    max: LIMITS.password.max,
    autoComplete: 'new-password',
  },
  {
    name: 'Repeat',
    label: words.repeat,
    kind: 'password',
    max: LIMITS.password.max,
    autoComplete: 'new-password',
  },
];
