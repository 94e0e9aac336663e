/**
 * Pages are served with a policy that forbids eval: zod must not try it. It reads this when its first schema is
 * created, long after the page has started: setting it through zod would load zod before the login screen.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

export {};
