/** Pages are served with a policy that forbids eval: zod must not try it. Before the first schema is made. */
import { config } from 'zod';

config({ jitless: true });
