import { expect, it } from '@jest/globals';
import { createHealth } from './health.js';

it('fails if a part fails, and not for one beside it, which is reported all the same', async () => {
  const health = createHealth();
  let isWell = true;
  health.register('records', () => ({ ok: isWell }));
  health.register('mails', () => Promise.reject(new Error('away')), { isBeside: true });
  const mails = { ok: false, details: { error: 'away' } };
  expect(await health.read()).toEqual({ ok: true, parts: { records: { ok: true }, mails } });
  isWell = false;
  expect((await health.read()).ok).toBe(false);
});
