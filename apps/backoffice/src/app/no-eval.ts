/**
 * Pages are served with a policy that forbids eval: zod must not try it. It reads this when its first schema is made,
 * which is long after the page began: to ask zod itself would make who signs in wait for it.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

export {};
