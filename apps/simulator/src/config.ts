import { z } from 'zod';
import { LIMITS, loginFormRules } from '@flagpost/contracts';
import { DEMO_PLANNER } from './demo/demo.js';

const characters = ({ min, max }: { readonly min: number; readonly max: number }): string =>
  `must have ${min} to ${max} characters`;

/** The simulator's configuration, read from environment variables of these names: server and account. */
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
  /** Set by npm: the directory of the call, to which paths of files are relative. */
  INIT_CWD: z.string().default('.'),
});
