import { z } from 'zod';
import { LIMITS, loginFormRules } from '@flagpost/contracts';
import { DEMO_PLANNER } from './demo/demo.js';

const characters = ({ min, max }: { readonly min: number; readonly max: number }): string =>
  `must have ${min} to ${max} characters`;

/** The simulator's configuration, read from environment variables of these names: where, and as whom. */
export const simulatorConfig = z.object({
  API_URL: z.url({ protocol: /^https?$/ }).default('http://127.0.0.1:3000'),
  FLAGPOST_EMAIL: z
    .string()
    .refine(loginFormRules.email, characters(LIMITS.loginEmail))
    .default(DEMO_PLANNER.email),
  FLAGPOST_PASSWORD: z
    .string()
    .refine(loginFormRules.password, characters(LIMITS.password))
    .default(DEMO_PLANNER.password),
  /** Set by npm: where it was called from, and files are named from. */
  INIT_CWD: z.string().default('.'),
});
