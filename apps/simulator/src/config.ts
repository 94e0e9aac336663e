import { z } from 'zod';
import { DEMO_PLANNER } from './demo/demo.js';

/** The simulator's configuration, read from environment variables of these names: where, and as whom. */
export const simulatorConfig = z.object({
  API_URL: z.url({ protocol: /^https?$/ }).default('http://127.0.0.1:3000'),
  FLAGPOST_EMAIL: z.string().default(DEMO_PLANNER.email),
  FLAGPOST_PASSWORD: z.string().default(DEMO_PLANNER.password),
  /** Set by npm: where it was called from, and files are named from. */
  INIT_CWD: z.string().default('.'),
});
