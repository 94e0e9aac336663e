/** What `@jest/globals` exports, for specs that run in Node directly: the runner sets it up once in each process. */
export const { expect, test, it, describe, beforeAll, afterAll, beforeEach, afterEach, jest } = globalThis;
